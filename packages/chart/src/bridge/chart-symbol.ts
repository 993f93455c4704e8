import type { ChartSymbol, ChartSymbolInfo } from './messages.ts';

/** The part of a found symbol that a chart needs to show it. */
export function chartSymbolOf({ ticker, priceDigits, quantityDigits, priceStep, hasMark }: ChartSymbolInfo): ChartSymbol {
  return { ticker, priceDigits, quantityDigits, priceStep, hasMark };
}
