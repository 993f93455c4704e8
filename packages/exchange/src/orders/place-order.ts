import {
  assertNever,
  isTerminal,
  marketPriceLimit,
  restsWhatIsLeft,
  tickCount,
  type Arrival,
  type CancelReason,
  type Outcome,
  type PlaceOrder,
  type StrategyTag,
} from '@tapedeck/domain';
import { withoutAbsent } from '../codec/fields.ts';
import type { OrderExtra } from '../codec/order-extra.ts';
import { endOrder } from '../fills/end-order.ts';
import type { Arriving, TakerTerms } from '../fills/settlement.ts';
import { closesOnly } from '../margin/check-order.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import { bookSideOf, type Market } from '../state/market.ts';
import { OpenOrder } from '../state/open-order.ts';
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

/** Creates an order from its command or from a triggered order, records its client order id and reports it. */
function openOrder(state: ExchangeState, account: Account, arriving: Arriving, count: number): OpenOrder {
  const { command, fired } = arriving;
  const orderId = fired?.terms.orderId ?? state.takeOrderId();
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
  order.updatedAt = state.now;
  if (command.clientOrderId !== '' && fired === undefined) account.clientOrderIds.remember(command.clientOrderId, orderId);
  state.life.accepted(account, order);
  state.tell({ type: 'OrderAccepted', order: order.record() });
  return order;
}

/** Reason for which an order ends on arrival before it trades, if any. */
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

/** Cancel reason for the unfilled rest of an order that does not rest. */
function leftover(market: Market, order: OpenOrder, limit: number): CancelReason {
  const { orderType, side } = order;
  if (orderType !== 'Market' || order.filled === 0) return 'EC_NoImmediateQtyToFill';
  const byPriceLimit = tickCount(marketPriceLimit(market.instrument, side, market.limitPrices));
  const bySlippage = order.extra?.slippage !== undefined && (side === 'Buy' ? limit < byPriceLimit : limit > byPriceLimit);
  return bySlippage ? 'CancelByMaxSlippage' : 'EC_ReachMarketPriceLimit';
}

/** A taker with an order. */
type OrderTaker = TakerTerms & { readonly order: OpenOrder };

/** Rests the unfilled part of an order after matching, or ends the order. */
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

/** Places an order: all checks first, then matching, then resting or ending the rest. A refusal changes nothing. */
export function placeOrder(state: ExchangeState, account: Account, command: PlaceOrder, tag?: StrategyTag): Outcome {
  const refused = settlementOf(state.market(command.instrument)).termsRefusal(state, account, command);
  return refused === undefined ? arrive(state, account, { command, fired: undefined, tag }) : { refusal: refused };
}

/** Checks an order against the book and the account, then matches it and rests or ends the rest. */
export function arrive(state: ExchangeState, account: Account, arriving: Arriving): Outcome {
  const { command } = arriving;
  const market = state.market(command.instrument);
  const settlement = settlementOf(market);
  const { arrival, limit, meets, count } = settlement.foresee(state, account, command);
  const refused =
    (arriving.fired === undefined ? undefined : settlement.roomRefusal(account, market)) ??
    settlement.carryRefusal(state, account, arriving, arrival);
  if (refused !== undefined) return { refusal: refused };
  const order = openOrder(state, account, arriving, count);
  enter(state, { account, market, side: command.side, positionIndex: command.positionIndex, limit, order }, arrival, meets);
  return { orderId: order.orderId };
}

/** Matches a checked order, then rests or ends it. */
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
