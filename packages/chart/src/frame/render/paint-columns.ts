import { hairline, sharp, withAlpha, type Scene } from './scene.ts';

const STRENGTH = 0.7;

interface Columns {
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

/** A column from the foot of the pane to each close, in the colour of the move from the close before. One a pixel in a dense view. */
export function paintColumns(context: CanvasRenderingContext2D, scene: Scene, { from, to, width }: Columns): void {
  const { bars, time, price, palette, height } = scene;
  const step = Math.max(1, Math.floor(1 / time.spacing));
  const first = Math.ceil(from / step) * step;
  for (const isUp of [true, false]) {
    context.fillStyle = withAlpha(isUp ? palette.up : palette.down, STRENGTH);
    for (let index = first; index < to; index += step) {
      const before = index >= step ? bars.close(index - step) : bars.open(index);
      if (bars.close(index) >= before !== isUp) continue;
      const top = sharp(scene, price.y(bars.close(index)));
      context.fillRect(sharp(scene, time.x(index) - width / 2), top, width, Math.max(hairline(scene), height - top));
    }
  }
}
