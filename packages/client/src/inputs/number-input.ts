import { divCeil, divFloor, formatDecimal, parseDecimal, price, priceUnits, SCALE_DIGITS, type Price } from '@tapedeck/domain';

const LONE_SIGN = '-';

export interface NumberInputOptions {
  /** Maximum decimals; 0 permits no decimal point. */
  readonly precision: number;
  /** A leading minus is allowed. */
  readonly signed?: boolean;
}

/**
 * Text with a decimal point in place of a single comma that cannot separate thousands: `0,25`, `61000,5` and `61.000,5`
 * are decimals in other languages. Removing that comma would change the number.
 */
function pointed(text: string): string {
  const [whole = '', part, ...more] = text.split(',');
  if (part === undefined || more.length > 0) return text;
  const isThousands = /^-?\d{1,3}$/.test(whole) && !/^-?0/.test(whole) && !/^(\d{1,2}|\d{4,})$/.test(part);
  const isDecimal = whole.includes('.') || /^-?0+$/.test(whole) || (part !== '' && !isThousands && !part.includes('.'));
  return isDecimal ? `${whole.replaceAll('.', '')}.${part}` : text;
}

/**
 * The characters of a typed text that a number field keeps: digits, one decimal point, a leading minus where allowed. Decimals are cut to
 * the precision, a leading point gets a 0.
 */
export function typedNumber(text: string, { precision, signed = false }: NumberInputOptions): string {
  const trimmed = text.trim();
  const sign = signed && trimmed.startsWith(LONE_SIGN) ? LONE_SIGN : '';
  const [whole = '', ...rest] = pointed(trimmed)
    .replace(/[^\d.]/g, '')
    .split('.');
  if (rest.length === 0 || precision === 0) return sign + whole;
  return `${sign}${whole === '' ? '0' : whole}.${rest.join('').slice(0, precision)}`;
}

/** The number in a field in units of 1e-8; empty text and a lone minus have none. */
export function numberIn(text: string): bigint | undefined {
  return parseDecimal(text.endsWith('.') ? text.slice(0, -1) : text);
}

export interface NumberBounds {
  /** In units of 1e-8. */
  readonly min: bigint;
  readonly max: bigint;
}

/** A field's text on blur: clamped to the bounds and formatted; '' without a number. */
export function blurredNumber(text: string, { min, max }: NumberBounds): string {
  const units = numberIn(text);
  if (units === undefined) return '';
  return formatDecimal(units < min ? min : units > max ? max : units);
}

/** A value rounded up to a multiple of `step`, both in units of 1e-8; with `autofix`, values with a negative remainder are rounded down. */
export function roundToStep(units: bigint, step: bigint, { autofix = false }: { readonly autofix?: boolean } = {}): bigint {
  return autofix && units < 0n ? divFloor(units, step) * step : divCeil(units, step) * step;
}

const ONE = 10n ** BigInt(SCALE_DIGITS);

/** A typed price on the grid: a tick above 1 rounds down to a multiple of it, other ticks round up; prices of 0 or less stay. */
export function roundTypedPrice(value: Price, tickSize: Price): Price {
  const units = priceUnits(value);
  const tick = priceUnits(tickSize);
  if (units <= 0n) return value;
  return price(tick > ONE ? divFloor(units, tick) * tick : roundToStep(units, tick));
}
