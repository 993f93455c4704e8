import { divCeil, divFloor, formatDecimal, parseDecimal, price, priceUnits, SCALE_DIGITS, type Price } from '@tapedeck/domain';

export interface NumberInputOptions {
  /** Maximum decimals; 0 permits no decimal point. */
  readonly precision: number;
  /** A leading minus is allowed. */
  readonly signed?: boolean;
}

/** Digits with one point; a number field reads commas and other scripts before its text gets here. */
const PLAIN = /^(-?)(\d*)(?:\.(\d*))?$/;

/**
 * The text of a number field within its rules: decimals are cut to the precision, a leading point gets a 0, a minus stays where
 * it is allowed. A text that is no plain number becomes '': dropping characters would make another number of it.
 */
export function typedNumber(text: string, { precision, signed = false }: NumberInputOptions): string {
  const [, minus = '', whole = '', decimals] = PLAIN.exec(text.trim()) ?? [];
  const sign = signed ? minus : '';
  if (decimals === undefined || precision === 0) return sign + whole;
  return `${sign}${whole === '' ? '0' : whole}.${decimals.slice(0, precision)}`;
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
