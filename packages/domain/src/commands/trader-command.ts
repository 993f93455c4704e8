import type { Leverage, Lots, Money, Ticks, Timestamp } from '../values/types.ts';
import type { OrderSource, OrderType, Side, TimeInForce } from '../orders/order.ts';
import type { MarginMode, PositionIndex, PositionMode } from '../positions/position.ts';

/** Accounts are numbered by whoever opens them; numbers below `FIRST_USER_ACCOUNT` belong to the house. */
export type AccountId = number;
/** An instrument's `id`. */
export type InstrumentId = number;
/** Unique for ever, rising. */
export type OrderId = number;

export interface Timed {
  /** When the writer accepted the command; never before the command that went ahead of it. */
  readonly time: Timestamp;
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
  /** Of a spot market order by amount: quote coin to spend, or to receive at most; `quantity` is 0 then. */
  readonly quoteAmount?: Money;
  /** Of a spot order: what is missing is borrowed as it fills. */
  readonly borrows?: boolean;
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
export interface AddMargin extends Timed {
  readonly type: 'AddMargin';
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly positionIndex: PositionIndex;
  readonly amount: Money;
}

/** What a trader may ask of any venue. */
export type TraderCommand = PlaceOrder | CancelOrder | CancelAllOrders | SetLeverage | SetMarginMode | SetPositionMode | AddMargin;

/** A command before its writer gave it a time. */
export type Untimed<C extends Timed> = C extends unknown ? Omit<C, 'time'> : never;
