import type { SeriesKind } from '../document/chart-document.ts';
import { paintColumns } from './paint-columns.ts';
import { paintCloses, type LineKind } from './paint-closes.ts';
import { hairline, sharp, type Scene } from './scene.ts';

/** Below this width of a bar in pixels, each pixel column combines all its bars. */
const COLUMN_SPACING = 1.2;
const BODY_SHARE = 0.72;

const LINE_KINDS: readonly SeriesKind[] = ['line', 'stepLine', 'area', 'baseline'];
const isLineKind = (kind: SeriesKind): kind is LineKind => LINE_KINDS.includes(kind);

/** The bars from `from` up to `to` (exclusive). */
export function paintBars(context: CanvasRenderingContext2D, scene: Scene, from: number, to: number): void {
  if (from >= to) return;
  const { kind } = scene.document;
  if (isLineKind(kind)) paintCloses(context, scene, kind, { from, to });
  else if (kind === 'columns') paintColumns(context, scene, { from, to, width: Math.max(hairline(scene), bodyWidth(scene)) });
  else if (scene.time.spacing < COLUMN_SPACING) paintDense(context, scene, from, to);
  else if (kind === 'highLow') paintHighLow(context, scene, from, to);
  else if (kind === 'bars') paintOpenHighLowClose(context, scene, from, to);
  else paintCandles(context, scene, { from, to, isHollow: kind === 'hollow' });
}

function paintDense(context: CanvasRenderingContext2D, scene: Scene, from: number, to: number): void {
  const { bars, time, price, palette } = scene;
  const last = Math.min(scene.width, Math.ceil(time.x(to)));
  const line = hairline(scene);
  for (let x = Math.max(0, Math.floor(time.x(from))); x <= last; x += 1) {
    const first = Math.max(from, Math.floor(time.place(x)));
    const end = Math.min(to, Math.max(first + 1, Math.floor(time.place(x + 1))));
    const span = bars.span(first, end);
    if (span === undefined) continue;
    context.fillStyle = bars.close(end - 1) >= bars.open(first) ? palette.up : palette.down;
    const top = price.y(span.high);
    const bottom = price.y(span.low);
    context.fillRect(x, sharp(scene, Math.min(top, bottom)), 1, Math.max(line, Math.abs(bottom - top)));
  }
}

/** Width of a body of which the wick stands in the middle. */
export function bodyWidth(scene: Scene): number {
  const wick = Math.max(1, Math.floor(scene.ratio));
  const body = Math.max(wick, Math.floor(scene.time.spacing * scene.ratio * BODY_SHARE));
  return (body % 2 === wick % 2 ? body : body - 1) / scene.ratio;
}

interface CandleRange {
  readonly from: number;
  readonly to: number;
  readonly isHollow: boolean;
}

function paintCandles(context: CanvasRenderingContext2D, scene: Scene, { from, to, isHollow }: CandleRange): void {
  const { bars, palette } = scene;
  const { byPreviousClose } = scene.document.settings.switches;
  const body = bodyWidth(scene);
  for (const isUp of [true, false]) {
    context.fillStyle = isUp ? palette.up : palette.down;
    for (let index = from; index < to; index += 1) {
      const close = bars.close(index);
      // The previous close determines the colour of a hollow candle, its own open the fill.
      const reference = (isHollow || byPreviousClose) && index > 0 ? bars.close(index - 1) : bars.open(index);
      if (close >= reference === isUp) paintCandle(context, scene, { index, body, isHollow: isHollow && close >= bars.open(index) });
    }
  }
}

function paintCandle(
  context: CanvasRenderingContext2D,
  scene: Scene,
  { index, body, isHollow }: { readonly index: number; readonly body: number; readonly isHollow: boolean },
): void {
  const { bars, price } = scene;
  const { candleBody, candleWick } = scene.document.settings.switches;
  const line = hairline(scene);
  const left = sharp(scene, scene.time.x(index) - body / 2);
  const middle = left + (body - line) / 2;
  const opened = sharp(scene, price.y(bars.open(index)));
  const closed = sharp(scene, price.y(bars.close(index)));
  const top = Math.min(opened, closed);
  const height = Math.max(line, Math.abs(opened - closed));
  const high = sharp(scene, price.y(bars.high(index)));
  const low = sharp(scene, price.y(bars.low(index)));
  const wickTop = Math.min(high, low);
  const wickEnd = Math.max(high, low);
  if (!isHollow || body < 3 * line) {
    if (candleWick) context.fillRect(middle, wickTop, line, wickEnd - wickTop);
    if (candleBody) context.fillRect(left, top, body, height);
    return;
  }
  if (candleWick) {
    context.fillRect(middle, wickTop, line, top - wickTop);
    context.fillRect(middle, top + height, line, wickEnd - top - height);
  }
  if (!candleBody) return;
  context.fillRect(left, top, body, line);
  context.fillRect(left, top + height - line, body, line);
  context.fillRect(left, top, line, height);
  context.fillRect(left + body - line, top, line, height);
}

/** A box from the high to the low of each bar. */
function paintHighLow(context: CanvasRenderingContext2D, scene: Scene, from: number, to: number): void {
  const { bars, price, palette } = scene;
  const body = bodyWidth(scene);
  for (const isUp of [true, false]) {
    context.fillStyle = isUp ? palette.up : palette.down;
    for (let index = from; index < to; index += 1) {
      if (bars.close(index) >= bars.open(index) !== isUp) continue;
      const ends = [sharp(scene, price.y(bars.high(index))), sharp(scene, price.y(bars.low(index)))];
      const top = Math.min(...ends);
      context.fillRect(sharp(scene, scene.time.x(index) - body / 2), top, body, Math.max(hairline(scene), Math.max(...ends) - top));
    }
  }
}

function paintOpenHighLowClose(context: CanvasRenderingContext2D, scene: Scene, from: number, to: number): void {
  const { bars, price, palette } = scene;
  const body = bodyWidth(scene);
  const line = body >= 6 ? 2 * hairline(scene) : hairline(scene);
  for (const isUp of [true, false]) {
    context.fillStyle = isUp ? palette.up : palette.down;
    for (let index = from; index < to; index += 1) {
      if (bars.close(index) >= bars.open(index) !== isUp) continue;
      const middle = sharp(scene, scene.time.x(index) - line / 2);
      const high = sharp(scene, price.y(bars.high(index)));
      const low = sharp(scene, price.y(bars.low(index)));
      context.fillRect(middle, Math.min(high, low), line, Math.max(line, Math.abs(low - high)));
      const arm = Math.max(line, body / 2);
      context.fillRect(middle - arm + line, sharp(scene, price.y(bars.open(index)) - line / 2), arm, line);
      context.fillRect(middle, sharp(scene, price.y(bars.close(index)) - line / 2), arm, line);
    }
  }
}
