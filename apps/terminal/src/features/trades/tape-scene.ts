import type { TapeTrade } from '@tapedeck/client';
import { cancelFrame, onNextFrame } from '../../platform/frame-scheduler.ts';
import { renewedFont, type MakeScene, type Scene, type Stage } from '../../platform/painting/scene.ts';
import { TAPE_HEIGHT, TAPE_ROW, type TapeCommand, type TapeLayout, type TapeSetup } from './tape-messages.ts';
import { TapePainter } from './tape-painter.ts';

/** Paints the newest trades, once per frame at most: those painted before move down, and only new ones are written. */
class TapeScene implements Scene<TapeCommand> {
  readonly #stage: Stage<never>;
  readonly #paint = (): void => this.#paintNow();
  readonly #end: () => void;
  #setup: Partial<TapeSetup> = {};
  #painted: readonly TapeTrade[] = [];

  constructor(stage: Stage<never>) {
    this.#stage = stage;
    this.#end = stage.market.tape.subscribe(() => onNextFrame(this.#paint));
  }

  /** Painted at once: what changed is seen on the page in its next frame. */
  tell({ setup }: TapeCommand): void {
    this.#setup = { ...this.#setup, ...setup };
    if (setup.layout !== undefined) {
      this.#stage.canvas.width = Math.round(setup.layout.width * setup.layout.ratio);
      this.#stage.canvas.height = Math.round(TAPE_HEIGHT * setup.layout.ratio);
    }
    this.#painted = [];
    cancelFrame(this.#paint);
    this.#paintNow();
  }

  repaint(): void {
    this.#painted = [];
    onNextFrame(this.#paint);
  }

  destroy(): void {
    cancelFrame(this.#paint);
    this.#end();
  }

  #paintNow(): void {
    const { canvas, market } = this.#stage;
    const { layout, palette, terms } = this.#setup;
    if (!layout || !palette || !terms || layout.width === 0) return;
    // Contexts of the page and of the worker differ in what is not used here.
    const context = canvas.getContext('2d') as CanvasRenderingContext2D | null;
    if (context === null) return;
    const { trades } = market.tape;
    const fresh = this.#makeRoom(context, trades, layout);
    context.setTransform(layout.ratio, 0, 0, layout.ratio, 0, 0);
    const fonts = { font: renewedFont(palette.font), markFont: renewedFont(palette.markFont) };
    const painter = new TapePainter(context, { layout, terms, palette: { ...palette, ...fonts } });
    trades.slice(0, fresh).forEach((trade, row) => painter.paint(trade, row));
    this.#painted = trades;
  }

  /** Moves the painted trades down by the new ones, or clears the canvas where they are others. Answers how many trades to paint. */
  #makeRoom(context: CanvasRenderingContext2D, trades: readonly TapeTrade[], { ratio }: TapeLayout): number {
    const { canvas } = this.#stage;
    const newest = this.#painted[0]?.id;
    const known = newest === undefined ? -1 : trades.findIndex(({ id }) => id === newest);
    const shift = known * TAPE_ROW * ratio;
    context.setTransform(1, 0, 0, 1, 0, 0);
    // Rows that end within a pixel of the screen would blur with each move.
    if (known < 0 || !Number.isInteger(TAPE_ROW * ratio)) {
      context.clearRect(0, 0, canvas.width, canvas.height);
      return trades.length;
    }
    if (known === 0) return 0;
    context.globalCompositeOperation = 'copy';
    context.drawImage(canvas, 0, shift);
    context.globalCompositeOperation = 'source-over';
    return known;
  }
}

export const makeTapeScene: MakeScene<TapeCommand, never> = (stage) => new TapeScene(stage);
