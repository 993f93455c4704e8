import {
  arrivalOf,
  assertNever,
  executionLimit,
  isOption,
  isTerminal,
  lotCount,
  lots,
  marketPriceLimit,
  refusal,
  restsWhatIsLeft,
  tickCount,
  unmetArrival,
  valueBound,
  type Arrival,
  type CancelReason,
  type CopyTag,
  type OrderId,
  type Outcome,
  type PlaceOrder,
  type Refusal,
  type StrategyTag,
} from '@tapedeck/domain';
import type { OrderExtra } from '../codec/order-extra.ts';
import { withoutAbsent } from '../codec/order-options.ts';
import { closesOnly, marginRefusal, reducible, termsRefusal } from '../risk/check-order.ts';
import { openOrdersRefusal } from '../risk/order-counts.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import { bookSideOf, type Market } from '../state/market.ts';
import { OpenOrder } from '../state/open-order.ts';
import type { WaitingOrder } from '../triggers/waiting-order.ts';
import { noteLeading } from './note-leading.ts';
import { optionsRefusal } from './check-options.ts';
import { LevelsAhead, NO_LEVELS, bestAgainst, crosses } from './levels-ahead.ts';
import { endOrder } from './order-flow.ts';
import type { TakerTerms } from './settlement.ts';
import { settlementOf, takeFromBook } from './take.ts';

function extraOf({ options }: PlaceOrder, { fired, tag: strategy, copy }: Arriving): OrderExtra | undefined {
  if (options === undefined && fired === undefined && strategy === undefined && copy === undefined) return undefined;
  return withoutAbsent<OrderExtra>({
    stop: fired?.stopRecord(),
    exits: options?.exits,
    slippage: options?.slippage,
    selfMatch: options?.selfMatch,
    strategy,
    copy,
  });
}

function takeOrderId(state: ExchangeState): OrderId {
  const orderId = state.nextOrderId;
  state.nextOrderId += 1;
  return orderId;
}

/** Makes an order out of its command, or of one that waited, remembers its client's id and announces it. */
export function openOrder(state: ExchangeState, account: Account, arriving: Arriving, count: number): OpenOrder {
  const { command, fired, tag } = arriving;
  const orderId = fired?.terms.orderId ?? takeOrderId(state);
  const order = OpenOrder.open(
    state.orderRows,
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
      createdAt: fired?.terms.createdAt ?? state.now,
      quoteAmount: command.quoteAmount,
      borrows: command.borrows === true,
    },
    count,
  );
  order.extra = extraOf(command, arriving);
  if (tag !== undefined) state.strategies.placed(tag, orderId);
  order.updatedAt = state.now;
  if (command.clientOrderId !== '' && fired === undefined) account.clientOrderIds.remember(command.clientOrderId, orderId);
  if (account.copying?.role === 'leader') noteLeading(state, account, order);
  state.tell({ type: 'OrderAccepted', order: order.record() });
  return order;
}

/** Why an order ends on arrival before it trades, if it does. */
function endsOnArrival(order: OpenOrder, arrival: Arrival, meets: boolean): CancelReason | undefined {
  const { timeInForce } = order;
  switch (timeInForce) {
    case 'PostOnly':
      return meets ? 'EC_PostOnlyWillTakeLiquidity' : undefined;
    case 'FillOrKill':
      return arrival.fillLots < order.quantity ? 'EC_CancelForNoFullFill' : undefined;
    case 'GoodTillCancel':
    case 'ImmediateOrCancel':
      return undefined;
    default:
      return assertNever(timeInForce);
  }
}

/** Why what is left of an order that does not rest is cancelled. */
function leftover(market: Market, order: OpenOrder, limit: number): CancelReason {
  const { orderType, side } = order;
  if (orderType !== 'Market' || order.filled === 0) return 'EC_NoImmediateQtyToFill';
  const byPriceLimit = tickCount(marketPriceLimit(market.instrument, side, market.limitPrices));
  const bySlippage = order.extra?.slippage !== undefined && (side === 'Buy' ? limit < byPriceLimit : limit > byPriceLimit);
  return bySlippage ? 'CancelByMaxSlippage' : 'EC_ReachMarketPriceLimit';
}

/** A taker with an order. */
type OrderTaker = TakerTerms & { readonly order: OpenOrder };

/** Rests what is left of an order that has traded, or ends it. */
function finishArrival(state: ExchangeState, taker: OrderTaker, arrival: Arrival): void {
  const { account, market, limit, order } = taker;
  if (order.left === 0 || isTerminal(order.status)) return;
  const settlement = settlementOf(market);
  const most = settlement.wants(taker, order.left);
  if (most === 0) {
    endOrder(state, account, order, 'CancelByReduceOnly');
    return;
  }
  if (!restsWhatIsLeft(order.timeInForce)) {
    endOrder(state, account, order, leftover(market, order, limit));
    return;
  }
  if (most < order.left) order.quantity = order.filled + most;
  order.handle = market.book.rest(bookSideOf(order.side), order.price, order.left, account.id, order.orderId);
  settlement.hold(account, order, arrival);
}

/** What only the book can refuse: a market order that meets nothing, or too little value. */
function marketOrderRefusal(market: Market, command: PlaceOrder, arrival: Arrival): Refusal | undefined {
  if (command.orderType !== 'Market') return undefined;
  if (arrival.fillLots === 0) return refusal('marketNoLiquidity');
  const small = arrival.fillLots === lotCount(command.quantity) && arrival.fillValue < market.instrument.minNotional;
  return small && !closesOnly(command) ? refusal('notionalTooSmall', { limit: valueBound(market.instrument.minNotional) }) : undefined;
}

/** Places an order: all checks first, then matching, then resting or ending what is left. A refusal changes nothing. */
export function placeOrder(state: ExchangeState, account: Account, command: PlaceOrder, tag?: StrategyTag): Outcome {
  const market = state.market(command.instrument);
  const slot = account.slot(market.instrument);
  const terms =
    termsRefusal(account, slot, market, command) ??
    (command.options === undefined ? undefined : optionsRefusal(state, account, slot, command));
  return terms === undefined ? arrive(state, account, { command, fired: undefined, tag }) : { refusal: terms };
}

/** What comes to the market: a new order, or one that waited and fired. */
export interface Arriving {
  readonly command: PlaceOrder;
  readonly fired: WaitingOrder | undefined;
  /** Of a part of a strategy. */
  readonly tag?: StrategyTag | undefined;
  /** Of a follower's copy. */
  readonly copy?: CopyTag;
  /** That the account can carry it was checked already. */
  readonly paid?: boolean;
}

/** What an order would do now. */
export interface MetArrival {
  readonly arrival: Arrival;
  /** The worst tick at which it executes. */
  readonly limit: number;
  /** Whether there is a price in the book that it meets, be it the account's own. */
  readonly meets: boolean;
}

/** What so many lots of an order would do now. Most orders meet nothing, and then the book need not be walked. */
export function metArrival(state: ExchangeState, account: Account, command: PlaceOrder, count: number): MetArrival {
  const market = state.market(command.instrument);
  const { instrument } = market;
  const { side, orderType, timeInForce, price, options } = command;
  if (orderType === 'Limit' && !crosses(market, side, tickCount(price)))
    return { arrival: unmetArrival(instrument, command, count), limit: tickCount(price), meets: false };
  const { mark, index, premium } = market.limitPrices;
  const quantity = lots(count);
  const slippage = options?.slippage;
  const terms = { instrument, side, orderType, timeInForce, price, quantity, mark, index, premium, slippage };
  const limit = tickCount(executionLimit(terms, bestAgainst(market, side)));
  const meets = crosses(market, side, limit);
  return { arrival: arrivalOf(terms, meets ? new LevelsAhead(state, market, { account, side }) : NO_LEVELS), limit, meets };
}

/** Checks an order against the book and the account's margin, then matches it and rests or ends what is left. */
export function arrive(state: ExchangeState, account: Account, arriving: Arriving): Outcome {
  const { command } = arriving;
  const market = state.market(command.instrument);
  const slot = account.slot(market.instrument);
  // An account without anything open in an option was not told its prices.
  if (isOption(market.instrument)) slot.priceOption(market.optionPrices);
  const closing = closesOnly(command);
  const asked = lotCount(command.quantity);
  const count = closing ? Math.min(asked, reducible(slot.position(command.positionIndex), command.side)) : asked;
  const { arrival, limit, meets } = metArrival(state, account, command, count);
  const refused =
    (arriving.fired === undefined ? undefined : openOrdersRefusal(account, slot)) ??
    marketOrderRefusal(market, command, arrival) ??
    (closing || arriving.paid === true ? undefined : marginRefusal(state, account, command, arrival));
  if (refused !== undefined) return { refusal: refused };
  const order = openOrder(state, account, arriving, count);
  enter(state, { account, market, side: command.side, positionIndex: command.positionIndex, limit, order }, arrival, meets);
  return { orderId: order.orderId };
}

/** Lets an order that was checked trade, then rest or end. */
export function enter(state: ExchangeState, taker: OrderTaker, arrival: Arrival, meets: boolean): void {
  const { account, order } = taker;
  const ends = endsOnArrival(order, arrival, meets);
  if (ends !== undefined) {
    endOrder(state, account, order, ends);
    return;
  }
  if (meets) takeFromBook(state, taker, order.left);
  finishArrival(state, taker, arrival);
}
