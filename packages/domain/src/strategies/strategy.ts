import type { AccountId, InstrumentId, OrderId } from '../values/ids.ts';
import type { OrderSource, OrderType, Side } from '../orders/order.ts';
import type { PositionIndex } from '../positions/position.ts';
import type { Lots, Money, Price, Ticks, Timestamp } from '../values/types.ts';

/** Shows one part of its quantity at a time: the next part is placed once the one before is filled. */
export interface IcebergPlan {
  readonly kind: 'Iceberg';
  readonly price: Ticks;
  /** Of each part; the last one is what is left. */
  readonly shown: Lots;
  readonly postOnly: boolean;
}

/** Trades even parts at even times, at market or to a limit; what a part leaves is spread over the later ones. */
export interface TwapPlan {
  readonly kind: 'TWAP';
  /** Milliseconds. */
  readonly interval: number;
  readonly parts: number;
  /** Worst price; 0 for none. */
  readonly limit: Ticks;
}

/** Keeps one post-only order at the best price of its own side. */
export interface ChasePlan {
  readonly kind: 'Chase';
  /** How far from where it began it follows; 0 for no limit. */
  readonly maxDistance: Ticks;
}

/** A ladder of limit orders at even distances. */
export interface ScaledPlan {
  readonly kind: 'Scaled';
  readonly from: Ticks;
  readonly to: Ticks;
  readonly orders: number;
  /** Quantity of the last order in hundredths of the first one's: 100 for equal ones. */
  readonly skew: number;
}

/** Buys below and sells above at even distances, and turns each fill around one cell on. `quantity` is that of a cell. */
export interface GridPlan {
  readonly kind: 'Grid';
  readonly lower: Ticks;
  readonly upper: Ticks;
  readonly cells: number;
  /** Last prices that end the grid and close what it holds; 0 for none. */
  readonly takeProfit: Ticks;
  readonly stopLoss: Ticks;
}

/** Places the same order whenever somebody who knows the secret says so. */
export interface WebhookPlan {
  readonly kind: 'Webhook';
  readonly orderType: OrderType;
  /** 0 for a market order. */
  readonly price: Ticks;
  readonly secret: string;
}

/**
 * Trades two futures of one coin against each other once their distance is right: a buy buys `far` and sells the instrument of the
 * strategy, in the same moment and for the same quantity, or not at all.
 */
export interface FutureSpreadPlan {
  readonly kind: 'FutureSpread';
  readonly far: InstrumentId;
  /** Price of far less price of near in ticks, at most for a buy and at least for a sell; may be negative. */
  readonly limit: number;
  /** What is not there at once is given up. */
  readonly immediate?: boolean;
}

export type StrategyPlan = IcebergPlan | TwapPlan | ChasePlan | ScaledPlan | GridPlan | WebhookPlan | FutureSpreadPlan;
export const STRATEGY_KINDS = ['Iceberg', 'TWAP', 'Chase', 'Scaled', 'Grid', 'Webhook', 'FutureSpread'] as const;
export type StrategyKind = StrategyPlan['kind'];

/** Why a strategy ended. */
export type StrategyEnd =
  | 'Done'
  | 'User'
  | 'NoBalance'
  /** The exchange refused a part for another reason. */
  | 'Refused'
  /** Somebody or something else cancelled a part. */
  | 'PartCancelled'
  | 'TooFar'
  /** Its first post-only part would have taken from the book. */
  | 'WouldTake'
  | 'TimeOver'
  | 'NotTrading'
  | 'TakeProfit'
  | 'StopLoss';

/** Numbered together with the orders. */
export type StrategyId = OrderId;

/** What an order is a part of; `part` counts parts, names the level of a grid, or the leg of a spread. */
export interface StrategyTag {
  readonly kind: StrategyKind;
  readonly id: StrategyId;
  readonly part: number;
}

/** A strategy as it stands after the event that carries it. */
export interface StrategyRecord {
  readonly strategyId: StrategyId;
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly positionIndex: PositionIndex;
  readonly reduceOnly: boolean;
  readonly quantity: Lots;
  readonly plan: StrategyPlan;
  readonly source: OrderSource;
  readonly filled: Lots;
  readonly filledValue: Money;
  /** As that of an order. */
  readonly averagePrice?: Price;
  /** Parts placed so far. */
  readonly placed: number;
  /** Open parts, oldest first. */
  readonly parts: readonly OrderId[];
  /** Of a futures spread: the newest order of each leg, far and near; 0 before the first. */
  readonly legs?: readonly [far: OrderId, near: OrderId];
  /** Absent while it runs. */
  readonly ended?: StrategyEnd;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
}
