import { bodyWidth } from './paint-bars.ts';
import { VOLUME_SHARE, hairline, sharp, withAlpha, type Scene } from './scene.ts';

/** Bars of the volume's moving average. */
const AVERAGE_LENGTH = 20;
const BAR_STRENGTH = 0.45;
const LINE_STRENGTH = 0.8;
/** Below this width of a bar in pixels, each pixel column shows its largest volume, without an average. */
const COLUMN_SPACING = 1.2;

/** Half-transparent bars at the foot of the prices, and their average over 20 bars. */
export function paintVolume(context: CanvasRenderingContext2D, scene: Scene, from: number, to: number): void {
  const largest = scene.span?.volume ?? 0;
  if (!scene.document.volume || largest <= 0 || from >= to) return;
  const perUnit = (scene.height * VOLUME_SHARE) / largest;
  if (scene.time.spacing < COLUMN_SPACING) {
    paintColumns(context, scene, { from, to, perUnit });
    return;
  }
  paintSingles(context, scene, { from, to, perUnit });
  paintAverage(context, scene, { from, to, perUnit });
}

interface VolumeRange {
  readonly from: number;
  readonly to: number;
  readonly perUnit: number;
}

function paintSingles(context: CanvasRenderingContext2D, scene: Scene, { from, to, perUnit }: VolumeRange): void {
  const { bars, time, palette, height } = scene;
  const width = bodyWidth(scene);
  for (const isUp of [true, false]) {
    context.fillStyle = withAlpha(isUp ? palette.up : palette.down, BAR_STRENGTH);
    for (let index = from; index < to; index += 1) {
      if (bars.close(index) >= bars.open(index) !== isUp) continue;
      const top = sharp(scene, height - bars.volume(index) * perUnit);
      context.fillRect(sharp(scene, time.x(index) - width / 2), top, width, height - top);
    }
  }
}

function paintColumns(context: CanvasRenderingContext2D, scene: Scene, { from, to, perUnit }: VolumeRange): void {
  const { bars, time, palette, height } = scene;
  const last = Math.min(scene.width, Math.ceil(time.x(to)));
  for (let x = Math.max(0, Math.floor(time.x(from))); x <= last; x += 1) {
    const first = Math.max(from, Math.floor(time.place(x)));
    const end = Math.min(to, Math.max(first + 1, Math.floor(time.place(x + 1))));
    const span = bars.span(first, end);
    if (span === undefined) continue;
    context.fillStyle = withAlpha(bars.close(end - 1) >= bars.open(first) ? palette.up : palette.down, BAR_STRENGTH);
    const tall = Math.max(hairline(scene), span.volume * perUnit);
    context.fillRect(x, height - tall, 1, tall);
  }
}

function paintAverage(context: CanvasRenderingContext2D, scene: Scene, { from, to, perUnit }: VolumeRange): void {
  const { bars, time, palette, height } = scene;
  const first = Math.max(AVERAGE_LENGTH - 1, from - 1);
  if (first >= to) return;
  context.beginPath();
  for (let index = first; index < to; index += 1) {
    let sum = 0;
    for (let back = 0; back < AVERAGE_LENGTH; back += 1) sum += bars.volume(index - back);
    context.lineTo(time.x(index), height - (sum / AVERAGE_LENGTH) * perUnit);
  }
  context.strokeStyle = withAlpha(palette.accent, LINE_STRENGTH);
  context.lineWidth = 1;
  context.stroke();
}
