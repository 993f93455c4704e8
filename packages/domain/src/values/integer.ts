import { invariant } from './assert.ts';

/** Every scaled value of this folder counts units of 1e-8: money, price, quantity and rate. */
export const SCALE = 100_000_000n;
/** Decimal places of a scaled value. */
export const SCALE_DIGITS = 8;

/** Engines divide integers of 64 bits in registers when they are told so: three times faster than any other way. */
const WORD = 64;

/** Quotient rounded towards negative infinity. `divisor` must not be zero. */
export function divFloor(dividend: bigint, divisor: bigint): bigint {
  const n = BigInt.asIntN(WORD, dividend);
  const d = BigInt.asIntN(WORD, divisor);
  if (n === dividend && d === divisor && n >= 0n && d > 0n) return BigInt.asIntN(WORD, n / d);
  const quotient = dividend / divisor;
  return quotient * divisor !== dividend && dividend < 0n !== divisor < 0n ? quotient - 1n : quotient;
}

/** Quotient rounded towards positive infinity. `divisor` must not be zero. */
export function divCeil(dividend: bigint, divisor: bigint): bigint {
  const n = BigInt.asIntN(WORD, dividend);
  const d = BigInt.asIntN(WORD, divisor);
  if (n === dividend && d === divisor && n > 0n && d > 0n) return BigInt.asIntN(WORD, BigInt.asIntN(WORD, n - 1n) / d + 1n);
  const quotient = dividend / divisor;
  return quotient * divisor !== dividend && dividend < 0n === divisor < 0n ? quotient + 1n : quotient;
}

/** `value` × `rate` ÷ 1e8 rounded towards positive infinity. Exact in 64-bit steps even where the product would be wider. */
export function timesRateCeil(value: bigint, rate: bigint): bigint {
  const v = BigInt.asIntN(WORD, value);
  const r = BigInt.asIntN(WORD, rate);
  if (v !== value || r !== rate || v < 0n || r < 0n || r > SCALE) return divCeil(value * rate, SCALE);
  const whole = BigInt.asIntN(WORD, v / SCALE);
  const rest = BigInt.asIntN(WORD, v - BigInt.asIntN(WORD, whole * SCALE));
  return BigInt.asIntN(WORD, BigInt.asIntN(WORD, whole * r) + BigInt.asIntN(WORD, BigInt.asIntN(WORD, rest * r) + SCALE - 1n) / SCALE);
}

/** Products below these have room in 64 bits. */
const NARROW_VALUE = 1n << 44n;
const NARROW_FACTOR = 1n << 18n;

/** `value` × `factor` ÷ `divisor` rounded towards positive infinity. `divisor` must not be zero. */
export function productDivCeil(value: bigint, factor: bigint, divisor: bigint): bigint {
  const v = BigInt.asIntN(WORD, value);
  const f = BigInt.asIntN(WORD, factor);
  const d = BigInt.asIntN(WORD, divisor);
  if (v !== value || f !== factor || d !== divisor || v <= 0n || v >= NARROW_VALUE || f <= 0n || f >= NARROW_FACTOR || d <= 0n)
    return divCeil(value * factor, divisor);
  return BigInt.asIntN(WORD, BigInt.asIntN(WORD, BigInt.asIntN(WORD, v * f) - 1n) / d + 1n);
}

/** `value` × `factor` × `rate` ÷ 1e8 ÷ `divisor` rounded towards positive infinity: rounding up twice is rounding up once. */
export function productTimesRateDivCeil(value: bigint, factor: bigint, rate: bigint, divisor: bigint): bigint {
  const v = BigInt.asIntN(WORD, value);
  const f = BigInt.asIntN(WORD, factor);
  const r = BigInt.asIntN(WORD, rate);
  const d = BigInt.asIntN(WORD, divisor);
  const narrow = v === value && f === factor && r === rate && d === divisor;
  if (!narrow || v <= 0n || v >= NARROW_VALUE || f <= 0n || f >= NARROW_FACTOR || r <= 0n || r > SCALE || d <= 0n)
    return divCeil(timesRateCeil(value * factor, rate), divisor);
  const product = BigInt.asIntN(WORD, v * f);
  const whole = BigInt.asIntN(WORD, product / SCALE);
  const rest = BigInt.asIntN(WORD, product - BigInt.asIntN(WORD, whole * SCALE));
  const byRest = BigInt.asIntN(WORD, BigInt.asIntN(WORD, BigInt.asIntN(WORD, rest * r) + SCALE - 1n) / SCALE);
  const share = BigInt.asIntN(WORD, BigInt.asIntN(WORD, whole * r) + byRest);
  return BigInt.asIntN(WORD, BigInt.asIntN(WORD, share - 1n) / d + 1n);
}

/** Below this, a dividend and a divisor can be doubled and added within 64 bits. */
const NEAREST_MAX = 1n << 61n;

/** Quotient rounded to the nearest, halves away from zero. `divisor` must not be zero. */
export function divNearest(dividend: bigint, divisor: bigint): bigint {
  const narrow = BigInt.asIntN(WORD, dividend);
  const by = BigInt.asIntN(WORD, divisor);
  if (narrow === dividend && by === divisor && by > 0n && by < NEAREST_MAX && narrow > -NEAREST_MAX && narrow < NEAREST_MAX) {
    const size = narrow < 0n ? BigInt.asIntN(WORD, -narrow) : narrow;
    const nearest = BigInt.asIntN(WORD, BigInt.asIntN(WORD, BigInt.asIntN(WORD, 2n * size) + by) / BigInt.asIntN(WORD, 2n * by));
    return narrow < 0n ? BigInt.asIntN(WORD, -nearest) : nearest;
  }
  const positive = dividend < 0n === divisor < 0n;
  const n = dividend < 0n ? -dividend : dividend;
  const d = divisor < 0n ? -divisor : divisor;
  const quotient = (2n * n + d) / (2n * d);
  return positive ? quotient : -quotient;
}

/** A quotient that must come out whole; a remainder is a broken invariant. */
export function divExact(dividend: bigint, divisor: bigint): bigint {
  invariant(dividend % divisor === 0n, 'a division comes out whole');
  return dividend / divisor;
}

export type Rounding = 'down' | 'up' | 'nearest';

/** `down` is towards negative infinity, `up` towards positive infinity, `nearest` halves away from zero. */
export function divRounded(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  switch (rounding) {
    case 'down':
      return divFloor(dividend, divisor);
    case 'up':
      return divCeil(dividend, divisor);
    case 'nearest':
      return divNearest(dividend, divisor);
  }
}
