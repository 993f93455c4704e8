import { pointAt, type DrawingDefinition, type Placed } from './definition.ts';
import { line, type Figure, type Sheet } from './figure.ts';

const ROWS = 24;
/** Width of the longest row, as a share of the range. */
const LONGEST = 0.6;
/** Above this number, bars are sampled: a picture has no more columns. */
const MOST_READ = 5_000;

/** Volume at each price between two moments, each bar spread over its range; the row with the most stands out. */
function profileFigures({ drawing, points }: Placed, sheet: Sheet): readonly Figure[] {
  const { bars } = sheet.scene;
  const [one, other = one] = drawing.anchors;
  if (one === undefined || other === undefined) return [];
  const from = Math.max(0, Math.ceil(sheet.index(Math.min(one.time, other.time))));
  const to = Math.min(bars.length - 1, Math.floor(sheet.index(Math.max(one.time, other.time))));
  const left = Math.min(pointAt(points, 0).x, pointAt(points, 1).x);
  const right = Math.max(pointAt(points, 0).x, pointAt(points, 1).x);
  const span = bars.span(from, to + 1);
  if (span === undefined || span.high === span.low) return [line(pointAt(points, 0), pointAt(points, 1))];
  const volumes = volumesByPrice(sheet, { from, to, low: span.low, high: span.high });
  const most = Math.max(...volumes);
  const height = (span.high - span.low) / ROWS;
  const rows = volumes.map((volume, row): Figure => {
    const [bottom, top] = [sheet.y(span.low + row * height), sheet.y(span.low + (row + 1) * height)];
    const end = left + (right - left) * LONGEST * (most === 0 ? 0 : volume / most);
    const corners = [
      { x: left, y: bottom },
      { x: end, y: bottom },
      { x: end, y: top },
      { x: left, y: top },
    ];
    return { kind: 'path', points: corners, closed: true, fill: volume === most ? 0.6 : 0.28, bare: true };
  });
  const edge = [sheet.y(span.high), sheet.y(span.low)] as const;
  const frame = [
    { x: left, y: edge[0] },
    { x: right, y: edge[0] },
    { x: right, y: edge[1] },
    { x: left, y: edge[1] },
  ];
  return [...rows, { kind: 'path', points: frame, closed: true, fill: 0.04, bare: true }];
}

interface ProfileRange {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
}

function volumesByPrice({ scene: { bars } }: Sheet, { from, to, low, high }: ProfileRange): readonly number[] {
  const volumes = Array.from({ length: ROWS }, () => 0);
  const height = (high - low) / ROWS;
  const rowOf = (price: number): number => Math.min(ROWS - 1, Math.max(0, Math.floor((price - low) / height)));
  const step = Math.max(1, Math.floor((to - from + 1) / MOST_READ));
  for (let index = from; index <= to; index += step) {
    const [first, last] = [rowOf(bars.low(index)), rowOf(bars.high(index))];
    const part = bars.volume(index) / (last - first + 1);
    for (let row = first; row <= last; row += 1) volumes[row] = (volumes[row] ?? 0) + part;
  }
  return volumes;
}

/** Volume-weighted average price from the anchor on. */
function vwapFigures({ drawing, points }: Placed, sheet: Sheet): readonly Figure[] {
  const { bars, time } = sheet.scene;
  const [anchor] = drawing.anchors;
  if (anchor === undefined || bars.length === 0) return [];
  const from = Math.max(0, Math.ceil(sheet.index(anchor.time)));
  const path = [];
  let [value, volume] = [0, 0];
  // Extends as far beside the view as horizontal lines do, because the picture moves without repainting.
  for (let index = from; index < bars.length && time.x(index) <= 2 * sheet.width; index += 1) {
    const typical = (bars.high(index) + bars.low(index) + bars.close(index)) / 3;
    value += typical * bars.volume(index);
    volume += bars.volume(index);
    if (volume > 0 && time.x(index) >= -sheet.width) path.push({ x: time.x(index), y: sheet.y(value / volume) });
  }
  const start = pointAt(points, 0);
  return [
    { kind: 'line', from: { x: start.x, y: 0 }, to: { x: start.x, y: sheet.height }, faint: true },
    ...(path.length > 1 ? [{ kind: 'path', points: path } as const] : []),
  ];
}

export const VOLUME_TOOLS: readonly DrawingDefinition[] = [
  { tool: 'volumeProfile', points: 2, readsBars: true, figures: profileFigures },
  { tool: 'anchoredVwap', points: 1, readsBars: true, figures: vwapFigures },
];
