import type { ChartMark } from '../../bridge/messages.ts';
import { LONG_COLOUR, SHORT_COLOUR } from '../palette.ts';
import { monoFont, sharp, type Scene } from './scene.ts';

const HALF_WIDTH = 4;
const HEIGHT = 7;
const DISTANCE = 6;
const LEADER = 14;

/** Lowest and highest price of the bars in view, each with its figure. */
export function paintExtremes(context: CanvasRenderingContext2D, scene: Scene): void {
  const { span, time, price, palette, writer, width } = scene;
  if (span === undefined || !scene.document.settings.switches.extremes) return;
  context.font = monoFont(palette);
  context.textBaseline = 'middle';
  context.strokeStyle = palette.textMuted;
  context.fillStyle = palette.textMuted;
  context.lineWidth = 1;
  for (const [index, value] of [
    [span.highIndex, span.high],
    [span.lowIndex, span.low],
  ] as const) {
    const x = time.x(index);
    // Away from the nearer edge, so that the figure is in the picture.
    const side = x < width / 2 ? 1 : -1;
    const y = sharp(scene, price.y(value)) + 0.5;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + side * LEADER, y);
    context.stroke();
    context.textAlign = side === 1 ? 'left' : 'right';
    context.fillText(writer.price(value), x + side * (LEADER + 4), y);
  }
}

/** Marks of one bar and side share a triangle. */
export interface MarkHit {
  readonly x: number;
  readonly y: number;
  readonly marks: readonly [ChartMark, ...ChartMark[]];
}

/**
 * Own trades: a small triangle below the bar and pointing up for a buy, above it and pointing down for a sell, with their number where
 * they are several. `marks` by time. Returns where they are.
 */
export function paintMarks(context: CanvasRenderingContext2D, scene: Scene, marks: readonly ChartMark[]): MarkHit[] {
  const hits = placedMarks(scene, marks);
  for (const { x, y, marks: own } of hits) {
    const isBuy = own[0].side === 'Buy';
    const direction = isBuy ? 1 : -1;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x - HALF_WIDTH, y + direction * HEIGHT);
    context.lineTo(x + HALF_WIDTH, y + direction * HEIGHT);
    context.closePath();
    context.fillStyle = isBuy ? LONG_COLOUR : SHORT_COLOUR;
    context.fill();
    if (own.length === 1) continue;
    context.font = monoFont(scene.palette);
    context.textAlign = 'center';
    context.textBaseline = isBuy ? 'top' : 'bottom';
    context.fillText(String(own.length), x, y + direction * (HEIGHT + 2));
  }
  return hits;
}

function placedMarks({ bars, time, price }: Scene, marks: readonly ChartMark[]): MarkHit[] {
  const { from, to } = time.visible();
  if (from >= to) return [];
  const groups = new Map<string, { place: number; marks: [ChartMark, ...ChartMark[]] }>();
  for (let index = firstAtOrAfter(marks, bars.time(from)); index < marks.length; index += 1) {
    const mark = marks[index];
    const place = mark === undefined ? -1 : bars.indexAt(mark.time);
    if (mark === undefined || place >= to) break;
    const key = `${place} ${mark.side}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { place, marks: [mark] });
    else group.marks.push(mark);
  }
  return [...groups.values()].map(({ place, marks: own }) => {
    const isBuy = own[0].side === 'Buy';
    const y = price.y(isBuy ? bars.low(place) : bars.high(place)) + (isBuy ? DISTANCE : -DISTANCE);
    return { x: time.x(place), y, marks: own };
  });
}

function firstAtOrAfter(marks: readonly ChartMark[], time: number): number {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((marks[middle]?.time ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
