import { lots, opposite, priceOfTicks, quantityOfLots, ticks, valueAtTick, type Side } from '@tapedeck/domain';
import { matchOrder, takeOne, type BookTaker, type Met } from '../matching/match.ts';
import type { BookSide } from '../matching/order-book.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import { bookSideOf, type Market } from '../state/market.ts';
import { CONTRACTS } from '../contracts/contract-settlement.ts';
import { crossTriggers } from '../exits/conditional-orders.ts';
import { endOrder } from '../fills/end-order.ts';
import type { Settlement, TakerTerms, TradeSide } from '../fills/settlement.ts';
import { SPOT } from '../spot/spot-settlement.ts';

export const settlementOf = (market: Market): Settlement => (market.spot ? SPOT : CONTRACTS);

/** Prints a trade on the tape and sets the last price. */
function printTrade(
  state: ExchangeState,
  market: Market,
  takerSide: Side,
  trade: { readonly tick: number; readonly count: number; readonly liquidates: boolean },
): void {
  const { instrument } = market;
  market.last = priceOfTicks(ticks(trade.tick), instrument.tickSize);
  const tradeId = state.nextTradeId;
  state.nextTradeId += 1;
  state.tell({
    type: 'TradePrinted',
    instrument: instrument.id,
    tradeId,
    price: market.last,
    quantity: quantityOfLots(lots(trade.count), instrument.lotSize),
    value: valueAtTick(instrument, lots(trade.count), ticks(trade.tick)),
    takerSide,
    recorded: false,
    liquidation: trade.liquidates,
  });
  const { tick } = trade;
  const triggers = state.triggers.untriggered(instrument.id);
  if (tick >= triggers.high || tick <= triggers.low) crossTriggers(state, market, 'LastPrice', { floor: tick, ceil: tick });
}

/** A taker of this exchange for the match loop. */
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
   * The incoming order decides a self-match: the taker trades with itself, passes to the next order, or stops. By
   * default the resting order is cancelled.
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
    const { account, market, side, positionIndex, order, liquidates = false } = this.#terms;
    printTrade(state, market, side, { tick, count, liquidates });
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

/** Matches a taker against the book of its market; returns the filled lots. */
export function takeFromBook(state: ExchangeState, terms: TakerTerms, count: number): number {
  const taker = new Taker(state, terms);
  return matchOrder(terms.market.book, taker, count);
}

/** One trade of a taker with one resting order, full or partial, at the resting order's price. */
export function tradeOnce(state: ExchangeState, terms: TakerTerms, handle: number, count: number): void {
  takeOne(terms.market.book, handle, count, new Taker(state, terms));
}
