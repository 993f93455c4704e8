import { describe, expect, it } from 'vitest';
import { DRAWING_TOOLS } from '../../bridge/drawing-tools.ts';
import { sceneSample } from '../../testing/scene-sample.ts';
import type { Scene } from '../render/scene.ts';
import { anchorAt, sheetOf } from './chart-sheet.ts';
import { standardStyle, type Drawing } from './drawing.ts';
import { DrawingsPicture } from './drawings-picture.ts';
import { extentOf } from './extent.ts';
import type { Figure } from './figure.ts';
import { definitionOf } from './registry.ts';

/** A page whose canvases paint nothing, but tell when they are cleared and moved. */
class ToldPage {
  readonly told: string[] = [];

  get container(): HTMLElement {
    const createElement = (): unknown => {
      const style = { set: (name: string, value: string) => name === 'transform' && this.told.push(value) };
      const context = new Proxy({}, { get: (_, name) => () => name === 'clearRect' && this.told.push('clear'), set: () => true });
      return {
        style: new Proxy({}, { set: (_, name, value) => (style.set(String(name), String(value)), true) }),
        getContext: () => context,
        append: () => undefined,
        ownerDocument: { createElement },
      };
    };
    return createElement() as HTMLElement;
  }
}

function drawingOf(scene: Scene, tool: Drawing['tool'], [from, to]: readonly [number, number]): Drawing {
  const spots = [
    { x: from, y: 100 },
    { x: to, y: 300 },
  ].slice(0, definitionOf(tool).points === 1 ? 1 : 2);
  const anchors = spots.map((spot) => anchorAt(scene, spot, 'off'));
  return {
    id: `${tool}${from}`,
    tool,
    ticker: '',
    anchors,
    style: standardStyle(tool),
    text: '',
    locked: false,
    shown: true,
    hiddenOn: [],
  };
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
  const page = new ToldPage();
  const picture = new DrawingsPicture(page.container, 0);
  const paint = (list: readonly Drawing[] = drawings, shown: Scene = scene): readonly string[] => {
    page.told.length = 0;
    const computed: string[] = [];
    picture.paint(shown, list, (drawing) => {
      computed.push(drawing.id);
      return figuresIn(shown, drawing);
    });
    return [...page.told, ...computed];
  };
  return { scene, drawings, picture, paint };
}

describe('the picture of the drawings', () => {
  it('CHT-07 is painted once, and again only when a drawing or a scale is another one', () => {
    const { scene, drawings, picture, paint } = pictured();
    const all = ['translateX(-200px)', 'clear', 'trendLine50', 'trendLine650'];
    expect(paint()).toEqual(all);
    expect(paint()).toEqual([]);
    expect(paint(drawings.slice(1))).toEqual(['translateX(-200px)', 'clear', 'trendLine650']);
    expect(paint()).toEqual(all);
    scene.price.fit(150, 220);
    expect(paint()).toEqual(all);
    scene.time.zoom(1.1, 400);
    expect(paint()).toEqual(all);
    picture.forget();
    expect(paint()).toEqual(all);
  });

  it('CHT-07 is moved with the time in view, and nothing is painted', () => {
    const { scene, paint } = pictured('horizontalLine');
    paint();
    scene.time.scroll(40);
    expect(paint()).toEqual(['translateX(-160px)']);
    scene.time.scroll(-240);
    expect(paint()).toEqual(['translateX(-400px)']);
    expect(paint()).toEqual([]);
  });

  it('CHT-07 is painted anew where it would be blurred, or has moved as far as it reaches beside the view', () => {
    const { scene, paint } = pictured();
    paint();
    scene.time.scroll(0.5);
    expect(paint()[1]).toBe('clear');
    scene.time.scroll(200);
    expect(paint()).toEqual(['translateX(0px)']);
    scene.time.scroll(1);
    expect(paint()[1]).toBe('clear');
  });

  it('CHT-07 what follows the bars is painted anew with the newest one', () => {
    const average = pictured('anchoredVwap');
    average.paint();
    const newest = average.scene.bars.bar(199);
    if (newest === undefined) throw new Error('A newest bar');
    average.scene.bars.update({ ...newest, close: newest.close + 0.5 });
    expect(average.paint()[1]).toBe('clear');
  });

  it.each(DRAWING_TOOLS)('CHT-07 %s looks the same when it is moved sideways as when it is painted there', (tool) => {
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
      for (const edge of ['left', 'right'] as const) if (isInside(was[edge], scene.width)) expect(is[edge]).toBeCloseTo(was[edge] + 30, 6);
      for (const edge of ['top', 'bottom'] as const) if (isInside(was[edge], scene.height)) expect(is[edge]).toBeCloseTo(was[edge], 6);
    });
  });
});
