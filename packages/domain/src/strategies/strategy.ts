import type { AccountId, InstrumentId, OrderId } from '../values/ids.ts';
import type { OrderSource, OrderType, Side } from '../orders/order.ts';
import type { PositionIndex } from '../positions/position.ts';
import type { Lots, Money, Price, Ticks, Timestamp } from '../values/types.ts';

/** Shows one part of its quantity at a time: the next part is placed once the previous one is filled. */
export interface IcebergPlan {
  readonly kind: 'Iceberg';
  readonly price: Ticks;
  /** Quantity of each part; the last part takes the remainder. */
  readonly shown: Lots;
  readonly postOnly: boolean;
}

/** Trades equal parts at equal intervals, at market or up to a limit; later parts take over the unfilled quantity of earlier ones. */
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
  /** Maximum distance from its start; 0 for no limit. */
  readonly maxDistance: Ticks;
}

/** A ladder of evenly spaced limit orders. */
export interface ScaledPlan {
  readonly kind: 'Scaled';
  readonly from: Ticks;
  readonly to: Ticks;
  readonly orders: number;
  /** Quantity of the last order as a percentage of the first: 100 for equal ones. */
  readonly skew: number;
}

/** Buys below and sells above at even distances; each fill places the opposite order one cell away. `quantity` is per cell. */
export interface GridPlan {
  readonly kind: 'Grid';
  readonly lower: Ticks;
  readonly upper: Ticks;
  readonly cells: number;
  /** Last prices at which the grid ends and closes its position; 0 for none. */
  readonly takeProfit: Ticks;
  readonly stopLoss: Ticks;
}

/** Places the same order on every signal that carries the secret. */
export interface WebhookPlan {
  readonly kind: 'Webhook';
  readonly orderType: OrderType;
  /** 0 for a market order. */
  readonly price: Ticks;
  readonly secret: string;
}

/**
 * Trades two futures of one coin against each other once their price difference is reached: a buy buys `far` and sells
 * the instrument of the strategy, at the same moment and for the same quantity, or neither trades.
 */
export interface FutureSpreadPlan {
  readonly kind: 'FutureSpread';
  readonly far: InstrumentId;
  /** Price of far less price of near in ticks, at most for a buy and at least for a sell; may be negative. */
  readonly limit: number;
  /** Cancels the quantity that does not fill immediately. */
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
  /** A part was cancelled by another command. */
  | 'PartCancelled'
  | 'TooFar'
  /** Its first post-only part would have taken liquidity. */
  | 'WouldTake'
  | 'TimeOver'
  | 'NotTrading'
  | 'TakeProfit'
  | 'StopLoss';

/** Numbered together with the orders. */
export type StrategyId = OrderId;

/** Links an order to its strategy; `part` counts parts, or names the level of a grid or the leg of a spread. */
export interface StrategyTag {
  readonly kind: StrategyKind;
  readonly id: StrategyId;
  readonly part: number;
}

/** A strategy after the event that carries it. */
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
  /** Like an order's. */
  readonly averagePrice?: Price;
  /** Parts placed so far. */
  readonly placed: number;
  /** Open parts, oldest first. */
  readonly parts: readonly OrderId[];
  /** Futures spreads only: the newest order of each leg, far and near; 0 before the first. */
  readonly legs?: readonly [far: OrderId, near: OrderId];
  /** Absent while it runs. */
  readonly ended?: StrategyEnd;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
}
