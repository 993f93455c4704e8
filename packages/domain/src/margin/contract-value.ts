import type { Instrument } from '../instruments/instrument.ts';
import { SCALE, divFloor } from '../values/integer.ts';
import type { Lots, Money, Price, Ticks } from '../values/types.ts';

const wrap = (value: bigint): Money => value as unknown as Money;

/**
 * Value of `size` lots at a price on a tick, in the settle coin. Exact.
 * Linear: quantity × price (reference, section 6.2).
 */
export function valueAtTick(instrument: Instrument, size: Lots, at: Ticks): Money {
  const lots = size as unknown as number;
  const ticks = at as unknown as number;
  const product = ticks * lots;
  const count = Number.isSafeInteger(product) ? BigInt(product) : BigInt(ticks) * BigInt(lots);
  return wrap(count * (instrument.tickLotValue as unknown as bigint));
}

/** Value of `size` lots at any price, rounded down; exact when the price is on a tick, as mark prices are. */
export function valueAtPrice(instrument: Instrument, size: Lots, at: Price): Money {
  const units = (at as unknown as bigint) * BigInt(size as unknown as number) * (instrument.lotSize as unknown as bigint);
  return wrap(divFloor(units, SCALE));
}
