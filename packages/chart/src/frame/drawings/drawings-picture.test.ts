import { describe, expect, it } from 'vitest';
import { DRAWING_TOOLS } from '../../bridge/drawing-tools.ts';
import { sceneSample } from '../../testing/scene-sample.ts';
import { Layer } from '../render/layer.ts';
import type { Scene } from '../render/scene.ts';
import { anchorAt, sheetOf } from './chart-sheet.ts';
import { standardStyle, type Drawing } from './drawing.ts';
import { DrawingsPicture } from './drawings-picture.ts';
import { extentOf } from './extent.ts';
import type { Figure } from './figure.ts';
import { definitionOf } from './registry.ts';

/** A layer that tells what was done to it, on a context that paints nothing. */
class ToldLayer extends Layer {
  readonly told: string[] = [];

  constructor() {
    const context = new Proxy({}, { get: () => () => undefined, set: () => true });
    const canvas = { style: {}, getContext: () => context };
    super({ ownerDocument: { createElement: () => canvas }, append: () => undefined } as unknown as HTMLElement, 0);
  }

  override clear(): void {
    this.told.push('clear');
  }

  override shift(by: number): void {
    this.told.push(`shift ${by}`);
  }
}

function drawingOf(scene: Scene, tool: Drawing['tool'], [from, to]: readonly [number, number]): Drawing {
  const spots = [
    { x: from, y: 100 },
    { x: to, y: 300 },
  ].slice(0, definitionOf(tool).points === 1 ? 1 : 2);
  const anchors = spots.map((spot) => anchorAt(scene, spot, 'off'));
  return { id: `${tool}${from}`, tool, ticker: '', anchors, style: standardStyle(tool), text: '', locked: false, shown: true };
}

function figuresIn(scene: Scene, drawing: Drawing): readonly Figure[] {
  const sheet = sheetOf(scene, 'bars');
  const points = drawing.anchors.map(({ time, price }) => ({ x: sheet.x(time), y: sheet.y(price) }));
  return definitionOf(drawing.tool).figures({ drawing, points }, sheet);
}

/** A picture with drawings at its left and at its right end, and what each painting of it did. */
function pictured(...more: readonly Drawing['tool'][]) {
  const scene = sceneSample();
  const drawings = [
    drawingOf(scene, 'trendLine', [50, 150]),
    drawingOf(scene, 'trendLine', [650, 750]),
    ...more.map((tool) => drawingOf(scene, tool, [400, 450])),
  ];
  const layer = new ToldLayer();
  const picture = new DrawingsPicture(layer);
  const paint = (list: readonly Drawing[] = drawings, shown: Scene = scene): readonly string[] => {
    layer.told.length = 0;
    const computed: string[] = [];
    picture.paint(shown, list, (drawing) => {
      computed.push(drawing.id);
      return figuresIn(shown, drawing);
    });
    return [...layer.told, ...computed];
  };
  return { scene, drawings, picture, paint };
}

describe('the picture of the drawings', () => {
  it('CHT-07 is painted once, and again only when a drawing or a scale is another one', () => {
    const { scene, drawings, picture, paint } = pictured();
    const all = ['clear', 'trendLine50', 'trendLine650'];
    expect(paint()).toEqual(all);
    expect(paint()).toEqual([]);
    expect(paint(drawings.slice(1))).toEqual(['clear', 'trendLine650']);
    expect(paint()).toEqual(all);
    scene.price.fit(150, 220);
    expect(paint()).toEqual(all);
    scene.time.zoom(1.1, 400);
    expect(paint()).toEqual(all);
    picture.forget();
    expect(paint()).toEqual(all);
  });

  it('CHT-07 is moved with the time in view, and only what reaches into the new strip is painted', () => {
    const { scene, paint } = pictured();
    paint();
    scene.time.scroll(40);
    expect(paint()).toEqual(['shift 40']);
    scene.time.scroll(-40);
    expect(paint()).toEqual(['shift -40', 'trendLine650']);
    scene.time.scroll(-60);
    expect(paint()).toEqual(['shift -60']);
    scene.time.scroll(60);
    expect(paint()).toEqual(['shift 60', 'trendLine50']);
  });

  it('CHT-07 is painted anew where it would be blurred, or has moved as far as it is wide', () => {
    const { scene, paint } = pictured();
    paint();
    scene.time.scroll(0.5);
    expect(paint()[0]).toBe('clear');
    scene.time.scroll(700);
    expect(paint()[0]).toBe('shift 700');
    scene.time.scroll(200);
    expect(paint()[0]).toBe('clear');
  });

  it('CHT-07 level lines reach into every strip, and what follows the bars is painted anew with the newest one', () => {
    const level = pictured('horizontalLine');
    level.paint();
    level.scene.time.scroll(-16);
    expect(level.paint()).toContain('horizontalLine400');
    const average = pictured('anchoredVwap');
    average.paint();
    const newest = average.scene.bars.bar(199);
    if (newest === undefined) throw new Error('A newest bar');
    average.scene.bars.update({ ...newest, close: newest.close + 0.5 });
    expect(average.paint()[0]).toBe('clear');
  });

  // What follows the bars is painted in every strip, however far it reaches.
  it.each(DRAWING_TOOLS.filter((tool) => definitionOf(tool).readsBars !== true))(
    'CHT-07 %s looks the same when it is moved sideways as when it is painted there',
    (tool) => {
      const scene = sceneSample();
      const drawing = drawingOf(scene, tool, [300, 500]);
      const before = figuresIn(scene, drawing);
      scene.time.scroll(30);
      const after = figuresIn(scene, drawing);
      const labels = (figures: readonly Figure[]): readonly string[] =>
        figures.flatMap((figure) => (figure.kind === 'label' ? figure.lines : []));
      expect(labels(after)).toEqual(labels(before));
      before.forEach((figure, index) => {
        const moved = after[index];
        if (moved === undefined) throw new Error(`${tool} lost a figure`);
        const [was, is] = [extentOf(figure), extentOf(moved)];
        const isInside = (pixel: number, end: number): boolean => pixel > 0 && pixel < end;
        for (const edge of ['left', 'right'] as const)
          if (isInside(was[edge], scene.width)) expect(is[edge]).toBeCloseTo(was[edge] + 30, 6);
        for (const edge of ['top', 'bottom'] as const) if (isInside(was[edge], scene.height)) expect(is[edge]).toBeCloseTo(was[edge], 6);
      });
    },
  );
});
