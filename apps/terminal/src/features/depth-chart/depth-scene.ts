import { cancelFrame, onNextFrame } from '../../platform/frame-scheduler.ts';
import { paintFormat } from '../../platform/painting/numbers.ts';
import { renewedFont, type MakeScene, type Scene, type Stage } from '../../platform/painting/scene.ts';
import { depthAt, depthCurve, type DepthCurve } from './depth-curve.ts';
import type { DepthCommand, DepthNews, DepthPlace, DepthSetup } from './depth-messages.ts';
import { drawDepth } from './draw-depth.ts';

/** Paints the depth once per frame after the book changed. */
class DepthScene implements Scene<DepthCommand> {
  readonly #stage: Stage<DepthNews>;
  readonly #paint = (): void => this.#paintNow();
  readonly #end: () => void;
  #setup: Partial<DepthSetup> = {};
  /** Selected share of the width. */
  #share: number | undefined;
  #told: DepthPlace | undefined;

  constructor(stage: Stage<DepthNews>) {
    this.#stage = stage;
    this.#end = stage.market.book.subscribe(() => onNextFrame(this.#paint));
  }

  tell(command: DepthCommand): void {
    if (command.type === 'point') this.#share = command.share;
    else this.#setup = { ...this.#setup, ...command.setup };
    onNextFrame(this.#paint);
  }

  repaint(): void {
    onNextFrame(this.#paint);
  }

  destroy(): void {
    cancelFrame(this.#paint);
    this.#end();
  }

  #paintNow(): void {
    const { bids, asks, isWhole } = this.#stage.market.book;
    const { palette, numbers, layout } = this.#setup;
    // A book during a resync may be crossed: it is not drawn.
    const curve = isWhole ? depthCurve(bids, asks) : undefined;
    const place = curve && this.#placeOn(curve);
    this.#tell(place);
    if (!palette || !numbers || !layout) return;
    const { canvas } = this.#stage;
    canvas.width = Math.round(layout.width * layout.ratio);
    canvas.height = Math.round(layout.height * layout.ratio);
    // Contexts of the page and of the worker differ only in unused parts.
    const context = canvas.getContext('2d') as CanvasRenderingContext2D | null;
    if (context === null || curve === undefined) return;
    context.scale(layout.ratio, layout.ratio);
    drawDepth(context, {
      curve,
      place,
      palette: { ...palette, font: renewedFont(palette.font) },
      format: paintFormat(numbers),
      ...layout,
    });
  }

  #tell(place: DepthPlace | undefined): void {
    const told = this.#told;
    if (told?.ticks === place?.ticks && told?.lots === place?.lots && told?.distance === place?.distance) return;
    this.#told = place;
    this.#stage.onNews({ place });
  }

  #placeOn(curve: DepthCurve): DepthPlace | undefined {
    if (this.#share === undefined) return undefined;
    const { mid, from, to } = curve;
    const ticks = Math.round(from + this.#share * (to - from));
    return { ticks, lots: depthAt(curve, ticks), distance: (ticks - mid) / mid };
  }
}

export const makeDepthScene: MakeScene<DepthCommand, DepthNews> = (stage) => new DepthScene(stage);
