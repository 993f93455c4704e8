import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChartBar } from '../../bridge/messages.ts';
import { BarStore } from '../model/bar-store.ts';
import { INDICATORS } from './registry.ts';
import { Studies } from './studies.ts';
import { Study, type Source } from './study.ts';

const prices = fc.record({
  open: fc.integer({ min: 50, max: 150 }),
  close: fc.integer({ min: 50, max: 150 }),
  over: fc.nat({ max: 9 }),
  volume: fc.nat({ max: 99 }),
});
const step = fc.record({ isNew: fc.boolean(), prices });
const HOUR = 3_600_000;

function barOf(index: number, { open, close, over, volume }: { open: number; close: number; over: number; volume: number }): ChartBar {
  return { time: index * HOUR, open, close, high: Math.max(open, close) + over, low: Math.min(open, close) - over, volume };
}

function make(id: string, source: Source = { price: 'close' }): Study {
  const definition = INDICATORS.find((candidate) => candidate.id === id);
  if (definition === undefined) throw new Error(`No indicator ${id}`);
  // Short ones, so that a run of a hundred bars gets past their beginning.
  const inputs = Object.fromEntries(
    definition.inputs.map(({ key, standard, min, step: by }) => [key, by === 1 ? Math.max(min, Math.min(standard, 7)) : standard]),
  );
  return new Study(definition, inputs, source);
}

const values = (study: Study, count: number) => study.plots.map((plot) => Array.from({ length: count }, (_, index) => plot.get(index)));

describe('an indicator over the bars of a chart', () => {
  it.each(INDICATORS.map(({ id }) => id))('%s: any run of ticks, new bars and older pages gives what computing all gives', (id) => {
    fc.assert(
      fc.property(
        fc.array(prices, { minLength: 1, maxLength: 40 }),
        fc.array(step, { maxLength: 60 }),
        fc.array(prices, { maxLength: 20 }),
        (history, steps, page) => {
          const bars = new BarStore();
          bars.replace(history.map((values, index) => barOf(100 + index, values)));
          const study = make(id);
          study.recompute(bars);
          steps.forEach(({ isNew, prices: next }, at) => {
            const last = Math.round((bars.bar(bars.length - 1)?.time ?? 0) / HOUR);
            bars.update(barOf(isNew ? last + 1 : last, next));
            study.follow(bars);
            if (at !== Math.floor(steps.length / 2) || page.length === 0) return;
            bars.prepend(page.map((values, index) => barOf(100 - page.length + index, values)));
            study.recompute(bars);
          });
          const fresh = make(id);
          fresh.recompute(bars);
          expect(values(study, bars.length)).toEqual(values(fresh, bars.length));
        },
      ),
      { numRuns: 12 },
    );
  });

  describe('what is in sight comes first', () => {
    const LENGTH = 1_500;
    const SEEN = 1_400;
    const wave = (index: number) => {
      const [open, close] = [index, index + 1].map((at) => 10_000 + 900 * Math.sin(at / 40) + ((at * 37) % 101)) as [number, number];
      return barOf(index, { open, close, over: 1 + ((index * 13) % 17), volume: 1 + ((index * 7) % 23) });
    };
    const history = Array.from({ length: LENGTH }, (_, index) => wave(index));
    const standard = (id: string): Study => {
      const definition = INDICATORS.find((candidate) => candidate.id === id);
      if (definition === undefined) throw new Error(`No indicator ${id}`);
      return new Study(definition, Object.fromEntries(definition.inputs.map(({ key, standard: value }) => [key, value])), {
        price: 'close',
      });
    };

    it.each(INDICATORS.map(({ id }) => id))('%s: looks as it will, and is the same number once all bars are computed', (id) => {
      const bars = new BarStore();
      bars.replace(history);
      const [study, fresh] = [standard(id), standard(id)];
      study.recompute(bars, SEEN);
      fresh.recompute(bars);
      study.plots.forEach((plot, at) => {
        const whole = Array.from({ length: LENGTH - SEEN }, (_, index) => fresh.plots[at]?.get(SEEN + index) ?? Number.NaN);
        const span = Math.max(...whole.filter(Number.isFinite), 0) - Math.min(...whole.filter(Number.isFinite), 0);
        whole.forEach((value, index) => {
          const early = plot.get(SEEN + index);
          if (Number.isNaN(value)) expect(early).toBeNaN();
          else expect(Math.abs(early - value)).toBeLessThanOrEqual(span * 1e-6);
        });
      });
      // Ticks and new bars come while the rest is computed.
      for (let index = LENGTH - 1; !study.isWhole || index < LENGTH + 3; index += 1) {
        study.complete(bars, 400);
        bars.update({ ...wave(index), close: 10_000 });
        study.follow(bars);
      }
      fresh.recompute(bars);
      expect(values(study, bars.length)).toEqual(values(fresh, bars.length));
    });

    it('computes only as many bars before them as the values reach', () => {
      const bars = new BarStore();
      bars.replace(history);
      const study = standard('sma');
      study.recompute(bars, SEEN);
      expect([study.isWhole, study.plots[0]?.get(SEEN - 2), study.plots[0]?.get(SEEN)]).toEqual([
        false,
        Number.NaN,
        expect.closeTo(10_000, -4) as number,
      ]);
    });

    it('an indicator of another one has that one whole', () => {
      const bars = new BarStore();
      bars.replace(history);
      const inner = standard('ema');
      inner.recompute(bars, SEEN);
      const outer = make('sma', { study: inner, plot: 0 });
      outer.recompute(bars, SEEN);
      expect([inner.isWhole, outer.isWhole]).toEqual([true, true]);
    });
  });

  it('takes the plot of another one, and begins where that one does', () => {
    const bars = new BarStore();
    bars.replace(Array.from({ length: 40 }, (_, index) => barOf(index, { open: 100, close: 100 + index, over: 1, volume: 1 })));
    const inner = make('sma');
    inner.recompute(bars);
    const outer = make('sma', { study: inner, plot: 0 });
    outer.recompute(bars);
    // A mean of seven means of seven lies six bars behind on a straight line.
    expect([outer.plots[0]?.get(11), outer.plots[0]?.get(12), outer.plots[0]?.get(39)]).toEqual([Number.NaN, 106, 133]);
  });

  it('a tick computes two bars at most, whatever the number of bars is', () => {
    const bars = new BarStore();
    bars.replace(Array.from({ length: 5_000 }, (_, index) => barOf(index, { open: 100, close: 101, over: 1, volume: 1 })));
    const study = make('ema');
    study.recompute(bars);
    let written = 0;
    const [plot] = study.plots;
    const set = plot?.set.bind(plot);
    if (plot === undefined || set === undefined) throw new Error('No plot');
    plot.set = (index, value) => {
      written += 1;
      set(index, value);
    };
    bars.update(barOf(4_999, { open: 100, close: 90, over: 1, volume: 1 }));
    study.follow(bars);
    bars.update(barOf(5_000, { open: 100, close: 90, over: 1, volume: 1 }));
    study.follow(bars);
    expect(written).toBe(3);
  });
});

it('CHT-29 a stored input that is missing or beyond its limits costs that input only', () => {
  const bars = new BarStore();
  bars.replace(Array.from({ length: 30 }, (_, index) => barOf(index, { open: 90, close: 100 + index, over: 1, volume: 3 })));
  const looks = [{ tone: 'first', width: 1, shown: true }] as const;
  const columnOf = (inputs: Readonly<Record<string, number>>): readonly number[] => {
    const studies = new Studies();
    studies.set([{ id: 's1', indicator: 'sma', inputs, source: { price: 'close' }, looks, shown: true, hiddenOn: [] }], bars);
    const [plot] = studies.all[0]?.plots ?? [];
    return Array.from({ length: 30 }, (_, index) => plot?.get(index) ?? 0);
  };
  const standard = INDICATORS.find(({ id }) => id === 'sma')?.inputs[0]?.standard ?? 0;
  expect(columnOf({})).toEqual(columnOf({ length: standard }));
  expect(columnOf({ length: -4 })).toEqual(columnOf({ length: 1 }));
  expect(columnOf({ length: 1e300 })).toEqual(columnOf({ length: 1_000 }));
});
