import type { ChartLine, ChartResolution, ChartSymbol, ChartTexts } from '../bridge/messages.ts';
import type { ChartSettings } from '../bridge/settings.ts';
import type { ChartDocument } from './document/chart-document.ts';
import type { PointedBar } from './engine/chart-engine.ts';
import { isDaily } from './model/ticks.ts';

/** State that the page last sent to the frame. */
export interface Shown {
  symbol: ChartSymbol;
  resolution: ChartResolution;
  locale: string;
  texts: ChartTexts;
  lines: readonly ChartLine[];
}

/** Time zone for the start of a bar: bars of a day and longer keep their date in every zone. */
export const zoneOfBars = (resolution: ChartResolution, timezone: string): string => (isDaily(resolution) ? 'Etc/UTC' : timezone);

/** Decimals of prices: the user's setting, or the symbol's. */
export const priceDigitsOf = ({ priceDigits }: ChartSymbol, { precision }: ChartSettings): number => precision ?? priceDigits;

/** A bar as text for a live region. */
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
