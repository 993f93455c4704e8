import { describe, expect, test } from 'vitest';
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
    const series = new MinuteSeries(KEPT);
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
    const series = new MinuteSeries(KEPT);
    const bars = Array.from({ length: 120 }, (_, i) => barAt(FIRST + i));
    for (const bar of bars) series.keep(bar);
    expect(ask(series, FIRST, FIRST + 120)).toEqual(added(bars, FIRST, FIRST + 120));
    const other = { ...barAt(FIRST + 70, 5), high: 9_000n };
    series.keep(other);
    expect(ask(series, FIRST, FIRST + 120)?.high).toBe(9_000n);
    expect(ask(series, FIRST, FIRST + 60)).toEqual(added(bars, FIRST, FIRST + 60));
  });

  test('is nothing where nothing is remembered', () => {
    const series = new MinuteSeries(KEPT);
    expect(ask(series, FIRST, FIRST + 240)).toBeUndefined();
  });
});
