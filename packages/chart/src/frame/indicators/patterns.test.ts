import { describe, expect, it } from 'vitest';
import PAGE from '../../../../../docs/concepts/candlestick-patterns.md?raw';
import type { ChartBar } from '../../bridge/messages.ts';
import { BarStore } from '../model/bar-store.ts';
import { PATTERNS } from './patterns.ts';
import { Study } from './study.ts';

const IDS: Readonly<Record<string, string>> = { 'shooting star': 'shootingStar' };
const BEFORE = 30;
const STEPS: Readonly<Record<string, number>> = { rising: 1, falling: -1, none: 0 };

interface Example {
  readonly pattern: string;
  readonly trend: string;
  readonly bars: string;
  readonly found: string;
}

/** The rows below the heading "Examples". */
const EXAMPLES = PAGE.slice(PAGE.indexOf('## Examples'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('/'))
  .map((line): Example => {
    const [, pattern = '', trend = '', bars = '', found = ''] = line.split('|').map((cell) => cell.trim());
    return { pattern, trend, bars, found };
  });

function barsOf({ trend, bars }: Example): ChartBar[] {
  const step = STEPS[trend] ?? Number.NaN;
  const before = Array.from({ length: BEFORE }, (_, index) => {
    const close = 100 - step * (BEFORE - 1 - index);
    return { open: close - step, high: close + 1, low: close - 1, close };
  });
  const own = bars.split(', ').map((bar) => {
    const [open = 0, high = 0, low = 0, close = 0] = bar.split('/').map(Number);
    return { open, high, low, close };
  });
  return [...before, ...own].map((bar, index) => ({ ...bar, time: index * 60_000, volume: 1 }));
}

function studied(pattern: string, bars: readonly ChartBar[]): Study {
  const definition = PATTERNS.find(({ id }) => id === (IDS[pattern] ?? pattern));
  if (definition === undefined) throw new Error(`No pattern ${pattern}`);
  const store = new BarStore();
  store.replace(bars);
  const study = new Study(definition, Object.fromEntries(definition.inputs.map(({ key, standard }) => [key, standard])), {
    price: 'close',
  });
  study.recompute(store);
  return study;
}

describe('CHT-09 candlestick patterns, by the examples of their page', () => {
  it.each(EXAMPLES)('$pattern after $trend: $bars is $found', (example) => {
    const bars = barsOf(example);
    const [rising, falling] = studied(example.pattern, bars).plots;
    const last = bars.at(-1);
    // The mark stands at the low when prices may rise, at the high when they may fall.
    expect([rising?.get(bars.length - 1), falling?.get(bars.length - 1) ?? Number.NaN]).toEqual([
      example.found === 'up' ? last?.low : Number.NaN,
      example.found === 'down' ? last?.high : Number.NaN,
    ]);
  });

  it('the page has an example of every pattern, and of every way it points', () => {
    const told = new Set(EXAMPLES.map(({ pattern, found }) => `${IDS[pattern] ?? pattern} ${found}`));
    for (const { id, plots } of PATTERNS)
      expect([...told]).toEqual(expect.arrayContaining([`${id} up`, `${id} none`, ...(plots.length > 1 ? [`${id} down`] : [])]));
  });

  it('marks nothing before there are as many bars as it consists of', () => {
    for (const { id } of PATTERNS) {
      const study = studied(id, [{ time: 0, open: 99, high: 100, low: 90, close: 100, volume: 1 }]);
      expect(study.plots.map((plot) => plot.get(0))).toEqual(study.plots.map(() => Number.NaN));
    }
  });
});
