import * as z from 'zod/mini';
import { decimalText, sideText, symbolText } from './envelope.ts';

const clientOrderIdText = z.string().check(z.maxLength(45), z.regex(/^[A-Za-z0-9_-]*$/));

/** POST /contract/v5/order/create. `qtyX` and `leverageE2` are accepted in place of `qty` and `leverage`. */
export const createOrderRequest = z.object({
  symbol: symbolText,
  side: sideText,
  orderType: z.enum(['Limit', 'Market']),
  qty: z.optional(decimalText),
  /** Quantity times 1e8, as whole-number text. */
  qtyX: z.optional(decimalText),
  price: z.optional(decimalText),
  timeInForce: z.optional(z.enum(['GoodTillCancel', 'ImmediateOrCancel', 'FillOrKill', 'PostOnly'])),
  reduceOnly: z.optional(z.boolean()),
  closeOnTrigger: z.optional(z.boolean()),
  positionIdx: z.optional(z.literal([0, 1, 2])),
  leverage: z.optional(decimalText),
  leverageE2: z.optional(decimalText),
  type: z.optional(z.literal('Activity')),
  orderLinkId: z.optional(clientOrderIdText),
  source: z.optional(z.enum(['form', 'chart', 'table', 'api'])),
});
export type CreateOrderRequest = z.infer<typeof createOrderRequest>;
/** Its result. */
export const createOrderResult = z.object({ orderId: z.string(), orderLinkId: z.string(), price: z.string() });

/** POST /contract/v5/order/cancel. */
export const cancelOrderRequest = z.object({ symbol: symbolText, orderId: z.string().check(z.regex(/^\d{1,16}$/)) });
export type CancelOrderRequest = z.infer<typeof cancelOrderRequest>;

/** Its result. */
export const cancelOrderResult = z.object({ orderId: z.string() });

/** POST /contract/v5/order/cancel-all; all symbols when none is given. */
export const cancelAllOrdersRequest = z.object({ symbol: z.optional(symbolText) });
export type CancelAllOrdersRequest = z.infer<typeof cancelAllOrdersRequest>;
/** Its result: how many. */
export const cancelAllOrdersResult = z.object({ cancelled: z.number() });

/** An order on the wire: REST lists and the stream `user.order`. */
export const orderItem = z.object({
  orderId: z.string(),
  orderLinkId: z.string(),
  symbol: z.string(),
  side: sideText,
  orderType: z.enum(['Limit', 'Market']),
  /** '' for a market order. */
  price: z.string(),
  qty: z.string(),
  cumExecQty: z.string(),
  leavesQty: z.string(),
  cumExecValue: z.string(),
  cumExecFee: z.string(),
  /** '' when nothing is filled. */
  avgPrice: z.string(),
  timeInForce: z.enum(['GoodTillCancel', 'ImmediateOrCancel', 'FillOrKill', 'PostOnly']),
  reduceOnly: z.boolean(),
  positionIdx: z.literal([0, 1, 2]),
  orderStatus: z.enum(['New', 'PartiallyFilled', 'Filled', 'Cancelled', 'Rejected', 'Untriggered', 'Triggered', 'Deactivated']),
  /** '' unless cancelled or rejected. */
  cxlRejReason: z.string(),
  source: z.string(),
  createdAtE3: z.number(),
  updatedAtE3: z.number(),
  /** Of conditional orders, TP/SL and trailing stops; absent for all others. */
  stop: z.optional(
    z.object({
      stopOrderType: z.enum([
        'TakeProfit',
        'StopLoss',
        'PartialTakeProfit',
        'PartialStopLoss',
        'TrailingStop',
        'TrailingProfit',
        'TakeProfitStopLoss',
        'TakeProfitStopLossOCO',
        'BidirectionalTpSl',
        'MmRateClose',
        'Stop',
      ]),
      /** '' while a trailing stop is not active, and of a close by margin rate. */
      triggerPrice: z.string(),
      triggerBy: z.enum(['LastPrice', 'IndexPrice', 'MarkPrice']),
      /** 1 waits for a rise, 2 for a fall. */
      triggerDirection: z.literal([1, 2]),
      closeOnTrigger: z.boolean(),
      /** Closes the whole position; `qty` is "0" until it fires. */
      wholePosition: z.boolean(),
      /** Common to the two legs of an entry; '0' for none. */
      parentOrderId: z.string(),
    }),
  ),
});
export type OrderItem = z.infer<typeof orderItem>;

/** An execution on the wire: REST list and the stream `user.execution`. */
export const executionItem = z.object({
  execId: z.string(),
  execType: z.enum(['Trade', 'Funding', 'BustTrade', 'AdlTrade', 'SessionSettlement', 'Delivery', 'Settle']),
  orderId: z.string(),
  orderLinkId: z.string(),
  symbol: z.string(),
  side: sideText,
  execPrice: z.string(),
  execQty: z.string(),
  execValue: z.string(),
  execFee: z.string(),
  feeRate: z.string(),
  isMaker: z.boolean(),
  closedPnl: z.string(),
  closedSize: z.string(),
  /** Quantity of the order still open after this execution. */
  leavesQty: z.string(),
  positionIdx: z.literal([0, 1, 2]),
  execTimeE3: z.number(),
});
export type ExecutionItem = z.infer<typeof executionItem>;
