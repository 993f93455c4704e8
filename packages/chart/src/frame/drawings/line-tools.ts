import { pointAt, type DrawingDefinition, type Placed } from './definition.ts';
import { between, levelLine, line, shiftedBy, stretched, type Figure, type Sheet } from './figure.ts';

const twoPoints = ({ points }: Placed) => [pointAt(points, 0), pointAt(points, 1)] as const;

function straight(tool: DrawingDefinition['tool'], sides: { readonly back: boolean; readonly on: boolean }): DrawingDefinition {
  return { tool, points: 2, figures: (placed, sheet) => [stretched(...twoPoints(placed), sheet, sides)] };
}

/** Change of price, its share, bars and time between the first two anchors. */
function differenceText({ drawing }: Placed, sheet: Sheet): readonly string[] {
  const [from, to = from] = drawing.anchors;
  if (from === undefined || to === undefined) return [];
  const change = to.price - from.price;
  const sign = change > 0 ? '+' : '';
  const bars = Math.round(sheet.index(to.time) - sheet.index(from.time));
  return [
    `${sign}${sheet.priceText(change)} (${sheet.percentText(from.price === 0 ? 0 : change / from.price)})`,
    `${sheet.countText(bars)}, ${sheet.spanText(Math.abs(to.time - from.time))}`,
  ];
}

function infoFigures(placed: Placed, sheet: Sheet): readonly Figure[] {
  const [from, to] = twoPoints(placed);
  return [line(from, to), { kind: 'label', at: shiftedBy(to, 10, 0), lines: differenceText(placed, sheet), align: 'left', boxed: true }];
}

function channelFigures(placed: Placed, sheet: Sheet): readonly Figure[] {
  const [a, b] = twoPoints(placed);
  if (placed.points.length < 3) return [line(a, b)];
  const third = pointAt(placed.points, 2);
  const share = b.x === a.x ? 0 : (third.x - a.x) / (b.x - a.x);
  const offset = third.y - (a.y + (b.y - a.y) * share);
  const [c, d] = [shiftedBy(a, 0, offset), shiftedBy(b, 0, offset)];
  return [
    { kind: 'path', points: [a, b, d, c], closed: true, fill: sheet.width > 0 ? 0.12 : 0, bare: true },
    line(a, b),
    line(c, d),
    { kind: 'line', from: between(a, c), to: between(b, d), faint: true },
  ];
}

/** Least squares over the closes between two moments, with lines at two standard deviations. */
function regressionFigures(placed: Placed, sheet: Sheet): readonly Figure[] {
  const { bars } = sheet.scene;
  const [one, other = one] = placed.drawing.anchors;
  if (one === undefined || other === undefined) return [];
  const from = Math.max(0, Math.round(sheet.index(Math.min(one.time, other.time))));
  const to = Math.min(bars.length - 1, Math.round(sheet.index(Math.max(one.time, other.time))));
  const count = to - from + 1;
  if (count < 2) return [line(...twoPoints(placed))];
  let [sumX, sumY, sumXY, sumXX] = [0, 0, 0, 0];
  for (let x = 0; x < count; x += 1) {
    const y = bars.close(from + x);
    sumX += x;
    sumY += y;
    sumXY += x * y;
    sumXX += x * x;
  }
  const slope = (count * sumXY - sumX * sumY) / (count * sumXX - sumX * sumX);
  const start = (sumY - slope * sumX) / count;
  let squares = 0;
  for (let x = 0; x < count; x += 1) squares += (bars.close(from + x) - start - slope * x) ** 2;
  const deviation = 2 * Math.sqrt(squares / count);
  const rule = (offset: number): readonly [{ x: number; y: number }, { x: number; y: number }] => [
    { x: sheet.scene.time.x(from), y: sheet.y(start + offset) },
    { x: sheet.scene.time.x(to), y: sheet.y(start + slope * (count - 1) + offset) },
  ];
  const [upper, lower] = [rule(deviation), rule(-deviation)];
  return [
    { kind: 'path', points: [upper[0], upper[1], lower[1], lower[0]], closed: true, fill: 0.12, bare: true },
    line(...upper),
    line(...lower),
    { kind: 'line', from: rule(0)[0], to: rule(0)[1], faint: true },
  ];
}

function pitchforkFigures(placed: Placed, sheet: Sheet): readonly Figure[] {
  const [a, b] = twoPoints(placed);
  if (placed.points.length < 3) return [line(a, b)];
  const c = pointAt(placed.points, 2);
  const middle = between(b, c);
  const [dx, dy] = [middle.x - a.x, middle.y - a.y];
  const tine = (from: typeof a): Figure => stretched(from, shiftedBy(from, dx, dy), sheet, { back: false, on: true });
  return [line(b, c), stretched(a, middle, sheet, { back: false, on: true }), tine(b), tine(c)];
}

export const LINE_TOOLS: readonly DrawingDefinition[] = [
  straight('trendLine', { back: false, on: false }),
  straight('ray', { back: false, on: true }),
  straight('extendedLine', { back: true, on: true }),
  { tool: 'infoLine', points: 2, figures: infoFigures },
  {
    tool: 'arrow',
    points: 2,
    figures: (placed) => {
      const [from, to] = twoPoints(placed);
      return [line(from, to), { kind: 'arrowHead', at: to, from }];
    },
  },
  {
    tool: 'horizontalLine',
    points: 1,
    figures: ({ points }, { width }) => [levelLine(pointAt(points, 0), width)],
  },
  {
    tool: 'horizontalRay',
    points: 1,
    figures: ({ points }, { width }) => {
      const from = pointAt(points, 0);
      return [line(from, { x: Math.max(2 * width, from.x), y: from.y })];
    },
  },
  {
    tool: 'verticalLine',
    points: 1,
    figures: ({ points }, { height }) => {
      const { x } = pointAt(points, 0);
      return [line({ x, y: 0 }, { x, y: height })];
    },
  },
  {
    tool: 'crossLine',
    points: 1,
    figures: ({ points }, { width, height }) => {
      const point = pointAt(points, 0);
      return [line({ x: point.x, y: 0 }, { x: point.x, y: height }), levelLine(point, width)];
    },
  },
  { tool: 'parallelChannel', points: 3, figures: channelFigures },
  { tool: 'regressionChannel', points: 2, readsBars: true, figures: regressionFigures },
  { tool: 'pitchfork', points: 3, figures: pitchforkFigures },
];

export { differenceText };
