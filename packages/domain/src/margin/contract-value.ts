import { isInverse, type Instrument } from '../instruments/instrument.ts';
import type { Side } from '../orders/order.ts';
import { SCALE, divCeil, divFloor, divRounded, wholeBigint, type Rounding } from '../values/integer.ts';
import { lots } from '../values/quantities.ts';
import type { Lots, Money, Price, Ticks } from '../values/types.ts';

const wrap = (value: bigint): Money => value as unknown as Money;

/** Size in 1e-8 of base coin, of inverse contracts in 1e-8 of the quote coin. */
const sizeUnits = (instrument: Instrument, size: Lots): bigint =>
  wholeBigint(size as unknown as number) * (instrument.lotSize as unknown as bigint);

/**
 * Value of `size` lots at a price on a tick, in the settle coin.
 * Linear: quantity × price, exact. Inverse: quantity ÷ price, rounded down for both sides of a trade alike (docs/concepts/cost.md).
 */
export function valueAtTick(instrument: Instrument, size: Lots, at: Ticks): Money {
  const ticks = at as unknown as number;
  if (isInverse(instrument))
    return inverseValue(sizeUnits(instrument, size), wholeBigint(ticks) * (instrument.tickSize as unknown as bigint));
  const count = size as unknown as number;
  const product = ticks * count;
  const units = Number.isSafeInteger(product) ? wholeBigint(product) : wholeBigint(ticks) * wholeBigint(count);
  return wrap(units * (instrument.tickLotValue as unknown as bigint));
}

/** Value of `size` lots at any price, rounded down; of linear contracts exact when the price is on a tick, as mark prices are. */
export function valueAtPrice(instrument: Instrument, size: Lots, at: Price): Money {
  const price = at as unknown as bigint;
  if (isInverse(instrument)) return inverseValue(sizeUnits(instrument, size), price);
  const tick = instrument.tickSize as unknown as bigint;
  const ticks = divFloor(price, tick);
  if (ticks * tick === price) return wrap(ticks * wholeBigint(size as unknown as number) * (instrument.tickLotValue as unknown as bigint));
  return wrap(divFloor(price * sizeUnits(instrument, size), SCALE));
}

const inverseValue = (units: bigint, price: bigint): Money => wrap(price === 0n ? 0n : divFloor(units * SCALE, price));

/** A value that is not a whole count of 1e-8: dividend ÷ divisor of them. */
export interface ExactValue {
  readonly dividend: bigint;
  readonly divisor: bigint;
}

/** The price at which `size` lots are worth exactly this value, both not 0, to 1e-8. */
export function priceAtExactValue(instrument: Instrument, size: Lots, { dividend, divisor }: ExactValue, rounding: Rounding): Price {
  const units = sizeUnits(instrument, size);
  const exact = isInverse(instrument)
    ? divRounded(units * SCALE * divisor, dividend, rounding)
    : divRounded(dividend * SCALE, divisor * units, rounding);
  return exact as unknown as Price;
}

/** The same for a whole value; the inverse of `valueAtPrice`, but for rounding. */
export function priceAtValue(instrument: Instrument, size: Lots, value: Money, rounding: Rounding): Price {
  return priceAtExactValue(instrument, size, { dividend: value as unknown as bigint, divisor: 1n }, rounding);
}

/** The most lots whose value at a price is not above `value`. */
export function lotsAtValue(instrument: Instrument, value: Money, at: Price): Lots {
  const worth = value as unknown as bigint;
  const price = at as unknown as bigint;
  const lot = instrument.lotSize as unknown as bigint;
  // Inverse values are rounded down: it is enough that the exact one is below value + 1.
  const most = isInverse(instrument) ? divCeil((worth + 1n) * price, lot * SCALE) - 1n : divFloor(worth * SCALE, lot * price);
  return lots(Number(most));
}

/**
 * Whether a position of `side` gains when its value rises. Formulas in values have one form for such positions (linear
 * longs, inverse shorts) and the opposite sign for the others (linear shorts, inverse longs).
 */
export function gainsWithValue(instrument: Pick<Instrument, 'kind'>, side: Side): boolean {
  return (side === 'Buy') !== isInverse(instrument);
}
