import * as z from 'zod/mini';
import { sideText } from '../web/envelope.ts';
import { copyStateItem } from '../web/copying.ts';
import { feeTierItem } from '../web/fees.ts';
import { bookLevel, candleRow, contractSymbol, instrumentInfo, tapeRow } from '../web/market.ts';
import { executionItem, orderItem } from '../web/orders.ts';
import { strategyItem } from '../web/strategies.ts';
import { accountStateResult, positionItem, settingsItem, walletItem } from '../web/positions.ts';

/**
 * Two sockets: `/realtime?v=2` carries public topics, `/private?v=2` the user's after `login` with a one-time token.
 * Client to server: `{ op, args, req_id? }`; `ping` is answered by `pong`.
 */
export const clientMessage = z.object({
  op: z.enum(['subscribe', 'unsubscribe', 'login', 'ping']),
  args: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(64))),
  req_id: z.optional(z.string().check(z.maxLength(64))),
});
export type ClientMessage = z.infer<typeof clientMessage>;

/** Answer to a client message. */
export const operationAnswer = z.object({
  op: z.string(),
  success: z.boolean(),
  ret_code: z.number(),
  ret_msg: z.string(),
  req_id: z.optional(z.string()),
  args: z.optional(z.array(z.string())),
});
export type OperationAnswer = z.infer<typeof operationAnswer>;

/** `orderBook_200.{symbol}`: `u` rises by one per frame; a snapshot replaces everything. */
export const bookFrame = z.object({
  topic: z.string(),
  type: z.enum(['snapshot', 'delta']),
  ts: z.number(),
  data: z.object({ s: z.string(), u: z.number(), b: z.array(bookLevel), a: z.array(bookLevel) }),
});
export type BookFrame = z.infer<typeof bookFrame>;

/** `recently_trade.{symbol}`: snapshot of the newest 60 (oldest first), then each new trade once. */
export const tapeFrame = z.object({ topic: z.string(), type: z.enum(['snapshot', 'delta']), ts: z.number(), data: z.array(tapeRow) });
export type TapeFrame = z.infer<typeof tapeFrame>;

/** `instrument_info.{symbol}`: always whole, conflated to at most five a second. */
export const instrumentInfoFrame = z.object({ topic: z.string(), type: z.literal('snapshot'), ts: z.number(), data: instrumentInfo });
export type InstrumentInfoFrame = z.infer<typeof instrumentInfoFrame>;

/**
 * `symbol_list`, also under the name `public.symbol.notify`: the snapshot names the version of the list as it is; each delta brings the contracts that were listed or changed their
 * status, and the version that the list has with them. One whose `contractStatus` is `Closed` is no longer in the list.
 */
export const symbolListFrame = z.object({
  topic: z.enum(['symbol_list', 'public.symbol.notify']),
  type: z.enum(['snapshot', 'delta']),
  ts: z.number(),
  data: z.object({ version: z.string(), list: z.array(contractSymbol) }),
});
export type SymbolListFrame = z.infer<typeof symbolListFrame>;

/** `public.notice`: the snapshot brings the notices that hold, oldest first; each delta a new one, or one that was taken back (`endsAt` past). */
export const noticeItem = z.object({ id: z.number(), text: z.string(), publishedAt: z.number(), endsAt: z.number() });
export type NoticeItem = z.infer<typeof noticeItem>;
export const noticeFrame = z.object({
  topic: z.literal('public.notice'),
  type: z.enum(['snapshot', 'delta']),
  ts: z.number(),
  data: z.array(noticeItem),
});
export type NoticeFrame = z.infer<typeof noticeFrame>;

/** `candle.{resolution}.{symbol}`, and `mark_kline` and `index_candle` of the other prices: the forming bar, and a closed one once more when it closes. */
export const candleFrame = z.object({
  topic: z.string(),
  type: z.literal('delta'),
  ts: z.number(),
  data: z.object({ row: candleRow, confirm: z.boolean() }),
});
export type CandleFrame = z.infer<typeof candleFrame>;

/** `liquidation.{symbol}`: each liquidation once, as it happens. The side is that of the position that went. */
const publicLiquidationItem = z.object({
  symbol: z.string(),
  side: sideText,
  size: z.string(),
  bustPrice: z.string(),
  markPrice: z.string(),
  timeE3: z.number(),
});
export type PublicLiquidationItem = z.infer<typeof publicLiquidationItem>;

/** Of the user's own. */
export const liquidationItem = z.extend(publicLiquidationItem, { positionIdx: z.literal([0, 1, 2]) });
export type LiquidationItem = z.infer<typeof liquidationItem>;

/**
 * Private frames. All `user.*` topics share one numbering: `seq` rises by one per frame of the connection, and the snapshot that
 * answers the first subscription says where it starts. Private data is never conflated.
 */
export const privateSnapshotFrame = z.object({
  topic: z.literal('user.snapshot'),
  type: z.literal('snapshot'),
  ts: z.number(),
  seq: z.number(),
  data: z.object({ account: accountStateResult, orders: z.array(orderItem) }),
});
export type PrivateSnapshotFrame = z.infer<typeof privateSnapshotFrame>;
export const privateFrame = z.discriminatedUnion('topic', [
  z.object({ topic: z.literal('user.order'), ts: z.number(), seq: z.number(), data: z.array(orderItem) }),
  z.object({ topic: z.literal('user.execution'), ts: z.number(), seq: z.number(), data: z.array(executionItem) }),
  z.object({ topic: z.literal('user.position'), ts: z.number(), seq: z.number(), data: z.array(positionItem) }),
  z.object({ topic: z.literal('user.settings'), ts: z.number(), seq: z.number(), data: z.array(settingsItem) }),
  z.object({ topic: z.literal('user.wallet'), ts: z.number(), seq: z.number(), data: z.array(walletItem) }),
  z.object({ topic: z.literal('user.strategy'), ts: z.number(), seq: z.number(), data: z.array(strategyItem) }),
  z.object({ topic: z.literal('user.copy'), ts: z.number(), seq: z.number(), data: z.array(copyStateItem) }),
  z.object({ topic: z.literal('user.fees'), ts: z.number(), seq: z.number(), data: z.array(feeTierItem) }),
  z.object({ topic: z.literal('user.liquidation'), ts: z.number(), seq: z.number(), data: z.array(liquidationItem) }),
]);
export type PrivateFrame = z.infer<typeof privateFrame>;
