import type { Point } from '../input/grip.ts';
import { pointAt, type DrawingDefinition, type Placed } from './definition.ts';
import { line, shiftedBy, stretched, type Figure, type Sheet } from './figure.ts';

const LEVELS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1, 1.618] as const;
const EXTENSIONS = [0, 0.382, 0.618, 1, 1.382, 1.618, 2.618] as const;
const FAN = [0.236, 0.382, 0.5, 0.618, 0.786] as const;
const ZONES = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89] as const;
/** Gann's angles: price steps for each time step. */
const ANGLES = [8, 4, 3, 2, 1, 1 / 2, 1 / 3, 1 / 4, 1 / 8] as const;

/** Pixels from one label to the next, and from a label to its line, past the handle of an anchor. */
const LEAST_GAP = 12;
const LABEL_GAP = 10;

/** Lines at shares of a move, each with its share and price. The area between the first and the last level is filled. */
function levelFigures(
  from: number,
  to: number,
  span: readonly [left: number, right: number],
  levels: readonly number[],
  sheet: Sheet,
): readonly Figure[] {
  const rows = levels.map((level) => {
    const price = from + (to - from) * level;
    return { level, price, y: sheet.y(price) };
  });
  // Where levels lie close together, the outer ones keep their labels.
  const named: number[] = [];
  for (const { y } of [rows[0], rows.at(-1), ...rows].filter((row) => row !== undefined))
    if (named.every((other) => other === y || Math.abs(other - y) >= LEAST_GAP)) named.push(y);
  const [left, right] = span;
  const first = rows[0]?.y ?? 0;
  const last = rows.at(-1)?.y ?? 0;
  return [
    {
      kind: 'path',
      points: [
        { x: left, y: first },
        { x: right, y: first },
        { x: right, y: last },
        { x: left, y: last },
      ],
      closed: true,
      fill: 0.06,
      bare: true,
    },
    ...rows.flatMap(({ level, price, y }): readonly Figure[] => [
      line({ x: left, y }, { x: right, y }),
      ...(named.includes(y)
        ? [{ kind: 'label', at: { x: left - LABEL_GAP, y }, lines: [`${level} ${sheet.priceText(price)}`], align: 'right' } as const]
        : []),
    ]),
  ];
}

function spanOf(points: readonly Point[]): readonly [number, number] {
  const xs = points.map(({ x }) => x);
  return [Math.min(...xs), Math.max(...xs)];
}

function retracement({ drawing, points }: Placed, sheet: Sheet): readonly Figure[] {
  const [a, b = a] = drawing.anchors;
  if (a === undefined || b === undefined) return [];
  // Levels count from the end of the move back to its beginning, as is usual.
  return [
    { kind: 'line', from: pointAt(points, 0), to: pointAt(points, 1), faint: true },
    ...levelFigures(b.price, a.price, spanOf(points), LEVELS, sheet),
  ];
}

function extension({ drawing, points }: Placed, sheet: Sheet): readonly Figure[] {
  const [a, b, c] = drawing.anchors;
  const legs: readonly Figure[] = points
    .slice(1)
    .map((point, index) => ({ kind: 'line', from: pointAt(points, index), to: point, faint: true }));
  if (a === undefined || b === undefined || c === undefined) return legs;
  return [...legs, ...levelFigures(c.price, c.price + b.price - a.price, spanOf(points.slice(1)), EXTENSIONS, sheet)];
}

function channel({ points }: Placed, sheet: Sheet): readonly Figure[] {
  const [a, b, c] = [pointAt(points, 0), pointAt(points, 1), pointAt(points, 2)];
  if (points.length < 3) return [line(a, b)];
  const share = b.x === a.x ? 0 : (c.x - a.x) / (b.x - a.x);
  const offset = c.y - (a.y + (b.y - a.y) * share);
  return LEVELS.flatMap((level): readonly Figure[] => {
    const [from, to] = [shiftedBy(a, 0, offset * level), shiftedBy(b, 0, offset * level)];
    return [line(from, to), { kind: 'label', at: shiftedBy(from, -4, 0), lines: [sheet.percentText(level)], align: 'right' }];
  });
}

function timeZones({ points }: Placed, sheet: Sheet): readonly Figure[] {
  const [a, b] = [pointAt(points, 0), pointAt(points, 1)];
  return ZONES.flatMap((zone): readonly Figure[] => {
    const x = a.x + (b.x - a.x) * zone;
    // A line beside the picture may come into view when the time scale moves.
    if (x < -sheet.width || x > 2 * sheet.width) return [];
    return [
      line({ x, y: 0 }, { x, y: sheet.height }),
      { kind: 'label', at: { x: x + 4, y: sheet.height - 12 }, lines: [String(zone)], align: 'left' },
    ];
  });
}

function fan({ points }: Placed, sheet: Sheet): readonly Figure[] {
  const [a, b] = [pointAt(points, 0), pointAt(points, 1)];
  return [
    line(a, b),
    ...FAN.flatMap((level): readonly Figure[] => {
      const through = { x: b.x, y: b.y + (a.y - b.y) * level };
      return [
        stretched(a, through, sheet, { back: false, on: true }),
        { kind: 'label', at: shiftedBy(through, 4, 0), lines: [String(level)], align: 'left' },
      ];
    }),
  ];
}

function gannFan({ points }: Placed, sheet: Sheet): readonly Figure[] {
  const [a, b] = [pointAt(points, 0), pointAt(points, 1)];
  return ANGLES.map((angle) => stretched(a, { x: b.x, y: a.y + (b.y - a.y) * angle }, sheet, { back: false, on: true }));
}

export const FIBONACCI_TOOLS: readonly DrawingDefinition[] = [
  { tool: 'fibRetracement', points: 2, figures: retracement },
  { tool: 'fibExtension', points: 3, figures: extension },
  { tool: 'fibChannel', points: 3, figures: channel },
  { tool: 'fibTimeZones', points: 2, figures: timeZones },
  { tool: 'fibFan', points: 2, figures: fan },
  { tool: 'gannFan', points: 2, figures: gannFan },
];
