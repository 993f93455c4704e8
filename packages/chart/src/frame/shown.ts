import type { ChartLine, ChartResolution, ChartSymbol, ChartTexts } from '../bridge/messages.ts';
import type { PointedBar } from './engine/chart-engine.ts';

/** What the page around the frame last said is to be shown. */
export interface Shown {
  symbol: ChartSymbol;
  resolution: ChartResolution;
  locale: string;
  texts: ChartTexts;
  lines: readonly ChartLine[];
}

/** A bar in words, for a live region. */
export function spokenBar({ bar }: PointedBar, { symbol, texts, locale }: Shown): string {
  const price = new Intl.NumberFormat(locale, { minimumFractionDigits: symbol.priceDigits, maximumFractionDigits: symbol.priceDigits });
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Etc/UTC' }).format(bar.time);
  const figures = (['open', 'high', 'low', 'close'] as const).map((field) => `${texts[field]} ${price.format(bar[field])}`);
  return [time, ...figures].join(', ');
}
