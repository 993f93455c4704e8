import type { ChartSymbol, ChartSymbolInfo } from './messages.ts';

/** The fields of a found symbol that a chart needs to show it. */
export function chartSymbolOf({ ticker, priceDigits, quantityDigits, priceStep, hasMark, figures }: ChartSymbolInfo): ChartSymbol {
  return { ticker, priceDigits, quantityDigits, priceStep, hasMark, figures };
}
