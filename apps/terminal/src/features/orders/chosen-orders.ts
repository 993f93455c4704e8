import { createStore, type OrderView } from '@tapedeck/client';

/** A displayed order, including one without a server id. */
export const orderKey = ({ record }: OrderView): string => `${record.orderId}-${record.clientOrderId}`;

/** Orders selected to be cancelled together, by key. */
export const chosenOrders = createStore<ReadonlySet<string>>(new Set());

export function chooseOrders(keys: readonly string[], chosen: boolean): void {
  const next = new Set(chosenOrders.get());
  for (const key of keys) {
    if (chosen) next.add(key);
    else next.delete(key);
  }
  chosenOrders.set(next);
}

/** The selected orders that can be cancelled. */
export const chosenOf = (orders: readonly OrderView[], chosen: ReadonlySet<string>): readonly OrderView[] =>
  orders.filter((order) => order.state === 'live' && chosen.has(orderKey(order)));
