import { describe, expect, it } from 'vitest';
import { sceneSample } from '../../testing/scene-sample.ts';
import { textContext } from '../../testing/text-context.ts';
import { BarStore } from '../model/bar-store.ts';
import { PriceScale } from '../model/price-scale.ts';
import { axisWidthFor } from './paint-axes.ts';
import type { LowerPane } from './paint-panes.ts';
import type { Scene } from './scene.ts';
import { TextWidths } from './text-widths.ts';

const CHARACTER = 7;
const PADDING = 8;

/** A pane with a line of which the values of the picture go from `low` to `high`, and the newest is `close`. */
function paneOf({ low, high, close }: { readonly low: number; readonly high: number; readonly close: number }): LowerPane {
  const bars = new BarStore();
  bars.replace([{ time: 0, open: close, high: close, low: close, close, volume: 0 }]);
  const scale = new PriceScale();
  scale.place(400, 240, { above: 0, below: 0 });
  scale.fit(low, high);
  const entry = { id: 'c1', ticker: 'OTHER', series: 'trade', scale: 'pane', tone: 'first', shown: true } as const;
  return { id: 'c1', top: 400, height: 240, study: undefined, compare: { entry, bars, own: scale, base: 1 }, scale };
}

function characters(scene: Scene, marks: 'all' | 'newest'): number {
  const width = axisWidthFor(new TextWidths(textContext(CHARACTER)), scene, marks);
  return (width - 2 * PADDING) / CHARACTER;
}

describe('the width of the axis', () => {
  it('CHT-11 holds the prices, and the figures of every pane below them', () => {
    const scene = sceneSample();
    expect(characters(scene, 'all')).toBe('100.00'.length);
    const panes = [paneOf({ low: 50, high: 60, close: 55 }), paneOf({ low: -900_000, high: 900_000, close: 1 })];
    expect(characters({ ...scene, panes }, 'all')).toBe('-500,000.00'.length);
  });

  it('CHT-11 holds the newest value of a pane, also when a tick makes it longer', () => {
    const scene = sceneSample();
    const panes = [paneOf({ low: 0, high: 900_000, close: 123_456 })];
    expect(characters({ ...scene, panes }, 'newest')).toBe('123,456.00'.length);
    const { settings } = scene.document;
    const document = { ...scene.document, settings: { ...settings, switches: { ...settings.switches, studyTags: false } } };
    expect(characters({ ...scene, panes, document }, 'newest')).toBe(0);
  });
});
