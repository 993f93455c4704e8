import type { Event, OrderRecord } from '@tapedeck/domain';
import type { EventBatch, MinuteBar } from '@tapedeck/venue';
import { encodeRecord } from './record-text.ts';

/** Accounts below this number belong to the house; nobody asks for their history. */
const FIRST_USER_ACCOUNT = 100;

/** Columns of the rows that some batches add, ready for one statement per table. */
export interface HistoryRows {
  readonly orders: ReadonlyMap<number, OrderRecord>;
  readonly executions: PlacedRows;
  readonly transactions: PlacedRows;
  readonly bars: ReadonlyMap<string, MinuteBar>;
}

export interface PlacedRows {
  readonly sequence: number[];
  readonly place: number[];
  readonly time: number[];
  readonly account: number[];
  readonly instrument: number[];
  readonly record: string[];
}

const placedRows = (): PlacedRows => ({ sequence: [], place: [], time: [], account: [], instrument: [], record: [] });

/** The order that an event leaves behind. */
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

export const isHistoryEvent = (event: Event): boolean =>
  event.type === 'OrderFilled' || event.type === 'CashChanged' || orderOf(event) !== undefined;

/** `place` of an event is its index in its batch as the engine published it. */
export function rowsOf(batches: readonly EventBatch[], bars: readonly MinuteBar[], after: number): HistoryRows {
  const orders = new Map<number, OrderRecord>();
  const executions = placedRows();
  const transactions = placedRows();
  for (const batch of batches) {
    if (batch.sequence <= after) continue;
    for (const [place, event] of batch.events.entries()) {
      const order = orderOf(event);
      if (order !== undefined && order.account >= FIRST_USER_ACCOUNT) orders.set(order.orderId, order);
      if (event.type === 'OrderFilled') add(executions, batch, place, event);
      if (event.type === 'CashChanged') add(transactions, batch, place, event);
    }
  }
  const newest = new Map<string, MinuteBar>();
  for (const bar of bars) newest.set(`${bar.instrument} ${bar.series} ${bar.candle.start}`, bar);
  return { orders, executions, transactions, bars: newest };
}

function add(rows: PlacedRows, batch: EventBatch, place: number, event: Extract<Event, { account: number; instrument: number }>): void {
  if (event.account < FIRST_USER_ACCOUNT) return;
  rows.sequence.push(batch.sequence);
  rows.place.push(place);
  rows.time.push(Number(batch.time));
  rows.account.push(event.account);
  rows.instrument.push(event.instrument);
  rows.record.push(encodeRecord(event));
}
