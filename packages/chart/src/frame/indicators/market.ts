import { line, type IndicatorDefinition } from './definition.ts';

/** Market figures reported by the datafeed, not computed from the bars. */
export const MARKET: readonly IndicatorDefinition[] = (
  [
    ['openInterest', []],
    ['fundingRate', [0]],
  ] as const
).map(([id, levels]) => ({
  id,
  group: 'market',
  place: 'pane',
  takesSource: false,
  series: id,
  inputs: [],
  plots: [line(id)],
  levels,
  build: () => (row, out) => {
    out[0] = row.source;
  },
}));
