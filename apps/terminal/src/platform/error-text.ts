import { divCeil, divFloor, formatDecimal, parseDecimal, SCALE_DIGITS } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import type { Translate } from './texts.tsx';
import { coinDigits } from './values.ts';

const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * What is missing up, and what there is down, to the decimals that the coin is shown with: so rounded, the one stays above the other.
 */
function shownAmount(name: string, value: string, coin: string): string {
  const units = parseDecimal(value);
  const step = 10n ** BigInt(SCALE_DIGITS - coinDigits(coin));
  if (units === undefined || (name !== 'needed' && name !== 'available')) return value;
  return formatDecimal((name === 'needed' ? divCeil(units, step) : divFloor(units, step)) * step);
}

/** The values of an error for its words, with the numbers written in the language on screen. */
export function errorValues(formats: Formats, values: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { coin } = values;
  const written = (name: string, value: string): string => {
    if (!NUMBER.test(value)) return value;
    return formats.decimal(coin === undefined ? value : shownAmount(name, value, coin));
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, written(name, value)]));
}

/** An error of a form in words. */
export function errorText(
  text: Translate<`error.${string}`>,
  formats: Formats,
  { code, values }: { readonly code: string; readonly values?: Readonly<Record<string, string>> | undefined },
): string {
  return text(`error.${code}`, errorValues(formats, values));
}
