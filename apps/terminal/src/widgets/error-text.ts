import { divCeil, divFloor, formatDecimal, parseDecimal, SCALE_DIGITS } from '@tapedeck/domain';
import type { Formats } from '@tapedeck/i18n';
import type { Translate } from '../platform/texts.tsx';
import { coinDigits } from '../platform/values.ts';

const NUMBER = /^-?\d+(\.\d+)?$/;

/** The missing amount rounded up and the existing amount rounded down, to the coin's display decimals, so that the former stays larger. */
function shownAmount(name: string, value: string, coin: string): string {
  const units = parseDecimal(value);
  const step = 10n ** BigInt(SCALE_DIGITS - coinDigits(coin));
  if (units === undefined || (name !== 'needed' && name !== 'available')) return value;
  return formatDecimal((name === 'needed' ? divCeil(units, step) : divFloor(units, step)) * step);
}

/** The values of an error for its text, with numbers in the format of the displayed language. */
export function errorValues(formats: Formats, values: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { coin } = values;
  const written = (name: string, value: string): string => {
    if (!NUMBER.test(value)) return value;
    return formats.decimal(coin === undefined ? value : shownAmount(name, value, coin));
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, written(name, value)]));
}

/** Text of a form error. */
export function errorText(
  text: Translate<`error.${string}`>,
  formats: Formats,
  { code, values }: { readonly code: string; readonly values?: Readonly<Record<string, string>> | undefined },
): string {
  return text(`error.${code}`, errorValues(formats, values));
}
