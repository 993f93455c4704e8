import type { Scene } from '../render/scene.ts';
import { factorOf, scaleOf, type ComparedLine } from './compare-lines.ts';

/** CHT-11. */
const WIDTH = 1;

/** The compared lines over the bars in view. */
export function paintCompares(context: CanvasRenderingContext2D, scene: Scene, lines: readonly ComparedLine[]): void {
  for (const line of lines) if (line.entry.scale !== 'pane') paintCompare(context, scene, line);
}

/** One compared line at the moments of the bars in view. */
export function paintCompare(context: CanvasRenderingContext2D, scene: Scene, line: ComparedLine): void {
  const { bars, time, price, palette } = scene;
  const { from, to } = time.visible();
  const factor = factorOf(line, price.base);
  const scale = scaleOf(line, price);
  const step = Math.max(1, Math.floor(1 / time.spacing));
  const first = Math.max(0, from - 1);
  let at = line.bars.indexAt(bars.time(first));
  context.beginPath();
  let isDrawing = false;
  for (let index = first; index < to; index += step) {
    const moment = bars.time(index);
    while (at + 1 < line.bars.length && line.bars.time(at + 1) <= moment) at += 1;
    if (at < 0) continue;
    const x = time.x(index);
    const y = scale.y(line.bars.close(at) * factor);
    if (isDrawing) context.lineTo(x, y);
    else context.moveTo(x, y);
    isDrawing = true;
  }
  context.strokeStyle = palette.tones[line.entry.tone];
  context.lineWidth = WIDTH;
  context.stroke();
}
