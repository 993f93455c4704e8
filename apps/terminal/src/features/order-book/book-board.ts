import type { MarketFeed, OrderView, Readable, Loadable } from '@tapedeck/client';
import { tickCount } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { cancelFrame, onNextFrame, runEarly } from '../../platform/frame-scheduler.ts';
import { openPageScene, type MarketPainter } from '../../platform/painting/market-painter.ts';
import { numberTerms, paintFormat, type PaintFormat } from '../../platform/painting/numbers.ts';
import { theme, token } from '../../platform/theme.ts';
import type { BookCommand, BookNews, BookPalette, BookPick, BookSetup } from './book-messages.ts';
import { BookSide, type BookSideElements } from './book-side.ts';

export interface BookBoardOptions {
  readonly feed: MarketFeed;
  readonly openOrders: Readable<Loadable<readonly OrderView[]>>;
  readonly formats: Formats;
  /** Description of a level that contains an order of the account. */
  readonly ownOrder: string;
  /** Paints in the worker; on the page if absent. */
  readonly painter: MarketPainter | undefined;
  /** Container of the canvas, below all other elements. */
  readonly host: HTMLElement;
  readonly canvasClass: string;
  onPick(pick: BookPick): void;
  /** Share of bids in the displayed rows. */
  onBidPercent(percent: number | undefined): void;
}

export interface BookView {
  readonly asks: BookSideElements | undefined;
  readonly bids: BookSideElements | undefined;
  readonly group: number;
}

function readPalette(): BookPalette {
  return {
    bid: token('--up'),
    ask: token('--down'),
    bidBar: token('--up-ground'),
    askBar: token('--down-ground'),
    text: token('--text'),
    muted: token('--text-muted'),
    hover: token('--pressed'),
    own: token('--accent'),
    font: `11.5px ${token('--mono')}`,
  };
}

/** Places the canvas of the live book, sends its scene the inputs, and updates the grid beside it. `destroy` ends it. */
export class BookBoard {
  readonly #options: BookBoardOptions;
  readonly #canvas = document.createElement('canvas');
  readonly #scene: { tell(command: BookCommand): void; destroy(): void };
  readonly #format: PaintFormat;
  readonly #sizes = new ResizeObserver(() => this.#resized());
  readonly #ends: (() => void)[] = [];
  readonly #place = () => this.#placeNow();
  #sides: readonly BookSide[] = [];
  /** Sent with the first layout: a scene with partial inputs paints nothing. */
  #untold: Partial<BookSetup>;
  /** The layout last sent to the scene. */
  #layout = '';

  constructor(options: BookBoardOptions) {
    this.#options = options;
    const { feed, formats, host, painter, canvasClass } = options;
    const numbers = numberTerms(feed.instrument, formats);
    this.#format = paintFormat(numbers);
    this.#canvas.className = canvasClass;
    this.#canvas.setAttribute('aria-hidden', 'true');
    host.prepend(this.#canvas);
    const terms = { canvas: this.#canvas, onNews: (news: BookNews) => this.#heard(news) };
    this.#scene =
      painter === undefined
        ? openPageScene<BookCommand, BookNews>({
            ...terms,
            feed,
            made: import('./book-scene.ts').then(({ makeBookScene }) => makeBookScene),
          })
        : painter.openScene<BookCommand, BookNews>({ ...terms, name: 'book', symbol: feed.instrument.symbol });
    this.#untold = { numbers, palette: readPalette(), own: this.#readOwn() };
    this.#follow();
  }

  /** Shows these sides in this grouping; must be called before anything is painted. */
  show({ asks, bids, group }: BookView): void {
    this.#forgetSides();
    const side = (name: 'bid' | 'ask', elements: BookSideElements | undefined) => {
      if (elements === undefined) return [];
      this.#sizes.observe(elements.surface);
      return [new BookSide(name, elements, (command) => this.#scene.tell(command))];
    };
    this.#sides = [...side('ask', asks), ...side('bid', bids)];
    this.#untold = { ...this.#untold, group };
    onNextFrame(this.#place);
    // Called in the frame that first shows its panel, after the page is complete: the layout is computed here instead
    // of in that frame.
    queueMicrotask(() => runEarly(this.#place));
  }

  destroy(): void {
    cancelFrame(this.#place);
    for (const end of this.#ends) end();
    this.#forgetSides();
    this.#scene.destroy();
    this.#canvas.remove();
  }

  #forgetSides(): void {
    this.#sizes.disconnect();
    for (const side of this.#sides) side.destroy();
    this.#sides = [];
  }

  #follow(): void {
    const { openOrders } = this.#options;
    const resized = () => this.#resized();
    // The pixel ratio of the screen changes with its zoom.
    window.addEventListener('resize', resized);
    this.#ends.push(
      () => window.removeEventListener('resize', resized),
      theme.subscribe(() => this.#set({ palette: readPalette() })),
      openOrders.subscribe(() => this.#set({ own: this.#readOwn() })),
    );
  }

  #resized(): void {
    onNextFrame(this.#place);
  }

  #set(setup: Partial<BookSetup>): void {
    this.#scene.tell({ type: 'set', setup });
  }

  #placeNow(): void {
    const { clientWidth: width, clientHeight: height } = this.#options.host;
    const ratio = Math.max(1, window.devicePixelRatio);
    const layout = { width, height, ratio, sides: this.#sides.map((side) => side.measure()) };
    const key = JSON.stringify(layout);
    const setup = { ...this.#untold, ...(key !== this.#layout && { layout }) };
    this.#layout = key;
    this.#untold = {};
    if (Object.keys(setup).length > 0) this.#set(setup);
  }

  #readOwn(): ReadonlySet<number> {
    const { feed, openOrders } = this.#options;
    const orders = openOrders.get();
    const own = new Set<number>();
    for (const { instrument, record } of (orders.status === 'idle' ? undefined : orders.data) ?? []) {
      if (instrument.id === feed.instrument.id && record.orderType === 'Limit') own.add(tickCount(record.price));
    }
    return own;
  }

  #heard(news: BookNews): void {
    const { ownOrder, onPick, onBidPercent } = this.#options;
    if (news.type === 'picked') return onPick(news.pick);
    onBidPercent(news.bidPercent);
    for (const shown of news.sides) this.#sides.find(({ side }) => side === shown.side)?.grid.write(shown, this.#format, ownOrder);
  }
}
