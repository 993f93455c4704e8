import type { Coin } from '../accounts/account.ts';
import type { AccountId, InstrumentId, OrderId } from '../values/ids.ts';
import type { Leverage, Lots, Money, Rate, Ticks, Timestamp } from '../values/types.ts';
import type { AttachedExits, ExitLeg, TpSlMode, TrailingTerms } from '../orders/exits.ts';
import type { OrderSource, OrderType, SelfMatch, Side, TimeInForce } from '../orders/order.ts';
import type { OrderTab } from '../orders/order-tab.ts';
import type { SlippageLimit } from '../orders/slippage.ts';
import type { Trigger, TriggerSource } from '../orders/trigger.ts';
import type { StrategyId, StrategyPlan } from '../strategies/strategy.ts';
import type { MarginMode, PositionIndex, PositionMode } from '../positions/position.ts';

export interface Timed {
  /** Time at which the writer accepted the command; never before the previous command. */
  readonly time: Timestamp;
}

/** A command that is executed once, however often it is sent with the same id. */
export interface Repeatable extends Timed {
  /**
   * Assigned by the sender. A second command with the same id does nothing and returns the outcome of the first, as
   * long as the account remembers it; one with other contents is refused. Absent or '' for none.
   */
  readonly requestId?: string;
}

/** Optional fields of an order. */
export interface OrderOptions {
  /** Makes the order conditional; it reserves no margin before it triggers. */
  readonly trigger?: Trigger;
  /** Closes at most the open size, and cancels opening orders to make room for itself. */
  readonly closeOnTrigger?: boolean;
  /** Conditional orders of pairs only: the order is a take-profit or stop-loss of the coins in the account. */
  readonly isTpSl?: boolean;
  /** TP/SL for the position that the order opens. */
  readonly exits?: AttachedExits;
  /** Market orders only. */
  readonly slippage?: SlippageLimit;
  /** `CancelMaker` when absent. */
  readonly selfMatch?: SelfMatch;
}

export interface PlaceOrder extends Timed {
  readonly type: 'PlaceOrder';
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly orderType: OrderType;
  /** 0 for a market order. */
  readonly price: Ticks;
  readonly quantity: Lots;
  readonly timeInForce: TimeInForce;
  readonly reduceOnly: boolean;
  readonly positionIndex: PositionIndex;
  /** Assigned by the sender, unique per account while it is remembered; '' for none. */
  readonly clientOrderId: string;
  readonly source: OrderSource;
  /** The public name of the API key that sent it; the exchange only passes it on. */
  readonly apiKey?: string;
  /** Spot market orders by amount: quote coin to spend, or the maximum to receive; `quantity` is then 0. */
  readonly quoteAmount?: Money;
  /** Spot orders only: borrows the missing amount as the order fills. */
  readonly borrows?: boolean;
  readonly options?: OrderOptions;
}

/** Fields of an order that an amendment may change; absent fields stay unchanged. */
export interface OrderChanges {
  readonly price?: Ticks;
  /** The total quantity, including the filled part. */
  readonly quantity?: Lots;
  /** Only for conditional orders that have not triggered. */
  readonly trigger?: Ticks;
  readonly triggerSource?: TriggerSource;
  /** Attached TP/SL; `null` removes them. */
  readonly exits?: AttachedExits | null;
}

/** Amends an open order. It keeps its queue position only if its quantity alone falls. A refusal changes nothing. */
export interface AmendOrder extends Timed {
  readonly type: 'AmendOrder';
  readonly account: AccountId;
  readonly orderId: OrderId;
  readonly changes: OrderChanges;
}

/** One of two conditional orders on either side of the price. */
export interface PairLeg {
  readonly side: Side;
  readonly trigger: Ticks;
  readonly source: TriggerSource;
  readonly orderType: OrderType;
  /** 0 for a market order. */
  readonly price: Ticks;
}

/**
 * Two conditional orders; the first to trigger cancels the other: `upper` waits for a rise, `lower` for a fall. A
 * `TakeProfitStopLossOCO` closes a position at one of two prices, a `BidirectionalTpSl` opens in either direction.
 */
export interface PlaceOrderPair extends Repeatable {
  readonly type: 'PlaceOrderPair';
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly kind: 'TakeProfitStopLossOCO' | 'BidirectionalTpSl';
  readonly positionIndex: PositionIndex;
  readonly quantity: Lots;
  readonly upper: PairLeg;
  readonly lower: PairLeg;
  readonly reduceOnly: boolean;
  readonly source: OrderSource;
}

/** Closes a position at market once the maintenance margin rate of its account reaches `rate`. */
export interface PlaceMarginRateClose extends Repeatable {
  readonly type: 'PlaceMarginRateClose';
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly positionIndex: PositionIndex;
  /** Share: 0.8 for 80%. */
  readonly rate: Rate;
  readonly source: OrderSource;
}

/**
 * Sets the TP/SL or trailing stop of a position. Absent fields stay unchanged; `null` removes one. In `Full` mode the
 * legs protect the entire position; in `Partial` mode they create an entry of `quantity`, or change the entry named by
 * `entry`.
 */
export interface SetPositionExits extends Repeatable {
  readonly type: 'SetPositionExits';
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly positionIndex: PositionIndex;
  readonly mode: TpSlMode;
  readonly takeProfit?: ExitLeg | null;
  readonly stopLoss?: ExitLeg | null;
  readonly trailing?: TrailingTerms | null;
  /** Partial entries only; 0 in `Full` mode, and to keep the entry's quantity. */
  readonly quantity: Lots;
  /** Order id of one leg of the partial entry to change; 0 for a new one. */
  readonly entry: OrderId;
  readonly source: OrderSource;
}

/** Cancels all open orders of the account whenever it has been without a connection for `window`; 0 turns this off. */
export interface SetCancelOnDisconnect extends Timed {
  readonly type: 'SetCancelOnDisconnect';
  readonly account: AccountId;
  /** Milliseconds. */
  readonly window: number;
}

/** Starts a strategy that the exchange runs: a parent of orders. */
export interface CreateStrategy extends Repeatable {
  readonly type: 'CreateStrategy';
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly positionIndex: PositionIndex;
  readonly reduceOnly: boolean;
  /** Total quantity; for a grid per cell, for a webhook per signal. */
  readonly quantity: Lots;
  readonly plan: StrategyPlan;
  readonly source: OrderSource;
}

/** Ends a strategy and cancels its open orders. */
export interface CancelStrategy extends Timed {
  readonly type: 'CancelStrategy';
  readonly account: AccountId;
  readonly strategyId: StrategyId;
}

/** Makes a webhook strategy place its order; the secret authorises any sender. */
export interface SignalStrategy extends Repeatable {
  readonly type: 'SignalStrategy';
  readonly account: AccountId;
  readonly strategyId: StrategyId;
  readonly secret: string;
}

/** In a report of connections: all accounts. */
export const EVERY_ACCOUNT = -1;

/** An account got its first connection, or lost its last one. */
export interface ReportConnection extends Timed {
  readonly type: 'ReportConnection';
  readonly account: AccountId;
  readonly connected: boolean;
}

export interface CancelOrder extends Timed {
  readonly type: 'CancelOrder';
  readonly account: AccountId;
  readonly orderId: OrderId;
}

/** Cancels all open orders of the account, in one instrument or all (-1). */
export interface CancelAllOrders extends Timed {
  readonly type: 'CancelAllOrders';
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  /** Only the orders of this kind. */
  readonly only?: CancelScope;
}

/** Scope of a cancel: orders of every tab or of one, or the partial TP/SL entries of a position. */
export interface CancelScope {
  readonly tab: OrderTab | 'partialTpSl' | 'every';
  readonly positionIndex?: PositionIndex;
  /** Keeps the orders that protect a position. */
  readonly keepsProtective?: true;
}

/** In one-way mode both leverages are equal. */
export interface SetLeverage extends Timed {
  readonly type: 'SetLeverage';
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly longLeverage: Leverage;
  readonly shortLeverage: Leverage;
}

export interface SetMarginMode extends Timed {
  readonly type: 'SetMarginMode';
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly marginMode: MarginMode;
}

export interface SetPositionMode extends Timed {
  readonly type: 'SetPositionMode';
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly positionMode: PositionMode;
}

/** Moves cash into (positive) or out of (negative) an isolated position's margin. */
export interface AddMargin extends Repeatable {
  readonly type: 'AddMargin';
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly positionIndex: PositionIndex;
  readonly amount: Money;
}

/** Whether available balance is added to an isolated position before a liquidation. */
export interface SetAutoAddMargin extends Timed {
  readonly type: 'SetAutoAddMargin';
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly positionIndex: PositionIndex;
  readonly on: boolean;
}

/** Turns a coin's use as collateral on or off. */
export interface SetCollateral extends Timed {
  readonly type: 'SetCollateral';
  readonly account: AccountId;
  readonly coin: Coin;
  readonly on: boolean;
}

/**
 * Moves of an account's coins: between trading and funding wallet, borrow into and repay from the trading wallet, save from and redeem to
 * the funding wallet.
 */
export type FundsMove = 'toFunding' | 'toTrading' | 'borrow' | 'repay' | 'subscribe' | 'redeem';

export interface MoveFunds extends Repeatable {
  readonly type: 'MoveFunds';
  readonly account: AccountId;
  readonly coin: Coin;
  readonly move: FundsMove;
  /** Above 0; a repayment above the debt repays the debt. */
  readonly amount: Money;
}

/** Moves coins from the trading wallet of an account to that of another one with the same owner. */
export interface TransferFunds extends Repeatable {
  readonly type: 'TransferFunds';
  /** The source account; it keeps the amount that its margin needs. */
  readonly account: AccountId;
  readonly to: AccountId;
  readonly coin: Coin;
  /** More than 0. */
  readonly amount: Money;
}

/** Starts leading under a public name, or ends it and releases the followers. */
export interface SetLeading extends Timed {
  readonly type: 'SetLeading';
  readonly account: AccountId;
  readonly leading: boolean;
  /** '' at the end. */
  readonly name: string;
}

/** Starts to copy a leader's orders in copied contracts, or changes the terms. */
export interface FollowLeader extends Timed {
  readonly type: 'FollowLeader';
  readonly account: AccountId;
  readonly leader: AccountId;
  readonly ratio: Rate;
  readonly maxAmount: Money;
  /** Name under which the leader sees the follower. */
  readonly name: string;
}

/** Ends copying: copied orders are cancelled and, on request, positions in copied contracts are closed at market. */
export interface StopFollowing extends Timed {
  readonly type: 'StopFollowing';
  readonly account: AccountId;
  readonly close: boolean;
}

/** Commands that a trader may send to any venue. */
export type TraderCommand =
  | PlaceOrder
  | AmendOrder
  | CancelOrder
  | CancelAllOrders
  | PlaceOrderPair
  | PlaceMarginRateClose
  | SetPositionExits
  | CreateStrategy
  | CancelStrategy
  | SignalStrategy
  | SetCancelOnDisconnect
  | ReportConnection
  | SetLeverage
  | SetMarginMode
  | SetPositionMode
  | AddMargin
  | SetAutoAddMargin
  | SetCollateral
  | MoveFunds
  | TransferFunds
  | SetLeading
  | FollowLeader
  | StopFollowing;

/** A command before the writer has assigned its time. */
export type Untimed<C extends Timed> = C extends unknown ? Omit<C, 'time'> : never;
