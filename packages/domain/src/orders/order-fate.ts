import type { OrderRecord, PositionRecord } from '../records/records.ts';
import type { StrategyPlan } from '../strategies/strategy.ts';
import { waits } from './order-tab.ts';
import { opposite, type OrderStatus } from './order.ts';
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

/** Whether an order ends once its position is gone: its exits, and what rests to reduce it. Other conditional orders go on waiting. */
export function endsWithPosition(order: OrderRecord, { instrument, positionIndex, side }: PositionRecord): boolean {
  if (order.instrument !== instrument || order.positionIndex !== positionIndex) return false;
  if (order.stop !== undefined && waits(order.status)) return isPositionExit(order.stop.kind);
  return order.reduceOnly && order.side === opposite(side);
}

/** What becomes of a running strategy when something happens to its orders or its position. */
export type StrategyFate = 'ends' | 'goesOn';

/**
 * Once its position is gone, a strategy that only reduces has nothing left to do: its resting order goes, or its next part is refused. A
 * webhook waits on for signals, which are then refused one by one. All others go on, and may open a position again.
 */
export const fateWithoutPosition = (kind: StrategyPlan['kind'], reduceOnly: boolean): StrategyFate =>
  reduceOnly && kind !== 'Webhook' ? 'ends' : 'goesOn';

/**
 * After a cancel of `cancelled` of the `open` orders that a strategy has in the book. An iceberg and a chase have one and end with it, a
 * ladder and a grid end with their last one. The others place each part anew.
 */
export function fateWithoutOrders(kind: StrategyPlan['kind'], cancelled: number, open: number): StrategyFate {
  if (cancelled === 0) return 'goesOn';
  if (kind === 'Iceberg' || kind === 'Chase') return 'ends';
  return (kind === 'Scaled' || kind === 'Grid') && cancelled >= open ? 'ends' : 'goesOn';
}
