import type { Crosshair } from './paint-live.ts';
import { numberFormat } from './formats.ts';
import { hairline, monoFont, sharp, withAlpha, type Scene } from './scene.ts';

const STRENGTH = 0.06;
const GAP = 6;

/** The range from the lowest to the highest price in view, shaded, with its height as text (CHT-17). */
export function paintVisibleRange(context: CanvasRenderingContext2D, scene: Scene): void {
  const { span, price, palette, width, writer, locale } = scene;
  if (span === undefined) return;
  const ends = [price.y(span.high), price.y(span.low)];
  const top = sharp(scene, Math.min(...ends));
  const bottom = sharp(scene, Math.max(...ends));
  context.fillStyle = withAlpha(palette.accent, STRENGTH);
  context.fillRect(0, top, width, bottom - top);
  context.fillStyle = withAlpha(palette.accent, 0.5);
  context.fillRect(0, top, width, hairline(scene));
  context.fillRect(0, bottom, width, hairline(scene));
  context.font = monoFont(palette);
  context.textAlign = 'left';
  context.textBaseline = 'bottom';
  context.fillStyle = palette.textMuted;
  context.fillText(`${writer.price(span.high - span.low)} (${shareText(span.high / span.low - 1, locale)})`, GAP, bottom - GAP / 2);
}

/** Distance of the price under the pointer from the newest price, on a separate line (CHT-17). */
export function paintHoverPrice(context: CanvasRenderingContext2D, scene: Scene, { y }: Crosshair): void {
  const { bars, price, palette, width, height, writer, locale } = scene;
  const newest = bars.length - 1;
  if (newest < 0 || y < 0 || y > height) return;
  const own = price.price(y);
  const last = bars.close(newest);
  const colour = own >= last ? palette.up : palette.down;
  context.fillStyle = colour;
  context.fillRect(0, sharp(scene, y), width, hairline(scene));
  context.font = monoFont(palette, '600');
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const text = `${writer.price(own)} ${shareText(last === 0 ? 0 : own / last - 1, locale)}`;
  const box = { width: context.measureText(text).width + 2 * GAP, height: 18 };
  context.fillRect(GAP, y - box.height / 2, box.width, box.height);
  context.fillStyle = palette.background;
  context.fillText(text, 2 * GAP, y + 0.5);
}

function shareText(share: number, locale: string): string {
  return numberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  }).format(share);
}
