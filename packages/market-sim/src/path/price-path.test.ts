import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LINEAR_INSTRUMENTS } from '../instruments/linear-instruments.ts';
import { DAY_MINUTES, MINUTE_MS } from './calendar.ts';
import { PricePath, mergeBars, type PathBar } from './price-path.ts';

const SEED = 20_260_101;
const path = new PricePath(SEED, LINEAR_INSTRUMENTS);
const FIRST_MINUTE = PricePath.start / MINUTE_MS;
const LAST_MINUTE = Date.UTC(2027, 0, 1) / MINUTE_MS;
const NEAR_2026 = Date.UTC(2026, 2, 1);

const anyInstrument = fc.integer({ min: 0, max: LINEAR_INSTRUMENTS.length - 1 });
const anyMinute = fc.integer({ min: FIRST_MINUTE, max: LAST_MINUTE - 1 });

function returns(bars: readonly PathBar[]): number[] {
  return bars.map((bar) => bar.close / bar.open - 1);
}

function kurtosis(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const second = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  const fourth = values.reduce((sum, value) => sum + (value - mean) ** 4, 0) / values.length;
  return fourth / second ** 2;
}

function autocorrelation(values: readonly number[], lag: number): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let products = 0;
  let squares = 0;
  for (const [i, value] of values.entries()) {
    squares += (value - mean) ** 2;
    const before = values[i - lag];
    if (before !== undefined) products += (value - mean) * (before - mean);
  }
  return products / squares;
}

function isBar({ open, high, low, close, volume, value }: PathBar): boolean {
  const whole = [open, high, low, close, volume, value].every((field) => Number.isSafeInteger(field));
  return whole && low > 0 && high >= Math.max(open, close) && low <= Math.min(open, close) && volume >= 0;
}

const STEP_MS = 5_000;
/** Every 5 s of a day: BTCUSDT, ETHUSDT and DOGEUSDT of two seeds. */
const tapes = (): readonly (readonly number[])[] =>
  [31, 33].flatMap((seed) => {
    const own = new PricePath(seed, LINEAR_INSTRUMENTS);
    return [0, 1, 4].map((id) =>
      Array.from({ length: (DAY_MINUTES * MINUTE_MS) / STEP_MS }, (_, at) => own.priceAt(id, NEAR_2026 + at * STEP_MS)),
    );
  });

/** Correlation of what a price does in a span of steps with what it does in the next one, whenever they begin. */
function following(prices: readonly number[], steps: number): number {
  let [products, squares] = [0, 0];
  for (let at = steps; at + steps < prices.length; at += 1) {
    const now = prices[at] ?? 1;
    const [before, after] = [now / (prices[at - steps] ?? 1) - 1, (prices[at + steps] ?? 1) / now - 1];
    products += before * after;
    squares += before * before;
  }
  return products / squares;
}

describe('price path', () => {
  test('SIM-07 what a price does in 15, 30 or 60 s says nothing about the next ones, whenever they begin', () => {
    const all = tapes();
    for (const seconds of [15, 30, 60]) {
      const found = all.map((prices) => following(prices, (seconds * 1_000) / STEP_MS));
      expect(Math.abs(found.reduce((sum, one) => sum + one, 0) / found.length)).toBeLessThan(0.05);
    }
  });

  test.each([
    ['day', 720],
    ['half-day', 360],
  ])('SIM-07 the first half of a %s says nothing of the second, after a calm one or a wild one', (_, half) => {
    const bets = { calm: [] as number[], wild: [] as number[] };
    for (const seed of [41, 42, 43, 44, 45, 46, 47, 48]) {
      const own = new PricePath(seed, LINEAR_INSTRUMENTS);
      for (const id of [0, 1, 4]) {
        const bars = own.bars(id, half, FIRST_MINUTE / half, 2 * 2_500);
        const ranges = bars.map(({ high, low, open }) => (high - low) / open);
        const usual = ranges.reduce((sum, range) => sum + range, 0) / ranges.length;
        for (let at = 0; at + 1 < bars.length; at += 2) {
          const [first, second] = returns(bars.slice(at, at + 2)) as [number, number];
          bets[(ranges[at] ?? 0) > usual ? 'wild' : 'calm'].push(Math.sign(first) * second);
        }
      }
    }
    for (const earned of Object.values(bets)) {
      const mean = earned.reduce((sum, one) => sum + one, 0) / earned.length;
      const deviation = Math.sqrt(earned.reduce((sum, one) => sum + one * one, 0) / earned.length);
      expect(Math.abs(mean / deviation)).toBeLessThan(0.025);
    }
  });

  test('SIM-07 being far from home says little of the days to come', () => {
    let [products, squares] = [0, 0];
    for (const seed of [41, 42, 43]) {
      const own = new PricePath(seed, LINEAR_INSTRUMENTS);
      for (const id of [0, 1, 4]) {
        const days = own.bars(id, 1_440, Date.UTC(2028, 0, 1) / MINUTE_MS / 1_440, 2_500);
        const mean = days.reduce((sum, { close }) => sum + close, 0) / days.length;
        for (let at = 0; at + 7 < days.length; at += 7) {
          const [before, after] = [days[at]?.close ?? mean, days[at + 7]?.close ?? mean];
          const away = (2 * (mean - before)) / (mean + before);
          products += away * (after / before - 1);
          squares += away * away;
        }
      }
    }
    expect(products / squares).toBeLessThan(0.06);
  });

  test('every bar is exactly what its narrower bars make', () => {
    const pairs = [
      [1_440, 720],
      [720, 360],
      [360, 120],
      [120, 60],
      [60, 30],
      [30, 15],
      [15, 5],
      [5, 1],
      [1_440, 1],
    ] as const;
    fc.assert(
      fc.property(anyInstrument, anyMinute, fc.constantFrom(...pairs), (instrument, minute, [wide, narrow]) => {
        const index = Math.floor(minute / wide);
        const [parent] = path.bars(instrument, wide, index, 1);
        const parts = path.bars(instrument, narrow, (index * wide) / narrow, wide / narrow);
        expect(mergeBars(parts)).toEqual(parent);
        expect(parts.every((part, i) => isBar(part) && part.open === (i === 0 ? parent?.open : parts[i - 1]?.close))).toBe(true);
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  test('candles of any width are the roll-up of minutes, and follow each other without a gap in price', () => {
    fc.assert(
      fc.property(anyInstrument, anyMinute, fc.constantFrom(3, 5, 7, 45, 60, 240, 2_880, 'week' as const), (instrument, minute, width) => {
        const from = minute * MINUTE_MS;
        const span = typeof width === 'number' ? width * MINUTE_MS : 7 * DAY_MINUTES * MINUTE_MS;
        const candles = path.candles(instrument, width, from, from + 2 * span);
        expect(candles).toHaveLength(2);
        for (const candle of candles) {
          const minutes = path.bars(instrument, 1, candle.start / MINUTE_MS, span / MINUTE_MS);
          expect({ ...candle, start: minutes[0]?.start }).toEqual(mergeBars(minutes));
        }
        expect(candles[1]?.open).toBe(candles[0]?.close);
      }),
      { seed: 11, numRuns: 40 },
    );
  });

  test('a month is exactly its days; the first week holds what there is', () => {
    const [february] = path.candles(0, 'month', Date.UTC(2024, 1, 1), Date.UTC(2024, 2, 1));
    expect(february).toEqual(mergeBars(path.bars(0, 1_440, Date.UTC(2024, 1, 1) / 86_400_000, 29)));
    const [week] = path.candles(0, 'week', 0, Date.UTC(2019, 0, 2));
    expect(week?.start).toBe(Date.UTC(2018, 11, 31));
    expect(week?.open).toBe(path.bars(0, 1_440, PricePath.start / 86_400_000, 1)[0]?.open);
    expect(path.candles(0, 1, 0, PricePath.start)).toEqual([]);
  });

  test('the price at a time lies within its second and its minute', () => {
    fc.assert(
      fc.property(anyInstrument, anyMinute, fc.integer({ min: 0, max: MINUTE_MS - 1 }), (instrument, minute, rest) => {
        const price = path.priceAt(instrument, minute * MINUTE_MS + rest);
        const bar = path.minute(instrument, minute * MINUTE_MS);
        expect(price).toBeGreaterThanOrEqual(bar.low);
        expect(price).toBeLessThanOrEqual(bar.high);
        expect(path.priceAt(instrument, minute * MINUTE_MS)).toBe(bar.open);
      }),
      { seed: 13, numRuns: 300 },
    );
  });

  test('SIM-01 the same seed gives the same bars whatever was asked before, another seed others', () => {
    const other = new PricePath(SEED, LINEAR_INSTRUMENTS);
    const index = Math.floor(NEAR_2026 / MINUTE_MS);
    expect(other.bars(3, 1, index, 100)).toEqual(path.bars(3, 1, index, 100));
    expect(new PricePath(SEED + 1, LINEAR_INSTRUMENTS).bars(3, 1, index, 100)).not.toEqual(path.bars(3, 1, index, 100));
  });

  test('returns have heavy tails and volatility clusters, by the minute and by the day', () => {
    const minutes = returns(path.bars(0, 1, Math.floor(NEAR_2026 / MINUTE_MS), 20_000));
    const days = returns(path.bars(0, 1_440, PricePath.start / 86_400_000, 2_500));
    expect(kurtosis(minutes)).toBeGreaterThan(4);
    expect(kurtosis(days)).toBeGreaterThan(4);
    for (const lag of [1, 2, 5, 10, 20, 50]) expect(autocorrelation(minutes.map(Math.abs), lag)).toBeGreaterThan(0);
    for (const lag of [1, 2, 5, 10, 20]) expect(autocorrelation(days.map(Math.abs), lag)).toBeGreaterThan(0);
    expect(Math.abs(autocorrelation(days, 1))).toBeLessThan(0.1);
  });

  test('symbols move together', () => {
    const first = PricePath.start / 86_400_000;
    const [a, b] = [returns(path.bars(0, 1_440, first, 2_500)), returns(path.bars(1, 1_440, first, 2_500))];
    const product = a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
    const size = Math.sqrt(a.reduce((sum, value) => sum + value ** 2, 0) * b.reduce((sum, value) => sum + value ** 2, 0));
    expect(product / size).toBeGreaterThan(0.6);
    expect(product / size).toBeLessThan(0.95);
  });

  test('no price runs away: near 2026 each stays within a plausible band for many seeds', () => {
    const anchors = [650_000, 340_000, 16_000, 13_000, 15_000];
    for (let seed = 1; seed <= 20; seed += 1) {
      const world = new PricePath(seed, LINEAR_INSTRUMENTS);
      for (const [instrument, anchor] of anchors.entries()) {
        const days = world.bars(instrument, 1_440, Date.UTC(2026, 0, 1) / 86_400_000, 700);
        const high = Math.max(...days.map((day) => day.high));
        const low = Math.min(...days.map((day) => day.low));
        expect(high / anchor).toBeLessThan(10);
        expect(low / anchor).toBeGreaterThan(0.1);
      }
    }
  });
});
