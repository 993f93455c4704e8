import { BUY, SELL, type BookSide, type OrderBook } from '../matching/order-book.ts';

/** Called before the fill leaves the book: the maker's handle can still be read. It must not change the book. */
export type OnFill = (maker: number, lots: number) => void;

/**
 * Matches an incoming order against the other side: best price first, then first come. Each fill is at the maker's price.
 * Returns the lots that were not filled at `limitTick` or better.
 */

export function matchOrder(book: OrderBook, takerSide: BookSide, limitTick: number, lots: number, onFill: OnFill): number {
  const side = takerSide === BUY ? SELL : BUY;
  let left = lots;
  while (left > 0) {
    const best = book.best(side);
    if (best < 0 || (takerSide === BUY ? best > limitTick : best < limitTick)) break;
    const maker = book.head(side);
    const rests = book.lotsOf(maker);
    const filled = rests < left ? rests : left;
    onFill(maker, filled);
    book.reduce(maker, filled);
    left -= filled;
  }
  return left;
}
