import type { BookLevels, Side } from '@tapedeck/domain';
import { BUY, SELL, type BookSide } from '../matching/order-book.ts';
import { reducible } from '../margin/check-order.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Position } from '../state/position.ts';

/** Best tick of the opposite side of an order of `side`; -1 if empty. */
export const bestAgainst = (market: Market, side: Side): number => market.book.best(side === 'Buy' ? SELL : BUY);

/** Whether the order crosses any price of the book, including the trader's own orders. */
export function crosses(market: Market, side: Side, limit: number): boolean {
  const best = bestAgainst(market, side);
  return best >= 0 && (side === 'Buy' ? best <= limit : best >= limit);
}

export const NO_LEVELS: BookLevels = { best: () => -1, next: () => -1, lotsAt: () => 0 };

/**
 * Lots that an order of `taker` will find in the book, order by order in matching sequence. Its own orders do not count
 * unless self-match makes it pay for them. A reduce-only order counts at most the position that earlier fills leave.
 * The caller asks once per level, best first.
 */
export class LevelsAhead implements BookLevels {
  readonly #state: ExchangeState;
  readonly #market: Market;
  readonly #taker: Account;
  readonly #countsOwn: boolean;
  readonly #side: BookSide;
  /** The next order not yet visited. */
  #handle: number;
  /** Remaining closable lots of positions whose owners have reduce-only orders. */
  #closable: Map<Position, number> | undefined = undefined;

  constructor(
    state: ExchangeState,
    market: Market,
    taker: { readonly account: Account; readonly side: Side; readonly countsOwn?: boolean },
  ) {
    this.#state = state;
    this.#market = market;
    this.#taker = taker.account;
    this.#countsOwn = taker.countsOwn === true;
    this.#side = taker.side === 'Buy' ? SELL : BUY;
    this.#handle = market.book.head(this.#side);
  }

  best(): number {
    return this.#market.book.best(this.#side);
  }

  next(tick: number): number {
    return this.#market.book.nextLevel(this.#side, tick);
  }

  lotsAt(tick: number, wanted: number): number {
    const { book } = this.#market;
    let found = 0;
    while (this.#handle >= 0 && found < wanted && book.tickOf(this.#handle) === tick) {
      found += this.#lotsOf(this.#handle);
      this.#handle = book.next(this.#handle);
    }
    return found;
  }

  #lotsOf(handle: number): number {
    const { book, instrument } = this.#market;
    const owner = book.ownerOf(handle);
    if (owner === this.#taker.id && !this.#countsOwn) return 0;
    const left = book.lotsOf(handle);
    const account = this.#state.account(owner);
    const slot = account.knownSlot(instrument.id);
    if (slot === undefined || slot.reduceOnlyOrders === 0) return left;
    const order = account.orders.get(book.referenceOf(handle));
    if (order === undefined) return left;
    const position = slot.position(order.positionIndex);
    this.#closable ??= new Map();
    const closable = this.#closable.get(position) ?? reducible(position, order.side);
    const fills = order.reduceOnly ? Math.min(left, closable) : left;
    this.#closable.set(position, Math.max(0, closable - fills));
    return fills;
  }
}
