import { expect, it } from 'vitest';
import { CHART_TEXT_KEYS, type ChartTexts } from '../../bridge/texts.ts';
import { plotText } from './plot-names.ts';
import { INDICATORS } from './registry.ts';

/** Each text is its own key. */
const texts = Object.fromEntries(CHART_TEXT_KEYS.map((key) => [key, key])) as ChartTexts;

it.each(INDICATORS.map(({ id, plots }) => ({ id, count: plots.length })))(
  'I18-01 each plot of $id has a name of its own',
  ({ id, count }) => {
    const names = Array.from({ length: count }, (_, plot) => plotText(id, plot, texts));
    expect(new Set(names).size).toBe(count);
    expect(names.includes('plot')).toBe(count === 1);
  },
);
