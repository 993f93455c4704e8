/**
 * Exponential, logarithm and normal distribution of doubles from + − × ÷ and square root alone, which IEEE 754 fixes to
 * the last bit: every machine gets the same result. Each function states its error bound.
 */

const LN2_HIGH = 0.69314718036912381649;
const LN2_LOW = 1.90821492927058770002e-10;
/** Beyond these the result is not a normal double. */
const EXPONENT_MAX = 709;
const EXPONENT_MIN = -708;
const EXPONENTIAL_TERMS = 15;

/** 2 to a whole power, exact. */
function powerOfTwo(exponent: number): number {
  let result = 1;
  let factor = exponent < 0 ? 0.5 : 2;
  for (let left = Math.abs(exponent); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result *= factor;
    factor *= factor;
  }
  return result;
}

/** e to the x, relative error below 1e-15; 0 below −708, not finite above 709. */
export function exponential(x: number): number {
  if (x > EXPONENT_MAX) return Infinity;
  if (x < EXPONENT_MIN) return 0;
  const halvings = Math.round(x / (LN2_HIGH + LN2_LOW));
  const rest = x - halvings * LN2_HIGH - halvings * LN2_LOW;
  let sum = 1;
  for (let term = EXPONENTIAL_TERMS; term > 0; term -= 1) sum = 1 + (rest / term) * sum;
  return sum * powerOfTwo(halvings);
}

const SQRT_HALF = 0.7071067811865475244;
const LOGARITHM_TERMS = 23;

/** The natural logarithm of a positive number, relative error below 1e-15 away from 1 and absolute error below 1e-16 near it. */
export function logarithm(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : Number.NaN;
  if (x === Infinity) return x;
  let mantissa = x;
  let exponent = 0;
  for (const [power, factor] of LARGE_POWERS) {
    while (mantissa >= factor) {
      mantissa /= factor;
      exponent += power;
    }
    while (mantissa * factor <= 1) {
      mantissa *= factor;
      exponent -= power;
    }
  }
  if (mantissa > 2 * SQRT_HALF) {
    mantissa /= 2;
    exponent += 1;
  }
  if (mantissa < SQRT_HALF) {
    mantissa *= 2;
    exponent -= 1;
  }
  // ln m = 2 artanh s with s = (m − 1) ÷ (m + 1), at most 0.1716 in size.
  const s = (mantissa - 1) / (mantissa + 1);
  const square = s * s;
  let sum = 0;
  for (let odd = LOGARITHM_TERMS; odd > 1; odd -= 2) sum = (sum + 1 / odd) * square;
  return exponent * LN2_HIGH + (2 * s * (1 + sum) + exponent * LN2_LOW);
}

const LARGE_POWERS: readonly (readonly [number, number])[] = [256, 32, 8, 1].map((power) => [power, powerOfTwo(power)] as const);

const ONE_OVER_SQRT_TWO_PI = 0.39894228040143267794;

/** φ(x) = e^(−x²/2) ÷ √2π, relative error below 1e-14 while it is above 1e-100. */
export function normalDensity(x: number): number {
  return ONE_OVER_SQRT_TWO_PI * exponential((-x * x) / 2);
}

/** Up to here the series is used, beyond it the continued fraction. */
const SERIES_UP_TO = 3;
const SERIES_END = 1e-17;
const FRACTION_DEPTH = 120;

/** The normal distribution function N(x), absolute error below 1e-15; below −3 the relative error is below 1e-13. */
export function normalDistribution(x: number): number {
  const size = Math.abs(x);
  if (!(size <= SERIES_UP_TO)) return x < 0 ? upperTail(size) : 1 - upperTail(size);
  // N(x) = 1/2 + φ(x) × (x + x³/3 + x⁵/(3·5) + x⁷/(3·5·7) + …)
  let term = x;
  let sum = x;
  for (let odd = 3; Math.abs(term) > SERIES_END; odd += 2) {
    term *= (x * x) / odd;
    sum += term;
  }
  return 0.5 + normalDensity(x) * sum;
}

/** 1 − N(x) for x above 3: φ(x) ÷ (x + 1 ÷ (x + 2 ÷ (x + 3 ÷ …))). */
function upperTail(x: number): number {
  if (Number.isNaN(x)) return x;
  let fraction = x;
  for (let k = FRACTION_DEPTH; k > 0; k -= 1) fraction = x + k / fraction;
  return normalDensity(x) / fraction;
}
