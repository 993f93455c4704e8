import { isInverse, type Instrument } from '../instruments/instrument.ts';
import { SCALE, divFloor, divNearest } from '../values/integer.ts';
import { money } from '../values/money.ts';
import { lotCount, priceUnits, quantityUnits } from '../values/quantities.ts';
import type { Lots, Money, Price } from '../values/types.ts';
import { entryPrice } from './profit.ts';

/** 1e40: the highest price leaves 25 digits of a lot's share. */
const INVERSE_SCALE = 10_000_000_000_000_000_000_000_000_000_000_000_000_000n;

/** Sums of fills from which the average price follows, exact to the tick over any number of fills. */
export interface PriceSums {
  /** Σ price units × lots. */
  readonly priceSum: bigint;
  /** Σ lots × 1e40 ÷ price units, rounded down. */
  readonly inverseSum: bigint;
}

/** One fill's part of the inverse sum: lots × 1e40 ÷ price units, rounded down. */
export const inverseSumOf = (price: Price, size: Lots): bigint => divFloor(BigInt(lotCount(size)) * INVERSE_SCALE, priceUnits(price));

/** The average price behind an inverse sum over `size` lots, to 1e-8, rounded to nearest. */
export const harmonicPrice = (size: Lots, inverseSum: bigint): Price =>
  divNearest(BigInt(lotCount(size)) * INVERSE_SCALE, inverseSum) as unknown as Price;

/** One fill's part of the sums. */
export const priceSumsOf = (price: Price, size: Lots): PriceSums => ({
  priceSum: priceUnits(price) * BigInt(lotCount(size)),
  inverseSum: inverseSumOf(price, size),
});

/**
 * The average price of fills, to 1e-8, rounded to nearest: weighted by size for contracts whose value rises with the
 * price, harmonic for contracts of a fixed sum of quote coin (inverse). It lies between the lowest and the highest
 * fill, unlike an average derived from values rounded to coin units.
 */
export function averageClosePrice(instrument: Pick<Instrument, 'kind'>, size: Lots, { priceSum, inverseSum }: PriceSums): Price {
  if (isInverse(instrument)) return harmonicPrice(size, inverseSum);
  return divNearest(priceSum, BigInt(lotCount(size))) as unknown as Price;
}

/** Value of fills from their sums, rounded down to 1e-8; of linear contracts exact. */
export function valueOfSums({ kind, lotSize }: Pick<Instrument, 'kind' | 'lotSize'>, { priceSum, inverseSum }: PriceSums): Money {
  const lot = quantityUnits(lotSize);
  return money(isInverse({ kind }) ? divFloor(inverseSum * lot * SCALE, INVERSE_SCALE) : divFloor(priceSum * lot, SCALE));
}

/** Fills with a known average price, or with an exact value that determines it. */
interface Averaged {
  readonly averagePrice?: Price;
}

/** Average fill price of an order or a strategy with fills, to 1e-8. For display only. */
export function averageFillPrice(instrument: Instrument, fills: Averaged & { readonly filled: Lots; readonly filledValue: Money }): Price {
  return fills.averagePrice ?? entryPrice(instrument, fills.filled, fills.filledValue);
}

/** Average entry price of an open position, to 1e-8. For display only. */
export function averageOpenPrice(instrument: Instrument, held: Averaged & { readonly size: Lots; readonly openValue: Money }): Price {
  return held.averagePrice ?? entryPrice(instrument, held.size, held.openValue);
}
