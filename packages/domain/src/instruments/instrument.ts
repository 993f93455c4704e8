import type { Coin } from '../accounts/account.ts';
import type { InstrumentId } from '../values/ids.ts';
import type { Side } from '../orders/order.ts';
import type { Leverage, Lots, Money, Price, Quantity, Rate, Ticks, Timestamp } from '../values/types.ts';

const CONTRACT_KINDS = ['LinearPerpetual', 'LinearFutures', 'InversePerpetual', 'InverseFutures', 'UsdcPerpetual', 'UsdcFutures'] as const;
const OPTION_KINDS = ['UsdcOption', 'UsdtOption'] as const;
/** All products with a book of their own. */
export const INSTRUMENT_KINDS = [...CONTRACT_KINDS, ...OPTION_KINDS, 'Spot', 'FuturesSpread'] as const;
export type ContractKind = (typeof CONTRACT_KINDS)[number];
export type OptionKind = (typeof OPTION_KINDS)[number];
export type InstrumentKind = (typeof INSTRUMENT_KINDS)[number];
export type OptionRight = 'Call' | 'Put';

export const INSTRUMENT_STATUSES = ['Trading', 'PreLaunch', 'Delivering', 'Closed'] as const;
export type InstrumentStatus = (typeof INSTRUMENT_STATUSES)[number];

/** One row of a risk-limit ladder; a row applies to position values up to and including `limit`. */
export interface RiskTier {
  readonly limit: Money;
  readonly maintenanceRate: Rate;
  readonly initialRate: Rate;
  readonly maxLeverage: Leverage;
  /** Makes maintenance margin continuous across tiers (docs/concepts/margin.md). */
  readonly deduction: Money;
}

/** Terms of an option. European, cash-settled at `deliveryAt`. */
export interface OptionTerms {
  readonly strike: Price;
  readonly right: OptionRight;
}

/** The two contracts of a futures spread: buying the spread buys `far` and sells `near`. */
export interface SpreadLegs {
  readonly near: InstrumentId;
  readonly far: InstrumentId;
}

/** Terms of a spot pair besides price and quantity. Amounts are in quote coin. */
export interface SpotTerms {
  /** Smallest step of an amount. */
  readonly amountStep: Money;
  readonly maxAmount: Money;
  /** Price limit of a market order as a share of the index price; limit orders: `priceLimitRate`. */
  readonly marketPriceLimitRate: Rate;
  /** That side is closed: its orders are refused. */
  readonly buyClosed: boolean;
  readonly sellClosed: boolean;
  /** Whether lists show the pair. */
  readonly shown: boolean;
  /** Whether orders of the pair may borrow. */
  readonly loanable: boolean;
}

/**
 * The terms of one order book; fixed while it trades. Prices are in quote coin per base coin; quantities are in base coin, or for inverse
 * contracts in contracts of one unit of the quote coin.
 */
export interface Instrument {
  /** Position of the instrument in the exchange's list; dense from 0. */
  readonly id: number;
  /** Unique in the list; for a spot pair `BTC/USDT`, because the venue calls its perpetual BTCUSDT too. */
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
  /** Price limit of a market order as a share of the mark price (X in docs/concepts/price-limits.md). */
  readonly priceLimitRate: Rate;
  readonly depthMergeTimes: readonly number[];
  /** Start of trading, in the future while the status is `PreLaunch`; absent for instruments listed from the exchange's first moment. */
  readonly launchAt?: Timestamp;
  /** The contract that this one continues, because its coin was renamed. */
  readonly formerSymbol?: string;
  /** Expiry and settlement of a dated contract or an option; absent for others. */
  readonly deliveryAt?: Timestamp;
  /** Share of the value at the delivery price, paid by holders at delivery. */
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

/** Unit of a quantity: the quote coin for inverse contracts, else the base coin. */
export const quantityCoin = (instrument: Pick<Instrument, 'kind' | 'baseCoin' | 'quoteCoin'>): Coin =>
  isInverse(instrument) ? instrument.quoteCoin : instrument.baseCoin;

/** Unit of a value: the base coin for inverse contracts, else the quote coin. */
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

/** Whether P&L is settled into the wallet at every funding time. */
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

/** Coin in which a fill of this side pays its fee: the received coin of a spot pair, else the settle coin (docs/concepts/fees.md). */
export function feeCoinOf(instrument: Pick<Instrument, 'kind' | 'baseCoin' | 'quoteCoin' | 'settleCoin'>, side: Side): Coin {
  if (!isSpot(instrument)) return instrument.settleCoin;
  return side === 'Buy' ? instrument.baseCoin : instrument.quoteCoin;
}

/** The name that the venue's public API knows the instrument by: a spot pair shares it with a perpetual. */
export function venueSymbol(instrument: Pick<Instrument, 'kind' | 'symbol' | 'baseCoin' | 'quoteCoin'>): string {
  return isSpot(instrument) ? `${instrument.baseCoin}${instrument.quoteCoin}` : instrument.symbol;
}
