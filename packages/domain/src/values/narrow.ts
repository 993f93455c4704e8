/**
 * Money as plain numbers, for the path of every order: a bigint that leaves its function becomes an object, a number mostly does not. Such a
 * number counts units like `Money` and is exact. An amount without room is `WIDE`, and so is every result of it: the caller then takes the exact
 * way through `Money` (docs/decisions/0063-money-in-numbers.md).
 */
import { LOW_WORDS } from './integer.ts';
import type { Money } from './types.ts';

/** No number: it is neither above nor below any other. */
export const WIDE = Number.NaN;

/** Amounts are below 2^50 in size: sums of up to eight of them are exact, since every whole number up to 2^53 is. */
export const NARROW_MAX = 1_125_899_906_842_624;

const WORDS = new Int32Array(2);
const LONG = new BigInt64Array(WORDS.buffer);
LONG[0] = 1n;
/** Which of both words is the lower one. */
const LOW = WORDS[0] === 1 ? 0 : 1;
/** The upper word of a narrow amount is below this. */
const HIGH_MAX = NARROW_MAX / LOW_WORDS;

/** An amount from the two halves of its 64 bits. */
export function narrowHalves(high: number, low: number): number {
  return high >= -HIGH_MAX && high < HIGH_MAX ? high * LOW_WORDS + (low >>> 0) : WIDE;
}

/** Money as a number, through its 64 bits: a call of `Number` costs more than the calculation with its result. */
export function narrow(value: Money): number {
  const units = value as unknown as bigint;
  const word = BigInt.asIntN(64, units);
  if (word !== units) return WIDE;
  LONG[0] = word;
  return narrowHalves(WORDS[1 - LOW] as number, WORDS[LOW] as number);
}

/** A sum of amounts that may itself be too large for one. */
export const ifNarrow = (sum: number): number => (sum > -NARROW_MAX && sum < NARROW_MAX ? sum : WIDE);

/**
 * `value` × `factor` ÷ `divisor`, rounded up; none is negative, the divisor is not 0. `WIDE` where a step has no room.
 *
 * The ceiling of p ÷ d as the processor rounds it is the true one for whole p below 2^53: rounding moves the quotient by at most
 * p ÷ d × 2^-53, less than 1 ÷ d, and a quotient that is not whole is at least 1 ÷ d away from a whole number. So is its floor.
 */
export function ceilShare(value: number, factor: number, divisor: number): number {
  const product = value * factor;
  return product <= Number.MAX_SAFE_INTEGER ? Math.ceil(product / divisor) : ceilOfWide(value, factor, divisor);
}

/** Separates the whole multiples of the divisor: value = whole × divisor + rest. */
function ceilOfWide(value: number, factor: number, divisor: number): number {
  const whole = Math.floor(value / divisor);
  const rest = (value - whole * divisor) * factor;
  return rest <= Number.MAX_SAFE_INTEGER ? ifNarrow(whole * factor + Math.ceil(rest / divisor)) : WIDE;
}

/** A fraction of whole numbers, reduced: the smaller they are, the rarer its products overflow. */
export interface Fraction {
  readonly factor: number;
  readonly divisor: number;
}

/** Neither is negative, the divisor is not 0. */
export function fractionOf(factor: bigint, divisor: bigint): Fraction {
  let [common, rest] = [divisor, factor];
  while (rest !== 0n) [common, rest] = [rest, common % rest];
  const reduced = { factor: Number(factor / common), divisor: Number(divisor / common) };
  const fits = Number.isSafeInteger(reduced.factor) && Number.isSafeInteger(reduced.divisor);
  return fits ? reduced : { factor: WIDE, divisor: WIDE };
}
