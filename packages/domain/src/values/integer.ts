import { invariant } from './assert.ts';

/** Every scaled value of this folder counts units of 1e-8: money, price, quantity and rate. */
export const SCALE = 100_000_000n;
/** Decimal places of a scaled value. */
export const SCALE_DIGITS = 8;

const WORDS = new Int32Array(2);
const LONG = new BigInt64Array(WORDS.buffer);
LONG[0] = 1n;
/** Which of both words is the lower one. */
const LOW = WORDS[0] === 1 ? 0 : 1;
/** Values of the lower word. */
export const LOW_WORDS = 4_294_967_296;

/**
 * A safe integer as a bigint, by way of its 64 bits: calling `BigInt` leaves compiled code for the runtime, which costs more than the
 * arithmetic on its result.
 */
export function wholeBigint(count: number): bigint {
  WORDS[LOW] = count;
  WORDS[1 - LOW] = Math.floor(count / LOW_WORDS);
  return LONG[0] as bigint;
}

/**
 * JavaScript engines compute 64-bit integers in registers after an explicit truncation, three times faster than any other way. Truncation to 64 bits tests
 * the range of a factor, negative values included; each comparison with a constant would cost as much as the division.
 */
const WORD = 64;

/** Quotient rounded towards negative infinity. `divisor` must not be zero. */
export function divFloor(dividend: bigint, divisor: bigint): bigint {
  const n = BigInt.asUintN(63, dividend);
  const d = BigInt.asUintN(63, divisor);
  if (n === dividend && d === divisor) return BigInt.asUintN(WORD, n / d);
  const quotient = dividend / divisor;
  return quotient * divisor !== dividend && dividend < 0n !== divisor < 0n ? quotient - 1n : quotient;
}

/** Quotient rounded towards positive infinity. `divisor` must not be zero. */
export function divCeil(dividend: bigint, divisor: bigint): bigint {
  const n = BigInt.asUintN(62, dividend);
  const d = BigInt.asUintN(62, divisor);
  if (n === dividend && d === divisor) return BigInt.asUintN(WORD, BigInt.asUintN(WORD, n + d - 1n) / d);
  const quotient = dividend / divisor;
  return quotient * divisor !== dividend && dividend < 0n === divisor < 0n ? quotient + 1n : quotient;
}

/** `value` × `rate` ÷ 1e8 rounded towards positive infinity. Exact in 64-bit steps even where the product would be wider. */
export function timesRateCeil(value: bigint, rate: bigint): bigint {
  const v = BigInt.asUintN(62, value);
  const r = BigInt.asUintN(27, rate);
  if (v !== value || r !== rate) return divCeil(value * rate, SCALE);
  const whole = BigInt.asUintN(WORD, v / SCALE);
  const rest = BigInt.asUintN(WORD, v - BigInt.asUintN(WORD, whole * SCALE));
  const byRest = BigInt.asUintN(WORD, BigInt.asUintN(WORD, rest * r + SCALE - 1n) / SCALE);
  return BigInt.asUintN(WORD, whole * r + byRest);
}

/** `value` × `factor` ÷ `divisor` rounded towards positive infinity. `divisor` must not be zero. */
export function productDivCeil(value: bigint, factor: bigint, divisor: bigint): bigint {
  const v = BigInt.asUintN(44, value);
  const f = BigInt.asUintN(18, factor);
  const d = BigInt.asUintN(32, divisor);
  if (v !== value || f !== factor || d !== divisor) return divCeil(value * factor, divisor);
  return BigInt.asUintN(WORD, BigInt.asUintN(WORD, v * f + d - 1n) / d);
}

/** `value` × `factor` × `rate` ÷ 1e8 ÷ `divisor` rounded towards positive infinity: rounding up twice is rounding up once. */
export function productTimesRateDivCeil(value: bigint, factor: bigint, rate: bigint, divisor: bigint): bigint {
  const v = BigInt.asUintN(44, value);
  const f = BigInt.asUintN(18, factor);
  const r = BigInt.asUintN(27, rate);
  const d = BigInt.asUintN(32, divisor);
  if (v !== value || f !== factor || r !== rate || d !== divisor) return divCeil(timesRateCeil(value * factor, rate), divisor);
  const product = BigInt.asUintN(WORD, v * f);
  const whole = BigInt.asUintN(WORD, product / SCALE);
  const rest = BigInt.asUintN(WORD, product - BigInt.asUintN(WORD, whole * SCALE));
  const byRest = BigInt.asUintN(WORD, BigInt.asUintN(WORD, rest * r + SCALE - 1n) / SCALE);
  return BigInt.asUintN(WORD, BigInt.asUintN(WORD, whole * r + byRest + d - 1n) / d);
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
