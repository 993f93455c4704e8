import { numberFormat } from './formats.ts';

/** Kind of a figure, which determines its number of digits. */
export type FigureKind = 'price' | 'otherPrice' | 'value';

const TWO = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
const SMALL = { maximumSignificantDigits: 4 } as const;
const TINY = { notation: 'scientific', maximumSignificantDigits: 4 } as const;
const LARGE = { notation: 'compact', maximumSignificantDigits: 5 } as const;
const SIX = { maximumSignificantDigits: 6 } as const;

/** Values of indicators are of any size: two decimals, or four digits of a value below one. No value is longer than the axis is wide. */
export function valueFormat(locale: string): (value: number) => string {
  return (value) => {
    const size = Math.abs(value);
    if (size >= 1e6) return numberFormat(locale, LARGE).format(value);
    if (size >= 1 || size === 0) return numberFormat(locale, TWO).format(value);
    return numberFormat(locale, size < 1e-6 ? TINY : SMALL).format(value);
  };
}

/** A figure of the legend: prices of the chart's symbol as it is traded, those of another symbol by their size. */
export function figureFormat(locale: string, priceDigits: number): (value: number, kind: FigureKind) => string {
  const price = { minimumFractionDigits: priceDigits, maximumFractionDigits: priceDigits };
  const write = valueFormat(locale);
  return (value, kind) => (kind === 'value' ? write(value) : numberFormat(locale, kind === 'price' ? price : SIX).format(value));
}
