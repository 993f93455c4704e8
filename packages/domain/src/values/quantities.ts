/**
 * Constructors and conversions of prices, quantities, counts, rates, leverage and time.
 *
 * | expression           | result   | notes                                            |
 * |----------------------|----------|--------------------------------------------------|
 * | Ticks × tick size    | Price    | exact                                            |
 * | Lots × lot size      | Quantity | exact                                            |
 * | Price ÷ tick size    | Ticks    | rounding named, or exact (`undefined` off tick)  |
 * | Quantity ÷ lot size  | Lots     | rounding named, or exact (`undefined` off lot)   |
 * | Money ÷ Quantity     | Price    | rounding named                                   |
 */
import { invariant } from './assert.ts';
import { SCALE, divRounded, wholeBigint, type Rounding } from './integer.ts';
import type { Leverage, Lots, Money, Price, Quantity, Rate, Ticks, Timestamp } from './types.ts';

export const price = (units: bigint): Price => units as unknown as Price;
export const priceUnits = (value: Price): bigint => value as unknown as bigint;
export const quantity = (units: bigint): Quantity => units as unknown as Quantity;
export const quantityUnits = (value: Quantity): bigint => value as unknown as bigint;
export const rate = (units: bigint): Rate => units as unknown as Rate;
export const rateUnits = (value: Rate): bigint => value as unknown as bigint;
/** Leverage from hundredths: `leverage(1250n)` is 12.5x. */
export const leverage = (hundredths: bigint): Leverage => hundredths as unknown as Leverage;
export const leverageHundredths = (value: Leverage): bigint => value as unknown as bigint;

export function ticks(count: number): Ticks {
  invariant(Number.isSafeInteger(count), 'a tick count is a safe integer');
  return count as unknown as Ticks;
}

export function lots(count: number): Lots {
  invariant(Number.isSafeInteger(count) && count >= 0, 'a lot count is a safe integer that is not negative');
  return count as unknown as Lots;
}

export function timestamp(milliseconds: number): Timestamp {
  invariant(Number.isSafeInteger(milliseconds), 'a timestamp is a safe integer');
  return milliseconds as unknown as Timestamp;
}

/** Restores counts that were validated once and stored as plain numbers. */
export const keptTicks = (count: number): Ticks => count as unknown as Ticks;
export const keptLots = (count: number): Lots => count as unknown as Lots;
export const keptTimestamp = (milliseconds: number): Timestamp => milliseconds as unknown as Timestamp;

/** The plain numbers of counts, for array indices and book arithmetic. */
export const tickCount = (value: Ticks): number => value as unknown as number;
export const lotCount = (value: Lots): number => value as unknown as number;
export const milliseconds = (value: Timestamp): number => value as unknown as number;

export function priceOfTicks(count: Ticks, tickSize: Price): Price {
  return price(wholeBigint(tickCount(count)) * priceUnits(tickSize));
}

export function quantityOfLots(count: Lots, lotSize: Quantity): Quantity {
  return quantity(wholeBigint(lotCount(count)) * quantityUnits(lotSize));
}

export function ticksOfPrice(value: Price, tickSize: Price, rounding: Rounding): Ticks {
  return ticks(Number(divRounded(priceUnits(value), priceUnits(tickSize), rounding)));
}

/** The tick count of a price on a tick, `undefined` for a price between ticks. */
export function exactTicks(value: Price, tickSize: Price): Ticks | undefined {
  return priceUnits(value) % priceUnits(tickSize) === 0n ? ticksOfPrice(value, tickSize, 'down') : undefined;
}

export function lotsOfQuantity(value: Quantity, lotSize: Quantity, rounding: Rounding): Lots {
  return lots(Number(divRounded(quantityUnits(value), quantityUnits(lotSize), rounding)));
}

/** The lot count of a quantity on a lot, `undefined` for a quantity between lots. */
export function exactLots(value: Quantity, lotSize: Quantity): Lots | undefined {
  return quantityUnits(value) % quantityUnits(lotSize) === 0n ? lotsOfQuantity(value, lotSize, 'down') : undefined;
}

/** A price rounded to a tick. */
export function toTick(value: Price, tickSize: Price, rounding: Rounding): Price {
  return price(divRounded(priceUnits(value), priceUnits(tickSize), rounding) * priceUnits(tickSize));
}

/** Money per unit of quantity; an average entry price, for one. `size` must not be zero. */
export function pricePerUnit(value: Money, size: Quantity, rounding: Rounding): Price {
  return price(divRounded((value as unknown as bigint) * SCALE, quantityUnits(size), rounding));
}
