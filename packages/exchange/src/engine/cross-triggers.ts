import { sourceTicks, tickCount, triggerReached, type CancelReason, type SourceTicks, type TriggerSource } from '@tapedeck/domain';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import { unlockExit } from '../state/spot-exits.ts';
import type { WaitingOrder } from '../triggers/waiting-order.ts';

/** Where a source of the instrument stands now. */
export function sourceAt(market: Market, source: TriggerSource): SourceTicks {
  const at = source === 'LastPrice' ? market.last : source === 'MarkPrice' ? market.mark : market.index;
  return sourceTicks(at, market.instrument.tickSize);
}

/** Ends an order that waits, without its having fired. Its record is final afterwards. */
export function endWaiting(state: ExchangeState, order: WaitingOrder, reason: CancelReason): void {
  // While the other leg waits it keeps the coins of both.
  const frees = order.partner === undefined;
  deactivate(state, order, reason);
  if (frees) unlockExit(state, order);
}

function deactivate(state: ExchangeState, order: WaitingOrder, reason: CancelReason, watched = true): void {
  state.triggers.remove(order, watched);
  order.status = 'Deactivated';
  order.cancelReason = reason;
  order.updatedAt = state.now;
  state.tell({ type: 'OrderCancelled', order: order.record() });
}

/** Why the other leg of a pair goes when this one fires. */
function partnerReason(fired: WaitingOrder): CancelReason {
  const { kind } = fired.terms;
  const takesProfit = kind === 'PartialTakeProfit' || (kind !== 'PartialStopLoss' && fired.trigger?.direction === 'Rising');
  return takesProfit ? 'CancelByOCOSlCanceledByTpTriggered' : 'CancelByOCOTpCanceledBySlTriggered';
}

/**
 * An order fires: it waits no more, its partner goes, the coins that both kept stay kept, and it is carried out once the command that moved the price is through. `taken` are
 * the orders that came out of their books in the same moment.
 */
export function fire(state: ExchangeState, order: WaitingOrder, taken: readonly WaitingOrder[]): void {
  const { partner } = order;
  state.triggers.remove(order, !taken.includes(order));
  order.status = 'Triggered';
  order.updatedAt = state.now;
  state.tell({ type: 'OrderTriggered', order: order.record() });
  state.triggers.due.push(order);
  if (partner !== undefined) deactivate(state, partner, partnerReason(order), !taken.includes(partner));
}

/** A source of the instrument stands at `at`: whatever it reaches fires, in order. */
export function crossTriggers(state: ExchangeState, market: Market, source: TriggerSource, at: SourceTicks): void {
  const taken = state.triggers.book(market.instrument.id).reached(source, at);
  for (const order of taken) if (order.status === 'Untriggered') fire(state, order, taken);
}

/** Lets a new order wait, wherever the price is. */
export function beginWaiting(state: ExchangeState, market: Market, order: WaitingOrder): void {
  const last = sourceAt(market, 'LastPrice');
  if (activeAt(order, last)) order.follow(last);
  order.toldBest = order.best;
  state.triggers.add(order);
  state.tell({ type: 'OrderAccepted', order: order.record() });
}

/** Lets a new order wait, or fires it at once when the price is there already. */
export function startWaiting(state: ExchangeState, market: Market, order: WaitingOrder): void {
  beginWaiting(state, market, order);
  fireIfReached(state, market, order);
}

/** Whether a trailing stop follows from this last price on. */
function activeAt(order: WaitingOrder, last: SourceTicks): boolean {
  if (order.trailing === undefined) return false;
  const price = order.trailing.activation;
  return tickCount(price) === 0 || triggerReached({ price, direction: order.activationDirection }, last);
}

/** An order may begin to wait, or change what it waits for, when its price is there already: then it fires now. */
export function fireIfReached(state: ExchangeState, market: Market, order: WaitingOrder): void {
  const { trigger } = order;
  if (trigger === undefined) return;
  if (triggerReached(trigger, sourceAt(market, trigger.source))) fire(state, order, []);
}
