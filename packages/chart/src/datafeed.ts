import type { ChartBar, ChartResolution } from './bridge/messages.ts';

/** Where bars come from. A plug: whoever embeds the chart may give it another. */
export interface Datafeed {
  /** Bars that start before `before` (ms), oldest first; `complete` when none is older. Rejects on failure. */
  history(query: { ticker: string; resolution: ChartResolution; before: number; limit: number }): Promise<{ bars: readonly ChartBar[]; complete: boolean }>;
  /** Marks on the time axis of a range (own trades, funding …). */
  marks(query: { ticker: string; from: number; to: number }): Promise<readonly { id: string; time: number; text: string; side: 'Buy' | 'Sell' }[]>;
  /** Follows the forming bar; `undefined` says that history changed and must be asked for again. Returns unsubscribe. */
  subscribe(query: { ticker: string; resolution: ChartResolution }, listener: (bar: ChartBar | undefined) => void): () => void;
}
