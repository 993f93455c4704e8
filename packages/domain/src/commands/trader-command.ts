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
  /** When the writer accepted the command; never before the command that went ahead of it. */
  readonly time: Timestamp;
}

/** What is done once, however often it is sent with one id. */
export interface Repeatable extends Timed {
  /**
   * Made by the sender. A second command with it does nothing and has the outcome of the first, as long as the account remembers it; one
   * that says something else is refused. Absent or '' for none.
   */
  readonly requestId?: string;
}

/** What only some orders have. */
export interface OrderOptions {
  /** Makes the order wait; it takes no margin until then. */
  readonly trigger?: Trigger;
  /** Closes at most what is open, and makes room for it by cancelling orders that open. */
  readonly closeOnTrigger?: boolean;
  /** TP/SL for the position that the order opens. */
  readonly exits?: AttachedExits;
  /** Of a market order. */
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
  /** Made by the sender, unique per account while it is remembered; '' for none. */
  readonly clientOrderId: string;
  readonly source: OrderSource;
  /** The API key that sent it, by its public name; the exchange only tells it on. */
  readonly apiKey?: string;
  /** Of a spot market order by amount: quote coin to spend, or to receive at most; `quantity` is 0 then. */
  readonly quoteAmount?: Money;
  /** Of a spot order: what is missing is borrowed as it fills. */
  readonly borrows?: boolean;
  readonly options?: OrderOptions;
}

/** What a change of an order may name; what is absent stays. */
export interface OrderChanges {
  readonly price?: Ticks;
  /** The whole quantity, with what is filled. */
  readonly quantity?: Lots;
  /** Of an order that still waits. */
  readonly trigger?: Ticks;
  readonly triggerSource?: TriggerSource;
  /** TP/SL that the order brings along; `null` takes them away. */
  readonly exits?: AttachedExits | null;
}

/** Changes an open order. It keeps its place in the queue only when nothing but its quantity falls. A refusal changes nothing. */
export interface AmendOrder extends Timed {
  readonly type: 'AmendOrder';
  readonly account: AccountId;
  readonly orderId: OrderId;
  readonly changes: OrderChanges;
}

/** One of two orders that wait for either side of the price. */
export interface PairLeg {
  readonly side: Side;
  readonly trigger: Ticks;
  readonly source: TriggerSource;
  readonly orderType: OrderType;
  /** 0 for a market order. */
  readonly price: Ticks;
}

/**
 * Two conditional orders of which the first to fire cancels the other: `upper` waits for a rise, `lower` for a fall. A
 * `TakeProfitStopLossOCO` leaves a position by one of two prices, a `BidirectionalTpSl` enters either way.
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
 * Sets the TP/SL or trailing stop of a position. What is absent stays, `null` takes away. In `Full` mode the legs are those of the
 * position; in `Partial` mode they make a new entry of `quantity`, or change the entry that `entry` names.
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
  /** Of a partial entry; 0 in `Full` mode, and to keep the quantity of an entry. */
  readonly quantity: Lots;
  /** Order id of one leg of the partial entry to change; 0 for a new one. */
  readonly entry: OrderId;
  readonly source: OrderSource;
}

/** From now on all open orders are cancelled when every connection of the account is gone for `window`; 0 switches it off. */
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
  /** In all; of a grid for each cell, of a webhook for each signal. */
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

/** Lets a webhook strategy place its order; whoever knows the secret may. */
export interface SignalStrategy extends Repeatable {
  readonly type: 'SignalStrategy';
  readonly account: AccountId;
  readonly strategyId: StrategyId;
  readonly secret: string;
}

/** In a report of connections: all accounts. */
export const EVERY_ACCOUNT = -1;

/** The first connection of an account came, or its last one went. */
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

/** Cancels all open orders of the account, of one instrument when it is given (-1 for all). */
export interface CancelAllOrders extends Timed {
  readonly type: 'CancelAllOrders';
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  /** Only the orders of this kind. */
  readonly only?: CancelScope;
}

/** Which open orders a cancel means: those of every tab or of one, or the partial TP/SL entries of a position. */
export interface CancelScope {
  readonly tab: OrderTab | 'partialTpSl' | 'every';
  readonly positionIndex?: PositionIndex;
  /** Leaves the orders that protect a position. */
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

/** Whether available balance goes into an isolated position before it would be liquidated. */
export interface SetAutoAddMargin extends Timed {
  readonly type: 'SetAutoAddMargin';
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly positionIndex: PositionIndex;
  readonly on: boolean;
}

/** Whether what there is of a coin counts as margin. */
export interface SetCollateral extends Timed {
  readonly type: 'SetCollateral';
  readonly account: AccountId;
  readonly coin: Coin;
  readonly on: boolean;
}

/**
 * What can be done with the coins of an account: between trading and funding wallet, borrow into and repay from the trading wallet,
 * save from and redeem to the funding wallet.
 */
export type FundsMove = 'toFunding' | 'toTrading' | 'borrow' | 'repay' | 'subscribe' | 'redeem';

export interface MoveFunds extends Repeatable {
  readonly type: 'MoveFunds';
  readonly account: AccountId;
  readonly coin: Coin;
  readonly move: FundsMove;
  /** More than 0; a repayment of more than is owed repays what is owed. */
  readonly amount: Money;
}

/** Moves coins from the trading wallet of an account into that of another one. Whoever asks has to own both. */
export interface TransferFunds extends Repeatable {
  readonly type: 'TransferFunds';
  /** Where they come from: what its margin needs stays. */
  readonly account: AccountId;
  readonly to: AccountId;
  readonly coin: Coin;
  /** More than 0. */
  readonly amount: Money;
}

/** Lets others copy the account from now on, under a name; or no longer: its followers are let go. */
export interface SetLeading extends Timed {
  readonly type: 'SetLeading';
  readonly account: AccountId;
  readonly leading: boolean;
  /** '' when it stops. */
  readonly name: string;
}

/** Begins to copy a leader's orders in copied contracts, or changes how. */
export interface FollowLeader extends Timed {
  readonly type: 'FollowLeader';
  readonly account: AccountId;
  readonly leader: AccountId;
  readonly ratio: Rate;
  readonly maxAmount: Money;
  /** What the leader knows the follower by. */
  readonly name: string;
}

/** Copies no longer: copied orders are cancelled, and positions in copied contracts closed at market when that is asked for. */
export interface StopFollowing extends Timed {
  readonly type: 'StopFollowing';
  readonly account: AccountId;
  readonly close: boolean;
}

/** What a trader may ask of any venue. */
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

/** A command before its writer gave it a time. */
export type Untimed<C extends Timed> = C extends unknown ? Omit<C, 'time'> : never;
