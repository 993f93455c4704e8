import { SCALE_DIGITS } from './integer.ts';

/** Maximum length of a decimal text; a longer one is refused before any arithmetic. */
export const DECIMAL_DIGITS_MAX = 40;

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * Parses plain decimal text (no exponent, no grouping) as an integer count of 10^-digits units. `undefined` if the text
 * is not such a number, is too long, or has more non-zero decimals than `digits`.
 */
export function parseDecimal(text: string, digits: number = SCALE_DIGITS): bigint | undefined {
  if (text.length > DECIMAL_DIGITS_MAX) return undefined;
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const whole = match[2] ?? '';
  // eslint-disable-next-line regexp/no-super-linear-move -- at most DECIMAL_DIGITS_MAX characters
  const fraction = (match[3] ?? '').replace(/0+$/, '');
  if (fraction.length > digits) return undefined;
  const units = BigInt(whole + fraction.padEnd(digits, '0'));
  return match[1] === '-' ? -units : units;
}

/**
 * Writes an integer count of 10^-digits units as plain decimal text, without trailing zeros beyond `fractionMin`.
 * Exact: never drops a non-zero digit.
 */
export function formatDecimal(units: bigint, digits: number = SCALE_DIGITS, fractionMin = 0): string {
  const negative = units < 0n;
  const text = (negative ? -units : units).toString().padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  // eslint-disable-next-line regexp/no-super-linear-move -- the digits of one number
  let fraction = digits === 0 ? '' : text.slice(text.length - digits).replace(/0+$/, '');
  fraction = fraction.padEnd(fractionMin, '0');
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
