import * as v from 'valibot';
import { number, object } from '../schema.ts';
import { copyStateItem } from '../web/copying.ts';
import { feeTierItem } from '../web/fees.ts';
import { executionItem, orderItem } from '../web/orders.ts';
import { accountStateResult, positionItem, settingsItem, walletItem } from '../web/positions.ts';
import { strategyItem } from '../web/strategies.ts';
import { publicLiquidationItem } from './messages.ts';

/** The user's own liquidations. */
export const liquidationItem = object({ ...publicLiquidationItem.entries, positionIdx: v.picklist([0, 1, 2]) });
export type LiquidationItem = v.InferOutput<typeof liquidationItem>;

/**
 * Private frames. All `user.*` topics share one numbering: `seq` rises by one per frame of the connection, starting
 * with the snapshot that answers the first subscription. Private data is never conflated.
 */
export const privateSnapshotFrame = object({
  topic: v.literal('user.snapshot'),
  type: v.literal('snapshot'),
  ts: number,
  seq: number,
  data: object({ account: accountStateResult, orders: v.array(orderItem) }),
});
export type PrivateSnapshotFrame = v.InferOutput<typeof privateSnapshotFrame>;
/** Changes of an order: placed, changed terms, cancelled. A fill has none, and neither has a trigger. */
const ORDER_EVENTS = ['newed', 'replaced', 'canceled'] as const;
export type OrderEvent = (typeof ORDER_EVENTS)[number];
const orderNews = object({ ...orderItem.entries, event: v.optional(v.picklist(ORDER_EVENTS)) });
export const privateFrame = v.variant('topic', [
  object({ topic: v.literal('user.order'), ts: number, seq: number, data: v.array(orderNews) }),
  object({ topic: v.literal('user.execution'), ts: number, seq: number, data: v.array(executionItem) }),
  object({ topic: v.literal('user.position'), ts: number, seq: number, data: v.array(positionItem) }),
  object({ topic: v.literal('user.settings'), ts: number, seq: number, data: v.array(settingsItem) }),
  object({ topic: v.literal('user.wallet'), ts: number, seq: number, data: v.array(walletItem) }),
  object({ topic: v.literal('user.strategy'), ts: number, seq: number, data: v.array(strategyItem) }),
  object({ topic: v.literal('user.copy'), ts: number, seq: number, data: v.array(copyStateItem) }),
  object({ topic: v.literal('user.fees'), ts: number, seq: number, data: v.array(feeTierItem) }),
  object({ topic: v.literal('user.liquidation'), ts: number, seq: number, data: v.array(liquidationItem) }),
]);
export type PrivateFrame = v.InferOutput<typeof privateFrame>;
