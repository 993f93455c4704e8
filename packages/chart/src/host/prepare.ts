import { chartSymbolOf } from '../bridge/chart-symbol.ts';
import type { ChartResolution, ChartSymbol } from '../bridge/messages.ts';
import type { Datafeed } from '../datafeed.ts';
import { readLastChart } from './store/last-chart.ts';
import { DEFAULT_RESOLUTION } from './widget-options.ts';

export interface WantedChart {
  readonly datafeed: Datafeed;
  readonly symbol: ChartSymbol | string | undefined;
  readonly resolution: ChartResolution | undefined;
  readonly remembers: boolean;
}

/** First symbol and resolution of a chart: the stored ones, the requested ones, or the datafeed's first symbol. */
export function prepare(
  view: Window,
  { datafeed, symbol, resolution, remembers }: WantedChart,
): { readonly symbol: Promise<ChartSymbol>; readonly resolution: ChartResolution } {
  const kept = remembers ? readLastChart(view) : undefined;
  const asked = async (): Promise<ChartSymbol> => {
    if (typeof symbol === 'object') return symbol;
    const ticker = symbol ?? (await firstTicker(datafeed));
    return chartSymbolOf(await datafeed.resolve(ticker));
  };
  const found = async (): Promise<ChartSymbol> => {
    if (kept === undefined) return asked();
    // The stored symbol may no longer be listed.
    return datafeed.resolve(kept.ticker).then(chartSymbolOf, asked);
  };
  return { symbol: found(), resolution: kept?.resolution ?? resolution ?? DEFAULT_RESOLUTION };
}

async function firstTicker(datafeed: Datafeed): Promise<string> {
  const [first] = await datafeed.search({ text: '', of: undefined });
  if (first === undefined) throw new Error('The datafeed knows no symbol');
  return first.ticker;
}
