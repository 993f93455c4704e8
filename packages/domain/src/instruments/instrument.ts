import type { Coin } from '../accounts/account.ts';
import type { Leverage, Lots, Money, Price, Quantity, Rate, Ticks } from '../values/types.ts';

/** Contract kinds of the specification, section 3. */
export type ContractKind = 'LinearPerpetual' | 'LinearFutures' | 'InversePerpetual' | 'InverseFutures' | 'UsdcPerpetual' | 'UsdcFutures';

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

/** What a contract is: fixed while it trades. Prices are per base coin, quantities in base coin. */
export interface Instrument {
  /** Position of the instrument in the exchange's list; dense from 0. */
  readonly id: number;
  readonly symbol: string;
  readonly kind: ContractKind;
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
  /** Exact value of one lot at one tick; tick size × lot size is a whole count of 1e-8 units. */
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
}
