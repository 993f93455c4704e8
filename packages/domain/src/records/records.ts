import type { FeeTier } from '../fees/fee-tier.ts';
import type { Greeks } from '../options/black-76.ts';
import type { Leverage, Lots, Money, Price, Rate, Ticks, Timestamp } from '../values/types.ts';
import type { AttachedExits, TrailingTerms } from '../orders/exits.ts';
import type { CancelReason, OrderSource, OrderStatus, OrderType, SelfMatch, Side, TimeInForce } from '../orders/order.ts';
import type { SlippageLimit } from '../orders/slippage.ts';
import type { StopOrderType, Trigger } from '../orders/trigger.ts';
import type { MarginMode, PositionIndex, PositionMode } from '../positions/position.ts';
import type { AccountId, InstrumentId, OrderId } from '../values/ids.ts';
import type { Coin, WalletName } from '../accounts/account.ts';
import type { StrategyRecord, StrategyTag } from '../strategies/strategy.ts';
import type { CopyRecord, CopyTag } from '../copying/copying.ts';
import type { Refusal } from '../refusals/refusal.ts';

/** What an order waits for, or waited for before it fired. */
export interface StopRecord {
  readonly kind: StopOrderType;
  /** Absent for a trailing stop that is not active yet and for a close by margin rate. */
  readonly trigger?: Trigger;
  readonly closeOnTrigger: boolean;
  /** Closes the whole position, whatever its size is then; the order's quantity is 0 until it fires. */
  readonly wholePosition: boolean;
  /** Common to the two legs of an entry or a pair; the id of the order that brought them along, where one did. 0 for none. */
  readonly parent: OrderId;
  readonly trailing?: TrailingTerms;
  /** Of a close by margin rate. */
  readonly marginRate?: Rate;
}

/** An order as it stands after the event that carries it. */
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
  /** Value of what was filled; exact but for inverse contracts, whose fills are rounded down one by one. */
  readonly filledValue: Money;
  /** Of an inverse contract, once something is filled: the mean price of the fills, to 1e-8. The value of the others tells theirs. */
  readonly averagePrice?: Price;
  /** In the coin of `feeCoinOf`. */
  readonly fee: Money;
  readonly timeInForce: TimeInForce;
  readonly reduceOnly: boolean;
  readonly positionIndex: PositionIndex;
  readonly status: OrderStatus;
  readonly cancelReason?: CancelReason;
  readonly source: OrderSource;
  /** The API key that sent it. Of orders in the history only: the exchange forgets it. */
  readonly apiKey?: string;
  /** As the command had them. */
  readonly quoteAmount?: Money;
  readonly borrows?: boolean;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  /** Of conditional orders. */
  readonly stop?: StopRecord;
  /** TP/SL that become the position's as the order fills. */
  readonly exits?: AttachedExits;
  readonly slippage?: SlippageLimit;
  readonly selfMatch?: SelfMatch;
  /** Of a part of a strategy. */
  readonly strategy?: StrategyTag;
  /** Of a follower's copy. */
  readonly copy?: CopyTag;
}

/** A position as it stands after the event that carries it; `size` 0 says it is gone. */
export interface PositionRecord {
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly positionIndex: PositionIndex;
  /** Side of the position; of the last one when it is gone. */
  readonly side: Side;
  readonly size: Lots;
  /** Exact value of what is open at the prices that its P&L counts from: of a USDC perpetual, those of the last session settlement. */
  readonly entryValue: Money;
  /** Exact value of what is open at the prices it was opened at. */
  readonly openValue: Money;
  /** Of an inverse contract, while something is open: the mean price it was opened at, to 1e-8. The value of the others tells theirs. */
  readonly averagePrice?: Price;
  readonly marginMode: MarginMode;
  readonly leverage: Leverage;
  /** Money inside an isolated position (with the reserved fee to close); 0 in cross margin. */
  readonly margin: Money;
  /** Whether available balance goes into it before it would be liquidated. */
  readonly autoAddMargin: boolean;
  /** Of this holding, since it was opened from flat: closed parts, fees and funding. */
  readonly realisedPnl: Money;
  readonly tradePnl: Money;
  readonly fees: Money;
  readonly funding: Money;
  /** Of all holdings ever. */
  readonly totalRealisedPnl: Money;
  /** The fifth of its side that it stands in when others are deleveraged: 5 goes first, 1 last. Absent until it is ranked. */
  readonly deleverageRank?: number;
  readonly openedAt: Timestamp;
  readonly updatedAt: Timestamp;
}

/** What an account has chosen for one instrument. */
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
  /** Of the order placed, also when it is already filled or cancelled. */
  readonly orderId?: OrderId;
  /** Of commands that place several. */
  readonly orderIds?: readonly OrderId[];
  /** Of CancelAllOrders: how many were cancelled. */
  readonly cancelled?: number;
}

/** What pays for positions that were closed worse than at their bankruptcy price, and keeps what others were closed better. */
export interface InsuranceFund {
  readonly coin: Coin;
  readonly balance: Money;
}

/** How many accounts hold positions of each side. */
export interface HoldingAccounts {
  readonly long: number;
  readonly short: number;
}

export interface MarketState {
  readonly instrument: InstrumentId;
  /** The exchange's clock: the wall's in a simulated market, the recording's in a replay. */
  readonly time: Timestamp;
  readonly last: Price;
  readonly mark: Price;
  readonly index: Price;
  /** Estimate for the coming settlement. */
  readonly fundingRate: Rate;
  readonly nextFundingAt: Timestamp;
  /** Sum of long sizes. */
  readonly openInterest: Lots;
  /** Of perpetuals and futures. */
  readonly accounts?: HoldingAccounts;
  /** 0 when the side is empty. */
  readonly bestBid: Ticks;
  readonly bestAsk: Ticks;
  /** Average premium of the book over the mark price that the price limit follows (signed); 0 when absent. */
  readonly premium?: Price;
  /** Of options. */
  readonly option?: OptionTicker;
}

/** What the model says about an option now; doubles, for showing. */
export interface OptionTicker {
  /** Forward of the expiry, in quote coin. */
  readonly forward: number;
  /** Volatility of the mark, and of the best quotes where there are any; 0.5 is 50 %. */
  readonly markVolatility: number;
  readonly bidVolatility?: number;
  readonly askVolatility?: number;
  readonly greeks: Greeks;
}

/** What a wallet holds of a coin; of loans minus what is owed. */
export interface WalletBalance {
  readonly coin: Coin;
  readonly wallet: Exclude<WalletName, 'trading'>;
  readonly amount: Money;
}

export interface AccountState {
  readonly account: AccountId;
  readonly cash: readonly (readonly [Coin, Money])[];
  /** The wallets beside the trading wallet that are not empty. */
  readonly wallets: readonly WalletBalance[];
  readonly positions: readonly PositionRecord[];
  readonly orders: readonly OrderRecord[];
  /** Of instruments whose settings are not those that every account begins with. */
  readonly settings: readonly SettingsRecord[];
  /** Running strategies, and those that ended lately. */
  readonly strategies?: readonly StrategyRecord[];
  /** The part it plays in copy trading. */
  readonly copying?: CopyRecord;
  /** Milliseconds without a connection after which resting orders are cancelled; absent when they are not. */
  readonly disconnectWindow?: number;
  /** Coins whose holdings do not count as margin, by name. */
  readonly notCollateral?: readonly Coin[];
  /** What decides its fees; absent for the lowest. */
  readonly feeTier?: FeeTier;
}

/** Best levels first; each level is its ticks, then its lots. */
export interface BookState {
  readonly bids: readonly number[];
  readonly asks: readonly number[];
}
