import type { Side } from '../orders/order.ts';
import { SCALE, divCeil, divFloor } from '../values/integer.ts';
import type { Money, Rate } from '../values/types.ts';

const wrap = (value: bigint): Rate => value as unknown as Rate;
/** 0.03 % a day (docs/concepts/funding.md). */
const INTEREST_PER_DAY = 30_000n;
/** 0.05 %. */
const CLAMP = 50_000n;
const HOURS_PER_DAY = 24n;

function clamp(value: bigint, low: bigint, high: bigint): bigint {
  if (value < low) return low;
  return value > high ? high : value;
}

/** The interest part of one interval: 0.03 % a day. */
export function interestRate(intervalHours: number): Rate {
  return wrap(divFloor(INTEREST_PER_DAY * BigInt(intervalHours), HOURS_PER_DAY));
}

/** F = clamp(P + clamp(I − P, ±0.05 %), ±cap) for the average premium P of the interval (docs/concepts/funding.md). */
export function fundingRateOf(averagePremium: Rate, intervalHours: number, cap: Rate): Rate {
  const premium = averagePremium as unknown as bigint;
  const interest = interestRate(intervalHours) as unknown as bigint;
  const limit = cap as unknown as bigint;
  return wrap(clamp(premium + clamp(interest - premium, -CLAMP, CLAMP), -limit, limit));
}

/**
 * Funding fee of a position of this value, negative when the position receives it: value × rate for a long, the opposite for a short.
 * Payments round up and receipts round down; the house keeps the residue.
 */
export function fundingFee(side: Side, value: Money, fundingRate: Rate): Money {
  const product = (value as unknown as bigint) * (fundingRate as unknown as bigint);
  const due = side === 'Buy' ? product : -product;
  return divCeil(due, SCALE) as unknown as Money;
}
