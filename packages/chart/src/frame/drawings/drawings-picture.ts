import type { Layer } from '../render/layer.ts';
import { PaintedFrom } from '../render/painted-from.ts';
import type { Scene } from '../render/scene.ts';
import type { Drawing } from './drawing.ts';
import { extentOf, type Extent } from './extent.ts';
import type { Figure } from './figure.ts';
import { paintFigures } from './paint-drawings.ts';
import { definitionOf } from './registry.ts';

/** Places that differ by less are the same, in pixels of the device. */
const SAME = 0.01;

/** How far a drawing reaches in time, by the pixels of the last whole painting. */
interface Reach {
  readonly drawing: Drawing;
  readonly left: number;
  readonly right: number;
}

/**
 * The drawings at rest on their canvas. Where only the time in view moved, what is painted is moved too, and nothing but the strip
 * that came into view is painted: hundreds of drawings cost little more than none.
 */
export class DrawingsPicture {
  private readonly layer: Layer;
  private readonly from = new PaintedFrom();
  private reaches: readonly Reach[] = [];
  /** Pixel of the oldest bar, when all was painted and as it is painted now. */
  private whole = 0;
  private now = 0;

  constructor(layer: Layer) {
    this.layer = layer;
  }

  forget(): void {
    this.from.forget();
  }

  paint(scene: Scene, drawings: readonly Drawing[], figuresOf: (drawing: Drawing) => readonly Figure[]): void {
    const isOther = this.from.isOther(factsOf(scene, drawings));
    const pixels = (scene.time.x(0) - this.now) * scene.ratio;
    const shift = Math.round(pixels);
    const canMove = !isOther && Math.abs(pixels - shift) < SAME && Math.abs(this.now + pixels / scene.ratio - this.whole) < scene.width;
    if (!canMove) this.paintAll(scene, drawings, figuresOf);
    else if (shift !== 0) this.move(scene, shift, figuresOf);
  }

  private paintAll(scene: Scene, drawings: readonly Drawing[], figuresOf: (drawing: Drawing) => readonly Figure[]): void {
    this.whole = scene.time.x(0);
    this.now = this.whole;
    this.layer.clear();
    const box = { left: 0, right: scene.width, top: 0, bottom: scene.height };
    this.reaches = this.layer.within(box, (context) =>
      drawings.map((drawing) => {
        const figures = figuresOf(drawing);
        paintFigures(context, scene, { figures, style: drawing.style, box });
        return reachOf(drawing, figures);
      }),
    );
  }

  private move(scene: Scene, shift: number, figuresOf: (drawing: Drawing) => readonly Figure[]): void {
    const { ratio, height } = scene;
    const width = Math.floor(scene.width * ratio);
    this.layer.shift(shift, width, Math.ceil(height * ratio));
    this.now += shift / ratio;
    const [left, right] = shift > 0 ? [0, shift] : [width + shift, scene.width * ratio];
    const box: Extent = { left: left / ratio, right: right / ratio, top: 0, bottom: height };
    const moved = this.now - this.whole;
    this.layer.within(box, (context) => {
      context.clearRect(box.left, 0, box.right - box.left, height);
      for (const reach of this.reaches) {
        if (reach.left + moved > box.right || reach.right + moved < box.left) continue;
        paintFigures(context, scene, { figures: figuresOf(reach.drawing), style: reach.drawing.style, box });
      }
    });
  }
}

function reachOf(drawing: Drawing, figures: readonly Figure[]): Reach {
  if (definitionOf(drawing.tool).readsBars === true) return { drawing, left: -Infinity, right: Infinity };
  const extents = figures.map(extentOf);
  return { drawing, left: Math.min(...extents.map(({ left }) => left)), right: Math.max(...extents.map(({ right }) => right)) };
}

/** All that decides how the drawings look, but for the shift of the time in view. */
function factsOf(scene: Scene, drawings: readonly Drawing[]): readonly unknown[] {
  const { bars, time, price, palette, writer, locale, resolution, zone, ratio, width, height } = scene;
  const newest = bars.length - 1;
  const follows = newest >= 0 && drawings.some(({ tool }) => definitionOf(tool).readsBars === true);
  return [
    ...[price.changes, time.spacing, palette, writer, locale, resolution, zone, ratio, width, height],
    ...(newest < 0 ? [] : [bars, bars.length, bars.time(0), bars.time(newest)]),
    ...(follows ? [bars.high(newest), bars.low(newest), bars.close(newest), bars.volume(newest)] : []),
    ...drawings,
  ];
}
