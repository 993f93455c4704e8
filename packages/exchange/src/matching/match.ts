import { BUY, SELL, type BookSide, type OrderBook } from './order-book.ts';

/** Self-match of a resting order of the taker's own account: they trade, the resting order has left the book, or the taker stops. */
export type Met = 'trade' | 'next' | 'stop';

/** An incoming order as the match loop sees it. The effects of a trade on its owners are behind this interface. */
export interface BookTaker {
  readonly bookSide: BookSide;
  /** Worst tick at which it trades. */
  readonly limit: number;
  /** The owner with whose resting orders it may not simply trade. */
  readonly owner: number;
  /** Maximum lots of the next trade, out of the remaining lots; 0 ends the match. */
  wants(left: number): number;
  /** The next resting order has the same owner. */
  meetOwn(handle: number): Met;
  /** `count` lots of a resting order have left the book at `tick`; `maker` and `reference` are the values given when it rested. */
  trade(tick: number, count: number, maker: number, reference: number): void;
}

/** Trades with one resting order, at its price. */
export function takeOne(book: OrderBook, handle: number, count: number, taker: BookTaker): void {
  const tick = book.tickOf(handle);
  const maker = book.ownerOf(handle);
  const reference = book.referenceOf(handle);
  book.reduce(handle, count);
  taker.trade(tick, count, maker, reference);
}

/**
 * Matches up to `count` lots against the other side: best price first, then time priority, at the maker's price.
 * Returns the filled lots.
 */
export function matchOrder(book: OrderBook, taker: BookTaker, count: number): number {
  const side = taker.bookSide === BUY ? SELL : BUY;
  const { limit, owner } = taker;
  let filled = 0;
  for (;;) {
    const want = taker.wants(count - filled);
    const best = book.best(side);
    if (want <= 0 || best < 0 || (side === SELL ? best > limit : best < limit)) return filled;
    const handle = book.head(side);
    if (book.ownerOf(handle) === owner) {
      const met = taker.meetOwn(handle);
      if (met === 'stop') return filled;
      if (met === 'next') continue;
    }
    const lots = Math.min(want, book.lotsOf(handle));
    takeOne(book, handle, lots, taker);
    filled += lots;
  }
}
