import { isInverse, type Instrument } from '../instruments/instrument.ts';
import { divFloor, divNearest } from '../values/integer.ts';
import { lotCount, priceUnits } from '../values/quantities.ts';
import type { Lots, Price } from '../values/types.ts';

/** 1e40: the highest price leaves 25 digits of a lot's share. */
const INVERSE_SCALE = 10_000_000_000_000_000_000_000_000_000_000_000_000_000n;

/** What fills add up to for their mean price. Both sums stay exact enough over any number of fills to name the tick. */
export interface PriceSums {
  /** Σ price units × lots. */
  readonly priceSum: bigint;
  /** Σ lots × 1e40 ÷ price units, rounded down. */
  readonly inverseSum: bigint;
}

/** One fill's part of the sums. */
export function priceSumsOf(price: Price, size: Lots): PriceSums {
  const [units, count] = [priceUnits(price), BigInt(lotCount(size))];
  return { priceSum: units * count, inverseSum: divFloor(count * INVERSE_SCALE, units) };
}

/**
 * The mean price of fills, to 1e-8, rounded to nearest: weighted by size where a contract's value rises with its price, harmonic where a
 * contract is a fixed sum of quote coin (inverse). It lies between the lowest and the highest fill, which a mean derived from values
 * that were rounded to coin units does not.
 */
export function averageClosePrice(instrument: Pick<Instrument, 'kind'>, size: Lots, { priceSum, inverseSum }: PriceSums): Price {
  const count = BigInt(lotCount(size));
  const units = isInverse(instrument) ? divNearest(count * INVERSE_SCALE, inverseSum) : divNearest(priceSum, count);
  return units as unknown as Price;
}
