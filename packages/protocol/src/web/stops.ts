import * as v from 'valibot';
import { number, object, type WireSchema } from '../schema.ts';
import { countText, decimalText, requestIdText, sideText, symbolText } from './envelope.ts';
import { CANCEL_TYPES, createOrderRequest, cancelAllOrdersResult } from './orders.ts';
import { cancelOrderRequest, positionIdxNumber, replaceOrderRequest } from './order-options.ts';

/** POST /contract/v5/order/cancel-totally: all open orders of a kind. */
export const cancelTotallyRequest = object({
  symbol: symbolText,
  positionIdx: v.optional(positionIdxNumber),
  type: v.picklist(['PartialTpSlConditional', ...CANCEL_TYPES]),
});
export type CancelTotallyRequest = v.InferOutput<typeof cancelTotallyRequest>;
export const cancelTotallyResult = cancelAllOrdersResult;

const triggerBy = v.optional(v.picklist(['LastPrice', 'IndexPrice', 'MarkPrice', 'UNKNOWN']));
const pairLeg = object({
  side: sideText,
  triggerPrice: decimalText,
  triggerBy,
  orderType: v.picklist(['Limit', 'Market']),
  price: v.optional(decimalText),
});
export type PairLegFields = v.InferOutput<typeof pairLeg>;

/** POST /contract/v5/order/create-pair: two conditional orders; the first to trigger cancels the other. */
export const createPairRequest = object({
  symbol: symbolText,
  stopOrderType: v.picklist(['TakeProfitStopLossOCO', 'BidirectionalTpSl']),
  positionIdx: v.optional(positionIdxNumber),
  qty: decimalText,
  /** Waits for a rise. */
  upper: pairLeg,
  /** Waits for a fall. */
  lower: pairLeg,
  reduceOnly: v.optional(v.boolean()),
  requestId: v.optional(requestIdText),
});
export type CreatePairRequest = v.InferOutput<typeof createPairRequest>;
/** Its result: the two orders, `upper` first; the first id is the parent of both. */
export const createPairResult = object({ orderIds: v.array(v.string()) });

/** POST /contract/v5/order/create-mmr-close: closes a position once the margin rate of the account reaches a limit. */
export const createMarginRateCloseRequest = object({
  symbol: symbolText,
  positionIdx: v.optional(positionIdxNumber),
  /** The rate times 1e2: "80" for 80%. */
  triggerMmRateE2: decimalText,
  requestId: v.optional(requestIdText),
});
export type CreateMarginRateCloseRequest = v.InferOutput<typeof createMarginRateCloseRequest>;
export const createMarginRateCloseResult = object({ orderId: v.string() });

/** POST /contract/v5/order/disconnected-cancel-all: seconds without a private stream after which orders are cancelled; "0" turns it off. */
export const disconnectRequest = object({ timeWindow: countText });
export type DisconnectRequest = v.InferOutput<typeof disconnectRequest>;

/** GET /public/instrument/slippage: range of a slippage limit, in percent and in ticks. */
export const slippageRangeResult = object({
  percent: object({ min: v.string(), max: v.string() }),
  tickSize: object({ min: v.string(), max: v.string() }),
});

/** Maximum orders per call. */
export const BATCH_MAX = 20;
const listOf = <T extends WireSchema>(item: T) => v.pipe(v.array(item), v.minLength(1), v.maxLength(BATCH_MAX));

/** The unvalidated list of a batch: its orders are decoded one by one, so that a malformed one refuses only its own row. */
export const batchRequest = object({ request: listOf(v.unknown()) });
export type BatchRequest = v.InferOutput<typeof batchRequest>;
/** POST /contract/v5/order/create-batch, replace-batch, cancel-batch as documented: each order independently, in this order. */
export const createBatchRequest = object({ request: listOf(createOrderRequest) });
export const replaceBatchRequest = object({ request: listOf(replaceOrderRequest) });
export const cancelBatchRequest = object({ request: listOf(cancelOrderRequest) });
/** Their result, one row each: 0, or the code and message of the refusal. */
export const batchResult = object({
  list: v.array(object({ code: number, msg: v.string(), orderId: v.string(), orderLinkId: v.string() })),
});
export type BatchResult = v.InferOutput<typeof batchResult>;
