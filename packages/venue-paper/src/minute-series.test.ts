import { describe, expect, test } from 'vitest';
import { ByteStateReader, ByteStateWriter } from '@tapedeck/exchange';
import { MINUTE_MS } from '@tapedeck/market-sim';
import type { Candle } from '@tapedeck/venue';
import { MinuteSeries } from './minute-series.ts';
import { mergeCandles } from './roll-up.ts';

/** Remembers eight hours; begins at a whole hour. */
const KEPT = 480;
const FIRST = 28_000 * 60;

function barAt(minute: number, salt = 0): Candle {
  const open = BigInt(1_000 + ((minute * 37 + salt) % 211));
  const close = BigInt(1_000 + ((minute * 53 + salt) % 197));
  const [high, low] = open > close ? [open, close] : [close, open];
  return {
    start: minute * MINUTE_MS,
    open,
    high: high + 3n,
    low: low - 2n,
    close,
    volume: BigInt(minute % 13),
    turnover: BigInt(minute % 17),
  };
}

const ask = (series: MinuteSeries, from: number, to: number): Candle | undefined => series.merged(from * MINUTE_MS, to * MINUTE_MS);
const added = (bars: readonly Candle[], from: number, to: number): Candle | undefined =>
  mergeCandles(
    from * MINUTE_MS,
    bars.filter(({ start }) => start >= from * MINUTE_MS && start < to * MINUTE_MS),
  );

describe('the minutes of a span as one bar', () => {
  test('are added up the same, whether hours of it were asked for before or not', () => {
    const series = new MinuteSeries({ minutes: KEPT });
    const bars: Candle[] = [];
    // Longer than the ring: places are taken again.
    for (let minute = FIRST; minute < FIRST + 2 * KEPT + 90; minute += 1) {
      if (minute % 61 !== 7) {
        bars.push(barAt(minute));
        series.keep(barAt(minute));
      }
      if (minute % 29 !== 0) continue;
      const [from, to] = [minute - 437, minute + 1];
      expect(ask(series, from, to)).toEqual(added(bars, from, to));
    }
  });

  test('have what was put in the place of a minute of an hour that was asked for', () => {
    const series = new MinuteSeries({ minutes: KEPT });
    const bars = Array.from({ length: 120 }, (_, i) => barAt(FIRST + i));
    for (const bar of bars) series.keep(bar);
    expect(ask(series, FIRST, FIRST + 120)).toEqual(added(bars, FIRST, FIRST + 120));
    const other = { ...barAt(FIRST + 70, 5), high: 9_000n };
    series.keep(other);
    expect(ask(series, FIRST, FIRST + 120)?.high).toBe(9_000n);
    expect(ask(series, FIRST, FIRST + 60)).toEqual(added(bars, FIRST, FIRST + 60));
  });

  test('is nothing where nothing is remembered', () => {
    const series = new MinuteSeries({ minutes: KEPT });
    expect(ask(series, FIRST, FIRST + 240)).toBeUndefined();
  });
});

describe('SIM-07 a series of what trades now and then', () => {
  const sparse = { minutes: 240, sparse: true };
  const at = (minute: number): number => minute * MINUTE_MS;
  const seldom = (): MinuteSeries => {
    const series = new MinuteSeries(sparse);
    series.add(at(FIRST), 100n, 7n, 700n);
    const told = Array.from({ length: 60 }, (_, i) => {
      if (i === 20) series.add(at(FIRST + i), 90n, 1n, 90n);
      return series.close(at(FIRST + i + 1));
    });
    expect(told.flatMap((bar) => bar?.start ?? [])).toEqual([at(FIRST), at(FIRST + 20)]);
    return series;
  };

  test('tells only minutes with trades, and reads quiet ones between them as flat bars', () => {
    const bars = seldom().between(at(FIRST - 10), at(FIRST + 61));
    expect(bars.map(({ start }) => (start - at(FIRST)) / MINUTE_MS)).toEqual(Array.from({ length: 61 }, (_, i) => i));
    expect(bars.map(({ close }) => close)).toEqual(Array.from({ length: 61 }, (_, i) => (i < 20 ? 100n : 90n)));
    expect(bars.reduce((sum, { volume }) => sum + volume, 0n)).toBe(8n);
    expect(seldom().merged(at(FIRST), at(FIRST + 60))).toMatchObject({ open: 100n, low: 90n, volume: 8n });
  });

  test('EXC-07 takes little room, and reads back what it wrote', () => {
    const writer = new ByteStateWriter();
    seldom().write(writer);
    const bytes = writer.finish();
    expect(bytes.length).toBeLessThan(2_500);
    const copy = MinuteSeries.read(new ByteStateReader(bytes), sparse);
    expect(copy.between(at(FIRST), at(FIRST + 61))).toEqual(seldom().between(at(FIRST), at(FIRST + 61)));
  });
});
