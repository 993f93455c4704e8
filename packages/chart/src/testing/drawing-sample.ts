import { standardStyle, type Drawing } from '../frame/drawings/drawing.ts';

/** A drawing for the tests of this package. */
export const drawingSample = (part: Partial<Drawing> = {}): Drawing => ({
  id: 'd1',
  tool: 'trendLine',
  ticker: 'BTCUSDT',
  anchors: [{ time: 1, price: 2 }],
  style: standardStyle(part.tool ?? 'trendLine'),
  text: '',
  locked: false,
  shown: true,
  hiddenOn: [],
  ...part,
});
