import * as v from 'valibot';
import { number, object } from '../schema.ts';
import { decimalText, sideText, strategyTypeText, symbolText } from './envelope.ts';
import { clientOrderIdText, exitFields, orderOptionsShape, positionIdxNumber, slippageFields, trailingFields } from './order-options.ts';

/**
 * POST /contract/v5/order/create. `qtyX` and `leverageE2` are accepted instead of `qty` and `leverage`; `maxSlippage`
 * applies to market orders; a `triggerPrice` makes the order conditional.
 */
export const createOrderRequest = object({
  symbol: symbolText,
  side: sideText,
  orderType: v.picklist(['Limit', 'Market']),
  qty: v.optional(decimalText),
  /** Quantity times 1e8, as whole-number text. */
  qtyX: v.optional(decimalText),
  price: v.optional(decimalText),
  timeInForce: v.optional(v.picklist(['GoodTillCancel', 'ImmediateOrCancel', 'FillOrKill', 'PostOnly'])),
  reduceOnly: v.optional(v.boolean()),
  positionIdx: v.optional(positionIdxNumber),
  leverage: v.optional(decimalText),
  leverageE2: v.optional(decimalText),
  type: v.optional(v.picklist(['Activity', 'Conditions', 'TpSl'])),
  orderLinkId: v.optional(clientOrderIdText),
  source: v.optional(v.picklist(['form', 'chart', 'table', 'api'])),
  /** Spot market orders only: with `quoteCoin`, `qty` is the amount to spend, or the maximum to receive. */
  marketUnit: v.optional(v.picklist(['baseCoin', 'quoteCoin'])),
  /** Spot orders only: borrows the missing amount. */
  isLeverage: v.optional(v.boolean()),
  ...orderOptionsShape,
});
export type CreateOrderRequest = v.InferOutput<typeof createOrderRequest>;
/** Its result. */
export const createOrderResult = object({ orderId: v.string(), orderLinkId: v.string(), price: v.string() });

/** Answer of POST /contract/v5/order/cancel. */
export const cancelOrderResult = object({ orderId: v.string() });

/** Kinds of open orders, as in the terminal's tabs. */
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
 * POST /contract/v5/order/cancel-all; all symbols and all kinds by default. `keepProtective` keeps the orders that
 * protect a position: TP/SL, trailing stops, closes by margin rate, and conditional reduce-only orders.
 */
export const cancelAllOrdersRequest = object({
  symbol: v.optional(symbolText),
  type: v.optional(v.picklist(CANCEL_TYPES)),
  keepProtective: v.optional(v.boolean()),
});
export type CancelAllOrdersRequest = v.InferOutput<typeof cancelAllOrdersRequest>;
/** Its result: the number of cancelled orders. */
export const cancelAllOrdersResult = object({ cancelled: number });

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
export const orderItem = object({
  orderId: v.string(),
  orderLinkId: v.string(),
  symbol: v.string(),
  side: sideText,
  orderType: v.picklist(['Limit', 'Market']),
  /** '' for a market order. */
  price: v.string(),
  qty: v.string(),
  cumExecQty: v.string(),
  leavesQty: v.string(),
  cumExecValue: v.string(),
  cumExecFee: v.string(),
  /** Coin of the fee. */
  feeCurrency: v.string(),
  /** '' without fills. */
  avgPrice: v.string(),
  timeInForce: v.picklist(['GoodTillCancel', 'ImmediateOrCancel', 'FillOrKill', 'PostOnly']),
  reduceOnly: v.boolean(),
  positionIdx: v.picklist([0, 1, 2]),
  orderStatus: v.picklist(ORDER_STATUSES),
  /** '' unless cancelled or rejected. */
  cxlRejReason: v.string(),
  source: v.string(),
  /** The API key that sent it; only in the history. */
  apiKey: v.optional(v.string()),
  createdAtE3: number,
  updatedAtE3: number,
  /** Spot orders only: the plan type of a conditional order, -1 for a plain order. */
  planType: v.optional(number),
  /** Conditional orders, TP/SL and trailing stops only. */
  stop: v.optional(
    object({
      /** A newer exchange may send a kind unknown to this version. */
      stopOrderType: v.fallback(v.picklist([...STOP_ORDER_TYPES, 'UNRECOGNIZED']), 'UNRECOGNIZED'),
      /** '' for an inactive trailing stop and for a close by margin rate. */
      triggerPrice: v.string(),
      triggerBy: v.fallback(v.picklist(['LastPrice', 'IndexPrice', 'MarkPrice']), 'LastPrice'),
      /** 1 waits for a rise, 2 for a fall. */
      triggerDirection: v.picklist([1, 2]),
      closeOnTrigger: v.boolean(),
      /** Closes the entire position; `qty` is "0" until it triggers. */
      wholePosition: v.boolean(),
      /** Shared by the two legs of an entry; '0' for none. */
      parentOrderId: v.string(),
      /** Trailing stops only. */
      trailing: v.optional(trailingFields),
      /** Closes by margin rate only: the rate times 1e2. */
      triggerMmRateE2: v.optional(v.string()),
    }),
  ),
  /** TP/SL that become the position's as the order fills. */
  exits: v.optional(exitFields),
  slippage: v.optional(slippageFields),
  smpType: v.optional(v.picklist(['None', 'CancelMaker', 'CancelTaker', 'CancelBoth'])),
  /** Parts of a strategy only. */
  strategy: v.optional(object({ strategyType: strategyTypeText, strategyId: v.string(), part: number })),
  /** Copied orders only: the leader, the leader's order, and the copied quantity. */
  copy: v.optional(object({ leaderId: v.string(), leaderOrderId: v.string(), leaderQty: v.string() })),
  /** Spot orders by amount only: quote coin to spend, or the maximum to receive. */
  amount: v.optional(v.string()),
  isLeverage: v.optional(v.boolean()),
});
export type OrderItem = v.InferOutput<typeof orderItem>;

/** An execution on the wire: REST list and the stream `user.execution`. */
export const executionItem = object({
  execId: v.string(),
  execType: v.picklist(EXECUTION_TYPES),
  orderId: v.string(),
  orderLinkId: v.string(),
  symbol: v.string(),
  side: sideText,
  execPrice: v.string(),
  execQty: v.string(),
  execValue: v.string(),
  execFee: v.string(),
  /** Coin of the fee. */
  feeCurrency: v.string(),
  feeRate: v.string(),
  isMaker: v.boolean(),
  closedPnl: v.string(),
  closedSize: v.string(),
  /** Quantity of the order still open after this execution. */
  leavesQty: v.string(),
  positionIdx: v.picklist([0, 1, 2]),
  execTimeE3: number,
});
export type ExecutionItem = v.InferOutput<typeof executionItem>;
