import type { FeeTier } from '../fees/fee-tier.ts';
import type { Greeks } from '../options/black-76.ts';
import type { Leverage, Lots, Money, Price, Rate, Ticks, Timestamp } from '../values/types.ts';
import type { AttachedExits, TrailingTerms } from '../orders/exits.ts';
import type { CancelReason } from '../orders/cancel-reason.ts';
import type { OrderSource, OrderStatus, OrderType, SelfMatch, Side, TimeInForce } from '../orders/order.ts';
import type { SlippageLimit } from '../orders/slippage.ts';
import type { StopOrderType, Trigger } from '../orders/trigger.ts';
import type { MarginMode, PositionIndex, PositionMode } from '../positions/position.ts';
import type { AccountId, InstrumentId, OrderId } from '../values/ids.ts';
import type { Coin, WalletName } from '../accounts/account.ts';
import type { StrategyRecord, StrategyTag } from '../strategies/strategy.ts';
import type { CopyRecord, CopyTag } from '../copying/copying.ts';
import type { Refusal } from '../refusals/refusal.ts';

/** Trigger of an order, kept after triggering. */
export interface StopRecord {
  readonly kind: StopOrderType;
  /** Absent for a trailing stop that is not active yet and for a close by margin rate. */
  readonly trigger?: Trigger;
  readonly closeOnTrigger: boolean;
  /** Closes the entire position, whatever its size at that time; the order's quantity is 0 until it triggers. */
  readonly wholePosition: boolean;
  /** Shared by the two legs of an entry or a pair; the id of the order that they were attached to, if any. 0 for none. */
  readonly parent: OrderId;
  readonly trailing?: TrailingTerms;
  /** Closes by margin rate only. */
  readonly marginRate?: Rate;
}

/** An order after the event that carries it. */
export interface OrderRecord {
  readonly orderId: OrderId;
  readonly clientOrderId: string;
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly orderType: OrderType;
  /** 0 for a market order. */
  readonly price: Ticks;
  readonly quantity: Lots;
  readonly filled: Lots;
  /** Filled value; exact except for inverse contracts, whose fills are rounded down one by one. */
  readonly filledValue: Money;
  /** Inverse contracts with fills only: the average fill price, to 1e-8. For other contracts it follows from the value. */
  readonly averagePrice?: Price;
  /** In the coin of `feeCoinOf`. */
  readonly fee: Money;
  readonly timeInForce: TimeInForce;
  readonly reduceOnly: boolean;
  readonly positionIndex: PositionIndex;
  readonly status: OrderStatus;
  readonly cancelReason?: CancelReason;
  readonly source: OrderSource;
  /** The API key that sent it. Only for orders in the history: the exchange does not keep it. */
  readonly apiKey?: string;
  /** As in the command. */
  readonly quoteAmount?: Money;
  readonly borrows?: boolean;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  /** Conditional orders only. */
  readonly stop?: StopRecord;
  /** TP/SL that become the position's as the order fills. */
  readonly exits?: AttachedExits;
  readonly slippage?: SlippageLimit;
  readonly selfMatch?: SelfMatch;
  /** Parts of a strategy only. */
  readonly strategy?: StrategyTag;
  /** Copied orders only. */
  readonly copy?: CopyTag;
}

/** A position after the event that carries it; `size` 0 for a closed one. */
export interface PositionRecord {
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly positionIndex: PositionIndex;
  /** Side of the position; of the last one if closed. */
  readonly side: Side;
  readonly size: Lots;
  /** Exact value of the open size at the prices that its P&L counts from; for a USDC perpetual, those of the last session settlement. */
  readonly entryValue: Money;
  /** Exact value of the open size at its entry prices. */
  readonly openValue: Money;
  /** Inverse contracts with an open position only: the average entry price, to 1e-8. For other contracts it follows from the value. */
  readonly averagePrice?: Price;
  readonly marginMode: MarginMode;
  readonly leverage: Leverage;
  /** Margin of an isolated position (with the reserved closing fee); 0 in cross margin. */
  readonly margin: Money;
  /** Whether available balance is added before a liquidation. */
  readonly autoAddMargin: boolean;
  /** Realised P&L of this holding since it was opened from flat: closed parts, fees and funding. */
  readonly realisedPnl: Money;
  readonly tradePnl: Money;
  readonly fees: Money;
  readonly funding: Money;
  /** Realised P&L of all holdings to date. */
  readonly totalRealisedPnl: Money;
  /** Rank in auto-deleveraging as a fifth of its side: 5 goes first, 1 last. Absent before the first ranking. */
  readonly deleverageRank?: number;
  readonly openedAt: Timestamp;
  readonly updatedAt: Timestamp;
}

/** An account's settings for one instrument. */
export interface SettingsRecord {
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly marginMode: MarginMode;
  readonly positionMode: PositionMode;
  readonly longLeverage: Leverage;
  readonly shortLeverage: Leverage;
}

/** The answer to one command. A refusal changed nothing. */
export interface Outcome {
  readonly refusal?: Refusal;
  /** The order placed, even if it has already been filled or cancelled. */
  readonly orderId?: OrderId;
  /** Commands that place several orders only. */
  readonly orderIds?: readonly OrderId[];
  /** `CancelAllOrders` only: how many orders were cancelled. */
  readonly cancelled?: number;
}

/** Covers positions closed at a price worse than bankruptcy, and keeps the surplus of better ones. */
export interface InsuranceFund {
  readonly coin: Coin;
  readonly balance: Money;
}

/** Number of accounts with positions of each side. */
export interface HoldingAccounts {
  readonly long: number;
  readonly short: number;
}

export interface MarketState {
  readonly instrument: InstrumentId;
  /** The exchange's clock: wall time in a simulated market, the recording's in a replay. */
  readonly time: Timestamp;
  readonly last: Price;
  readonly mark: Price;
  readonly index: Price;
  /** Predicted rate of the next settlement. */
  readonly fundingRate: Rate;
  readonly nextFundingAt: Timestamp;
  /** Sum of long sizes. */
  readonly openInterest: Lots;
  /** Perpetuals and futures only. */
  readonly accounts?: HoldingAccounts;
  /** 0 for an empty side. */
  readonly bestBid: Ticks;
  readonly bestAsk: Ticks;
  /** Average premium of the book over the mark price that the price limit follows (signed); 0 when absent. */
  readonly premium?: Price;
  /** Options only. */
  readonly option?: OptionTicker;
}

/** Model figures of an option; doubles, for display. */
export interface OptionTicker {
  /** Forward of the expiry, in quote coin. */
  readonly forward: number;
  /** Volatility of the mark, and of the best quotes where there are any; 0.5 is 50 %. */
  readonly markVolatility: number;
  readonly bidVolatility?: number;
  readonly askVolatility?: number;
  readonly greeks: Greeks;
}

/** Balance of a coin in a wallet; for loans, the negative debt. */
export interface WalletBalance {
  readonly coin: Coin;
  readonly wallet: Exclude<WalletName, 'trading'>;
  readonly amount: Money;
}

export interface AccountState {
  readonly account: AccountId;
  readonly cash: readonly (readonly [Coin, Money])[];
  /** The non-empty wallets other than the trading wallet. */
  readonly wallets: readonly WalletBalance[];
  readonly positions: readonly PositionRecord[];
  readonly orders: readonly OrderRecord[];
  /** Settings of the instruments that differ from the defaults. */
  readonly settings: readonly SettingsRecord[];
  /** Running strategies and recently ended ones. */
  readonly strategies?: readonly StrategyRecord[];
  /** Role in copy trading. */
  readonly copying?: CopyRecord;
  /** Milliseconds without a connection after which resting orders are cancelled; absent if off. */
  readonly disconnectWindow?: number;
  /** Coins that do not count as collateral, by name. */
  readonly notCollateral?: readonly Coin[];
  /** Determines the fees; absent for the lowest tier. */
  readonly feeTier?: FeeTier;
}

/** Best levels first; each level is its ticks, then its lots. */
export interface BookState {
  readonly bids: readonly number[];
  readonly asks: readonly number[];
}
