import { milliseconds, type CashChanged, type Event, type OrderFilled, type OrderRecord } from '@tapedeck/domain';
import type { EventBatch, MinuteBar, Settlement } from '@tapedeck/venue';

/** Rows added by batches. */
export interface HistoryRows {
  readonly orders: ReadonlyMap<number, OrderRecord>;
  /** API keys that sent orders, by order. */
  readonly keys: ReadonlyMap<number, string>;
  readonly executions: readonly Placed<OrderFilled>[];
  readonly transactions: readonly Placed<CashChanged>[];
  readonly settlements: readonly Placed<Settlement>[];
  readonly bars: ReadonlyMap<string, MinuteBar>;
  /** Newest time in it, ms; 0 if empty. */
  readonly newest: number;
}

/** An event and its position: `place` is its index in its batch as the engine published it. */
export interface Placed<Kind> {
  readonly sequence: number;
  readonly place: number;
  readonly time: number;
  readonly event: Kind;
}

/** State of the order after an event. */
function orderOf(event: Event): OrderRecord | undefined {
  switch (event.type) {
    case 'OrderAccepted':
    case 'OrderCancelled':
    case 'OrderTriggered':
    case 'OrderReplaced':
    case 'OrderFilled':
      return event.order;
    default:
      return undefined;
  }
}

export const isSettlement = (event: Event): event is Settlement => event.type === 'FundingSettled' || event.type === 'DeliverySettled';

/** Whether an event belongs to an account. */
export const isHistoryEvent = (event: Event): boolean =>
  event.type === 'OrderFilled' || event.type === 'CashChanged' || event.type === 'OrderSent' || orderOf(event) !== undefined;

/** Rows of the batches after the sequence `after`. */
export function rowsOf(batches: readonly EventBatch[], bars: readonly MinuteBar[], after: number): HistoryRows {
  const orders = new Map<number, OrderRecord>();
  const keys = new Map<number, string>();
  const executions: Placed<OrderFilled>[] = [];
  const transactions: Placed<CashChanged>[] = [];
  const settlements: Placed<Settlement>[] = [];
  let newest = 0;
  for (const batch of batches) {
    if (batch.sequence <= after) continue;
    const time = milliseconds(batch.time);
    newest = Math.max(newest, time);
    for (const [place, event] of batch.events.entries()) {
      const order = orderOf(event);
      if (order !== undefined) orders.set(order.orderId, order);
      if (event.type === 'OrderSent') keys.set(event.orderId, event.apiKey);
      const where = { sequence: batch.sequence, place, time };
      if (event.type === 'OrderFilled') executions.push({ ...where, event });
      if (event.type === 'CashChanged') transactions.push({ ...where, event });
      if (isSettlement(event)) settlements.push({ ...where, event });
    }
  }
  const bar = new Map<string, MinuteBar>();
  for (const one of bars) {
    bar.set(`${one.instrument} ${one.series} ${one.candle.start}`, one);
    newest = Math.max(newest, one.candle.start);
  }
  return { orders, keys, executions, transactions, settlements, bars: bar, newest };
}
