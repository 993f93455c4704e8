import { Layer } from '../render/layer.ts';
import { PaintedFrom } from '../render/painted-from.ts';
import type { Scene } from '../render/scene.ts';
import type { Drawing } from './drawing.ts';
import type { Figure } from './figure.ts';
import { paintFigures } from './paint-drawings.ts';
import { definitionOf } from './registry.ts';

/** Positions that differ by less are equal, in device pixels. */
const SAME = 0.01;
/** Margin painted on each side of the view, as a share of its width: the view can move this far in time without repainting. */
const BESIDE = 0.25;

/**
 * The drawings at rest, on a canvas that reaches beyond the view. Where only the time in view moved, the browser moves the canvas and
 * nothing is painted: hundreds of drawings cost no more than none.
 */
export class DrawingsPicture {
  /** Cuts the canvas to the view. */
  private readonly clip: HTMLElement;
  private readonly layer: Layer;
  private readonly from = new PaintedFrom();
  /** Pixels beside each end of the view. */
  private beside = 0;
  /** Pixel of the oldest bar at the last full paint, and now. */
  private painted = 0;
  private now = 0;

  constructor(container: HTMLElement, level: number) {
    this.clip = container.ownerDocument.createElement('div');
    this.clip.className = 'chart-layer';
    this.clip.style.zIndex = String(level);
    this.clip.style.overflow = 'hidden';
    this.clip.hidden = true;
    container.append(this.clip);
    this.layer = new Layer(this.clip, 0);
    this.layer.canvas.style.inset = '0 auto auto 0';
  }

  forget(): void {
    this.from.forget();
  }

  paint(scene: Scene, drawings: readonly Drawing[], figuresOf: (drawing: Drawing) => readonly Figure[]): void {
    const isEmpty = drawings.length === 0;
    if (this.clip.hidden !== isEmpty) this.clip.hidden = isEmpty;
    if (isEmpty) {
      this.empty();
      return;
    }
    const isOther = this.from.isOther(factsOf(scene, drawings));
    const by = scene.time.x(0) - this.painted;
    const isSharp = Math.abs(by * scene.ratio - Math.round(by * scene.ratio)) < SAME;
    if (isOther || !isSharp || Math.abs(by) > this.beside) this.paintAll(scene, drawings, figuresOf);
    else if (scene.time.x(0) !== this.now) this.moveTo(scene.time.x(0));
  }

  /** Paints the visible part into a picture, in device pixels. */
  into(context: CanvasRenderingContext2D, ratio: number): void {
    if (this.clip.hidden) return;
    const left = (this.now - this.painted - this.beside) * ratio;
    const [width, height] = [this.clip.clientWidth * ratio, this.clip.clientHeight * ratio];
    context.save();
    context.beginPath();
    context.rect(0, 0, width, height);
    context.clip();
    context.drawImage(this.layer.canvas, Math.round(left), 0);
    context.restore();
  }

  remove(): void {
    this.layer.remove();
    this.clip.remove();
  }

  /** Most charts have no drawing: no canvas is allocated for them. */
  private empty(): void {
    this.forget();
    const { canvas } = this.layer;
    if (canvas.width > 1) [canvas.width, canvas.height] = [1, 1];
  }

  private paintAll(scene: Scene, drawings: readonly Drawing[], figuresOf: (drawing: Drawing) => readonly Figure[]): void {
    const { width, height, ratio } = scene;
    this.painted = scene.time.x(0);
    this.fit(scene);
    this.moveTo(this.painted);
    this.layer.clear();
    const box = { left: -this.beside, right: width + this.beside, top: 0, bottom: height };
    const { context } = this.layer;
    context.save();
    context.setTransform(ratio, 0, 0, ratio, this.beside * ratio, 0);
    for (const drawing of drawings) paintFigures(context, scene, { figures: figuresOf(drawing), style: drawing.style, box });
    context.restore();
  }

  /** Canvas and cut have the size of the view. */
  private fit({ width, height, ratio }: Scene): void {
    const { canvas } = this.layer;
    // A fraction of a device pixel would blur everything.
    this.beside = Math.ceil(width * BESIDE * ratio) / ratio;
    const whole = { width: Math.round((width + 2 * this.beside) * ratio), height: Math.round(height * ratio) };
    if (canvas.width === whole.width && canvas.height === whole.height) return;
    canvas.width = whole.width;
    canvas.height = whole.height;
    canvas.style.width = `${whole.width / ratio}px`;
    canvas.style.height = `${whole.height / ratio}px`;
    this.clip.style.width = `${width}px`;
    this.clip.style.height = `${height}px`;
  }

  private moveTo(x: number): void {
    this.now = x;
    this.layer.canvas.style.transform = `translateX(${x - this.painted - this.beside}px)`;
  }
}

/** Everything that determines the picture of the drawings, except the horizontal shift. */
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
