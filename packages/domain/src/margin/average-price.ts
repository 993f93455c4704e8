import { isInverse, type Instrument } from '../instruments/instrument.ts';
import { divFloor, divNearest } from '../values/integer.ts';
import { lotCount, priceUnits } from '../values/quantities.ts';
import type { Lots, Money, Price } from '../values/types.ts';
import { entryPrice } from './profit.ts';

/** 1e40: the highest price leaves 25 digits of a lot's share. */
const INVERSE_SCALE = 10_000_000_000_000_000_000_000_000_000_000_000_000_000n;

/** What fills add up to for their mean price. Both sums stay exact enough over any number of fills to name the tick. */
export interface PriceSums {
  /** Σ price units × lots. */
  readonly priceSum: bigint;
  /** Σ lots × 1e40 ÷ price units, rounded down. */
  readonly inverseSum: bigint;
}

/** One fill's part of the inverse sum: lots × 1e40 ÷ price units, rounded down. */
export const inverseSumOf = (price: Price, size: Lots): bigint => divFloor(BigInt(lotCount(size)) * INVERSE_SCALE, priceUnits(price));

/** The mean price behind an inverse sum over `size` lots, to 1e-8, rounded to nearest. */
export const harmonicPrice = (size: Lots, inverseSum: bigint): Price =>
  divNearest(BigInt(lotCount(size)) * INVERSE_SCALE, inverseSum) as unknown as Price;

/** One fill's part of the sums. */
export const priceSumsOf = (price: Price, size: Lots): PriceSums => ({
  priceSum: priceUnits(price) * BigInt(lotCount(size)),
  inverseSum: inverseSumOf(price, size),
});

/**
 * The mean price of fills, to 1e-8, rounded to nearest: weighted by size where a contract's value rises with its price, harmonic where a
 * contract is a fixed sum of quote coin (inverse). It lies between the lowest and the highest fill, which a mean derived from values
 * that were rounded to coin units does not.
 */
export function averageClosePrice(instrument: Pick<Instrument, 'kind'>, size: Lots, { priceSum, inverseSum }: PriceSums): Price {
  if (isInverse(instrument)) return harmonicPrice(size, inverseSum);
  return divNearest(priceSum, BigInt(lotCount(size))) as unknown as Price;
}

/** Fills that know their mean price, or whose value is exact and so tells it. */
interface Averaged {
  readonly averagePrice?: Price;
}

/** The mean price of what an order or a strategy filled, not 0 lots, to 1e-8. For showing only. */
export function averageFillPrice(instrument: Instrument, fills: Averaged & { readonly filled: Lots; readonly filledValue: Money }): Price {
  return fills.averagePrice ?? entryPrice(instrument, fills.filled, fills.filledValue);
}

/** The mean price at which an open position was opened, to 1e-8. For showing only. */
export function averageOpenPrice(instrument: Instrument, held: Averaged & { readonly size: Lots; readonly openValue: Money }): Price {
  return held.averagePrice ?? entryPrice(instrument, held.size, held.openValue);
}
