import { isSpot, lots, priceOfTicks, quantityOfLots, ticks, valueAtTick, type CancelReason, type Money, type Side } from '@tapedeck/domain';
import { BUY, SELL } from '../matching/order-book.ts';
import { reducible } from '../risk/check-order.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import { bookSideOf, type Market } from '../state/market.ts';
import type { OpenOrder } from '../state/open-order.ts';
import type { Slot } from '../state/slot.ts';
import { crossTriggers } from './cross-triggers.ts';
import { noteEnded } from './note-leading.ts';
import { attachExits, trimExits } from './position-exits.ts';
import { feeRateOf, settleFill } from './settle-fill.ts';
import { removeSpotOrder } from '../state/spot-orders.ts';

/** Takes an order out of the book and of its owner's list, and says why. Its record is final afterwards. */
export function endOrder(state: ExchangeState, account: Account, order: OpenOrder, reason: CancelReason): void {
  if (order.handle >= 0) {
    const { instrument } = order;
    if (isSpot(instrument)) {
      removeSpotOrder(state, account, order);
    } else {
      const slot = account.slot(instrument);
      unrest(state, slot, order);
      account.dropOrder(slot, order);
    }
  }
  order.cancel(reason, state.now);
  const strategy = order.extra?.strategy;
  if (strategy !== undefined) state.strategies.gone(strategy, order, reason);
  if (account.copying !== undefined) noteEnded(account.copying, state, order);
  state.tell({ type: 'OrderCancelled', order: order.record() });
}

/** Takes an order out of the book alone: what it holds stays counted. */
export function leaveBook(state: ExchangeState, order: OpenOrder): void {
  state.market(order.instrument.id).book.remove(order.handle);
  order.handle = -1;
}

function unrest(state: ExchangeState, slot: Slot, order: OpenOrder): void {
  const { instrument, side, positionIndex, price, reduceOnly } = order;
  leaveBook(state, order);
  if (!reduceOnly) slot.uncount(positionIndex, side, order.left, valueAtTick(instrument, lots(order.left), ticks(price)));
}

/** `value` is that of what is left of the order at its price. */
export function restOrder({ account, slot, market }: Pick<Taker, 'account' | 'slot' | 'market'>, order: OpenOrder, value: Money): void {
  const { side, positionIndex, price, reduceOnly, orderId } = order;
  order.handle = market.book.rest(bookSideOf(side), price, order.left, account.id, orderId);
  account.addOrder(slot, order);
  if (!reduceOnly) slot.count(positionIndex, side, order.left, value);
}

/**
 * Keeps reduce-only orders from ever enlarging or turning a position: each is cut to what is left of it, or cancelled when nothing
 * is; its TP/SL follow it. Called after every change of the position.
 */
export function trimReduceOnly(state: ExchangeState, account: Account, slot: Slot): void {
  if (state.triggers.has(account.id)) trimExits(state, slot);
  if (slot.reduceOnlyOrders === 0) return;
  for (const order of account.ordersOf(slot)) {
    if (!order.reduceOnly) continue;
    const most = reducible(slot.position(order.positionIndex), order.side);
    if (most >= order.left) continue;
    if (most === 0) {
      endOrder(state, account, order, 'CancelByReduceOnly');
      continue;
    }
    state.market(slot.instrument.id).book.reduce(order.handle, order.left - most);
    order.quantity = order.filled + most;
    order.updatedAt = state.now;
    state.tell({ type: 'OrderAccepted', order: order.record() });
  }
}

/** Who takes: a user's order, or the house without one. */
export interface Taker {
  readonly account: Account;
  readonly slot: Slot;
  readonly market: Market;
  readonly side: Side;
  readonly positionIndex: 0 | 1 | 2;
  readonly limit: number;
  readonly order: OpenOrder | undefined;
}

function makerOf(state: ExchangeState, owner: number, orderId: number): { account: Account; order: OpenOrder | undefined } {
  const account = state.account(owner);
  return { account, order: account.orders.get(orderId) };
}

/** Puts a trade on the tape; it sets the last price. */
export function printTrade(
  state: ExchangeState,
  market: Market,
  takerSide: Side,
  trade: { readonly tick: number; readonly count: number },
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
  });
  const { tick } = trade;
  const triggers = state.triggers.book(instrument.id);
  if (tick >= triggers.high || tick <= triggers.low) crossTriggers(state, market, 'LastPrice', { floor: tick, ceil: tick });
}

/** One trade of a taker with one resting order, whole or in part, at the resting order's price. */
export function tradeOnce(state: ExchangeState, taker: Taker, handle: number, count: number): void {
  const { market } = taker;
  const { book, instrument } = market;
  const tick = book.tickOf(handle);
  const maker = makerOf(state, book.ownerOf(handle), book.referenceOf(handle));
  book.reduce(handle, count);
  printTrade(state, market, taker.side, { tick, count });
  const makerSlot = maker.account.slot(instrument);
  const makerOpened = settleFill(state, {
    kind: 'Trade',
    market,
    tick,
    count,
    account: maker.account,
    position: makerSlot.position(maker.order?.positionIndex ?? 0),
    side: taker.side === 'Buy' ? 'Sell' : 'Buy',
    maker: true,
    feeRate: feeRateOf(maker.account, makerSlot.instrument.makerFee),
    order: maker.order,
  });
  if (maker.order?.left === 0) {
    maker.order.handle = -1;
    maker.account.dropOrder(makerSlot, maker.order);
  }
  const takerOpened = settleFill(state, {
    // A trader's position without an order of theirs: liquidation sells it.
    kind: taker.order === undefined && !taker.account.house ? 'BustTrade' : 'Trade',
    market,
    tick,
    count,
    account: taker.account,
    position: taker.slot.position(taker.positionIndex),
    side: taker.side,
    maker: false,
    feeRate: feeRateOf(taker.account, taker.slot.instrument.takerFee),
    order: taker.order,
  });
  if (maker.order?.extra !== undefined) attachTo(state, makerSlot, maker.order, makerOpened);
  if (taker.order?.extra !== undefined) attachTo(state, taker.slot, taker.order, takerOpened);
  trimReduceOnly(state, maker.account, makerSlot);
  trimReduceOnly(state, taker.account, taker.slot);
}

function attachTo(state: ExchangeState, slot: Slot, order: OpenOrder, opened: number): void {
  attachExits(state, slot.position(order.positionIndex), order, opened);
}

/** Most lots that one more fill of this order may take: a reduce-only order never more than its position. */
function wanted(taker: Taker, left: number): number {
  if (taker.order?.reduceOnly !== true) return left;
  return Math.min(left, reducible(taker.slot.position(taker.positionIndex), taker.side));
}

/**
 * Meets a resting order of the taker's own account. The incoming order says which of the two goes: the taker then trades with itself,
 * goes on to the next order, or stops.
 */
export function meetOwn(
  state: ExchangeState,
  taker: Pick<Taker, 'account' | 'market' | 'order'>,
  own: OpenOrder | undefined,
  handle: number,
): 'trade' | 'next' | 'stop' {
  if (own === undefined) {
    taker.market.book.remove(handle);
    return 'next';
  }
  const rule = taker.order?.extra?.selfMatch ?? 'CancelMaker';
  if (rule === 'None') return 'trade';
  if (rule !== 'CancelTaker') endOrder(state, taker.account, own, 'CancelBySmp');
  if (rule === 'CancelMaker' || taker.order === undefined) return 'next';
  endOrder(state, taker.account, taker.order, 'CancelBySmp');
  return 'stop';
}

/**
 * Matches against the other side: best price first, then first come, at the maker's price. What happens to a user's own resting order in
 * the way is the incoming order's choice; by default it is cancelled. Returns the lots that were filled.
 */
export function takeFromBook(state: ExchangeState, taker: Taker, count: number): number {
  const { book } = taker.market;
  const side = taker.side === 'Buy' ? SELL : BUY;
  let filled = 0;
  for (;;) {
    const want = wanted(taker, count - filled);
    const best = book.best(side);
    if (want <= 0 || best < 0 || (side === SELL ? best > taker.limit : best < taker.limit)) return filled;
    const handle = book.head(side);
    if (book.ownerOf(handle) === taker.account.id) {
      const met = meetOwn(state, taker, taker.account.orders.get(book.referenceOf(handle)), handle);
      if (met === 'stop') return filled;
      if (met === 'next') continue;
    }
    const lotsNow = Math.min(want, book.lotsOf(handle));
    tradeOnce(state, taker, handle, lotsNow);
    filled += lotsNow;
  }
}
