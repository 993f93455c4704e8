import type { Freshness, MarketFeed, OrderView, Readable, Loadable } from '@tapedeck/client';
import { tickCount } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import { cancelFrame, onNextFrame, runEarly } from '../../platform/frame-scheduler.ts';
import { theme } from '../../platform/theme.ts';
import { lotStep, tickStep } from '../../platform/values.ts';
import { bidPercent } from './book-rows.ts';
import { BookSide, type BookPick, type BookSideElements } from './book-side.ts';
import type { PaintFormat } from './side-painter.ts';

/** The grid beside the canvas follows this often: often enough to read, rarely enough not to flood a screen reader. */
const GRID_INTERVAL_MS = 350;

export interface BookBoardOptions {
  readonly feed: MarketFeed;
  readonly openOrders: Readable<Loadable<readonly OrderView[]>>;
  readonly formats: Formats;
  /** Describes a level that holds an order of the account. */
  readonly ownOrder: string;
  readonly asks: BookSideElements | undefined;
  readonly bids: BookSideElements | undefined;
  readonly group: number;
  onPick(pick: BookPick): void;
  /** Share of the bids in what is on screen. */
  onBidPercent(percent: number | undefined): void;
}

/** A book that is being put together again is not painted: it may be crossed or have holes. */
const isTrusted = (freshness: Freshness): boolean => freshness !== 'resyncing' && freshness !== 'loading';

/** Paints the live book once per frame after something changed. Lives outside React; `destroy` ends it. */
export class BookBoard {
  readonly #options: BookBoardOptions;
  /** Asks before bids; one of them alone in the views of one side. */
  readonly #sides: readonly BookSide[];
  readonly #format: PaintFormat;
  readonly #ends: (() => void)[] = [];
  readonly #paint = () => this.#paintNow();
  #own: ReadonlySet<number> = new Set();
  #gridTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: BookBoardOptions) {
    this.#options = options;
    const { feed, formats } = options;
    const [tick, lot] = [tickStep(feed.instrument), lotStep(feed.instrument)];
    const { priceDigits, quantityDigits } = feed.instrument;
    this.#format = {
      price: (ticks) => formats.count(ticks * tick, priceDigits),
      lots: (lots) => formats.count(lots * lot, quantityDigits),
    };
    const change = () => onNextFrame(this.#paint);
    const side = (name: 'bid' | 'ask', elements: BookSideElements | undefined) =>
      elements === undefined ? [] : [new BookSide(name, elements, options.onPick, change)];
    this.#sides = [...side('ask', options.asks), ...side('bid', options.bids)];
    this.#follow(change);
    this.#readOwn();
    change();
    // A book that is there already belongs to the frame that first shows its panel: painted once the whole page stands, which is laid
    // out for it here instead of in that frame.
    if (isTrusted(feed.book.get().freshness)) queueMicrotask(() => runEarly(this.#paint));
  }

  destroy(): void {
    cancelFrame(this.#paint);
    if (this.#gridTimer !== undefined) clearTimeout(this.#gridTimer);
    for (const end of this.#ends) end();
    for (const side of this.#sides) side.destroy();
  }

  #follow(change: () => void): void {
    const { feed, openOrders, asks, bids } = this.#options;
    const repaint = () => {
      for (const side of this.#sides) side.painter.reset();
      change();
    };
    const resized = () => {
      for (const side of this.#sides) side.resized();
      change();
    };
    const sizes = new ResizeObserver(resized);
    for (const elements of [asks, bids]) if (elements !== undefined) sizes.observe(elements.canvas);
    document.fonts.addEventListener('loadingdone', repaint);
    // The density of the screen changes with its zoom.
    window.addEventListener('resize', resized);
    this.#ends.push(
      feed.book.subscribe(change),
      theme.subscribe(repaint),
      openOrders.subscribe(() => {
        this.#readOwn();
        change();
      }),
      () => sizes.disconnect(),
      () => document.fonts.removeEventListener('loadingdone', repaint),
      () => window.removeEventListener('resize', resized),
    );
  }

  #readOwn(): void {
    const orders = this.#options.openOrders.get();
    const own = new Set<number>();
    for (const { instrument, record } of (orders.status === 'idle' ? undefined : orders.data) ?? []) {
      if (instrument.id === this.#options.feed.instrument.id && record.orderType === 'Limit') own.add(tickCount(record.price));
    }
    this.#own = own;
  }

  #paintNow(): void {
    const { feed, group, onBidPercent } = this.#options;
    const book = feed.book.get();
    const trusted = isTrusted(book.freshness);
    for (const side of this.#sides) {
      side.measure();
      const levels = side.side === 'ask' ? book.asks : book.bids;
      side.fill(trusted ? levels : [], group, this.#own);
    }
    const scale = Math.max(0, ...this.#sides.map((side) => side.depth));
    for (const side of this.#sides) side.paint(scale, this.#format);
    const [asks, bids] = this.#sides;
    onBidPercent(asks === undefined || bids === undefined ? undefined : bidPercent(bids.rows, asks.rows));
    this.#gridTimer ??= setTimeout(() => this.#writeGrids(), GRID_INTERVAL_MS);
  }

  #writeGrids(): void {
    this.#gridTimer = undefined;
    for (const side of this.#sides) side.grid.write(side.rows, this.#format, this.#options.ownOrder);
  }
}
