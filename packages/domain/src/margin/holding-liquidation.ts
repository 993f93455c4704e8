import { isOption, type Instrument } from '../instruments/instrument.ts';
import { priceOfTicks } from '../values/quantities.ts';
import type { Price } from '../values/types.ts';
import { crossCushion, type AccountMargin } from './account-margin.ts';
import { isolatedFreeMargin, liquidationPrice } from './liquidation.ts';
import { poolLiquidationPrice } from './pool-liquidation.ts';
import type { PoolCoin } from './pool.ts';
import type { Holding, PositionMargin } from './position-margin.ts';

/** The price, unless it is outside the tradable range. */
export function withinPriceRange(instrument: Instrument, value: Price | undefined): Price | undefined {
  if (value === undefined) return undefined;
  const { minPrice, maxPrice, tickSize } = instrument;
  return value < priceOfTicks(minPrice, tickSize) || value > priceOfTicks(maxPrice, tickSize) ? undefined : value;
}

/** Collateral behind cross positions, the position itself included: the margin of its settle coin, or the coins of a pool. */
export interface CrossAccount extends Pick<AccountMargin, 'marginBalance' | 'maintenanceMargin'> {
  readonly pool?: readonly PoolCoin[] | undefined;
  /** The whole account is margined as one: its positions have neither margin nor a liquidation price of their own. */
  readonly portfolio?: boolean | undefined;
}

/** Liquidation price of one position; cross positions need the margin of the whole account, this position included. */
export function holdingLiquidationPrice(
  instrument: Instrument,
  holding: Holding,
  { mark, margin }: { readonly mark: Price; readonly margin: PositionMargin },
  account: CrossAccount | undefined,
): Price | undefined {
  const { side, size, entryValue } = holding;
  if (isOption(instrument) || account?.portfolio === true || (holding.marginMode === 'cross' && account === undefined)) return undefined;
  if (holding.marginMode === 'cross' && account?.pool !== undefined) {
    return withinPriceRange(instrument, poolLiquidationPrice({ instrument, holding, mark, coins: account.pool }));
  }
  const cushion =
    holding.marginMode === 'isolated' || account === undefined
      ? isolatedFreeMargin(instrument, side, entryValue, holding.margin)
      : crossCushion(account, margin);
  return withinPriceRange(instrument, liquidationPrice({ instrument, side, size, entryValue, cushion }));
}
