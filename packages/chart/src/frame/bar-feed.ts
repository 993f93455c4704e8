import type { ChartBar, ChartMark, ChartResolution, ChartSymbol } from '../bridge/messages.ts';
import { NEWEST, type BarsQuery, type HistoryQuery } from '../datafeed.ts';
import type { BarSink } from './engine/chart-engine.ts';
import { longestStep } from './resolution.ts';

/** Bars of the first answer: a screen at the default spacing, and as many again to scroll into. A wider screen asks for older ones at once. */
export const NEWEST_LENGTH = 300;
/** Older bars per request. */
const PAGE_LENGTH = 500;
/** Maximum bars per answer of a server. */
const MOST_AT_ONCE = 1_500;
/** Pause before history that failed is requested again. */
const RETRY_MS = 2_000;

/** The page's datafeed as the frame reaches it. */
export interface RemoteFeed {
  history(query: HistoryQuery): Promise<{ bars: readonly ChartBar[]; complete: boolean }>;
  marks(query: { ticker: string; from: number; to: number }): Promise<readonly ChartMark[]>;
  subscribe(query: BarsQuery, onBar: (bar: ChartBar) => void, onHistoryChanged: () => void): () => void;
}

export type FeedState = 'loading' | 'shown' | 'empty' | 'failed';

export interface BarFeedOptions {
  readonly remote: RemoteFeed;
  readonly engine: BarSink;
  /** Runs a function before the next frame is painted. */
  readonly schedule: (run: () => void) => void;
  readonly onState: (state: FeedState) => void;
  /** Bars on the chart changed. */
  readonly onBars: () => void;
  /** The first bar now starts at this time. */
  readonly onOldest: (oldest: number) => void;
}

/** One display of a symbol: answers for an earlier one are dropped. */
interface Showing {
  readonly symbol: ChartSymbol;
  readonly resolution: ChartResolution;
  loaded: boolean;
  failed: boolean;
  /** The next request after a failure. */
  retry: ReturnType<typeof setTimeout> | undefined;
  /** Rises with every replacement of all bars: an older page requested before it would leave a gap. */
  generation: number;
  oldest: number;
  last: number;
  /** Bars waiting for the next frame, by time: only the latest version of each is painted. */
  readonly pending: Map<number, ChartBar>;
  marks: readonly ChartMark[];
  stop: () => void;
}

/** Brings the bars of one symbol and resolution to the engine: newest page, older pages on demand, the forming bar live. */
export class BarFeed {
  private readonly options: BarFeedOptions;
  private showing: Showing | undefined;
  private scheduled = false;
  /** Bar that was already answered with a reload: a market that skips bars must not cause endless requests. */
  private gapAnswered = 0;

  constructor(options: BarFeedOptions) {
    this.options = options;
  }

  open(symbol: ChartSymbol, resolution: ChartResolution): void {
    const before = this.showing?.symbol.ticker;
    this.close();
    const current: Showing = {
      symbol,
      resolution,
      loaded: false,
      failed: false,
      retry: undefined,
      generation: 0,
      oldest: NEWEST,
      last: 0,
      pending: new Map(),
      marks: [],
      stop: () => undefined,
    };
    this.showing = current;
    this.options.onState('loading');
    if (before !== undefined && before !== symbol.ticker) {
      // No price of the previous symbol stands under the name of this one, however late its bars come.
      this.options.engine.setBars(symbol, resolution, { bars: [], more: false });
      this.options.onBars();
    }
    // Followed before history is requested: a bar that closes in between is not lost.
    current.stop = this.options.remote.subscribe(
      { ticker: symbol.ticker, series: 'trade', resolution },
      (bar) => this.receive(current, bar),
      () => this.reloadQuietly(current),
    );
    void this.loadNewest(current);
  }

  /** Requests everything again. */
  reload(): void {
    if (this.showing !== undefined) this.open(this.showing.symbol, this.showing.resolution);
  }

  /** Requests the page before the oldest bar, in larger pages if bars back to `from` are wanted. */
  older(before: number, from: number): void {
    if (this.showing?.loaded === true) void this.loadOlder(this.showing, before, from);
  }

  close(): void {
    this.showing?.stop();
    clearTimeout(this.showing?.retry);
    this.showing = undefined;
  }

  private async loadNewest(current: Showing): Promise<void> {
    const { symbol, resolution } = current;
    const { remote, engine, onState, onBars } = this.options;
    clearTimeout(current.retry);
    try {
      const page = await remote.history({ ticker: symbol.ticker, series: 'trade', resolution, before: NEWEST, limit: NEWEST_LENGTH });
      if (this.showing !== current) return;
      const bars = ascending(page.bars);
      // Before the engine has them: it may request older bars at once.
      current.loaded = true;
      current.failed = false;
      current.generation += 1;
      current.oldest = bars[0]?.time ?? NEWEST;
      current.last = bars.at(-1)?.time ?? 0;
      current.marks = [];
      engine.setBars(symbol, resolution, { bars, more: !page.complete && bars.length > 0 });
      onState(bars.length > 0 ? 'shown' : 'empty');
      onBars();
      this.options.onOldest(current.oldest);
      this.flushSoon();
      void this.loadMarks(current, current.oldest, NEWEST);
    } catch {
      if (this.showing !== current || current.loaded) return;
      if (!current.failed) onState('failed');
      current.failed = true;
      clearTimeout(current.retry);
      current.retry = setTimeout(() => void this.loadNewest(current), RETRY_MS);
    }
  }

  private async loadOlder(current: Showing, before: number, from: number): Promise<void> {
    const { symbol, resolution, generation } = current;
    const { remote, engine } = this.options;
    const outdated = (): boolean => this.showing !== current || current.generation !== generation;
    try {
      const page = await remote.history({
        ticker: symbol.ticker,
        series: 'trade',
        resolution,
        before,
        limit: pageLength(resolution, before - from),
      });
      if (outdated()) return;
      const bars = ascending(page.bars).filter((bar) => bar.time < current.oldest);
      const newestOfPage = current.oldest - 1;
      current.oldest = bars[0]?.time ?? current.oldest;
      engine.addOlder({ bars, more: !page.complete && bars.length > 0 });
      this.options.onOldest(current.oldest);
      if (bars.length > 0) void this.loadMarks(current, current.oldest, newestOfPage);
    } catch {
      // Nothing is added; the next scroll to the left requests again.
      if (!outdated()) engine.addOlder({ bars: [], more: true });
    }
  }

  /** Requests all marks again; the displayed ones stay until the answer. */
  reloadMarks(): void {
    const current = this.showing;
    if (current?.loaded === true) void this.loadMarks(current, current.oldest, NEWEST, true);
  }

  private async loadMarks(current: Showing, from: number, to: number, isAll = false): Promise<void> {
    if (from > to) return;
    const { generation } = current;
    try {
      const marks = await this.options.remote.marks({ ticker: current.symbol.ticker, from, to });
      if (this.showing !== current || current.generation !== generation) return;
      current.marks = isAll ? marks : [...current.marks, ...marks];
      this.options.engine.setMarks(current.marks);
    } catch {
      // Marks are optional: the candles are shown without them.
    }
  }

  private receive(current: Showing, bar: ChartBar): void {
    if (this.showing !== current) return;
    current.pending.set(bar.time, bar);
    this.flushSoon();
  }

  private flushSoon(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    this.options.schedule(() => {
      this.scheduled = false;
      if (this.showing?.loaded === true) this.flush(this.showing);
    });
  }

  private flush(current: Showing): void {
    const bars = [...current.pending.values()].sort((a, b) => a.time - b.time);
    current.pending.clear();
    let changed = false;
    for (const bar of bars) {
      if (bar.time < current.last) continue;
      const missing = current.last > 0 && bar.time > current.last + longestStep(current.resolution);
      if (missing && this.gapAnswered !== bar.time) {
        this.gapAnswered = bar.time;
        this.reloadQuietly(current);
        return;
      }
      if (current.last === 0) this.options.onState('shown');
      current.last = bar.time;
      this.options.engine.update(bar);
      changed = true;
    }
    if (changed) this.options.onBars();
  }

  /** The candles stay displayed while their replacement is loading; if there are none, it is retried. */
  private reloadQuietly(current: Showing): void {
    if (this.showing === current && (current.loaded || current.failed)) void this.loadNewest(current);
  }
}

/** Time back to which bars are requested. */
function pageLength(resolution: ChartResolution, span: number): number {
  return Math.min(MOST_AT_ONCE, Math.max(PAGE_LENGTH, Math.ceil(span / longestStep(resolution)) + PAGE_LENGTH));
}

/** Bars by ascending time, each time once: required by the engine, whatever the datafeed sends. */
function ascending(bars: readonly ChartBar[]): readonly ChartBar[] {
  const inOrder = bars.every((bar, index) => index === 0 || bar.time > (bars[index - 1]?.time ?? Infinity));
  if (inOrder) return bars;
  return [...new Map(bars.map((bar) => [bar.time, bar])).values()].sort((a, b) => a.time - b.time);
}
