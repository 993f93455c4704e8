import { priceRows } from './paint-axes.ts';
import type { Scene } from './scene.ts';

/** Half the height of a figure of the axis. */
const FIGURE = 7;

/** Part of the price axis, from top to bottom, that tags take. */
export interface AxisSpan {
  readonly top: number;
  readonly bottom: number;
}

/** Heights of the figures that reach into a span. */
export function figuresIn(scene: Scene, { top, bottom }: AxisSpan): number[] {
  return priceRows(scene).filter((y) => y + FIGURE > top && y - FIGURE < bottom);
}

/** A figure of which a tag would cover a part is not legible: it is covered whole. */
export function coverFigures(context: CanvasRenderingContext2D, scene: Scene, rows: readonly number[]): void {
  context.fillStyle = scene.palette.background;
  for (const y of rows) context.fillRect(scene.width + 1, y - FIGURE, scene.axisWidth - 1, 2 * FIGURE);
}

/** Takes the cover away again. */
export function uncoverFigures(context: CanvasRenderingContext2D, scene: Scene, rows: readonly number[]): void {
  for (const y of rows) context.clearRect(scene.width, y - FIGURE - 1, scene.axisWidth, 2 * FIGURE + 2);
}
