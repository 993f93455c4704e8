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

/** Own trades: a small triangle below the bar and pointing up for a buy, above it and pointing down for a sell. `marks` by time. */
export function paintMarks(context: CanvasRenderingContext2D, scene: Scene, marks: readonly ChartMark[]): void {
  const { bars, time, price } = scene;
  const { from, to } = time.visible();
  if (from >= to || !scene.document.settings.switches.executions) return;
  const start = bars.time(from);
  for (let index = firstAtOrAfter(marks, start); index < marks.length; index += 1) {
    const mark = marks[index];
    const place = mark === undefined ? -1 : bars.indexAt(mark.time);
    if (mark === undefined || place >= to) return;
    const isBuy = mark.side === 'Buy';
    const direction = isBuy ? 1 : -1;
    const x = time.x(place);
    const tip = price.y(isBuy ? bars.low(place) : bars.high(place)) + direction * DISTANCE;
    context.beginPath();
    context.moveTo(x, tip);
    context.lineTo(x - HALF_WIDTH, tip + direction * HEIGHT);
    context.lineTo(x + HALF_WIDTH, tip + direction * HEIGHT);
    context.closePath();
    context.fillStyle = isBuy ? LONG_COLOUR : SHORT_COLOUR;
    context.fill();
  }
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
