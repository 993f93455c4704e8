import type { ChartBar, ChartResolution, ChartSeries, ChartSymbol } from '../../bridge/messages.ts';
import { NEWEST, type BarsQuery } from '../../datafeed.ts';
import { NEWEST_LENGTH, type RemoteFeed } from '../bar-feed.ts';
import type { CompareEntry } from '../document/chart-document.ts';
import type { ComparePort } from '../engine/chart-engine.ts';

/** CHT-11: minimum interval between repaints of a line, and initial pause before a failed request is retried. */
const THROTTLE_MS = 500;
const RETRY_MS = { first: 500, most: 30_000 };
/** Pages older than the chart's oldest bar. */
const OLDER_LENGTH = 1_000;

export interface CompareFeedsOptions {
  readonly remote: RemoteFeed;
  readonly port: ComparePort;
  readonly timers: Pick<Window, 'setTimeout' | 'clearTimeout'>;
}

/** Brings the bars of the compared lines to the engine, as far back as those of the chart. */
export class CompareFeeds {
  private readonly options: CompareFeedsOptions;
  private readonly feeds = new Map<string, LineFeed>();
  private oldest = NEWEST;

  constructor(options: CompareFeedsOptions) {
    this.options = options;
  }

  /** Follows these lines at a symbol and a resolution; lines already followed continue. */
  set(
    entries: readonly Pick<CompareEntry, 'id' | 'ticker' | 'series' | 'shown'>[],
    symbol: ChartSymbol,
    resolution: ChartResolution,
  ): void {
    const wanted = new Map<string, BarsQuery>();
    for (const { id, ticker, series, shown } of entries) {
      const isOwn = ticker === '';
      if (shown && (!isOwn || hasSeries(symbol, series))) wanted.set(id, { ticker: isOwn ? symbol.ticker : ticker, series, resolution });
    }
    for (const [id, feed] of this.feeds) {
      if (sameQuery(feed.query, wanted.get(id))) continue;
      feed.stop();
      this.feeds.delete(id);
      this.options.port.replace(id, []);
    }
    for (const [id, query] of wanted) {
      if (!this.feeds.has(id)) this.feeds.set(id, new LineFeed(id, query, this.options, this.oldest));
    }
  }

  /** Time of the chart's oldest bar. */
  cover(oldest: number): void {
    this.oldest = oldest;
    for (const feed of this.feeds.values()) feed.cover(oldest);
  }

  stop(): void {
    for (const feed of this.feeds.values()) feed.stop();
    this.feeds.clear();
  }
}

function hasSeries({ hasMark, figures }: ChartSymbol, series: ChartSeries): boolean {
  if (series === 'trade') return true;
  return series === 'mark' ? hasMark : figures.includes(series);
}

const sameQuery = (a: BarsQuery, b: BarsQuery | undefined): boolean =>
  b !== undefined && a.ticker === b.ticker && a.series === b.series && a.resolution === b.resolution;

class LineFeed {
  readonly query: BarsQuery;
  private readonly id: string;
  private readonly options: CompareFeedsOptions;
  private readonly unsubscribe: () => void;
  private wanted: number;
  private oldest = NEWEST;
  private hasAll = false;
  private isAsking = false;
  private retry = RETRY_MS.first;
  private pending: ChartBar | undefined;
  private throttle: number | undefined;
  private again: number | undefined;
  private isStopped = false;

  constructor(id: string, query: BarsQuery, options: CompareFeedsOptions, wanted: number) {
    this.id = id;
    this.query = query;
    this.options = options;
    this.wanted = wanted;
    this.unsubscribe = options.remote.subscribe(
      query,
      (bar) => this.receive(bar),
      () => this.reload(),
    );
    void this.load();
  }

  cover(oldest: number): void {
    this.wanted = oldest;
    void this.load();
  }

  stop(): void {
    this.isStopped = true;
    this.unsubscribe();
    this.options.timers.clearTimeout(this.throttle);
    this.options.timers.clearTimeout(this.again);
  }

  private reload(): void {
    this.oldest = NEWEST;
    this.hasAll = false;
    void this.load();
  }

  private isComplete(): boolean {
    return this.hasAll || (this.oldest !== NEWEST && this.oldest <= this.wanted);
  }

  /** Loads pages until the line begins at the chart's oldest bar. */
  private async load(): Promise<void> {
    if (this.isAsking || this.isStopped || this.isComplete()) return;
    this.isAsking = true;
    const before = this.oldest;
    const limit = before === NEWEST ? NEWEST_LENGTH : OLDER_LENGTH;
    const page = await this.options.remote.history({ ...this.query, before, limit }).catch(() => undefined);
    this.isAsking = false;
    if (page === undefined) this.loadLater();
    else this.take(page, before);
  }

  private take({ bars, complete }: { readonly bars: readonly ChartBar[]; readonly complete: boolean }, before: number): void {
    if (this.isStopped) return;
    this.retry = RETRY_MS.first;
    // Otherwise history has changed meanwhile, and this page is outdated.
    if (before === this.oldest) {
      if (before === NEWEST) this.options.port.replace(this.id, bars);
      else this.options.port.prepend(this.id, bars);
      this.oldest = bars[0]?.time ?? before;
      this.hasAll = complete || bars.length === 0;
    }
    void this.load();
  }

  private loadLater(): void {
    if (this.isStopped) return;
    this.again = this.options.timers.setTimeout(() => void this.load(), this.retry);
    this.retry = Math.min(RETRY_MS.most, this.retry * 2);
  }

  private receive(bar: ChartBar): void {
    // When two bars arrive within the wait, the older one is complete and must not be lost.
    if (this.pending !== undefined && this.pending.time !== bar.time) this.options.port.update(this.id, this.pending);
    this.pending = bar;
    this.throttle ??= this.options.timers.setTimeout(() => {
      this.throttle = undefined;
      const { pending } = this;
      this.pending = undefined;
      if (pending !== undefined && (this.hasAll || this.oldest !== NEWEST)) this.options.port.update(this.id, pending);
    }, THROTTLE_MS);
  }
}
