import type { HeldLine } from '../trading/line-drag.ts';
import { DASH } from '../trading/line-look.ts';
import { colourOfLine } from './paint-label.ts';
import { hairline, monoFont, sharp, type Scene } from './scene.ts';

const TAG_HEIGHT = 19;

/** Paints the dragged line over its whole length at full opacity, with its price on the axis. A note shows its result. */
export function paintHeld(context: CanvasRenderingContext2D, scene: Scene, { line, price }: HeldLine): void {
  const { palette, width, axisWidth, writer } = scene;
  const y = scene.price.y(price);
  const at = sharp(scene, y) + hairline(scene) / 2;
  const colour = colourOfLine(line, palette);
  context.strokeStyle = colour;
  context.lineWidth = 2 * hairline(scene);
  context.setLineDash([...DASH[line.kind]]);
  context.beginPath();
  context.moveTo(0, at);
  context.lineTo(width, at);
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(width + 2, sharp(scene, y - TAG_HEIGHT / 2), axisWidth - 4, TAG_HEIGHT, 3);
  context.fill();
  context.font = monoFont(palette, '600');
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = '#ffffff';
  context.fillText(writer.price(price), width + 8, y + 0.5);
}
