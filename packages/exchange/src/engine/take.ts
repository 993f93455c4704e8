import { opposite } from '@tapedeck/domain';
import { matchOrder, takeOne, type BookTaker, type Met } from '../matching/match.ts';
import type { BookSide } from '../matching/order-book.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import { bookSideOf, type Market } from '../state/market.ts';
import { CONTRACTS } from './contract-settlement.ts';
import { endOrder, printTrade } from './order-flow.ts';
import type { Settlement, TakerTerms, TradeSide } from './settlement.ts';
import { SPOT } from './spot-settlement.ts';

export const settlementOf = (market: Market): Settlement => (market.spot ? SPOT : CONTRACTS);

/** A taker of this exchange, as the match loop knows it. */
class Taker implements BookTaker {
  readonly bookSide: BookSide;
  readonly limit: number;
  readonly owner: number;
  readonly #settlement: Settlement;
  readonly #state: ExchangeState;
  readonly #terms: TakerTerms;

  constructor(state: ExchangeState, terms: TakerTerms) {
    this.bookSide = bookSideOf(terms.side);
    this.limit = terms.limit;
    this.owner = terms.account.id;
    this.#settlement = settlementOf(terms.market);
    this.#state = state;
    this.#terms = terms;
  }

  wants(left: number): number {
    return this.#settlement.wants(this.#terms, left);
  }

  /**
   * The incoming order says which of the two goes: the taker then trades with itself, goes on to the next order, or stops. By default the
   * resting order is cancelled.
   */
  meetOwn(handle: number): Met {
    const state = this.#state;
    const { account, market, order } = this.#terms;
    const own = account.orders.get(market.book.referenceOf(handle));
    if (own === undefined) {
      market.book.remove(handle);
      return 'next';
    }
    const rule = order?.extra?.selfMatch ?? 'CancelMaker';
    if (rule === 'None') return 'trade';
    if (rule !== 'CancelTaker') endOrder(state, account, own, 'CancelBySmp');
    if (rule === 'CancelMaker' || order === undefined) return 'next';
    endOrder(state, account, order, 'CancelBySmp');
    return 'stop';
  }

  trade(tick: number, count: number, makerId: number, reference: number): void {
    const state = this.#state;
    const settlement = this.#settlement;
    const { account, market, side, positionIndex, order } = this.#terms;
    printTrade(state, market, side, { tick, count });
    const maker = state.account(makerId);
    const rested = maker.orders.get(reference);
    const index = rested?.positionIndex ?? 0;
    const against = opposite(side);
    const made: TradeSide = { account: maker, market, side: against, positionIndex: index, order: rested, maker: true, tick, count };
    const makerOpened = settlement.settle(state, made);
    if (rested?.left === 0) {
      rested.handle = -1;
      settlement.drop(maker, rested);
    }
    const took: TradeSide = { account, market, side, positionIndex, order, maker: false, tick, count };
    const takerOpened = settlement.settle(state, took);
    if (rested?.extra !== undefined) settlement.attach(state, made, makerOpened);
    if (order?.extra !== undefined) settlement.attach(state, took, takerOpened);
    settlement.follow(state, maker, market);
    settlement.follow(state, account, market);
  }
}

/** Matches a taker against the book of its market; returns the lots that were filled. */
export function takeFromBook(state: ExchangeState, terms: TakerTerms, count: number): number {
  return matchOrder(terms.market.book, new Taker(state, terms), count);
}

/** One trade of a taker with one resting order, whole or in part, at the resting order's price. */
export function tradeOnce(state: ExchangeState, terms: TakerTerms, handle: number, count: number): void {
  takeOne(terms.market.book, handle, count, new Taker(state, terms));
}
