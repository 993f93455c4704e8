import { STRATEGY_KINDS } from '@tapedeck/domain';
import * as z from 'zod/mini';
import { decimalText, requestIdText, sideText, symbolText } from './envelope.ts';
import { orderIdText, positionIdxNumber } from './order-options.ts';

export const strategyTypeText = z.enum(STRATEGY_KINDS);
const count = z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000));

/** What a plan says, each field of the types that it names. */
const planShape = {
  /** Iceberg: the limit of every part. Webhook: of a limit order. */
  price: z.optional(decimalText),
  /** Iceberg: quantity of a part. */
  shownQty: z.optional(decimalText),
  /** Iceberg. */
  postOnly: z.optional(z.boolean()),
  /** TWAP: seconds between parts. */
  interval: z.optional(count),
  /** TWAP: how many. */
  parts: z.optional(count),
  /** TWAP: worst price. */
  limitPrice: z.optional(decimalText),
  /** Chase: how far from where it began it follows. */
  maxDistance: z.optional(decimalText),
  /** Scaled: first and last price, how many orders, and quantity of the last one in percent of the first. */
  priceFrom: z.optional(decimalText),
  priceTo: z.optional(decimalText),
  orders: z.optional(count),
  skew: z.optional(count),
  /** Grid. */
  lowerPrice: z.optional(decimalText),
  upperPrice: z.optional(decimalText),
  cells: z.optional(count),
  takeProfit: z.optional(decimalText),
  stopLoss: z.optional(decimalText),
  /** Webhook. */
  orderType: z.optional(z.enum(['Limit', 'Market'])),
  /** FutureSpread: the other leg, and its price less the price of `symbol`: at most for a buy, at least for a sell. */
  farSymbol: z.optional(symbolText),
  spread: z.optional(decimalText),
  /** FutureSpread: what is not there at once is given up. */
  immediate: z.optional(z.boolean()),
};
export const planFields = z.object(planShape);
export type PlanFields = z.infer<typeof planFields>;

/** POST /contract/v5/strategy/create. `qty` is the whole quantity; of a grid that of a cell, of a webhook that of a signal. */
export const createStrategyRequest = z.object({
  symbol: symbolText,
  strategyType: strategyTypeText,
  side: sideText,
  qty: decimalText,
  positionIdx: z.optional(positionIdxNumber),
  reduceOnly: z.optional(z.boolean()),
  requestId: z.optional(requestIdText),
  ...planShape,
});
export type CreateStrategyRequest = z.infer<typeof createStrategyRequest>;
/** Its result. A grid that was refused says why in `status_code`, and has no id. */
export const createStrategyResult = z.object({
  strategyId: z.optional(z.string()),
  /** Of a webhook: what its signals are sent with. Whoever has it can place the order. */
  token: z.optional(z.string()),
  status_code: z.optional(z.number()),
});

/** POST /contract/v5/strategy/stop. */
export const stopStrategyRequest = z.object({ strategyId: orderIdText });
export type StopStrategyRequest = z.infer<typeof stopStrategyRequest>;
export const stopStrategyResult = z.object({ strategyId: z.string(), status_code: z.optional(z.number()) });

/** POST /contract/v5/strategy/signal. */
export const signalRequest = z.object({
  token: z.string().check(z.regex(/^\d{1,16}-\d{1,16}-[0-9a-f]{16,64}$/)),
  requestId: z.optional(requestIdText),
});
export type SignalRequest = z.infer<typeof signalRequest>;
export const signalResult = z.object({ orderId: z.string() });

/** A leg of a futures spread. */
export const spreadLegItem = z.object({
  orderId: z.string(),
  productType: z.string(),
  /** Numeric id of the contract. */
  symbolId: z.number(),
  symbol: z.string(),
  side: sideText,
});
export type SpreadLegItem = z.infer<typeof spreadLegItem>;

/** A strategy on the wire: the list and the stream `user.strategy`. */
export const strategyItem = z.object({
  strategyId: z.string(),
  symbol: z.string(),
  strategyType: strategyTypeText,
  side: sideText,
  qty: z.string(),
  positionIdx: positionIdxNumber,
  reduceOnly: z.boolean(),
  plan: planFields,
  source: z.string(),
  cumExecQty: z.string(),
  cumExecValue: z.string(),
  /** Of an inverse contract once something is filled: the mean price of the fills. */
  avgPrice: z.optional(z.string()),
  /** Parts placed so far, and the open ones among them. */
  placed: z.number(),
  orderIds: z.array(z.string()),
  /** FutureSpread: legs 1 (far) and 2; `orderId` is that of the newest order, '' before the first. */
  legs: z.optional(z.array(spreadLegItem)),
  status: z.enum(['Running', 'Ended']),
  /** '' while it runs. */
  endReason: z.enum([
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
  /** Of a webhook that runs. */
  token: z.optional(z.string()),
  createdAtE3: z.number(),
  updatedAtE3: z.number(),
});
export type StrategyItem = z.infer<typeof strategyItem>;
/** GET /contract/v5/strategy/list: running ones, then those that ended lately. */
export const strategyListResult = z.object({ list: z.array(strategyItem) });
