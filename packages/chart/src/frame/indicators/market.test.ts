import { describe, expect, it } from 'vitest';
import { MarketFigures } from '../engine/market-series.ts';
import { BarStore } from '../model/bar-store.ts';
import type { StudyEntry } from '../document/chart-document.ts';
import { Studies } from './studies.ts';

const HOUR = 3_600_000;
const bar = (hour: number, value = 1) => ({ time: hour * HOUR, open: value, high: value, low: value, close: value, volume: 1 });
const entry = (part: Partial<StudyEntry>): StudyEntry => ({
  id: 's1',
  indicator: 'fundingRate',
  inputs: {},
  source: { price: 'close' },
  looks: [],
  shown: true,
  hiddenOn: [],
  ...part,
});
const average = entry({ id: 's2', indicator: 'sma', inputs: { length: 2 }, source: { study: 's1', plot: 0 } });

describe('indicators of the market', () => {
  it('CHT-09 have the last figure that was known at the end of each bar, also as the source of another indicator', () => {
    const bars = new BarStore();
    bars.replace([0, 4, 8, 12].map((hour) => bar(hour)));
    const figures = new MarketFigures(() => undefined);
    figures.replace('fundingRate', [bar(6, 0.01), bar(8, 0.03), bar(20, 0.05)]);
    const studies = new Studies(figures.before);
    studies.set([entry({}), average], bars);
    const values = (study: number): readonly (number | undefined)[] =>
      Array.from({ length: bars.length }, (_, index) => studies.all[study]?.plots[0]?.get(index));
    // The bar of 4:00 ends at 8:00, before that funding; the newest bar has not ended.
    expect(values(0)).toEqual([Number.NaN, 0.01, 0.03, 0.05]);
    bars.update(bar(16));
    studies.follow(bars);
    expect(values(0)).toEqual([Number.NaN, 0.01, 0.03, 0.03, 0.05]);
    expect(values(1).slice(2)).toEqual([0.02, 0.03, 0.04]);
  });

  it('CHT-21 forget the figures of another symbol, and tell whether only the newest one changed', () => {
    const told: boolean[] = [];
    const figures = new MarketFigures((isLastOnly) => told.push(isLastOnly));
    figures.replace('openInterest', [bar(1, 5)]);
    figures.update('openInterest', bar(2, 6));
    figures.prepend('openInterest', [bar(0, 4)]);
    expect(figures.before('openInterest', Infinity)).toBe(6);
    expect(figures.before('openInterest', HOUR)).toBe(4);
    expect(figures.before('fundingRate', Infinity)).toBeNaN();
    figures.replace('openInterest', []);
    expect(figures.before('openInterest', Infinity)).toBeNaN();
    expect(told).toEqual([false, true, false, false]);
  });
});
