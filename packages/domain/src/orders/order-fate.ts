import { waits } from './order-tab.ts';
import type { OrderStatus } from './order.ts';
import { isPositionExit, type StopOrderType } from './trigger.ts';

/**
 * Whether an order that waits protects a position: its take-profit, stop-loss, trailing stop or close by margin rate, or any conditional
 * order that only reduces.
 */
export function isProtective(order: {
  readonly status: OrderStatus;
  readonly reduceOnly: boolean;
  readonly stop?: { readonly kind: StopOrderType };
}): boolean {
  return order.stop !== undefined && waits(order.status) && (isPositionExit(order.stop.kind) || order.reduceOnly);
}
