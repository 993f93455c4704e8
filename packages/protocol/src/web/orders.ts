import * as z from 'zod/mini';
import { strategyTypeText } from './strategies.ts';
import { decimalText, sideText, symbolText } from './envelope.ts';
import { clientOrderIdText, exitFields, orderOptionsShape, positionIdxNumber, slippageFields, trailingFields } from './order-options.ts';

/**
 * POST /contract/v5/order/create. `qtyX` and `leverageE2` are accepted in place of `qty` and `leverage`; `maxSlippage` is of a market
 * order; with a `triggerPrice` the order waits.
 */
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
  positionIdx: z.optional(positionIdxNumber),
  leverage: z.optional(decimalText),
  leverageE2: z.optional(decimalText),
  type: z.optional(z.enum(['Activity', 'Conditions'])),
  orderLinkId: z.optional(clientOrderIdText),
  source: z.optional(z.enum(['form', 'chart', 'table', 'api'])),
  /** Of a spot market order: `quoteCoin` says that `qty` is money to spend, or to receive at most. */
  marketUnit: z.optional(z.enum(['baseCoin', 'quoteCoin'])),
  /** Of a spot order: what is missing is borrowed. */
  isLeverage: z.optional(z.boolean()),
  ...orderOptionsShape,
});
export type CreateOrderRequest = z.infer<typeof createOrderRequest>;
/** Its result. */
export const createOrderResult = z.object({ orderId: z.string(), orderLinkId: z.string(), price: z.string() });

/** Of POST /contract/v5/order/cancel. */
export const cancelOrderResult = z.object({ orderId: z.string() });

/** Kinds of open orders, as the tabs of the terminal have them. */
export const CANCEL_TYPES = [
  'Activity',
  'Conditions',
  'TpSl',
  'TrailingStop',
  'MmRateClose',
  'TakeProfitStopLossOCO',
  'FutureSpread',
] as const;

/**
 * POST /contract/v5/order/cancel-all; all symbols when none is given, all kinds without a type. `keepProtective` leaves the orders that
 * protect a position: TP/SL, trailing stops, closes by margin rate, and conditional orders that only reduce.
 */
export const cancelAllOrdersRequest = z.object({
  symbol: z.optional(symbolText),
  type: z.optional(z.enum(CANCEL_TYPES)),
  keepProtective: z.optional(z.boolean()),
});
export type CancelAllOrdersRequest = z.infer<typeof cancelAllOrdersRequest>;
/** Its result: how many. */
export const cancelAllOrdersResult = z.object({ cancelled: z.number() });

export const ORDER_STATUSES = [
  'New',
  'PartiallyFilled',
  'Filled',
  'Cancelled',
  'Rejected',
  'Untriggered',
  'Triggered',
  'Deactivated',
] as const;
export const EXECUTION_TYPES = ['Trade', 'Funding', 'BustTrade', 'AdlTrade', 'SessionSettlement', 'Delivery', 'Settle'] as const;
export const STOP_ORDER_TYPES = [
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
] as const;

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
  orderStatus: z.enum(ORDER_STATUSES),
  /** '' unless cancelled or rejected. */
  cxlRejReason: z.string(),
  source: z.string(),
  /** The API key that sent it; in the history. */
  apiKey: z.optional(z.string()),
  createdAtE3: z.number(),
  updatedAtE3: z.number(),
  /** Of a spot order: what it waits or waited as, -1 for nothing (specification, section 4). */
  planType: z.optional(z.number()),
  /** Of conditional orders, TP/SL and trailing stops; absent for all others. */
  stop: z.optional(
    z.object({
      /** Of an exchange of a later version it may be a kind that nobody here knows. */
      stopOrderType: z.catch(z.enum([...STOP_ORDER_TYPES, 'UNRECOGNIZED']), 'UNRECOGNIZED'),
      /** '' while a trailing stop is not active, and of a close by margin rate. */
      triggerPrice: z.string(),
      triggerBy: z.catch(z.enum(['LastPrice', 'IndexPrice', 'MarkPrice']), 'LastPrice'),
      /** 1 waits for a rise, 2 for a fall. */
      triggerDirection: z.literal([1, 2]),
      closeOnTrigger: z.boolean(),
      /** Closes the whole position; `qty` is "0" until it fires. */
      wholePosition: z.boolean(),
      /** Common to the two legs of an entry; '0' for none. */
      parentOrderId: z.string(),
      /** Of a trailing stop. */
      trailing: z.optional(trailingFields),
      /** Of a close by margin rate: the rate times 1e2. */
      triggerMmRateE2: z.optional(z.string()),
    }),
  ),
  /** TP/SL that become the position's as the order fills. */
  exits: z.optional(exitFields),
  slippage: z.optional(slippageFields),
  smpType: z.optional(z.enum(['None', 'CancelMaker', 'CancelTaker', 'CancelBoth'])),
  /** Of a part of a strategy. */
  strategy: z.optional(z.object({ strategyType: strategyTypeText, strategyId: z.string(), part: z.number() })),
  /** Of a follower's copy: whose order it copies, and how much of it. */
  copy: z.optional(z.object({ leaderId: z.string(), leaderOrderId: z.string(), leaderQty: z.string() })),
  /** Of a spot order by amount: quote coin to spend, or to receive at most. */
  amount: z.optional(z.string()),
  isLeverage: z.optional(z.boolean()),
});
export type OrderItem = z.infer<typeof orderItem>;

/** An execution on the wire: REST list and the stream `user.execution`. */
export const executionItem = z.object({
  execId: z.string(),
  execType: z.enum(EXECUTION_TYPES),
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
