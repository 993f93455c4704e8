import * as v from 'valibot';
import { number, object } from '../schema.ts';
import { decimalText, requestIdText, sideText, strategyTypeText, symbolText } from './envelope.ts';
import { orderIdText, positionIdxNumber } from './order-options.ts';

const count = v.pipe(number, v.safeInteger(), v.minValue(0), v.maxValue(1_000_000));

/** Fields of a plan, for all types of strategies. */
const planShape = {
  /** Iceberg: the limit of every part. Webhook: of a limit order. */
  price: v.optional(decimalText),
  /** Iceberg: quantity of a part. */
  shownQty: v.optional(decimalText),
  /** Iceberg. */
  postOnly: v.optional(v.boolean()),
  /** TWAP: seconds between parts. */
  interval: v.optional(count),
  /** TWAP: number of parts. */
  parts: v.optional(count),
  /** TWAP: worst price. */
  limitPrice: v.optional(decimalText),
  /** Chase: maximum distance from its start. */
  maxDistance: v.optional(decimalText),
  /** Scaled: first and last price, number of orders, and quantity of the last one in percent of the first. */
  priceFrom: v.optional(decimalText),
  priceTo: v.optional(decimalText),
  orders: v.optional(count),
  skew: v.optional(count),
  /** Grid. */
  lowerPrice: v.optional(decimalText),
  upperPrice: v.optional(decimalText),
  cells: v.optional(count),
  takeProfit: v.optional(decimalText),
  stopLoss: v.optional(decimalText),
  /** Webhook. */
  orderType: v.optional(v.picklist(['Limit', 'Market'])),
  /** FutureSpread: the other leg, and its price less the price of `symbol`: at most for a buy, at least for a sell. */
  farSymbol: v.optional(symbolText),
  spread: v.optional(decimalText),
  /** FutureSpread: cancels the quantity that does not fill immediately. */
  immediate: v.optional(v.boolean()),
};
export const planFields = object(planShape);
export type PlanFields = v.InferOutput<typeof planFields>;

/** POST /contract/v5/strategy/create. `qty` is the total quantity; for a grid per cell, for a webhook per signal. */
export const createStrategyRequest = object({
  symbol: symbolText,
  strategyType: strategyTypeText,
  side: sideText,
  qty: decimalText,
  positionIdx: v.optional(positionIdxNumber),
  reduceOnly: v.optional(v.boolean()),
  requestId: v.optional(requestIdText),
  ...planShape,
});
export type CreateStrategyRequest = v.InferOutput<typeof createStrategyRequest>;
/** Its result. A refused grid states the reason in `status_code`, and has no id. */
export const createStrategyResult = object({
  strategyId: v.optional(v.string()),
  /** Webhooks only: the token for signals. Anyone with the token can place the order. */
  token: v.optional(v.string()),
  status_code: v.optional(number),
});

/** POST /contract/v5/strategy/stop. */
export const stopStrategyRequest = object({ strategyId: orderIdText });
export type StopStrategyRequest = v.InferOutput<typeof stopStrategyRequest>;
export const stopStrategyResult = object({ strategyId: v.string(), status_code: v.optional(number) });

/** POST /contract/v5/strategy/signal. */
export const signalRequest = object({
  token: v.pipe(v.string(), v.regex(/^\d{1,16}-\d{1,16}-[0-9a-f]{16,64}$/)),
  requestId: v.optional(requestIdText),
});
export type SignalRequest = v.InferOutput<typeof signalRequest>;
export const signalResult = object({ orderId: v.string() });

/** A leg of a futures spread. */
export const spreadLegItem = object({
  orderId: v.string(),
  productType: v.string(),
  /** Numeric id of the contract. */
  symbolId: number,
  symbol: v.string(),
  side: sideText,
});
export type SpreadLegItem = v.InferOutput<typeof spreadLegItem>;

/** A strategy on the wire: the list and the stream `user.strategy`. */
export const strategyItem = object({
  strategyId: v.string(),
  symbol: v.string(),
  strategyType: strategyTypeText,
  side: sideText,
  qty: v.string(),
  positionIdx: positionIdxNumber,
  reduceOnly: v.boolean(),
  plan: planFields,
  source: v.string(),
  cumExecQty: v.string(),
  cumExecValue: v.string(),
  /** Inverse contracts with fills only: the average fill price. */
  avgPrice: v.optional(v.string()),
  /** Parts placed so far, and the open ones among them. */
  placed: number,
  orderIds: v.array(v.string()),
  /** FutureSpread: legs 1 (far) and 2; `orderId` is that of the newest order, '' before the first. */
  legs: v.optional(v.array(spreadLegItem)),
  status: v.picklist(['Running', 'Ended']),
  /** '' while it runs. */
  endReason: v.picklist([
    '',
    'Done',
    'User',
    'NoBalance',
    'Refused',
    'PartCancelled',
    'TooFar',
    'WouldTake',
    'TimeOver',
    'NotTrading',
    'TakeProfit',
    'StopLoss',
  ]),
  /** Active webhooks only. */
  token: v.optional(v.string()),
  createdAtE3: number,
  updatedAtE3: number,
});
export type StrategyItem = v.InferOutput<typeof strategyItem>;
/** GET /contract/v5/strategy/list: running ones, then recently ended ones. */
export const strategyListResult = object({ list: v.array(strategyItem) });
