import type { ChartLine, ChartResolution, ChartSymbol, ChartTexts } from '../bridge/messages.ts';
import type { ChartSettings } from '../bridge/settings.ts';
import type { ChartDocument } from './document/chart-document.ts';
import type { PointedBar } from './engine/chart-engine.ts';
import { isDaily } from './model/ticks.ts';

/** What the page around the frame last said is to be shown. */
export interface Shown {
  symbol: ChartSymbol;
  resolution: ChartResolution;
  locale: string;
  texts: ChartTexts;
  lines: readonly ChartLine[];
}

/** The zone in which the start of a bar is told: bars of a day and longer have their own date everywhere. */
export const zoneOfBars = (resolution: ChartResolution, timezone: string): string => (isDaily(resolution) ? 'Etc/UTC' : timezone);

/** Decimals of prices: those that the user wants, or as the symbol is traded. */
export const priceDigitsOf = ({ priceDigits }: ChartSymbol, { precision }: ChartSettings): number => precision ?? priceDigits;

/** A bar in words, for a live region. */
export function spokenBar(
  { bar }: PointedBar,
  { symbol, resolution, texts, locale }: Shown,
  { timezone, settings }: Pick<ChartDocument, 'timezone' | 'settings'>,
): string {
  const digits = priceDigitsOf(symbol, settings);
  const price = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const timeZone = zoneOfBars(resolution, timezone);
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(bar.time);
  const figures = (['open', 'high', 'low', 'close'] as const).map((field) => `${texts[field]} ${price.format(bar[field])}`);
  return [time, ...figures].join(', ');
}
