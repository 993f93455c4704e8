import type { PaintFormat } from '../../platform/painting/numbers.ts';
import type { DepthCurve } from './depth-curve.ts';
import type { DepthPalette, DepthPlace } from './depth-messages.ts';

const AXIS = 20;
const TOP = 18;
const PADDING = 8;

export interface DepthPicture {
  readonly curve: DepthCurve;
  readonly place: DepthPlace | undefined;
  readonly palette: DepthPalette;
  readonly format: PaintFormat;
  readonly width: number;
  readonly height: number;
}

/** Both sides as areas from the middle outwards, the scale below, and the selected point. */
export function drawDepth(context: CanvasRenderingContext2D, picture: DepthPicture): void {
  const { curve, place, palette, width, height } = picture;
  const { mid, from, to, most } = curve;
  const floor = height - AXIS;
  const x = (ticks: number): number => ((ticks - from) / (to - from)) * width;
  const y = (lots: number): number => floor - (most === 0 ? 0 : (lots / most) * (floor - TOP));
  const side = (points: readonly number[], end: number, tone: 'up' | 'down'): void => {
    context.beginPath();
    context.moveTo(x(points[0] ?? mid), floor);
    let level = floor;
    for (let at = 0; at + 1 < points.length; at += 2) {
      const [ticks = 0, lots = 0] = [points[at], points[at + 1]];
      context.lineTo(x(ticks), level);
      level = y(lots);
      context.lineTo(x(ticks), level);
    }
    context.lineTo(x(end), level);
    context.strokeStyle = palette[tone];
    context.lineWidth = 1.5;
    context.stroke();
    context.lineTo(x(end), floor);
    context.fillStyle = palette[`${tone}Ground`];
    context.fill();
  };
  side(curve.bids, from, 'up');
  side(curve.asks, to, 'down');
  context.fillStyle = palette.line;
  context.fillRect(0, floor, width, 1);
  writeScale(context, picture);
  if (place === undefined) return;
  const at = x(place.ticks);
  context.fillStyle = palette.faint;
  context.fillRect(at, TOP, 1, floor - TOP);
  context.beginPath();
  context.arc(at + 0.5, y(place.lots), 3.5, 0, Math.PI * 2);
  context.fillStyle = place.distance < 0 ? palette.up : palette.down;
  context.fill();
}

function writeScale(context: CanvasRenderingContext2D, { curve, palette, format, width, height }: DepthPicture): void {
  const { mid, from, to, most } = curve;
  const { price, lots } = format;
  context.font = palette.font;
  context.fillStyle = palette.muted;
  const write = (text: string, at: number, align: CanvasTextAlign, baseline: number): void => {
    context.textAlign = align;
    context.fillText(text, at, baseline);
  };
  write(price(Math.round(from)), PADDING, 'left', height - 6);
  write(price(Math.round(mid)), width / 2, 'center', height - 6);
  write(price(Math.round(to)), width - PADDING, 'right', height - 6);
  write(lots(most), width - PADDING, 'right', TOP - 6);
}
