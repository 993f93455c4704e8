import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DRAWING_TOOLS } from '../../bridge/drawing-tools.ts';
import { CHART_RESOLUTIONS } from '../../bridge/resolutions.ts';
import { applyCommand, newDocument, type ChartDocument, type DocumentCommand } from '../document/chart-document.ts';
import { DocumentHistory } from '../document/history.ts';
import { readDocument } from '../document/read-document.ts';
import type { Point } from '../input/grip.ts';
import type { Scene } from '../render/scene.ts';
import { sceneSample } from '../../testing/scene-sample.ts';
import { anchorAt, sheetOf, squared } from './chart-sheet.ts';
import { freshId } from '../fresh-id.ts';
import { drawingSample } from '../../testing/drawing-sample.ts';
import { DASHES, WIDTHS, readDrawings, readHabits, standardStyle, type Drawing } from './drawing.ts';
import { isOnFigure, type Figure } from './figure.ts';
import { definitionOf } from './registry.ts';

const MINUTE = 60_000;

const SPOTS: readonly Point[] = [
  { x: 205, y: 305 },
  { x: 405, y: 150 },
  { x: 555, y: 255 },
];

function drawn(
  tool: Drawing['tool'],
  on: Scene,
): { readonly drawing: Drawing; readonly points: readonly Point[]; readonly figures: readonly Figure[] } {
  const { points: wanted, complete } = definitionOf(tool);
  const sheet = sheetOf(on, 'bars');
  const pressed = typeof wanted === 'number' ? SPOTS.slice(0, wanted) : SPOTS;
  const spots = complete === undefined ? pressed : complete(pressed);
  const anchors = spots.map((spot) => anchorAt(on, spot, 'off'));
  const drawing: Drawing = {
    id: 'd1',
    tool,
    ticker: 'BTCUSDT',
    anchors,
    style: standardStyle(tool),
    text: 'Here',
    locked: false,
    shown: true,
    hiddenOn: [],
  };
  const points = anchors.map((anchor) => ({ x: sheet.x(anchor.time), y: sheet.y(anchor.price) }));
  return { drawing, points, figures: definitionOf(tool).figures({ drawing, points }, sheet) };
}

describe('drawing tools', () => {
  it('CHT-07 there are at least 25, each with a definition', () => {
    expect(DRAWING_TOOLS.length).toBeGreaterThanOrEqual(25);
    expect(new Set(DRAWING_TOOLS).size).toBe(DRAWING_TOOLS.length);
    for (const tool of DRAWING_TOOLS) expect(definitionOf(tool).tool).toBe(tool);
  });

  it.each(DRAWING_TOOLS)('CHT-07 %s is drawn in the picture, and found by a pointer that rests on it', (tool) => {
    const { figures } = drawn(tool, sceneSample());
    expect(figures.length).toBeGreaterThan(0);
    const numbers = JSON.stringify(figures).match(/NaN|null|Infinity/);
    expect(numbers).toBeNull();
    const spots: Point[] = [];
    for (let x = 0; x <= 800; x += 4) for (let y = 0; y <= 400; y += 4) spots.push({ x, y });
    const hits = spots.filter((at) => figures.some((figure) => isOnFigure(at, figure, 3)));
    expect(hits.length).toBeGreaterThan(3);
    // Not everywhere: the chart must still be reached.
    expect(hits.length).toBeLessThan(spots.length * 0.9);
  });

  it('CHT-07 a Fibonacci retracement has its levels at the prices of the move', () => {
    const on = sceneSample();
    const { drawing, figures } = drawn('fibRetracement', on);
    const [from = drawing.anchors[0], to = from] = drawing.anchors;
    if (from === undefined || to === undefined) throw new Error('Two anchors');
    const labels = figures.flatMap((figure) => (figure.kind === 'label' ? figure.lines : []));
    const at = (level: number): string => `${level} ${(to.price + (from.price - to.price) * level).toFixed(2)}`;
    expect(labels).toEqual([0, 0.236, 0.382, 0.5, 0.618, 0.786, 1, 1.618].map(at));
  });

  it('CHT-07 a long position tells reward in units of risk', () => {
    const on = sceneSample();
    const entry = 180;
    const sheet = sheetOf(on, 'bars');
    const anchors = [entry, 175, 195].map((price, index) => ({ time: index * MINUTE, price }));
    const drawing: Drawing = { ...drawn('longPosition', on).drawing, anchors };
    const points = anchors.map(({ time, price }) => ({ x: sheet.x(time), y: sheet.y(price) }));
    const labels = definitionOf('longPosition')
      .figures({ drawing, points }, sheet)
      .flatMap((figure) => (figure.kind === 'label' ? figure.lines : []));
    expect(labels).toEqual(['195.00 8.33%', '3.00 R', '175.00 -2.78%']);
  });

  it('CHT-07 an anchored VWAP is the mean price weighted by volume from its bar on', () => {
    const on = sceneSample();
    const { drawing, figures } = drawn('anchoredVwap', on);
    const path = figures.find((figure) => figure.kind === 'path');
    if (path?.kind !== 'path') throw new Error('A path');
    const from = on.bars.indexAt(drawing.anchors[0]?.time ?? 0);
    let [value, volume] = [0, 0];
    for (let index = from; index < 200; index += 1) {
      value += ((on.bars.high(index) + on.bars.low(index) + on.bars.close(index)) / 3) * on.bars.volume(index);
      volume += on.bars.volume(index);
    }
    expect(on.price.price(path.points.at(-1)?.y ?? 0)).toBeCloseTo(value / volume, 9);
  });

  it('CHT-07 a volume profile holds the volume of its bars, the most at its strongest row', () => {
    const { figures } = drawn('volumeProfile', sceneSample());
    const strengths = figures.flatMap((figure) => (figure.kind === 'path' ? [figure.fill ?? 0] : []));
    expect(strengths.filter((fill) => fill === 0.6)).toHaveLength(1);
  });
});

describe('places', () => {
  it('CHT-07 an anchor stands at a bar, also before the oldest and after the newest one', () => {
    const on = sceneSample();
    for (const index of [-20, 0, 57, 199, 230]) {
      const anchor = anchorAt(on, { x: on.time.x(index), y: 200 }, 'off');
      expect(anchor.time).toBe(index * MINUTE);
      expect(sheetOf(on, 'bars').x(anchor.time)).toBeCloseTo(on.time.x(index), 6);
      expect(on.price.y(anchor.price)).toBeCloseTo(200, 9);
    }
  });

  it('CHT-07 the magnet takes the nearest price of the bar: from anywhere when strong, from near when weak', () => {
    const on = sceneSample();
    const x = on.time.x(180);
    const high = on.bars.high(180);
    const near = on.price.y(high) - 10;
    const far = on.price.y(high) - 100;
    expect(anchorAt(on, { x, y: near }, 'weak').price).toBe(high);
    expect(anchorAt(on, { x, y: far }, 'weak').price).toBeCloseTo(on.price.price(far), 9);
    expect(anchorAt(on, { x, y: far }, 'strong').price).toBe(high);
    expect(anchorAt(on, { x: on.time.x(230), y: far }, 'strong').price).toBeCloseTo(on.price.price(far), 9);
  });

  it('CHT-07 Shift makes a line level, upright or diagonal', () => {
    const from = { x: 100, y: 100 };
    expect(squared(from, { x: 200, y: 110 })).toEqual({ x: 200, y: 100 });
    expect(squared(from, { x: 105, y: 20 })).toEqual({ x: 100, y: 20 });
    expect(squared(from, { x: 180, y: 170 })).toEqual({ x: 180, y: 180 });
    expect(squared(from, { x: 180, y: 30 })).toEqual({ x: 180, y: 20 });
  });
});

const anchors = fc.array(fc.record({ time: fc.integer({ min: 0, max: 1e12 }), price: fc.double({ min: -1e9, max: 1e9, noNaN: true }) }), {
  minLength: 1,
  maxLength: 6,
});
const style = fc.record({
  colour: fc.constantFrom('#ffffff', '#12ab9F'),
  width: fc.constantFrom(...WIDTHS),
  dash: fc.constantFrom(...DASHES),
  filled: fc.boolean(),
});
const drawing: fc.Arbitrary<Drawing> = fc.record({
  id: fc.constantFrom('d1', 'd2', 'd3', 'd4'),
  tool: fc.constantFrom(...DRAWING_TOOLS),
  ticker: fc.constantFrom('BTCUSDT', 'ETHUSDT'),
  anchors,
  style,
  text: fc.string({ maxLength: 40 }),
  locked: fc.boolean(),
  shown: fc.boolean(),
  hiddenOn: fc.uniqueArray(fc.constantFrom(...CHART_RESOLUTIONS)),
});
const id = fc.constantFrom('d1', 'd2', 'd3', 'd4');
const command: fc.Arbitrary<DocumentCommand> = fc.oneof(
  drawing.map((value): DocumentCommand => ({ kind: 'addDrawing', drawing: { ...value, ticker: 'BTCUSDT' } })),
  fc.record({ id, style }).map((to): DocumentCommand => ({ kind: 'changeDrawing', id: to.id, to: { style: to.style } })),
  fc.array(id).map((ids): DocumentCommand => ({ kind: 'removeDrawings', ids })),
  fc.boolean().map((hidden): DocumentCommand => ({ kind: 'changeHabits', to: { hidden } })),
);

describe('drawings in the document', () => {
  it('CHT-06 CHT-07 every command is undone and redone, and the document comes back as it was stored', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 30 }), (commands) => {
        const start = newDocument('Etc/UTC');
        const seen: ChartDocument[] = [];
        const history = new DocumentHistory(
          start,
          (document) => void seen.push(document),
          () => 'BTCUSDT',
        );
        for (const each of commands) history.apply(each);
        const end = history.document;
        expect(readDocument(structuredClone(end))).toEqual(end);
        while (history.canUndo) history.undo();
        expect(history.document).toEqual(start);
        while (history.canRedo) history.redo();
        expect(history.document).toEqual(end);
      }),
    );
  });

  it('CHT-06 a drawing that cannot be read is left out, the others stay', () => {
    const good = drawingSample({ tool: 'ray', hiddenOn: ['1'] });
    const bad = [
      null,
      { ...good, tool: 'spell' },
      { ...good, anchors: [] },
      { ...good, anchors: [{ time: 1.5, price: 2 }] },
      { ...good, style: { ...good.style, colour: 'url(x)' } },
      { ...good, text: 'x'.repeat(1_000) },
      { ...good, hiddenOn: ['2h'] },
    ];
    expect(readDrawings([...bad, good])).toEqual([good]);
    expect(readDrawings('nothing')).toEqual([]);
    // Those of before there was a visibility are shown everywhere.
    const { hiddenOn: _, ...before } = good;
    expect(readDrawings([before])).toEqual([{ ...good, hiddenOn: [] }]);
    expect(readHabits({ magnet: 'glue', styles: { ray: good.style, spell: good.style }, locked: 1 })).toMatchObject({
      magnet: 'off',
      styles: { ray: good.style },
      locked: false,
    });
    const document = newDocument('Etc/UTC');
    const { drawings, habits, ...old } = applyCommand(document, { kind: 'addDrawing', drawing: good });
    expect([drawings, habits.sidebar]).toEqual([[good], true]);
    // Layouts of before there were drawings.
    expect(readDocument(old)).toEqual(document);
  });

  it('CHT-07 a new drawing has an id that no other has, and that a layout can keep', () => {
    const ids = Array.from({ length: 1_000 }, () => freshId('d'));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^d[\da-z]{10,19}$/.test(id))).toBe(true);
  });
});
