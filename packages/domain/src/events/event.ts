import type { FeeTier } from '../fees/fee-tier.ts';
import type { AccountKind, Coin, WalletName } from '../accounts/account.ts';
import type { AccountId, InstrumentId, OrderId } from '../values/ids.ts';
import type { CopyRecord } from '../copying/copying.ts';
import type { Instrument } from '../instruments/instrument.ts';
import type { OrderRecord, PositionRecord, SettingsRecord } from '../records/records.ts';
import type { StrategyRecord } from '../strategies/strategy.ts';
import type { Lots, Money, Price, Quantity, Rate } from '../values/types.ts';
import type { Side } from '../orders/order.ts';
import type { PositionIndex } from '../positions/position.ts';

export interface AccountOpened {
  readonly type: 'AccountOpened';
  readonly account: AccountId;
  readonly kind: AccountKind;
}
export interface OrderAccepted {
  readonly type: 'OrderAccepted';
  readonly order: OrderRecord;
}
export interface OrderCancelled {
  readonly type: 'OrderCancelled';
  readonly order: OrderRecord;
}

/** A conditional order triggered and goes to the market. */
export interface OrderTriggered {
  readonly type: 'OrderTriggered';
  readonly order: OrderRecord;
}
/** An API key sent an order: reported directly after the order. */
export interface OrderSent {
  readonly type: 'OrderSent';
  readonly account: AccountId;
  readonly orderId: OrderId;
  readonly apiKey: string;
}
/** An open order changed its terms. */
export interface OrderReplaced {
  readonly type: 'OrderReplaced';
  readonly order: OrderRecord;
}

/** A strategy started, progressed or ended. */
export interface StrategyChanged {
  readonly type: 'StrategyChanged';
  readonly strategy: StrategyRecord;
}

/** The copy-trading role of an account changed; absent if it has none any more. */
export interface CopyingChanged {
  readonly type: 'CopyingChanged';
  readonly account: AccountId;
  readonly copying?: CopyRecord;
}

export type ExecutionKind = 'Trade' | 'Funding' | 'BustTrade' | 'AdlTrade' | 'SessionSettlement' | 'Delivery' | 'Settle';

/** One side of one trade (or one funding payment, or the end of a contract) of one account. */
export interface OrderFilled {
  readonly type: 'OrderFilled';
  readonly kind: ExecutionKind;
  readonly executionId: number;
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly positionIndex: PositionIndex;
  readonly side: Side;
  readonly price: Price;
  readonly quantity: Lots;
  readonly value: Money;
  /** Positive is paid, negative received; in the coin of `feeCoinOf`. */
  readonly fee: Money;
  readonly feeRate: Rate;
  readonly maker: boolean;
  /** P&L of the closed part before fees; 0 for an opening fill. */
  readonly closedPnl: Money;
  readonly closedQuantity: Lots;
  /** Closes of inverse contracts only: the average entry price of the closed part. */
  readonly closedEntry?: Price;
  /** The order after the fill; absent for take-overs, deleveraging and funding. */
  readonly order?: OrderRecord;
}
export interface PositionChanged {
  readonly type: 'PositionChanged';
  readonly position: PositionRecord;
}
export interface SettingsChanged {
  readonly type: 'SettingsChanged';
  readonly settings: SettingsRecord;
}

export type LedgerKind =
  | 'deposit'
  | 'trade'
  | 'fee'
  | 'funding'
  | 'marginIn'
  | 'marginOut'
  | 'liquidation'
  | 'deleveraging'
  | 'settlement'
  | 'delivery'
  | 'transfer'
  | 'borrow'
  | 'repay'
  | 'interest'
  | 'conversion'
  | 'subscription'
  | 'redemption'
  | 'yield';

/** One line of a wallet of an account in one coin. */
export interface CashChanged {
  readonly type: 'CashChanged';
  readonly account: AccountId;
  readonly coin: Coin;
  readonly kind: LedgerKind;
  readonly amount: Money;
  /** Balance of the wallet after the line. */
  readonly cash: Money;
  /** Absent for the trading wallet. */
  readonly wallet?: Exclude<WalletName, 'trading'>;
  /** Transfers between accounts only: the kind of the other account. */
  readonly otherKind?: AccountKind;
  /** Interest and yield only: the amount it accrued on, and the hourly rate. */
  readonly interest?: { readonly on: Money; readonly rate: Rate };
  /** -1 if no instrument is involved. */
  readonly instrument: InstrumentId;
}
/** A coin's use as collateral was turned on or off. */
export interface CollateralChanged {
  readonly type: 'CollateralChanged';
  readonly account: AccountId;
  readonly coin: Coin;
  readonly on: boolean;
  /** Cash in the trading wallet. */
  readonly cash: Money;
}
/** A new fee tier of an account, from its next fill on. */
export interface FeeTierChanged {
  readonly type: 'FeeTierChanged';
  readonly account: AccountId;
  readonly tier: FeeTier;
}
export interface FundingSettled {
  readonly type: 'FundingSettled';
  readonly instrument: InstrumentId;
  readonly rate: Rate;
  readonly mark: Price;
}
/** A dated contract or an option ended, and every position in it was settled at this price. */
export interface DeliverySettled {
  readonly type: 'DeliverySettled';
  readonly instrument: InstrumentId;
  readonly price: Price;
}
export interface PositionLiquidated {
  readonly type: 'PositionLiquidated';
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly positionIndex: PositionIndex;
  readonly side: Side;
  readonly size: Lots;
  readonly bankruptcyPrice: Price;
  readonly mark: Price;
}

/** A public trade; `recorded` ones come from a replayed tape and have no accounts behind them. */
export interface TradePrinted {
  readonly type: 'TradePrinted';
  readonly instrument: InstrumentId;
  readonly tradeId: number;
  readonly price: Price;
  readonly quantity: Quantity;
  readonly value: Money;
  readonly takerSide: Side;
  readonly recorded: boolean;
  /** Whether the trade liquidated the taker's position. */
  readonly liquidation: boolean;
}
/** Mark and index of an instrument after a clock step that moved one of them. */
export interface PricesChanged {
  readonly type: 'PricesChanged';
  readonly instrument: InstrumentId;
  readonly mark: Price;
  readonly index: Price;
}

/** A new instrument; its id is the next one. */
export interface InstrumentListed {
  readonly type: 'InstrumentListed';
  readonly instrument: Instrument;
}
/** A new status of an instrument; all other terms are unchanged. */
export interface InstrumentChanged {
  readonly type: 'InstrumentChanged';
  readonly instrument: Instrument;
}

/** All events of one command share its sequence number and time, which the publisher adds. */
export type Event =
  | AccountOpened
  | OrderAccepted
  | OrderCancelled
  | OrderTriggered
  | OrderReplaced
  | OrderSent
  | StrategyChanged
  | CopyingChanged
  | OrderFilled
  | PositionChanged
  | SettingsChanged
  | CashChanged
  | CollateralChanged
  | FeeTierChanged
  | FundingSettled
  | DeliverySettled
  | PositionLiquidated
  | TradePrinted
  | PricesChanged
  | InstrumentListed
  | InstrumentChanged;
