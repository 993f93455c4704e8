/**
 * | expression                     | result | notes                        |
 * |--------------------------------|--------|------------------------------|
 * | Money ± Money                  | Money  | exact                        |
 * | Money × Rate                   | Money  | rounding named by the caller |
 * | Money × integer ratio          | Money  | rounding named by the caller |
 * | Price × Quantity               | Money  | rounding named by the caller |
 * | Money ÷               | Money  | rounding named by the caller |
 */
import { SCALE, divRounded, wholeBigint, type Rounding } from './integer.ts';
import type { Money, Price, Quantity, Rate } from './types.ts';

const raw = (value: Money): bigint => value as unknown as bigint;
const wrap = (value: bigint): Money => value as unknown as Money;

export const ZERO_MONEY: Money = wrap(0n);

/** Money from its count of 1e-8 units. */
export function money(units: bigint): Money {
  return wrap(units);
}

/** The count of 1e-8 units. */
export function moneyUnits(value: Money): bigint {
  return raw(value);
}

export function addMoney(a: Money, b: Money): Money {
  return wrap(raw(a) + raw(b));
}

export function subtractMoney(a: Money, b: Money): Money {
  return wrap(raw(a) - raw(b));
}

export function negateMoney(value: Money): Money {
  return wrap(-raw(value));
}

export function maxMoney(a: Money, b: Money): Money {
  return a > b ? a : b;
}

export function minMoney(a: Money, b: Money): Money {
  return a < b ? a : b;
}

export function moneyTimesRate(value: Money, rate: Rate, rounding: Rounding): Money {
  return wrap(divRounded(raw(value) * (rate as unknown as bigint), SCALE, rounding));
}

/** value × numerator ÷ denominator; the share of a position that a reduction closes, for one. */
export function moneyShare(value: Money, numerator: number, denominator: number, rounding: Rounding): Money {
  return wrap(divRounded(raw(value) * wholeBigint(numerator), wholeBigint(denominator), rounding));
}

/** Price × quantity. Exact whenever the price is on a tick and the quantity on a lot. */
export function notional(price: Price, quantity: Quantity, rounding: Rounding): Money {
  return wrap(divRounded((price as unknown as bigint) * (quantity as unknown as bigint), SCALE, rounding));
}

/** Money as a fraction of money (ROI, margin rates), rounded to nearest; `undefined` when the whole is zero. */
export function moneyRatio(part: Money, whole: Money): Rate | undefined {
  if (raw(whole) === 0n) return undefined;
  return divRounded(raw(part) * SCALE, raw(whole), 'nearest') as unknown as Rate;
}
