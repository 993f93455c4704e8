import type { OrderRecord, PositionRecord } from '../records/records.ts';
import type { StrategyPlan } from '../strategies/strategy.ts';
import { waits } from './order-tab.ts';
import { opposite, type OrderStatus } from './order.ts';
import { isPositionExit, type StopOrderType } from './trigger.ts';

/**
 * Whether a conditional order protects a position: its take-profit, stop-loss, trailing stop or close by margin rate,
 * or any conditional reduce-only order.
 */
export function isProtective(order: {
  readonly status: OrderStatus;
  readonly reduceOnly: boolean;
  readonly stop?: { readonly kind: StopOrderType };
}): boolean {
  return order.stop !== undefined && waits(order.status) && (isPositionExit(order.stop.kind) || order.reduceOnly);
}

/** Whether an order ends once its position is closed: its TP/SL and resting reduce-only orders do. Other conditional orders stay active. */
export function endsWithPosition(order: OrderRecord, { instrument, positionIndex, side }: PositionRecord): boolean {
  if (order.instrument !== instrument || order.positionIndex !== positionIndex) return false;
  if (order.stop !== undefined && waits(order.status)) return isPositionExit(order.stop.kind);
  return order.reduceOnly && order.side === opposite(side);
}

/** Effect on a running strategy when its orders or its position change. */
export type StrategyFate = 'ends' | 'goesOn';

/**
 * Without its position, a reduce-only strategy has nothing left to do: its resting order ends, or its next part is
 * refused. A webhook keeps waiting for signals, which are then refused one by one. All others continue, and may open a
 * position again.
 */
export const fateWithoutPosition = (kind: StrategyPlan['kind'], reduceOnly: boolean): StrategyFate =>
  reduceOnly && kind !== 'Webhook' ? 'ends' : 'goesOn';

/**
 * After a cancel of `cancelled` of the `open` orders of a strategy. An iceberg and a chase have one and end with it, a
 * ladder and a grid end with their last one. The others place each part independently.
 */
export function fateWithoutOrders(kind: StrategyPlan['kind'], cancelled: number, open: number): StrategyFate {
  if (cancelled === 0) return 'goesOn';
  if (kind === 'Iceberg' || kind === 'Chase') return 'ends';
  return (kind === 'Scaled' || kind === 'Grid') && cancelled >= open ? 'ends' : 'goesOn';
}
