import { numberFormat } from './number-formats.ts';

const PLAIN = { maximumSignificantDigits: 6 } as const;
const LARGE = { notation: 'compact', maximumSignificantDigits: 5 } as const;

/** Values of indicators are of any size: six digits tell enough. */
export function valueFormat(locale: string): (value: number) => string {
  return (value) => numberFormat(locale, Math.abs(value) >= 1e6 ? LARGE : PLAIN).format(value);
}

/** Prices of the symbol on the chart, with its digits. */
export function priceFormat(locale: string, digits: number): (value: number) => string {
  const format = numberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return (value) => format.format(value);
}
