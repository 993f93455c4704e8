import { createOrderRequest, type CreateOrderRequest } from '@tapedeck/protocol';
import type { StoragePort } from '../ports/ports.ts';

const KEY = 'tapedeck.orders.sent';
/** More would say that something never settles; the oldest go. */
const KEPT_MAX = 20;

export interface SentOrder {
  readonly request: CreateOrderRequest & { readonly orderLinkId: string };
  readonly sentAt: number;
}

/** Orders that were sent and whose fate is not known yet; kept on this machine so that a reload does not lose them. */
export interface SentOrders {
  list(): readonly SentOrder[];
  add(order: SentOrder): void;
  remove(orderLinkId: string): void;
}

function read(storage: StoragePort): SentOrder[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return (stored as readonly unknown[]).flatMap((entry) => {
      const fields = entry as { readonly request?: unknown; readonly sentAt?: unknown } | null;
      const request = createOrderRequest.safeParse(fields?.request);
      const sentAt = fields?.sentAt;
      if (!request.success || typeof sentAt !== 'number') return [];
      const { orderLinkId } = request.data;
      return orderLinkId === undefined || orderLinkId === '' ? [] : [{ request: { ...request.data, orderLinkId }, sentAt }];
    });
  } catch {
    return [];
  }
}

/** Storage that is denied, full or corrupt never stops an order. */
export function createSentOrders(storage: StoragePort): SentOrders {
  let orders = read(storage);
  const write = (): void => {
    try {
      if (orders.length === 0) storage.removeItem(KEY);
      else storage.setItem(KEY, JSON.stringify(orders));
    } catch {
      // Remembered in memory at least.
    }
  };
  return {
    list: () => orders,
    add(order) {
      orders = [...orders, order].slice(-KEPT_MAX);
      write();
    },
    remove(orderLinkId) {
      orders = orders.filter((order) => order.request.orderLinkId !== orderLinkId);
      write();
    },
  };
}
