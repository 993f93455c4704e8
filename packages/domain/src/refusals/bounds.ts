import type { Instrument } from '../instruments/instrument.ts';
import { formatDecimal } from '../values/decimal.ts';
import { moneyUnits } from '../values/money.ts';
import { lots, priceOfTicks, priceUnits, quantityOfLots, quantityUnits, tickCount, ticks } from '../values/quantities.ts';
import type { Money, Price, Ticks } from '../values/types.ts';
import { refusal, type Refusal } from './refusal.ts';

/** Price range of an instrument. */
export interface PriceRange {
  readonly tickSize: Price;
  readonly minPrice: Ticks;
  readonly maxPrice: Ticks;
}

/** A price in a refusal. */
export const priceBound = (at: number, { tickSize }: Pick<PriceRange, 'tickSize'>): string =>
  formatDecimal(priceUnits(priceOfTicks(ticks(at), tickSize)));

/** A quantity in a refusal, in coins or contracts. */
export const quantityBound = (count: number, { lotSize }: Pick<Instrument, 'lotSize'>): string =>
  formatDecimal(quantityUnits(quantityOfLots(lots(count), lotSize)));

/** A value in a refusal, in the coin of the value. */
export const valueBound = (value: Money): string => formatDecimal(moneyUnits(value));

/** Refuses a price outside the permanent range of an instrument, and names the violated limit. */
export function priceRangeRefusal(at: Ticks, range: PriceRange): Refusal | undefined {
  const { minPrice, maxPrice } = range;
  if (at >= minPrice && at <= maxPrice) return undefined;
  return refusal('priceOutOfRange', {
    price: priceBound(tickCount(at), range),
    limit: priceBound(tickCount(at < minPrice ? minPrice : maxPrice), range),
  });
}
