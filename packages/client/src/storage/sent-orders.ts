import { createOrderRequest, type CreateOrderRequest, readWire } from '@tapedeck/protocol';
import type { StoragePort } from '../ports/ports.ts';

const KEY = 'tapedeck.orders.sent';
/** More would mean that some never settle; the oldest are dropped. */
const KEPT_MAX = 20;

export interface SentOrder {
  readonly request: CreateOrderRequest & { readonly orderLinkId: string };
  readonly sentAt: number;
}

/** Sent orders with an unknown outcome; stored on this machine so that a reload does not lose them. */
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
      const request = readWire(createOrderRequest, fields?.request);
      const sentAt = fields?.sentAt;
      if (!request.ok || typeof sentAt !== 'number') return [];
      const { orderLinkId } = request.value;
      return orderLinkId === undefined || orderLinkId === '' ? [] : [{ request: { ...request.value, orderLinkId }, sentAt }];
    });
  } catch {
    return [];
  }
}

/** Denied, full or corrupt storage never blocks an order. */
export function createSentOrders(storage: StoragePort): SentOrders {
  let orders = read(storage);
  const write = (): void => {
    try {
      if (orders.length === 0) storage.removeItem(KEY);
      else storage.setItem(KEY, JSON.stringify(orders));
    } catch {
      // Kept at least in memory.
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
