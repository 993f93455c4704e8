import { cancelFrame, onNextFrame } from '../../platform/frame-scheduler.ts';
import { paintFormat, type PaintFormat } from '../../platform/painting/numbers.ts';
import { ReadingPace } from '../../platform/painting/reading-pace.ts';
import { renewedFont, sharedNow, type MakeScene, type Scene, type Stage } from '../../platform/painting/scene.ts';
import type { BookCommand, BookNews, BookSetup } from './book-messages.ts';
import { bidPercent } from './book-rows.ts';
import { SideScene } from './side-scene.ts';

/** Receives its inputs from its setup; complete once it has all of them. */
class BookScene implements Scene<BookCommand> {
  readonly #stage: Stage<BookNews>;
  readonly #paint = (): void => this.#paintNow();
  readonly #end: () => void;
  readonly #telling = new ReadingPace(() => this.#tellShown());
  #setup: Partial<BookSetup> = {};
  #format: PaintFormat | undefined;
  #sides: readonly SideScene[] = [];

  constructor(stage: Stage<BookNews>) {
    this.#stage = stage;
    this.#end = stage.market.book.subscribe(() => onNextFrame(this.#paint));
  }

  tell(command: BookCommand): void {
    if (command.type === 'set') this.#set(command.setup);
    else if (command.type === 'hover') {
      this.#sideOf(command.side)?.hover(command.row);
      onNextFrame(this.#paint);
    } else {
      const pick = this.#sideOf(command.pick.side)?.pick(command.pick);
      if (pick !== undefined) this.#stage.onNews({ type: 'picked', pick });
    }
  }

  repaint(): void {
    for (const { painter } of this.#sides) painter.reset();
    onNextFrame(this.#paint);
  }

  destroy(): void {
    cancelFrame(this.#paint);
    this.#telling.end();
    this.#end();
  }

  #sideOf(name: SideScene['side']): SideScene | undefined {
    return this.#sides.find(({ side }) => side === name);
  }

  /** Painted immediately: the page shows the change in its next frame. */
  #set(setup: Partial<BookSetup>): void {
    this.#setup = { ...this.#setup, ...setup };
    if (setup.numbers !== undefined) this.#format = paintFormat(setup.numbers);
    if (setup.layout !== undefined) {
      const { width, height, ratio, sides } = setup.layout;
      const { canvas } = this.#stage;
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      this.#sides = sides.map((place) => new SideScene(place));
    }
    for (const side of this.#sides) {
      side.painter.reset();
      // Rows of another grouping hold no prices of this one.
      if (setup.group !== undefined) side.hover(-1);
    }
    cancelFrame(this.#paint);
    this.#paintNow();
  }

  /** Both sides share one canvas, so that neither is ever older than the other. */
  #paintNow(): void {
    const { layout, palette, group, own } = this.#setup;
    // Contexts of the page and of the worker differ in what is not used here.
    const context = this.#stage.canvas.getContext('2d') as CanvasRenderingContext2D | null;
    if (!context || !layout || !palette || !this.#format || group === undefined || own === undefined || layout.width === 0) return;
    const { bids, asks, isWhole } = this.#stage.market.book;
    const now = sharedNow();
    for (const scene of this.#sides) scene.fill(!isWhole ? [] : scene.side === 'ask' ? asks : bids, group, own, now);
    const scale = Math.max(0, ...this.#sides.map(({ depth }) => depth));
    context.setTransform(layout.ratio, 0, 0, layout.ratio, 0, 0);
    context.font = renewedFont(palette.font);
    context.textBaseline = 'middle';
    const terms = { palette, format: this.#format, width: layout.width, scale };
    for (const { painter, rows } of this.#sides) painter.paint(context, rows, terms);
    this.#telling.ask();
  }

  #tellShown(): void {
    const [asks, bids] = this.#sides;
    this.#stage.onNews({
      type: 'shown',
      sides: this.#sides.map(({ shown }) => shown),
      bidPercent: asks === undefined || bids === undefined ? undefined : bidPercent(bids.rows, asks.rows),
    });
  }
}

export const makeBookScene: MakeScene<BookCommand, BookNews> = (stage) => new BookScene(stage);
