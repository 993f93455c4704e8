import type { MarketFeed } from '@tapedeck/client';
import { openPageScene, type MarketPainter } from '../../platform/painting/market-painter.ts';
import { facesFor } from '../../platform/painting/page-fonts.ts';
import { theme, token } from '../../platform/theme.ts';
import type { ZonedFormats } from '../../platform/time-zone.ts';
import { TAPE_HEIGHT, type TapeCommand, type TapePalette, type TapeSetup } from './tape-messages.ts';

export interface TapeBoardOptions {
  readonly feed: MarketFeed;
  readonly formats: ZonedFormats;
  /** Stands before the quantity of a liquidation. */
  readonly mark: string;
  /** Paints in the worker; the page does where it is left out. */
  readonly painter: MarketPainter | undefined;
  /** The canvas is laid into it. */
  readonly host: HTMLElement;
  readonly canvasClass: string;
}

/** The mark is written in the first family of `--font`. */
const MARK_FAMILY = 'Inter Variable';

function readPalette(): TapePalette {
  return {
    up: token('--up'),
    down: token('--down'),
    text: token('--text'),
    muted: token('--text-muted'),
    accent: token('--accent'),
    accentGround: token('--accent-ground'),
    font: `11.5px ${token('--mono')}`,
    markFont: `${token('--text-tiny')} ${token('--font')}`,
  };
}

/** Places the canvas of the tape and tells its scene what to paint. `destroy` ends it. */
export class TapeBoard {
  readonly #host: HTMLElement;
  readonly #canvas = document.createElement('canvas');
  readonly #scene: { tell(command: TapeCommand): void; destroy(): void };
  readonly #ends: (() => void)[] = [];

  constructor({ feed, formats, mark, painter, host, canvasClass }: TapeBoardOptions) {
    this.#host = host;
    this.#canvas.className = canvasClass;
    this.#canvas.style.height = `${TAPE_HEIGHT}px`;
    this.#canvas.setAttribute('aria-hidden', 'true');
    host.append(this.#canvas);
    const shared = { canvas: this.#canvas, onNews: () => undefined };
    this.#scene =
      painter === undefined
        ? openPageScene<TapeCommand, never>({ ...shared, feed, made: import('./tape-scene.ts').then(({ makeTapeScene }) => makeTapeScene) })
        : painter.openScene<TapeCommand, never>({ ...shared, name: 'tape', symbol: feed.instrument.symbol });
    painter?.loadFonts(facesFor(MARK_FAMILY, mark));
    const resized = (): void => this.#set({ layout: this.#layout() });
    const sizes = new ResizeObserver(resized);
    sizes.observe(host);
    // The density of the screen changes with its zoom.
    window.addEventListener('resize', resized);
    this.#ends.push(
      () => sizes.disconnect(),
      () => window.removeEventListener('resize', resized),
      theme.subscribe(() => this.#set({ palette: readPalette() })),
    );
    const { priceDigits, quantityDigits } = feed.instrument;
    const { locale, offset } = formats;
    const terms = { locale, timeOffset: offset(Date.now()), priceDigits, quantityDigits, mark };
    this.#set({ layout: this.#layout(), palette: readPalette(), terms });
  }

  destroy(): void {
    for (const end of this.#ends) end();
    this.#scene.destroy();
    this.#canvas.remove();
  }

  #layout(): TapeSetup['layout'] {
    const direction = getComputedStyle(this.#host).direction === 'rtl' ? 'rtl' : 'ltr';
    return { width: this.#host.clientWidth, ratio: Math.max(1, window.devicePixelRatio), direction };
  }

  #set(setup: Partial<TapeSetup>): void {
    this.#scene.tell({ type: 'set', setup });
  }
}
