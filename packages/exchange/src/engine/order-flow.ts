import {
  arrivalOf,
  executionLimit,
  isSpot,
  levelsOfOthers,
  lotCount,
  lots,
  negateMoney,
  priceOfTicks,
  quantityOfLots,
  refusal,
  tickCount,
  ticks,
  valueAtTick,
  type Arrival,
  type BookLevels,
  type CancelReason,
  type Outcome,
  type PlaceOrder,
  type Refusal,
  type Side,
} from '@tapedeck/domain';
import { BUY, SELL } from '../matching/order-book.ts';
import { closesOnly, marginRefusal, reducible, termsRefusal } from '../risk/check-order.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import { bookSideOf, type Market } from '../state/market.ts';
import { OpenOrder } from '../state/open-order.ts';
import type { Slot } from '../state/slot.ts';
import { feeRateOf, settleFill } from './settle-fill.ts';
import { removeSpotOrder } from '../state/spot-orders.ts';

/** Takes an order out of the book and of its owner's list, and says why. Its record is final afterwards. */
export function endOrder(state: ExchangeState, account: Account, order: OpenOrder, reason: CancelReason): void {
  if (order.handle >= 0) {
    if (isSpot(order.instrument)) {
      removeSpotOrder(state, account, order);
    } else {
      const slot = account.slot(order.instrument);
      unrest(state, slot, order);
      account.dropOrder(slot, order);
    }
  }
  order.status = 'Cancelled';
  order.cancelReason = reason;
  order.updatedAt = state.now;
  state.events.push({ type: 'OrderCancelled', order: order.record() });
}

function unrest(state: ExchangeState, slot: Slot, order: OpenOrder): void {
  const { instrument, side, positionIndex, price, reduceOnly } = order;
  state.market(instrument.id).book.remove(order.handle);
  order.handle = -1;
  if (!reduceOnly) slot.count(positionIndex, side, -order.left, negateMoney(valueAtTick(instrument, lots(order.left), ticks(price))));
}

function restOrder(state: ExchangeState, account: Account, slot: Slot, order: OpenOrder): void {
  const { instrument, side, positionIndex, price, reduceOnly, orderId } = order;
  order.handle = state.market(instrument.id).book.rest(bookSideOf(side), price, order.left, account.id, orderId);
  account.addOrder(slot, order);
  if (!reduceOnly) slot.count(positionIndex, side, order.left, valueAtTick(instrument, lots(order.left), ticks(price)));
}

/**
 * Keeps reduce-only orders from ever enlarging or turning a position: each is cut to what is left of it, or cancelled when nothing
 * is. Called after every change of the position.
 */
export function trimReduceOnly(state: ExchangeState, account: Account, slot: Slot): void {
  if (slot.reduceOnlyOrders === 0) return;
  for (const order of account.ordersOf(slot)) {
    if (!order.reduceOnly) continue;
    const most = reducible(slot.positions[order.positionIndex], order.side);
    if (most >= order.left) continue;
    if (most === 0) {
      endOrder(state, account, order, 'CancelByReduceOnly');
      continue;
    }
    state.market(slot.instrument.id).book.reduce(order.handle, order.left - most);
    order.quantity = order.filled + most;
    order.updatedAt = state.now;
    state.events.push({ type: 'OrderAccepted', order: order.record() });
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
  state.events.push({
    type: 'TradePrinted',
    instrument: instrument.id,
    tradeId,
    price: market.last,
    quantity: quantityOfLots(lots(trade.count), instrument.lotSize),
    value: valueAtTick(instrument, lots(trade.count), ticks(trade.tick)),
    takerSide,
    recorded: false,
  });
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
  settleFill(state, {
    kind: 'Trade',
    market,
    tick,
    count,
    account: maker.account,
    position: makerSlot.positions[maker.order?.positionIndex ?? 0],
    side: taker.side === 'Buy' ? 'Sell' : 'Buy',
    maker: true,
    feeRate: feeRateOf(maker.account, instrument.makerFee),
    order: maker.order,
  });
  if (maker.order?.left === 0) {
    maker.order.handle = -1;
    maker.account.dropOrder(makerSlot, maker.order);
  }
  settleFill(state, {
    kind: 'Trade',
    market,
    tick,
    count,
    account: taker.account,
    position: taker.slot.positions[taker.positionIndex],
    side: taker.side,
    maker: false,
    feeRate: feeRateOf(taker.account, instrument.takerFee),
    order: taker.order,
  });
  trimReduceOnly(state, maker.account, makerSlot);
  trimReduceOnly(state, taker.account, taker.slot);
}

/** Most lots that one more fill of this order may take: a reduce-only order never more than its position. */
function wanted(taker: Taker, left: number): number {
  if (taker.order?.reduceOnly !== true) return left;
  return Math.min(left, reducible(taker.slot.positions[taker.positionIndex], taker.side));
}

/**
 * Matches against the other side: best price first, then first come, at the maker's price. A user's own resting order in the way is
 * cancelled instead (self-match prevention, the maker goes). Returns the lots that were filled.
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
      const own = taker.account.orders.get(book.referenceOf(handle));
      if (own === undefined) book.remove(handle);
      else endOrder(state, taker.account, own, 'CancelBySmp');
      continue;
    }
    const lotsNow = Math.min(want, book.lotsOf(handle));
    tradeOnce(state, taker, handle, lotsNow);
    filled += lotsNow;
  }
}

export const NO_LEVELS: BookLevels = { best: () => -1, next: () => -1, lotsAt: () => 0 };

/** What others than the owner of `orders` rest on the side of the book that an order of `side` meets. */
export function levelsAgainst(market: Market, side: Side, orders: readonly OpenOrder[]): BookLevels {
  const { book } = market;
  const against = side === 'Buy' ? SELL : BUY;
  const levels: BookLevels = {
    best: () => book.best(against),
    next: (tick) => book.nextLevel(against, tick),
    lotsAt: (tick) => book.levelLots(against, tick),
  };
  const own = orders.filter((order) => order.side !== side);
  return levelsOfOthers(
    levels,
    own.map(({ price, left }) => ({ tick: price, count: left })),
  );
}

/** Whether the order meets any price of the book, be it the trader's own. */
export function crosses(market: Market, side: Side, limit: number): boolean {
  const best = market.book.best(side === 'Buy' ? SELL : BUY);
  return best >= 0 && (side === 'Buy' ? best <= limit : best >= limit);
}

/** Makes an order out of its command, remembers its client's id and announces it. */
export function openOrder(state: ExchangeState, account: Account, command: PlaceOrder, count: number): OpenOrder {
  const orderId = state.nextOrderId;
  state.nextOrderId += 1;
  const order = new OpenOrder(
    {
      orderId,
      clientOrderId: command.clientOrderId,
      account: account.id,
      instrument: state.market(command.instrument).instrument,
      side: command.side,
      orderType: command.orderType,
      price: command.orderType === 'Market' ? 0 : tickCount(command.price),
      timeInForce: command.orderType === 'Market' ? 'ImmediateOrCancel' : command.timeInForce,
      reduceOnly: closesOnly(command),
      positionIndex: command.positionIndex,
      source: command.source,
      createdAt: state.now,
      quoteAmount: command.quoteAmount,
      borrows: command.borrows === true,
    },
    count,
  );
  if (command.clientOrderId !== '') account.rememberClientOrderId(command.clientOrderId, orderId);
  state.events.push({ type: 'OrderAccepted', order: order.record() });
  return order;
}

/** Why an order ends on arrival before it trades, if it does. */
export function endsOnArrival(order: OpenOrder, arrival: Arrival, meets: boolean): CancelReason | undefined {
  if (order.timeInForce === 'PostOnly' && meets) return 'EC_PostOnlyWillTakeLiquidity';
  if (order.timeInForce === 'FillOrKill' && arrival.fillLots < order.quantity) return 'EC_CancelForNoFullFill';
  return undefined;
}

function finishArrival(state: ExchangeState, account: Account, slot: Slot, order: OpenOrder): void {
  if (order.left === 0) return;
  const { timeInForce, orderType, reduceOnly, positionIndex, side } = order;
  if (reduceOnly && reducible(slot.positions[positionIndex], side) === 0) {
    endOrder(state, account, order, 'CancelByReduceOnly');
    return;
  }
  if (timeInForce === 'GoodTillCancel' || timeInForce === 'PostOnly') {
    if (reduceOnly) order.quantity = order.filled + Math.min(order.left, reducible(slot.positions[positionIndex], side));
    restOrder(state, account, slot, order);
    return;
  }
  const market = orderType === 'Market';
  endOrder(state, account, order, market && order.filled > 0 ? 'EC_ReachMarketPriceLimit' : 'EC_NoImmediateQtyToFill');
}

/** What only the book can refuse: a market order that meets nothing, or too little value. */
function marketOrderRefusal(market: Market, command: PlaceOrder, arrival: Arrival): Refusal | undefined {
  if (command.orderType !== 'Market') return undefined;
  if (arrival.fillLots === 0) return refusal('marketNoLiquidity');
  const small = arrival.fillLots === lotCount(command.quantity) && arrival.fillValue < market.instrument.minNotional;
  return small && !closesOnly(command) ? refusal('notionalTooSmall') : undefined;
}

/** Places an order: all checks first, then matching, then resting or ending what is left. A refusal changes nothing. */
export function placeOrder(state: ExchangeState, account: Account, command: PlaceOrder): Outcome {
  const market = state.market(command.instrument);
  const slot = account.slot(market.instrument);
  const terms = termsRefusal(account, slot, market, command);
  if (terms !== undefined) return { refusal: terms };
  const closing = closesOnly(command);
  const asked = lotCount(command.quantity);
  const count = closing ? Math.min(asked, reducible(slot.positions[command.positionIndex], command.side)) : asked;
  const arriving = {
    instrument: market.instrument,
    side: command.side,
    orderType: command.orderType,
    timeInForce: command.timeInForce,
    price: command.price,
    quantity: lots(count),
    mark: market.mark,
  };
  const limit = tickCount(executionLimit(arriving));
  const meets = crosses(market, command.side, limit);
  const arrival = arrivalOf(arriving, meets ? levelsAgainst(market, command.side, account.ordersOf(slot)) : NO_LEVELS);
  const refused = marketOrderRefusal(market, command, arrival) ?? (closing ? undefined : marginRefusal(state, account, command, arrival));
  if (refused !== undefined) return { refusal: refused };
  const order = openOrder(state, account, command, count);
  const ends = endsOnArrival(order, arrival, meets);
  if (ends !== undefined) {
    endOrder(state, account, order, ends);
    return { orderId: order.orderId };
  }
  if (meets) takeFromBook(state, { account, slot, market, side: command.side, positionIndex: command.positionIndex, limit, order }, count);
  finishArrival(state, account, slot, order);
  return { orderId: order.orderId };
}
