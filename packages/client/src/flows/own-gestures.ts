import type { OrderRecord } from '@tapedeck/domain';

/**
 * Orders that the trader has changed here, by id: one by one, or many with one press. The channel reports their changes like those that
 * follow from another action, and each action gets one message.
 */
export interface OwnGestures {
  /** One order was changed or cancelled by name. */
  name(orderId: number): void;
  /** Many orders were cancelled with one press, which has its own message; the returned function takes it back. */
  sweep(orderIds: readonly number[]): () => void;
  isNamed(orderId: number): boolean;
  /** Ends with the first question about an order, since an order is cancelled once. */
  wasSwept(orderId: number): boolean;
}

/** Names that are kept; the oldest are forgotten. */
const NAMES_MAX = 200;

export function createOwnGestures(): OwnGestures {
  const named = new Set<OrderRecord['orderId']>();
  const swept = new Set<OrderRecord['orderId']>();
  return {
    name(orderId) {
      named.delete(orderId);
      named.add(orderId);
      for (const oldest of named) {
        if (named.size <= NAMES_MAX) break;
        named.delete(oldest);
      }
    },
    sweep(orderIds) {
      for (const id of orderIds) swept.add(id);
      return () => {
        for (const id of orderIds) swept.delete(id);
      };
    },
    isNamed: (orderId) => named.has(orderId),
    wasSwept: (orderId) => swept.delete(orderId),
  };
}
