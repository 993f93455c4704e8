import type { InstrumentId, OrderId } from '../values/ids.ts';
import type { StopOrderType } from '../orders/trigger.ts';
import type { OrderRecord } from './records.ts';

/** Open orders of an account that a question asks for: an account may have thousands, and few answers need them all. */
export interface OrderSelection {
  /** At most so many: the newest. */
  readonly most: number;
  /** Only in these. */
  readonly instruments?: readonly InstrumentId[];
  /** Only older ones than this. */
  readonly before?: OrderId;
  readonly orderId?: OrderId;
  readonly clientOrderId?: string;
  /** Only conditional orders of these kinds, and plain ones. */
  readonly kinds?: readonly (StopOrderType | 'Plain')[];
}

/** For questions about an account that do not depend on its orders. */
export const NO_ORDERS: OrderSelection = { most: 0 };

/** The selected ones of all orders, which are given and returned oldest first. */
export function selectOrders(orders: readonly OrderRecord[], selection: OrderSelection): readonly OrderRecord[] {
  const { most, before = Infinity, orderId, clientOrderId } = selection;
  const instruments = selection.instruments && new Set(selection.instruments);
  const kinds = selection.kinds && new Set(selection.kinds);
  const selected = orders.filter(
    (order) =>
      order.orderId < before &&
      (orderId === undefined || order.orderId === orderId) &&
      (clientOrderId === undefined || order.clientOrderId === clientOrderId) &&
      instruments?.has(order.instrument) !== false &&
      kinds?.has(order.stop?.kind ?? 'Plain') !== false,
  );
  return selected.slice(Math.max(0, selected.length - most));
}
