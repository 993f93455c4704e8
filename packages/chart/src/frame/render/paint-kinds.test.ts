import { describe, expect, it } from 'vitest';
import { sceneSample } from '../../testing/scene-sample.ts';
import { Studies } from '../indicators/studies.ts';
import { PriceScale } from '../model/price-scale.ts';
import type { SeriesKind } from '../document/chart-document.ts';
import { paintBars } from './paint-bars.ts';
import { paintPaneTags } from './paint-panes.ts';
import type { Scene } from './scene.ts';

interface Painted {
  readonly call: string;
  readonly given: readonly unknown[];
  readonly colour: unknown;
}

/** A canvas that notes what is painted, and in which colour. */
function noting(): { readonly context: CanvasRenderingContext2D; readonly painted: Painted[] } {
  const painted: Painted[] = [];
  const set: Record<string, unknown> = {};
  const context = new Proxy(
    {},
    {
      get:
        (_target, key) =>
        (...given: unknown[]) => {
          painted.push({ call: String(key), given, colour: set['fillStyle'] });
          return { addColorStop: () => undefined };
        },
      set: (_target, key, value) => {
        set[String(key)] = value;
        return true;
      },
    },
  ) as CanvasRenderingContext2D;
  return { context, painted };
}

const withKind = (kind: SeriesKind): Scene => {
  const scene = sceneSample();
  return { ...scene, document: { ...scene.document, kind } };
};
const round = (values: readonly unknown[]): readonly number[] => values.map((value) => Math.round(Number(value)));

describe('CHT-25 kinds of series', () => {
  it('columns stand on the foot of the pane and end at the close, in the colour of the move from the close before', () => {
    const scene = withKind('columns');
    const { context, painted } = noting();
    paintBars(context, scene, 190, 193);
    const columns = painted.filter(({ call }) => call === 'fillRect');
    expect(columns.map(({ colour }) => String(colour).slice(0, 7))).toEqual([scene.palette.up, scene.palette.up, scene.palette.up]);
    columns.forEach(({ given }, at) => {
      const [left, top, width, height] = given as number[];
      expect(Math.abs((left ?? 0) + (width ?? 0) / 2 - scene.time.x(190 + at))).toBeLessThanOrEqual(0.5);
      expect(top).toBe(Math.round(scene.price.y(scene.bars.close(190 + at))));
      expect((top ?? 0) + (height ?? 0)).toBe(scene.height);
    });
  });

  it('high and low are the ends of a box', () => {
    const scene = withKind('highLow');
    const { context, painted } = noting();
    paintBars(context, scene, 190, 191);
    const [box] = painted.filter(({ call }) => call === 'fillRect');
    const [, top = 0, , height = 0] = round(box?.given ?? []);
    expect([top, top + height]).toEqual(round([scene.price.y(scene.bars.high(190)), scene.price.y(scene.bars.low(190))]));
  });

  it('a line in steps holds each close until the next', () => {
    const scene = withKind('stepLine');
    const { context, painted } = noting();
    paintBars(context, scene, 190, 192);
    const y = (index: number): number => scene.price.y(scene.bars.close(index));
    const x = (index: number): number => scene.time.x(index);
    const path = painted.filter(({ call }) => call === 'moveTo' || call === 'lineTo').map(({ given }) => round(given));
    const steps = [
      [x(189), y(189)],
      [x(190), y(189)],
      [x(190), y(190)],
      [x(191), y(190)],
      [x(191), y(191)],
    ].map((point) => round(point));
    expect(path.slice(0, steps.length)).toEqual(steps);
  });
});

it('CHT-09 values of a pane that lie close do not cover each other on its axis', () => {
  const scene = sceneSample();
  const studies = new Studies();
  const looks = (['first', 'second', 'up'] as const).map((tone) => ({ tone, width: 1, shown: true }));
  const inputs = { fast: 12, slow: 26, signal: 9 };
  studies.set([{ id: 's1', indicator: 'macd', inputs, source: { price: 'close' }, looks, shown: true, hiddenOn: [] }], scene.bars);
  const scale = new PriceScale();
  scale.place(300, 100, { above: 0, below: 0 });
  // All three values are about zero here.
  scale.fit(-1_000, 1_000);
  const { context, painted } = noting();
  paintPaneTags(context, scene, { id: 's1', top: 300, height: 100, study: studies.all[0], compare: undefined, scale });
  const rows = painted.filter(({ call }) => call === 'fillText').map(({ given }) => Number(given[2]));
  expect(rows).toHaveLength(3);
  rows.toSorted((a, b) => a - b).forEach((row, at, all) => at > 0 && expect(row - (all[at - 1] ?? 0)).toBeGreaterThanOrEqual(17));
});
