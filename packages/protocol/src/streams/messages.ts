import * as v from 'valibot';
import { number, object } from '../schema.ts';
import { sideText } from '../web/envelope.ts';
import { bookLevel, candleRow, contractSymbol, instrumentInfo, tapeRow } from '../web/market.ts';

/**
 * Two sockets: `/realtime?v=2` carries public topics, `/private?v=2` the user's after `login` with a one-time token.
 * Client to server: `{ op, args, req_id? }`; `ping` is answered by `pong`.
 */
export const clientMessage = object({
  op: v.picklist(['subscribe', 'unsubscribe', 'login', 'ping']),
  args: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(64))),
  req_id: v.optional(v.pipe(v.string(), v.maxLength(64))),
});
export type ClientMessage = v.InferOutput<typeof clientMessage>;

/** Answer to a client message. */
export const operationAnswer = object({
  op: v.string(),
  success: v.boolean(),
  ret_code: number,
  ret_msg: v.string(),
  req_id: v.optional(v.string()),
  args: v.optional(v.array(v.string())),
});
export type OperationAnswer = v.InferOutput<typeof operationAnswer>;

/** `orderBook_200.{symbol}`: `u` rises by one per frame; a snapshot replaces everything. */
export const bookFrame = object({
  topic: v.string(),
  type: v.picklist(['snapshot', 'delta']),
  ts: number,
  data: object({ s: v.string(), u: number, b: v.array(bookLevel), a: v.array(bookLevel) }),
});
export type BookFrame = v.InferOutput<typeof bookFrame>;

/** `recently_trade.{symbol}`: snapshot of the newest 60 (oldest first), then each new trade once. */
export const tapeFrame = object({ topic: v.string(), type: v.picklist(['snapshot', 'delta']), ts: number, data: v.array(tapeRow) });
export type TapeFrame = v.InferOutput<typeof tapeFrame>;

/** `instrument_info.{symbol}`: always complete, conflated to at most five a second. */
export const instrumentInfoFrame = object({ topic: v.string(), type: v.literal('snapshot'), ts: number, data: instrumentInfo });
export type InstrumentInfoFrame = v.InferOutput<typeof instrumentInfoFrame>;

/**
 * `symbol_list`, also under the name `public.symbol.notify`: the snapshot contains the current version of the list;
 * each delta contains listed contracts or contracts with a new status, and the new version. One whose `contractStatus`
 * is `Closed` is no longer in the list.
 */
export const symbolListFrame = object({
  topic: v.picklist(['symbol_list', 'public.symbol.notify']),
  type: v.picklist(['snapshot', 'delta']),
  ts: number,
  data: object({ version: v.string(), list: v.array(contractSymbol) }),
});
export type SymbolListFrame = v.InferOutput<typeof symbolListFrame>;

/**
 * `public.notice`: the snapshot contains the active notices, oldest first; each delta a new one, or a withdrawn one
 * (`endsAt` in the past).
 */
export const noticeItem = object({ id: number, text: v.string(), publishedAt: number, endsAt: number });
export type NoticeItem = v.InferOutput<typeof noticeItem>;
export const noticeFrame = object({
  topic: v.literal('public.notice'),
  type: v.picklist(['snapshot', 'delta']),
  ts: number,
  data: v.array(noticeItem),
});
export type NoticeFrame = v.InferOutput<typeof noticeFrame>;

/**
 * `candle.{resolution}.{symbol}`, and `mark_kline` and `index_candle` for the other prices: the forming bar, and the
 * final bar once when it closes.
 */
export const candleFrame = object({
  topic: v.string(),
  type: v.literal('delta'),
  ts: number,
  data: object({ row: candleRow, confirm: v.boolean() }),
});
export type CandleFrame = v.InferOutput<typeof candleFrame>;

/** `liquidation.{symbol}`: each liquidation once. The side is that of the liquidated position. */
export const publicLiquidationItem = object({
  symbol: v.string(),
  side: sideText,
  size: v.string(),
  bustPrice: v.string(),
  markPrice: v.string(),
  timeE3: number,
});
export type PublicLiquidationItem = v.InferOutput<typeof publicLiquidationItem>;
export const publicLiquidationFrame = object({
  topic: v.string(),
  type: v.literal('delta'),
  ts: number,
  data: v.array(publicLiquidationItem),
});
export type PublicLiquidationFrame = v.InferOutput<typeof publicLiquidationFrame>;
