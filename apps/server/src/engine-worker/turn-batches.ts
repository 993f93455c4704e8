import { accountOf, type AccountId, type Event, type OrderId } from '@tapedeck/domain';
import type { EventBatch } from '@tapedeck/venue';
import { isHistoryEvent, isSettlement } from '../history/history-rows.ts';

/**
 * Public events, liquidations, and events of followed accounts: events sent to the other thread are copied, which takes
 * as long as an order.
 */
export function followedBatches(batches: readonly EventBatch[], followed: ReadonlySet<AccountId>): readonly EventBatch[] {
  const kept: EventBatch[] = [];
  for (const batch of batches) {
    const events = batch.events.filter((event) => {
      // The newest prices of each market are sent separately.
      if (event.type === 'PricesChanged') return false;
      const account = accountOf(event);
      // All clients are informed of a liquidation, without its account.
      return account === undefined || event.type === 'PositionLiquidated' || followed.has(account);
    });
    if (events.length > 0) kept.push({ ...batch, events });
  }
  return kept;
}

/** The user events and the settlements of some batches, each batch with the place numbers that a rebuilt history would assign. */
export function historyBatches(batches: readonly EventBatch[]): readonly EventBatch[] {
  const kept: EventBatch[] = [];
  for (const batch of batches) {
    const own = lastOfOrders(batch.events.filter((event) => isHistoryEvent(event) && accountOf(event) !== undefined));
    const events = [...own, ...batch.events.filter(isSettlement)];
    if (events.length > 0) kept.push({ sequence: batch.sequence, time: batch.time, events });
  }
  return kept;
}

/** If only orders changed, only their final state is a row. */
function lastOfOrders(events: readonly Event[]): readonly Event[] {
  if (events.length < 2) return events;
  const last = new Map<OrderId, Event>();
  for (const event of events) {
    if (!('order' in event) || event.type === 'OrderFilled') return events;
    last.set(event.order.orderId, event);
  }
  return [...last.values()];
}
