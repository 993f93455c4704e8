import { timestamp } from '@tapedeck/domain';
import type { Candle, CandleQuery, Venue } from '@tapedeck/venue';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, IndexHours } from './index-hours.ts';
import { volatilities } from './volatilities.ts';

const BEGIN = Date.UTC(2020, 0, 1);
const hourOf = (time: number): number => (time - BEGIN) / HOUR_MS;
const at = (hour: number): number => BEGIN + hour * HOUR_MS;

/** An index that began at `BEGIN`; the close of each hour is its number above 1,000, and moves while the hour lasts. */
let now: number;
let asked: CandleQuery[];
const candleAt = (hour: number): Candle => {
  const value = BigInt(1_000 + hour) + (at(hour + 1) > now ? BigInt(now % 7) : 0n);
  return { start: at(hour), open: value, high: value, low: value, close: value, volume: 0n, turnover: 0n };
};
const venue = {
  market: () => ({ state: { time: timestamp(now) } }),
  candles: (query: CandleQuery) => {
    asked.push(query);
    const end = Math.min(hourOf(query.before), Math.floor(hourOf(now)) + 1);
    const first = Math.max(0, end - query.limit);
    return Promise.resolve({ candles: Array.from({ length: end - first }, (_, place) => candleAt(first + place)) });
  },
} as unknown as Pick<Venue, 'candles' | 'market'>;
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, place) => 1_000 + from + place);

let hours: IndexHours;
beforeEach(() => {
  now = at(10_000);
  asked = [];
  hours = new IndexHours(venue);
});

describe('hours of an index', () => {
  test('OPS-05 the exchange is asked once for each hour that is over, in parts, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => hours.closes(3, at(3_000), at(9_480))));
    for (const answer of answers) expect(answer).toEqual(range(3_000, 9_480));
    expect(asked).toHaveLength(27);
    expect(Math.max(...asked.map(({ limit }) => limit))).toBeLessThanOrEqual(240);
    expect(await hours.closes(3, at(5_000), at(6_000))).toEqual(range(5_000, 6_000));
    expect(await hours.closes(3, at(9_400), at(9_500))).toEqual(range(9_400, 9_500));
    expect(asked).toHaveLength(28);
  });

  test('the hour that goes on is asked for again, until it is over', async () => {
    now = at(500) + 3;
    const [first] = (await hours.closes(3, at(500), at(501))) as [number];
    now += 2;
    const [second] = (await hours.closes(3, at(500), at(501))) as [number];
    expect(second).not.toBe(first);
    now = at(501);
    expect(await hours.closes(3, at(500), at(501))).toEqual([1_500]);
    now += 5;
    expect(await hours.closes(3, at(500), at(501))).toEqual([1_500]);
    expect(asked).toHaveLength(3);
  });

  test('hours before the index begins, and hours to come, are left out, and the former are not asked for again', async () => {
    for (const _ of [1, 2]) expect(await hours.closes(3, at(-40_000), at(100))).toEqual(range(0, 100));
    expect(asked).toHaveLength(1);
    expect(await hours.closes(3, at(10_005), at(10_010))).toEqual([]);
  });

  test('a question that fails is asked again', async () => {
    const failing = { ...venue, candles: () => Promise.reject(new Error('the exchange is away')) };
    const away = new IndexHours(failing);
    await expect(away.closes(3, at(1), at(5))).rejects.toThrow('the exchange is away');
    failing.candles = venue.candles as typeof failing.candles;
    expect(await away.closes(3, at(1), at(5))).toEqual(range(1, 5));
  });
});

test('the volatility at each hour is that of the returns of its window', () => {
  const naive = (closes: readonly number[]): number => {
    const returns = closes.slice(1).map((close, place) => Math.log(close / (closes[place] ?? close)));
    const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length;
    const variance = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, returns.length - 1);
    return Math.sqrt(variance * 8_760);
  };
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.95, max: 1.05, noNaN: true }), { maxLength: 60 }),
      fc.integer({ min: 2, max: 30 }),
      (moves, window) => {
        const closes = moves.reduce((all, move) => [...all, (all.at(-1) ?? 1) * move], [64_000]);
        const values = volatilities(closes, window);
        expect(values).toHaveLength(moves.length);
        for (const [place, value] of values.entries())
          expect(value).toBeCloseTo(naive(closes.slice(Math.max(0, place + 1 - window), place + 2)), 6);
      },
    ),
    { numRuns: 100 },
  );
});
