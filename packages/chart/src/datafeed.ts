import type { ChartBar, ChartMark, ChartResolution } from './bridge/messages.ts';

/** `before` of a query for the newest bars: the end of the year 9999, after any bar and still a moment that every server can read. */
export const NEWEST = 253_402_300_800_000;

/** Where bars come from. A plug: whoever embeds the chart may give it another. */
export interface Datafeed {
  /** Bars that start before `before` (ms; `NEWEST` for the newest), oldest first; `complete` when none is older. Rejects on failure. */
  history(query: HistoryQuery): Promise<{ bars: readonly ChartBar[]; complete: boolean }>;
  /** Marks on the time axis of a range (own trades, funding …), both ends included. Rejects on failure. */
  marks(query: { ticker: string; from: number; to: number }): Promise<readonly ChartMark[]>;
  /** Follows the forming bar; `undefined` says that history changed and must be asked for again. Returns unsubscribe. */
  subscribe(query: { ticker: string; resolution: ChartResolution }, listener: (bar: ChartBar | undefined) => void): () => void;
}

export interface HistoryQuery {
  readonly ticker: string;
  readonly resolution: ChartResolution;
  readonly before: number;
  readonly limit: number;
}
