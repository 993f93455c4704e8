import type { Point } from '../input/grip.ts';
import { pointAt, type DrawingDefinition, type Placed } from './definition.ts';
import { TEXT_ROW, between, line, type Figure, type Sheet } from './figure.ts';
import { differenceText } from './line-tools.ts';

const FILL = 0.14;
/** From the end of the measured range to the centre of its label, and from a label to the edge of the price pane, pixels. */
const DISTANCE = 22;
const EDGE = 5;

function box(a: Point, b: Point, colour?: string): Figure {
  const points = [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];
  return { kind: 'path', points, closed: true, fill: FILL, bare: true, ...(colour === undefined ? {} : { colour }) };
}

/** A box between two points, with the `rows` of their difference as its label. */
function measured(placed: Placed, sheet: Sheet, rows: readonly number[], arrows: 'price' | 'date' | 'both'): readonly Figure[] {
  const [a, b] = [pointAt(placed.points, 0), pointAt(placed.points, 1)];
  const middle = between(a, b);
  const texts = differenceText(placed, sheet).filter((_, index) => rows.includes(index));
  const isDown = b.y > a.y;
  // The label of a box at the edge stays inside the picture and readable.
  const half = (texts.length * TEXT_ROW) / 2 + EDGE;
  const inside = (y: number): number => Math.max(half, Math.min(sheet.height - half, y));
  return [
    box(a, b),
    ...(arrows === 'date' ? [] : arrow({ x: middle.x, y: a.y }, { x: middle.x, y: b.y })),
    ...(arrows === 'price' ? [] : arrow({ x: a.x, y: middle.y }, { x: b.x, y: middle.y })),
    { kind: 'label', at: { x: middle.x, y: inside(b.y + (isDown ? DISTANCE : -DISTANCE)) }, lines: texts, align: 'center', boxed: true },
  ];
}

const arrow = (from: Point, to: Point): readonly Figure[] => [line(from, to), { kind: 'arrowHead', at: to, from }];

/** Entry, stop and target: risk, reward and their ratio. */
function position(placed: Placed, sheet: Sheet): readonly Figure[] {
  const [entry, stop, target] = placed.drawing.anchors;
  const [a, b, c] = [pointAt(placed.points, 0), pointAt(placed.points, 1), pointAt(placed.points, 2)];
  if (entry === undefined || stop === undefined || target === undefined) return [line(a, b)];
  const { up, down } = sheet.scene.palette;
  const right = Math.max(b.x, c.x, a.x + 1);
  const risk = Math.abs(entry.price - stop.price);
  const reward = Math.abs(target.price - entry.price);
  const share = (price: number): string => sheet.percentText(entry.price === 0 ? 0 : (price - entry.price) / entry.price);
  return [
    box(a, { x: right, y: c.y }, up),
    box(a, { x: right, y: b.y }, down),
    line(a, { x: right, y: a.y }),
    { kind: 'line', from: { x: a.x, y: c.y }, to: { x: right, y: c.y }, colour: up },
    { kind: 'line', from: { x: a.x, y: b.y }, to: { x: right, y: b.y }, colour: down },
    label({ x: (a.x + right) / 2, y: c.y }, `${sheet.priceText(target.price)} ${share(target.price)}`, up),
    label({ x: (a.x + right) / 2, y: a.y }, risk === 0 ? sheet.priceText(entry.price) : `${(reward / risk).toFixed(2)} R`),
    label({ x: (a.x + right) / 2, y: b.y }, `${sheet.priceText(stop.price)} ${share(stop.price)}`, down),
  ];
}

const label = (at: Point, text: string, colour?: string): Figure => ({
  kind: 'label',
  at,
  lines: [text],
  align: 'center',
  boxed: true,
  ...(colour === undefined ? {} : { colour }),
});

/** Initial distance of stop and target from the entry, in pixels; the width is half a screen of bars. */
const REACH = 60;
const WIDE = 140;

/** `direction`: 1 for a long position, whose stop is below. */
function positionTool(tool: 'longPosition' | 'shortPosition', direction: 1 | -1): DrawingDefinition {
  return {
    tool,
    points: 1,
    figures: position,
    complete: ([entry]) =>
      entry === undefined
        ? []
        : [entry, { x: entry.x + WIDE, y: entry.y + REACH * direction }, { x: entry.x + WIDE, y: entry.y - 2 * REACH * direction }],
  };
}

export const MEASURE_TOOLS: readonly DrawingDefinition[] = [
  { tool: 'priceRange', points: 2, figures: (placed, sheet) => measured(placed, sheet, [0], 'price') },
  { tool: 'dateRange', points: 2, figures: (placed, sheet) => measured(placed, sheet, [1], 'date') },
  { tool: 'measure', points: 2, figures: (placed, sheet) => measured(placed, sheet, [0, 1], 'both') },
  positionTool('longPosition', 1),
  positionTool('shortPosition', -1),
];
