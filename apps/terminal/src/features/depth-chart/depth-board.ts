import type { MarketFeed } from '@tapedeck/client';
import { openPageScene, type MarketPainter } from '../../platform/painting/market-painter.ts';
import type { NumberTerms } from '../../platform/painting/numbers.ts';
import { theme, token } from '../../platform/theme.ts';
import type { DepthCommand, DepthNews, DepthPalette, DepthPlace, DepthSetup } from './depth-messages.ts';
import { makeDepthScene } from './depth-scene.ts';

export interface DepthBoardOptions {
  readonly feed: MarketFeed;
  /** Paints in the worker; on the page if absent. */
  readonly painter: MarketPainter | undefined;
  /** Container of the canvas. */
  readonly host: HTMLElement;
  readonly canvasClass: string;
  readonly numbers: NumberTerms;
  /** The point under the pointer or chosen by keyboard; `undefined` for none. */
  onPlace(place: DepthPlace | undefined): void;
}

function readPalette(): DepthPalette {
  return {
    up: token('--up'),
    down: token('--down'),
    upGround: token('--up-ground'),
    downGround: token('--down-ground'),
    line: token('--line'),
    faint: token('--text-faint'),
    muted: token('--text-muted'),
    font: `11px ${token('--mono')}`,
  };
}

/** Places the depth canvas and sends its scene the inputs. Lives outside React; `destroy` ends it. */
export class DepthBoard {
  readonly #canvas = document.createElement('canvas');
  readonly #host: HTMLElement;
  readonly #scene: { tell(command: DepthCommand): void; destroy(): void };
  readonly #ends: (() => void)[] = [];
  /** Selected share of the width. */
  #place: number | undefined;

  constructor({ feed, painter, host, canvasClass, numbers, onPlace }: DepthBoardOptions) {
    this.#host = host;
    this.#canvas.className = canvasClass;
    this.#canvas.dataset['testid'] = 'depth';
    this.#canvas.setAttribute('aria-hidden', 'true');
    host.append(this.#canvas);
    const terms = { canvas: this.#canvas, onNews: ({ place }: DepthNews) => onPlace(place) };
    this.#scene =
      painter === undefined
        ? openPageScene<DepthCommand, DepthNews>({ ...terms, feed, made: Promise.resolve(makeDepthScene) })
        : painter.openScene<DepthCommand, DepthNews>({ ...terms, name: 'depth', symbol: feed.instrument.symbol });
    const sizes = new ResizeObserver(() => this.#resized());
    sizes.observe(host);
    this.#ends.push(
      () => sizes.disconnect(),
      theme.subscribe(() => this.#set({ palette: readPalette() })),
    );
    this.#set({ numbers, palette: readPalette() });
    this.#resized();
  }

  destroy(): void {
    for (const end of this.#ends) end();
    this.#scene.destroy();
    this.#canvas.remove();
  }

  /** Selects a share of the width, or none. */
  point(share: number | undefined): void {
    this.#place = share === undefined ? undefined : Math.max(0, Math.min(1, share));
    this.#scene.tell({ type: 'point', share: this.#place });
  }

  /** By keyboard: from the selected point, initially from the middle. */
  step(share: number): void {
    this.point((this.#place ?? 0.5) + share);
  }

  #resized(): void {
    const { clientWidth: width, clientHeight: height } = this.#host;
    this.#set({ layout: { width, height, ratio: Math.max(1, window.devicePixelRatio) } });
  }

  #set(setup: Partial<DepthSetup>): void {
    this.#scene.tell({ type: 'set', setup });
  }
}
