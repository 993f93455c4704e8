import type { ChartBar, ChartMark, ChartQuote, ChartResolution, ChartSeries, ChartSymbolInfo, SymbolKind } from './bridge/messages.ts';

/** `before` of a query for the newest bars: the end of the year 9999, after any bar and readable by every server. */
export const NEWEST = 253_402_300_800_000;

/** Source of symbols and bars. A plug-in: an application that embeds the chart may supply its own. Every promise rejects on failure. */
export interface Datafeed {
  /** Bars that start before `before` (ms; `NEWEST` for the newest), oldest first; `complete` if none is older. */
  history(query: HistoryQuery): Promise<{ bars: readonly ChartBar[]; complete: boolean }>;
  /** Marks on the time axis of a range (own trades, funding …), both ends included. */
  marks(query: { ticker: string; from: number; to: number }): Promise<readonly ChartMark[]>;
  /** Follows the forming bar; `undefined` reports changed history that must be requested again. Returns unsubscribe. */
  subscribe(query: BarsQuery, listener: (bar: ChartBar | undefined) => void): () => void;
  /** Symbols that match a text, best first, of one kind or of all; the empty text matches every symbol. */
  search(query: { text: string; of: SymbolKind | undefined }): Promise<readonly ChartSymbolInfo[]>;
  resolve(ticker: string): Promise<ChartSymbolInfo>;
  /** Follows last prices and their changes, for symbol lists; the first call contains all known ones. Returns unsubscribe. */
  quotes?(tickers: readonly string[], listener: (quotes: readonly ChartQuote[]) => void): () => void;
}

export interface BarsQuery {
  readonly ticker: string;
  readonly series: ChartSeries;
  readonly resolution: ChartResolution;
}

export interface HistoryQuery extends BarsQuery {
  readonly before: number;
  readonly limit: number;
}
