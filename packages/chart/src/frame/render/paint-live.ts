import type { ChartBar } from '../../bridge/messages.ts';
import { timeOfIndex } from '../model/calendar.ts';
import { valueFormat } from './value-format.ts';
import { TIME_AXIS_HEIGHT, hairline, monoFont, sharp, textFont, type Scene } from './scene.ts';
import type { TimeWriter } from './time-writer.ts';

const TAG_HEIGHT = 19;
export const HALF_TAG = TAG_HEIGHT / 2;
const PADDING = 8;

/** Background of the newest price's tag. */
export const groundOf = ({ palette }: Scene, { open, close }: Pick<ChartBar, 'open' | 'close'>): string =>
  close >= open ? palette.up : palette.down;

/** The newest price as a dotted line and a filled tag on the axis. `last` is the real bar, also over Heikin Ashi bars. */
export function paintLastPrice(context: CanvasRenderingContext2D, scene: Scene, last: ChartBar): void {
  const { price, width, height } = scene;
  const { close } = last;
  const y = price.y(close);
  if (y < 0 || y > height) return;
  const colour = groundOf(scene, last);
  if (scene.document.settings.switches.lastLine) dottedLine(context, scene, { y, colour });
  paintTag(context, scene, { y, text: scene.writer.onScale(close, scene.document.scale.mode, price.base), ground: colour, left: width });
}

function dottedLine(context: CanvasRenderingContext2D, scene: Scene, { y, colour }: { readonly y: number; readonly colour: string }): void {
  const at = sharp(scene, y) + hairline(scene) / 2;
  context.strokeStyle = colour;
  context.lineWidth = hairline(scene);
  context.setLineDash([2, 3]);
  context.beginPath();
  context.moveTo(0, at);
  context.lineTo(scene.width, at);
  context.stroke();
  context.setLineDash([]);
}

interface Tag {
  readonly y: number;
  readonly text: string;
  readonly ground: string;
  readonly left: number;
}

function paintTag(context: CanvasRenderingContext2D, scene: Scene, { y, text, ground, left }: Tag): void {
  const { palette, axisWidth } = scene;
  context.fillStyle = ground;
  context.beginPath();
  context.roundRect(left + 2, sharp(scene, y - TAG_HEIGHT / 2), axisWidth - 4, TAG_HEIGHT, 3);
  context.fill();
  context.fillStyle = palette.background;
  context.font = monoFont(palette, '600');
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(text, left + PADDING, y + 0.5);
}

export interface Crosshair {
  /** Bar under the crosshair; may be a future one. */
  readonly index: number;
  readonly y: number;
}

/** Axis text at a height: a price, or a value of the pane at that height. */
function axisText(scene: Scene, y: number): string {
  const pane = scene.panes.find(({ top, height }) => y >= top && y < top + height);
  if (pane !== undefined) return valueFormat(scene.locale)(pane.scale.price(y));
  return scene.writer.onScale(scene.price.price(y), scene.document.scale.mode, scene.price.base);
}

/** Two dashed lines, with the price and the moment at their ends. */
export function paintCrosshair(context: CanvasRenderingContext2D, scene: Scene, crosshair: Crosshair, times: TimeWriter): void {
  const { palette, time, width, bottom, axisWidth } = scene;
  const x = sharp(scene, time.x(crosshair.index)) + hairline(scene) / 2;
  const y = sharp(scene, crosshair.y) + hairline(scene) / 2;
  context.strokeStyle = palette.textMuted;
  context.lineWidth = hairline(scene);
  context.setLineDash([4, 4]);
  context.beginPath();
  context.moveTo(0, y);
  context.lineTo(width, y);
  context.moveTo(x, 0);
  context.lineTo(x, bottom);
  context.stroke();
  context.setLineDash([]);
  paintTag(context, scene, { y: crosshair.y, text: axisText(scene, crosshair.y), ground: palette.textMuted, left: width });
  const moment = times.moment(timeOfIndex(scene.bars, scene.resolution, crosshair.index));
  context.font = textFont(palette, '600');
  const wide = context.measureText(moment).width + 2 * PADDING;
  const left = Math.max(0, Math.min(width + axisWidth - wide, x - wide / 2));
  context.fillStyle = palette.textMuted;
  context.beginPath();
  context.roundRect(left, bottom + 3, wide, TIME_AXIS_HEIGHT - 6, 3);
  context.fill();
  context.fillStyle = palette.background;
  context.textAlign = 'left';
  context.fillText(moment, left + PADDING, bottom + TIME_AXIS_HEIGHT / 2 + 0.5);
}
