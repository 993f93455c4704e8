import * as z from 'zod/mini';
import { countText, decimalText, requestIdText, sideText, symbolText } from './envelope.ts';
import { CANCEL_TYPES, createOrderRequest, cancelAllOrdersResult } from './orders.ts';
import { cancelOrderRequest, positionIdxNumber, replaceOrderRequest } from './order-options.ts';

/** POST /contract/v5/order/cancel-totally: all open orders of a kind. */
export const cancelTotallyRequest = z.object({
  symbol: symbolText,
  positionIdx: z.optional(positionIdxNumber),
  type: z.enum(['PartialTpSlConditional', ...CANCEL_TYPES]),
});
export type CancelTotallyRequest = z.infer<typeof cancelTotallyRequest>;
export const cancelTotallyResult = cancelAllOrdersResult;

const triggerBy = z.optional(z.enum(['LastPrice', 'IndexPrice', 'MarkPrice', 'UNKNOWN']));
const pairLeg = z.object({
  side: sideText,
  triggerPrice: decimalText,
  triggerBy,
  orderType: z.enum(['Limit', 'Market']),
  price: z.optional(decimalText),
});
export type PairLegFields = z.infer<typeof pairLeg>;

/** POST /contract/v5/order/create-pair: two conditional orders of which the first to fire cancels the other. */
export const createPairRequest = z.object({
  symbol: symbolText,
  stopOrderType: z.enum(['TakeProfitStopLossOCO', 'BidirectionalTpSl']),
  positionIdx: z.optional(positionIdxNumber),
  qty: decimalText,
  /** Waits for a rise. */
  upper: pairLeg,
  /** Waits for a fall. */
  lower: pairLeg,
  reduceOnly: z.optional(z.boolean()),
  requestId: z.optional(requestIdText),
});
export type CreatePairRequest = z.infer<typeof createPairRequest>;
/** Its result: the two orders, `upper` first; the first id is the parent of both. */
export const createPairResult = z.object({ orderIds: z.array(z.string()) });

/** POST /contract/v5/order/create-mmr-close: closes a position once the margin rate of the account reaches a limit. */
export const createMarginRateCloseRequest = z.object({
  symbol: symbolText,
  positionIdx: z.optional(positionIdxNumber),
  /** The rate times 1e2: "80" for 80%. */
  triggerMmRateE2: decimalText,
  requestId: z.optional(requestIdText),
});
export type CreateMarginRateCloseRequest = z.infer<typeof createMarginRateCloseRequest>;
export const createMarginRateCloseResult = z.object({ orderId: z.string() });

/** POST /contract/v5/order/disconnected-cancel-all: seconds without a private stream after which orders go; "0" switches it off. */
export const disconnectRequest = z.object({ timeWindow: countText });
export type DisconnectRequest = z.infer<typeof disconnectRequest>;

/** GET /public/instrument/slippage: what a limit may be, in percent and in ticks. */
export const slippageRangeResult = z.object({
  percent: z.object({ min: z.string(), max: z.string() }),
  tickSize: z.object({ min: z.string(), max: z.string() }),
});

/** At most so many orders in one call. */
export const BATCH_MAX = 20;
const listOf = <T extends z.ZodMiniType>(item: T) => z.array(item).check(z.minLength(1), z.maxLength(BATCH_MAX));

/** The list of a batch whatever is in it: its orders are decoded one by one, so that a malformed one refuses its own row alone. */
export const batchRequest = z.object({ request: listOf(z.unknown()) });
export type BatchRequest = z.infer<typeof batchRequest>;
/** POST /contract/v5/order/create-batch, replace-batch, cancel-batch as they are documented: each on its own, in this order. */
export const createBatchRequest = z.object({ request: listOf(createOrderRequest) });
export const replaceBatchRequest = z.object({ request: listOf(replaceOrderRequest) });
export const cancelBatchRequest = z.object({ request: listOf(cancelOrderRequest) });
/** Their result, a row for each: 0, or the code and message of its refusal. */
export const batchResult = z.object({
  list: z.array(z.object({ code: z.number(), msg: z.string(), orderId: z.string(), orderLinkId: z.string() })),
});
export type BatchResult = z.infer<typeof batchResult>;
