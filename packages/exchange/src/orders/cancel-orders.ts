import {
  isProtective,
  milliseconds,
  orderTab,
  refusal,
  type CancelAllOrders,
  type CancelOrder,
  type CancelReason,
  type CancelScope,
  type InstrumentId,
  type Outcome,
  type ReportConnection,
  type SetCancelOnDisconnect,
} from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { OpenOrder } from '../state/open-order.ts';
import { ConditionalOrder } from '../triggers/conditional-order.ts';
import { endConditional } from '../exits/conditional-orders.ts';
import { endOrder } from '../fills/end-order.ts';

/** Bounds of the cancel-on-disconnect window in milliseconds. */
export const DISCONNECT_WINDOW_MIN = 3_000;
export const DISCONNECT_WINDOW_MAX = 300_000;

export function cancelOrder(state: ExchangeState, account: Account, { orderId }: CancelOrder): Outcome {
  const order = account.orders.get(orderId);
  if (order !== undefined) {
    endOrder(state, account, order, 'CancelByUser');
    return { orderId };
  }
  const conditional = state.triggers.get(account.id, orderId);
  if (conditional === undefined) return { refusal: refusal('orderUnknown') };
  // The legs of a pair count as one order for their owner.
  const { partner } = conditional;
  endConditional(state, conditional, 'CancelByUser');
  if (partner !== undefined) endConditional(state, partner, 'CancelByUser');
  return { orderId };
}

function inScope(order: OpenOrder | ConditionalOrder, scope: CancelScope): boolean {
  const waits = order instanceof ConditionalOrder;
  const { positionIndex, reduceOnly } = waits ? order.terms : order;
  if (scope.positionIndex !== undefined && positionIndex !== scope.positionIndex) return false;
  const kind = waits ? order.terms.kind : undefined;
  const own = { status: order.status, reduceOnly, ...(kind !== undefined && { stop: { kind } }) };
  if (scope.keepsProtective === true && isProtective(own)) return false;
  if (scope.tab === 'every') return true;
  if (scope.tab === 'partialTpSl') return kind === 'PartialTakeProfit' || kind === 'PartialStopLoss';
  return orderTab(own) === scope.tab;
}

function matches(order: OpenOrder | ConditionalOrder, instrument: InstrumentId, scope: CancelScope | undefined): boolean {
  const own = order instanceof ConditionalOrder ? order.terms.instrument : order.instrument;
  return (instrument === -1 || own.id === instrument) && (scope === undefined || inScope(order, scope));
}

function cancelMatching(
  state: ExchangeState,
  account: Account,
  { instrument, only }: { readonly instrument: InstrumentId; readonly only?: CancelScope },
  reason: CancelReason,
): number {
  let cancelled = 0;
  for (const order of account.orders.list()) {
    if (!matches(order, instrument, only)) continue;
    endOrder(state, account, order, reason);
    cancelled += 1;
  }
  for (const order of [...state.triggers.of(account.id)]) {
    if (!matches(order, instrument, only)) continue;
    endConditional(state, order, reason);
    cancelled += 1;
  }
  return cancelled;
}

/** Cancels open and conditional orders, in one instrument or all, of one kind or all. */
export function cancelAllOrders(state: ExchangeState, account: Account, command: CancelAllOrders): Outcome {
  return { cancelled: cancelMatching(state, account, command, 'CancelByUser') };
}

export function setCancelOnDisconnect(state: ExchangeState, account: Account, { window }: SetCancelOnDisconnect): Outcome {
  if (window === 0) {
    state.disconnects.delete(account.id);
    return {};
  }
  if (!Number.isInteger(window) || window < DISCONNECT_WINDOW_MIN || window > DISCONNECT_WINDOW_MAX) {
    return { refusal: refusal('parameter', { field: 'timeWindow' }) };
  }
  state.disconnects.set(account.id, { window, goneAt: -1 });
  return {};
}

export function reportConnection(state: ExchangeState, account: Account, { connected }: ReportConnection): Outcome {
  const disconnect = state.disconnects.get(account.id);
  if (disconnect !== undefined) disconnect.goneAt = connected ? -1 : milliseconds(state.now);
  return {};
}

/** For all accounts at once, as after a server start: connected accounts do not count as disconnected. */
export function reportAll(state: ExchangeState, connected: boolean): Outcome {
  for (const disconnect of state.disconnects.values()) {
    if (connected) disconnect.goneAt = -1;
    else if (disconnect.goneAt < 0) disconnect.goneAt = milliseconds(state.now);
  }
  return {};
}

/** Cancels the resting orders of accounts that were disconnected for their entire window; orders that protect a position remain. */
export function cancelDisconnected(state: ExchangeState): void {
  for (const [id, disconnect] of [...state.disconnects].sort(([a], [b]) => a - b)) {
    if (disconnect.goneAt < 0 || milliseconds(state.now) < disconnect.goneAt + disconnect.window) continue;
    disconnect.goneAt = -1;
    cancelMatching(state, state.account(id), { instrument: -1, only: { tab: 'activity' } }, 'CancelByDCP');
  }
}
