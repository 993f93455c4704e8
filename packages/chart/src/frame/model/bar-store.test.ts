import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChartBar } from '../../bridge/messages.ts';
import { BarStore } from './bar-store.ts';
import { heikinAshi, updateHeikinAshi } from './heikin-ashi.ts';

const prices = fc.record({
  open: fc.integer({ min: 1, max: 1_000 }),
  close: fc.integer({ min: 1, max: 1_000 }),
  over: fc.nat({ max: 50 }),
  volume: fc.nat({ max: 1_000 }),
});
type Prices = typeof prices extends fc.Arbitrary<infer T> ? T : never;

const bar = (time: number, { open, close, over, volume }: Prices): ChartBar => ({
  time,
  open,
  close,
  high: Math.max(open, close) + over,
  low: Math.min(open, close) - over,
  volume,
});

const step = fc.oneof(
  fc.record({ kind: fc.constant('tick' as const), prices }),
  fc.record({ kind: fc.constant('bar' as const), prices }),
  fc.record({ kind: fc.constant('page' as const), page: fc.array(prices, { maxLength: 700 }) }),
);

/** Plays steps into the store, and into a plain list. */
function play(
  store: BarStore,
  steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[],
  onBar?: (bar: ChartBar) => void,
  onStep?: (index: number) => void,
): ChartBar[] {
  let bars: ChartBar[] = [];
  for (const [index, action] of steps.entries()) {
    onStep?.(index);
    const first = bars[0]?.time ?? 0;
    const last = bars.at(-1)?.time ?? 0;
    if (action.kind === 'page') {
      const page = action.page.map((values, index) => bar(first - action.page.length + index, values));
      store.prepend(page);
      bars = [...page, ...bars];
      continue;
    }
    const isTick = action.kind === 'tick' && bars.length > 0;
    const next = bar(isTick ? last : last + 1, action.prices);
    if (isTick) bars.pop();
    bars.push(next);
    store.update(next);
    onBar?.(next);
  }
  return bars;
}

describe('bars as columns', () => {
  it('hold the same as a list after any run of ticks, new bars and older pages', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const store = new BarStore();
        const bars = play(store, steps);
        expect(Array.from({ length: store.length }, (_, index) => store.bar(index))).toEqual(bars);
      }),
      { numRuns: 60 },
    );
  });

  it('find lowest, highest and largest of any span, and where they are', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), fc.nat(), fc.nat(), (steps, a, b) => {
        const store = new BarStore();
        // Reads between the steps must not change later results.
        const bars = play(store, steps, undefined, (index) => {
          const begin = (a + index * 31) % Math.max(1, store.length);
          store.span(begin, begin + ((b + index * 17) % 90));
        });
        const from = bars.length === 0 ? 0 : a % bars.length;
        const to = Math.min(bars.length, from + (b % (bars.length + 1)));
        const seen = bars.slice(from, to);
        const span = store.span(from, to);
        if (seen.length === 0) {
          expect(span).toBeUndefined();
          return;
        }
        expect(span).toMatchObject({
          low: Math.min(...seen.map(({ low }) => low)),
          high: Math.max(...seen.map(({ high }) => high)),
          volume: Math.max(...seen.map(({ volume }) => volume)),
        });
        expect(bars[span?.lowIndex ?? -1]?.low).toBe(span?.low);
        expect(bars[span?.highIndex ?? -1]?.high).toBe(span?.high);
      }),
      { numRuns: 100 },
    );
  });

  it('take no bar before the last one, and find the bar of a moment', () => {
    const store = new BarStore();
    const values = { open: 1, close: 2, over: 0, volume: 1 };
    store.replace([bar(10, values), bar(20, values)]);
    expect(store.update(bar(15, values))).toBe('ignored');
    expect([5, 10, 19, 20, 99].map((time) => store.indexAt(time))).toEqual([-1, 0, 0, 1, 1]);
  });

  it('find the extremes among 100,000 bars after a tick', () => {
    const store = new BarStore();
    store.replace(Array.from({ length: 100_000 }, (_, time) => bar(time, { open: 5, close: 5, over: 1, volume: 1 })));
    store.update(bar(99_999, { open: 5, close: 5, over: 4, volume: 9 }));
    expect(store.span(0, store.length)).toEqual({ low: 1, lowIndex: 99_999, high: 9, highIndex: 99_999, volume: 9 });
  });

  it('as Heikin Ashi bars: following the newest bar gives what computing all gives', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 80 }), (steps) => {
        const store = new BarStore();
        const live = steps.filter(({ kind }) => kind !== 'page');
        const derived = new BarStore();
        play(store, live, (next) => updateHeikinAshi(derived, next));
        const all = (bars: BarStore) => Array.from({ length: bars.length }, (_, index) => bars.bar(index));
        expect(all(derived)).toEqual(all(heikinAshi(store)));
      }),
      { numRuns: 60 },
    );
  });
});
