import type { Coin } from '../accounts/account.ts';
import type { InstrumentId } from '../values/ids.ts';
import type { Side } from '../orders/order.ts';
import type { Leverage, Lots, Money, Price, Quantity, Rate, Ticks, Timestamp } from '../values/types.ts';

/** Contract kinds of the specification, section 3. */
export type ContractKind = 'LinearPerpetual' | 'LinearFutures' | 'InversePerpetual' | 'InverseFutures' | 'UsdcPerpetual' | 'UsdcFutures';
export type OptionKind = 'UsdcOption' | 'UsdtOption';
/** Everything that has a book of its own. */
export type InstrumentKind = ContractKind | OptionKind | 'Spot' | 'FuturesSpread';
export type OptionRight = 'Call' | 'Put';

export type InstrumentStatus = 'Trading' | 'PreLaunch' | 'Delivering' | 'Closed';

/** One row of a risk-limit ladder; a row applies to position values up to and including `limit`. */
export interface RiskTier {
  readonly limit: Money;
  readonly maintenanceRate: Rate;
  readonly initialRate: Rate;
  readonly maxLeverage: Leverage;
  /** Makes maintenance margin continuous across tiers (reference, section 6.3). */
  readonly deduction: Money;
}

/** What makes an instrument an option. European, cash-settled at `deliveryAt`. */
export interface OptionTerms {
  readonly strike: Price;
  readonly right: OptionRight;
}

/** The two contracts of a futures spread: buying the spread buys `far` and sells `near`. */
export interface SpreadLegs {
  readonly near: InstrumentId;
  readonly far: InstrumentId;
}

/** What a spot pair has beyond a price and a quantity. Amounts are in quote coin. */
export interface SpotTerms {
  /** Smallest step of an amount. */
  readonly amountStep: Money;
  readonly maxAmount: Money;
  /** Share of the index price that a market order may move away from it; limit orders: `priceLimitRate`. */
  readonly marketPriceLimitRate: Rate;
  /** That side is closed: orders of it are refused. */
  readonly buyClosed: boolean;
  readonly sellClosed: boolean;
  /** Whether lists show the pair. */
  readonly shown: boolean;
  /** Whether orders of the pair may borrow. */
  readonly loanable: boolean;
}

/**
 * What trades in one book: fixed while it trades. Prices are in quote coin per base coin; quantities are in base coin, of inverse
 * contracts in contracts of one unit of the quote coin.
 */
export interface Instrument {
  /** Position of the instrument in the exchange's list; dense from 0. */
  readonly id: number;
  /** Unique in the list; of a spot pair `BTC/USDT`, because the venue calls its perpetual BTCUSDT too. */
  readonly symbol: string;
  readonly kind: InstrumentKind;
  readonly status: InstrumentStatus;
  readonly baseCoin: Coin;
  readonly quoteCoin: Coin;
  readonly settleCoin: Coin;
  readonly tickSize: Price;
  /** Decimals of a price on a tick. */
  readonly priceDigits: number;
  readonly lotSize: Quantity;
  /** Decimals of a quantity on a lot. */
  readonly quantityDigits: number;
  /** Exact value of one lot at one tick; tick size × lot size is a whole count of 1e-8 units. Inverse contracts have no use for it. */
  readonly tickLotValue: Money;
  readonly minPrice: Ticks;
  readonly maxPrice: Ticks;
  readonly minOrder: Lots;
  readonly maxLimitOrder: Lots;
  readonly maxMarketOrder: Lots;
  readonly maxPostOnlyOrder: Lots;
  readonly minNotional: Money;
  readonly makerFee: Rate;
  readonly takerFee: Rate;
  readonly tiers: readonly RiskTier[];
  /** Leverage choices of the leverage dialog (`section` on the wire); the first is the minimum. */
  readonly leverageSections: readonly Leverage[];
  /** Hours between funding settlements. */
  readonly fundingIntervalHours: number;
  readonly fundingCap: Rate;
  /** Share of the mark price that a market order may move away from it (reference, section 6.17, X). */
  readonly priceLimitRate: Rate;
  readonly depthMergeTimes: readonly number[];
  /** When trading began, or begins while the status is `PreLaunch`; absent for what trades from the exchange's first moment. */
  readonly launchAt?: Timestamp;
  /** When a dated contract or an option ends and is settled; absent for what does not end. */
  readonly deliveryAt?: Timestamp;
  /** Of the value at the delivery price, for who holds a position then. */
  readonly deliveryFee?: Rate;
  readonly option?: OptionTerms;
  readonly legs?: SpreadLegs;
  readonly spot?: SpotTerms;
}

/** An instrument before it is listed: the exchange gives it its id and status. */
export type InstrumentTerms = Omit<Instrument, 'id' | 'status'>;

/** Whether value, margin and profit are in the base coin: value = quantity ÷ price. */
export function isInverse(instrument: Pick<Instrument, 'kind'>): boolean {
  return instrument.kind === 'InversePerpetual' || instrument.kind === 'InverseFutures';
}

/** Whether it has no book, no prices and no history that grows: it has ended, or is not launched yet. */
export const hasNoMarket = ({ status }: Pick<Instrument, 'status'>): boolean => status === 'Closed' || status === 'PreLaunch';

/** What a quantity counts: contracts of one quote unit of an inverse contract, else base coins. */
export const quantityCoin = (instrument: Pick<Instrument, 'kind' | 'baseCoin' | 'quoteCoin'>): Coin =>
  isInverse(instrument) ? instrument.quoteCoin : instrument.baseCoin;

/** What a value is in: base coins of an inverse contract, else quote coins. */
export const valueCoin = (instrument: Pick<Instrument, 'kind' | 'baseCoin' | 'quoteCoin'>): Coin =>
  isInverse(instrument) ? instrument.baseCoin : instrument.quoteCoin;

/** Whether it is a contract that ends: a future. */
export function isDated(instrument: Pick<Instrument, 'kind'>): boolean {
  return instrument.kind.endsWith('Futures');
}

/** Whether funding is exchanged: a contract without an end. */
export function isPerpetual(instrument: Pick<Instrument, 'kind'>): boolean {
  return instrument.kind.endsWith('Perpetual');
}

/** Whether P&L is settled into the wallet at every funding time (reference, section 6.12). */
export function settlesSessions(instrument: Pick<Instrument, 'kind'>): boolean {
  return instrument.kind === 'UsdcPerpetual';
}

export function isOption(instrument: Pick<Instrument, 'kind'>): boolean {
  return instrument.kind === 'UsdcOption' || instrument.kind === 'UsdtOption';
}

/** Whether trades exchange the coins themselves: no position, no leverage. */
export function isSpot(instrument: Pick<Instrument, 'kind'>): boolean {
  return instrument.kind === 'Spot';
}

/** The coin that a fill of this side pays its fee in: what is received of a spot pair, else the settle coin (reference, section 6.11). */
export function feeCoinOf(instrument: Pick<Instrument, 'kind' | 'baseCoin' | 'quoteCoin' | 'settleCoin'>, side: Side): Coin {
  if (!isSpot(instrument)) return instrument.settleCoin;
  return side === 'Buy' ? instrument.baseCoin : instrument.quoteCoin;
}

/** The name that the venue's public API knows the instrument by: a spot pair shares it with a perpetual. */
export function venueSymbol(instrument: Pick<Instrument, 'kind' | 'symbol' | 'baseCoin' | 'quoteCoin'>): string {
  return isSpot(instrument) ? `${instrument.baseCoin}${instrument.quoteCoin}` : instrument.symbol;
}
