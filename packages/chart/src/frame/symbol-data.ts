import { MARKET_SERIES, type ChartResolution, type ChartSymbol } from '../bridge/messages.ts';
import { BarFeed, type FeedState } from './bar-feed.ts';
import { CompareFeeds } from './compare/compare-feeds.ts';
import type { ChartDocument } from './document/chart-document.ts';
import type { BarSink, ChartEngine } from './engine/chart-engine.ts';
import type { RemoteFeedRelay } from './remote-feed.ts';

export interface SymbolDataParts {
  readonly remote: RemoteFeedRelay;
  /** Passes the bars to the chart. */
  readonly bars: BarSink;
  readonly engine: Pick<ChartEngine, 'compare' | 'figures'>;
  readonly timers: Pick<Window, 'setTimeout' | 'clearTimeout'>;
  readonly schedule: (work: () => void) => void;
  readonly onState: (state: FeedState) => void;
  readonly onBars: () => void;
}

/** All data of the current symbol: its bars, compared lines and market figures, as far back as the bars. */
export class SymbolData {
  private readonly feed: BarFeed;
  private readonly compares: CompareFeeds;
  private readonly figures: CompareFeeds;

  constructor({ remote, bars, engine, timers, schedule, onState, onBars }: SymbolDataParts) {
    this.compares = new CompareFeeds({ remote, port: engine.compare, timers });
    this.figures = new CompareFeeds({ remote, port: engine.figures, timers });
    this.feed = new BarFeed({
      remote,
      engine: bars,
      schedule,
      onState,
      onBars,
      onOldest: (oldest) => {
        this.compares.cover(oldest);
        this.figures.cover(oldest);
      },
    });
  }

  open(symbol: ChartSymbol, resolution: ChartResolution): void {
    this.feed.open(symbol, resolution);
  }

  /** Follows the compared lines and figures of the document. */
  follow({ compares, studies }: ChartDocument, symbol: ChartSymbol, resolution: ChartResolution): void {
    this.compares.set(compares, symbol, resolution);
    const wanted = MARKET_SERIES.filter((series) => studies.some(({ indicator }) => indicator === series));
    this.figures.set(
      wanted.map((series) => ({ id: series, ticker: '', series, shown: true })),
      symbol,
      resolution,
    );
  }

  /** Requests everything again. */
  reload(): void {
    this.feed.reload();
  }

  reloadMarks(): void {
    this.feed.reloadMarks();
  }

  older(before: number, from: number): void {
    this.feed.older(before, from);
  }

  stop(): void {
    this.compares.stop();
    this.figures.stop();
    this.feed.close();
  }
}
