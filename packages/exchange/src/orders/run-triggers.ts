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
import { withoutAbsent } from '../codec/fields.ts';
import { closesOnly, reducible } from '../margin/check-order.ts';
import { settleMargin } from '../margin/settle-margin.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import { unlockExit } from '../state/spot-exits.ts';
import type { ConditionalOrder } from '../triggers/conditional-order.ts';
import { commandOfConditional, fire, tellConditional } from '../exits/conditional-orders.ts';
import { endOrder } from '../fills/end-order.ts';
import { arrive } from './place-order.ts';

/** Reject reasons of a triggered order that the exchange could not place. */
const REASONS: Partial<Record<RefusalReason, CancelReason>> = {
  insufficientBalance: 'CancelByCannotAffordOrderCost',
  aboveRiskLimit: 'CancelByCannotAffordOrderCost',
  marketNoLiquidity: 'EC_NoImmediateQtyToFill',
};

/** A limit beyond the current price limit is moved to it. */
function limitPrice(market: Market, order: ConditionalOrder): number {
  if (order.orderType === 'Market') return 0;
  const limit = market.priceLimit(order.terms.side);
  return order.terms.side === 'Buy' ? Math.min(order.price, limit) : Math.max(order.price, limit);
}

function commandOf(state: ExchangeState, market: Market, order: ConditionalOrder, count: number): PlaceOrder {
  const { terms } = order;
  const options = withoutAbsent<OrderOptions>({
    trigger: undefined,
    closeOnTrigger: undefined,
    isTpSl: undefined,
    exits: order.exits,
    slippage: order.slippage,
    selfMatch: terms.selfMatch,
  });
  const { orderType, amount } = order;
  return {
    ...commandOfConditional(state, order),
    price: ticks(limitPrice(market, order)),
    quantity: lots(count),
    timeInForce: orderType === 'Market' ? 'ImmediateOrCancel' : terms.timeInForce,
    ...(orderType === 'Market' && amount !== undefined && { quoteAmount: amount, quantity: lots(0) }),
    options,
  };
}

/** A triggered order that never reached the market. Its record is final afterwards. */
function drop(state: ExchangeState, order: ConditionalOrder, reason: CancelReason): void {
  order.status = 'Cancelled';
  order.cancelReason = reason;
  tellConditional(state, order, 'OrderCancelled');
}

/**
 * A close-on-trigger order has precedence over opening orders: while the account's margin is insufficient, opening
 * orders of the instrument are cancelled, newest first.
 */
function makeRoom(state: ExchangeState, account: Account, order: ConditionalOrder): void {
  const slot = account.slot(order.terms.instrument);
  for (const open of account.ordersOf(slot).reverse()) {
    const margin = settleMargin(state, account, slot.instrument.settleCoin);
    if (margin.initialMargin <= margin.marginBalance) return;
    if (!open.reduceOnly) endOrder(state, account, open, 'CancelByCannotAffordOrderCost');
  }
}

function carryOut(state: ExchangeState, order: ConditionalOrder): void {
  const { terms } = order;
  const account = state.account(terms.account);
  const market = state.findMarket(terms.instrument.id);
  unlockExit(state, order);
  if (market?.status !== 'Trading') {
    drop(state, order, 'EC_Others');
    return;
  }
  if (market.spot) {
    // The proceeds of a small fill of a sell may not pay for one lot.
    if (order.quantity === 0 && order.orderType === 'Limit') {
      drop(state, order, 'EC_Others');
      return;
    }
    const command = commandOf(state, market, order, order.quantity);
    finish(state, order, arrive(state, account, { command, fired: order }));
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

function finish(state: ExchangeState, order: ConditionalOrder, { refusal }: Outcome): void {
  if (refusal !== undefined) drop(state, order, REASONS[refusal.reason] ?? 'EC_Others');
}

/** Executes every triggered order in the order of triggering, including orders that trigger meanwhile. */
export function runTriggers(state: ExchangeState): void {
  const { due } = state.triggers;
  for (let order = due.shift(); order !== undefined; order = due.shift()) carryOut(state, order);
}

/** Triggers the closes by margin rate of accounts whose maintenance margin has reached their share of the margin balance. */
export function fireMarginRates(state: ExchangeState): void {
  for (const order of [...state.triggers.marginRates]) {
    const { terms } = order;
    if (terms.marginRate === undefined || order.status !== 'Untriggered') continue;
    const margin = settleMargin(state, state.account(terms.account), terms.instrument.settleCoin);
    const { maintenanceMarginRate } = marginRates(margin);
    if (maintenanceMarginRate === undefined || maintenanceMarginRate >= terms.marginRate) fire(state, order, []);
  }
}

/** Reports the new level of each moved trailing stop to its owner. */
export function tellTrailing(state: ExchangeState): void {
  for (const orders of state.triggers.everyUntriggered) {
    for (const order of orders.takeMoved()) tellConditional(state, order, 'OrderReplaced');
  }
}
