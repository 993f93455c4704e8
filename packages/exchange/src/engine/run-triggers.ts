import {
  isPositionExit,
  lots,
  marginRates,
  ticks,
  type CancelReason,
  type OrderOptions,
  type Outcome,
  type PlaceOrder,
  type RefusalReason,
} from '@tapedeck/domain';
import { withoutAbsent } from '../codec/order-options.ts';
import { closesOnly, reducible } from '../risk/check-order.ts';
import { settleMargin } from '../risk/settle-margin.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import { unlockExit } from '../state/spot-exits.ts';
import type { WaitingOrder } from '../triggers/waiting-order.ts';
import { fire } from './cross-triggers.ts';
import { endOrder } from './order-flow.ts';
import { arrive } from './place-order.ts';
import { replaced } from './position-exits.ts';
import { arriveSpot } from './spot-flow.ts';

/** The market's words for a fired order that the exchange could not take. */
const REASONS: Partial<Record<RefusalReason, CancelReason>> = {
  insufficientBalance: 'CancelByCannotAffordOrderCost',
  aboveRiskLimit: 'CancelByCannotAffordOrderCost',
  marketNoLiquidity: 'EC_NoImmediateQtyToFill',
};

/** A limit that lies beyond the price limit of now is drawn to it. */
function limitPrice(market: Market, order: WaitingOrder): number {
  if (order.orderType === 'Market') return 0;
  const limit = market.priceLimit(order.terms.side);
  return order.terms.side === 'Buy' ? Math.min(order.price, limit) : Math.max(order.price, limit);
}

function commandOf(state: ExchangeState, market: Market, order: WaitingOrder, count: number): PlaceOrder {
  const { terms } = order;
  const options = withoutAbsent<OrderOptions>({
    trigger: undefined,
    closeOnTrigger: undefined,
    exits: order.exits,
    slippage: order.slippage,
    selfMatch: terms.selfMatch,
  });
  return {
    type: 'PlaceOrder',
    time: state.now,
    account: terms.account,
    instrument: terms.instrument.id,
    side: terms.side,
    orderType: order.orderType,
    price: ticks(limitPrice(market, order)),
    quantity: lots(count),
    timeInForce: order.orderType === 'Market' ? 'ImmediateOrCancel' : terms.timeInForce,
    reduceOnly: terms.reduceOnly,
    positionIndex: terms.positionIndex,
    clientOrderId: terms.clientOrderId,
    source: terms.source,
    ...(terms.borrows === true && { borrows: true }),
    ...(order.orderType === 'Market' && order.amount !== undefined && { quoteAmount: order.amount, quantity: lots(0) }),
    options,
  };
}

/** An order that fired and never came to the market. Its record is final afterwards. */
function drop(state: ExchangeState, order: WaitingOrder, reason: CancelReason): void {
  order.status = 'Cancelled';
  order.cancelReason = reason;
  order.updatedAt = state.now;
  state.tell({ type: 'OrderCancelled', order: order.record() });
}

/**
 * A close-on-trigger order goes ahead of orders that open: while the account's margin does not cover what it holds, those of the
 * instrument are cancelled, newest first (reference, section 6.20).
 */
function makeRoom(state: ExchangeState, account: Account, order: WaitingOrder): void {
  const slot = account.slot(order.terms.instrument);
  for (const open of account.ordersOf(slot).reverse()) {
    const margin = settleMargin(state, account, slot.instrument.settleCoin);
    if (margin.initialMargin <= margin.marginBalance) return;
    if (!open.reduceOnly) endOrder(state, account, open, 'CancelByCannotAffordOrderCost');
  }
}

function carryOut(state: ExchangeState, order: WaitingOrder): void {
  const { terms } = order;
  const account = state.account(terms.account);
  const market = state.findMarket(terms.instrument.id);
  unlockExit(state, order);
  if (market?.status !== 'Trading') {
    drop(state, order, 'EC_Others');
    return;
  }
  if (market.spot) {
    // What a small fill of a sell brought in may not pay for one lot.
    if (order.quantity === 0 && order.orderType === 'Limit') {
      drop(state, order, 'EC_Others');
      return;
    }
    const command = commandOf(state, market, order, order.quantity);
    finish(state, order, arriveSpot(state, account, { command, fired: order }));
    return;
  }
  const position = account.slot(terms.instrument).position(terms.positionIndex);
  const closable = reducible(position, terms.side);
  const count = terms.wholePosition ? closable : order.quantity;
  if (closesOnly(terms) && closable === 0) {
    drop(state, order, isPositionExit(terms.kind) ? 'CancelByTpSlTsClear' : 'CancelByReduceOnly');
    return;
  }
  if (terms.closeOnTrigger) makeRoom(state, account, order);
  finish(state, order, arrive(state, account, { command: commandOf(state, market, order, count), fired: order }));
}

function finish(state: ExchangeState, order: WaitingOrder, { refusal }: Outcome): void {
  if (refusal !== undefined) drop(state, order, REASONS[refusal.reason] ?? 'EC_Others');
}

/** Carries out every order that fired, in the order in which they did; those that fire meanwhile follow. */
export function runTriggers(state: ExchangeState): void {
  const { due } = state.triggers;
  for (let order = due.shift(); order !== undefined; order = due.shift()) carryOut(state, order);
}

/** Fires the closes by margin rate of accounts whose maintenance margin has reached their share of the margin balance. */
export function fireMarginRates(state: ExchangeState): void {
  for (const order of [...state.triggers.marginRates]) {
    const { terms } = order;
    if (terms.marginRate === undefined || order.status !== 'Untriggered') continue;
    const margin = settleMargin(state, state.account(terms.account), terms.instrument.settleCoin);
    const { maintenanceMarginRate } = marginRates(margin);
    if (maintenanceMarginRate === undefined || maintenanceMarginRate >= terms.marginRate) fire(state, order, []);
  }
}

/** Tells the owners of trailing stops where these are now, of those that moved. */
export function tellTrailing(state: ExchangeState): void {
  for (const book of state.triggers.books) {
    for (const order of book.takeMoved()) replaced(state, order);
  }
}
