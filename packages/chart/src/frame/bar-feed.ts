import type { ChartBar, ChartMark, ChartResolution, ChartSymbol } from '../bridge/messages.ts';
import { NEWEST, type BarsQuery, type HistoryQuery } from '../datafeed.ts';
import type { ChartEngine } from './engine/chart-engine.ts';
import { longestStep } from './resolution.ts';

/** Bars asked for at once: a wide screen at the usual spacing, and a page to scroll into. */
export const PAGE_LENGTH = 500;
/** As many as a server gives at once. */
const MOST_AT_ONCE = 1_500;

/** The page's datafeed as the frame reaches it. */
export interface RemoteFeed {
  history(query: HistoryQuery): Promise<{ bars: readonly ChartBar[]; complete: boolean }>;
  marks(query: { ticker: string; from: number; to: number }): Promise<readonly ChartMark[]>;
  subscribe(query: BarsQuery, onBar: (bar: ChartBar) => void, onHistoryChanged: () => void): () => void;
}

export type FeedState = 'loading' | 'shown' | 'empty' | 'failed';

export interface BarFeedOptions {
  readonly remote: RemoteFeed;
  readonly engine: ChartEngine;
  /** Runs a function before the next frame is painted. */
  readonly schedule: (run: () => void) => void;
  readonly onState: (state: FeedState) => void;
  /** Bars on the chart changed. */
  readonly onBars: () => void;
  /** Other marks are on the bars. */
  readonly onMarks: (marks: readonly ChartMark[]) => void;
  /** They begin at this time now. */
  readonly onOldest: (oldest: number) => void;
}

/** One showing of a symbol: answers that belong to an earlier one are dropped. */
interface Showing {
  readonly symbol: ChartSymbol;
  readonly resolution: ChartResolution;
  loaded: boolean;
  failed: boolean;
  /** Rises with every replacement of all bars: an older page asked for before it would leave a hole. */
  generation: number;
  oldest: number;
  last: number;
  /** Bars that wait for the next frame, by time: only the latest word on each is painted. */
  readonly pending: Map<number, ChartBar>;
  marks: readonly ChartMark[];
  stop: () => void;
}

/** Brings the bars of one symbol and resolution to the engine: newest page, older pages on demand, the forming bar live. */
export class BarFeed {
  private readonly options: BarFeedOptions;
  private showing: Showing | undefined;
  private scheduled = false;
  /** Bar that was already answered with a reload: a market that skips bars must not make us ask for ever. */
  private gapAnswered = 0;

  constructor(options: BarFeedOptions) {
    this.options = options;
  }

  open(symbol: ChartSymbol, resolution: ChartResolution): void {
    this.close();
    const current: Showing = {
      symbol,
      resolution,
      loaded: false,
      failed: false,
      generation: 0,
      oldest: NEWEST,
      last: 0,
      pending: new Map(),
      marks: [],
      stop: () => undefined,
    };
    this.showing = current;
    this.options.onState('loading');
    // Followed before history is asked for: a bar that closes in between is not lost.
    current.stop = this.options.remote.subscribe(
      { ticker: symbol.ticker, series: 'trade', resolution },
      (bar) => this.receive(current, bar),
      () => this.reloadQuietly(current),
    );
    void this.loadNewest(current);
  }

  /** Asks for everything again. */
  reload(): void {
    if (this.showing !== undefined) this.open(this.showing.symbol, this.showing.resolution);
  }

  /** Asks for the page before the oldest bar, in larger pages when bars as far back as `from` are wanted. */
  older(before: number, from: number): void {
    if (this.showing?.loaded === true) void this.loadOlder(this.showing, before, from);
  }

  close(): void {
    this.showing?.stop();
    this.showing = undefined;
  }

  private async loadNewest(current: Showing): Promise<void> {
    const { symbol, resolution } = current;
    const { remote, engine, onState, onBars } = this.options;
    try {
      const page = await remote.history({ ticker: symbol.ticker, series: 'trade', resolution, before: NEWEST, limit: PAGE_LENGTH });
      if (this.showing !== current) return;
      const bars = ascending(page.bars);
      // Before the engine has them: it may ask for older bars at once.
      current.loaded = true;
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
      current.failed = true;
      onState('failed');
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
      // Nothing is added; the next scroll to the left asks again.
      if (!outdated()) engine.addOlder({ bars: [], more: true });
    }
  }

  /** Asks for all marks again; those on screen stay until the answer. */
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
      this.options.onMarks(current.marks);
    } catch {
      // Marks are an extra: the candles stand without them.
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

  /** The candles stay on screen while their replacement is on the way; where there are none, it is tried again. */
  private reloadQuietly(current: Showing): void {
    if (this.showing !== current) return;
    if (current.loaded) void this.loadNewest(current);
    else if (current.failed) this.reload();
  }
}

/** Bars asked for to reach back so far. */
function pageLength(resolution: ChartResolution, span: number): number {
  return Math.min(MOST_AT_ONCE, Math.max(PAGE_LENGTH, Math.ceil(span / longestStep(resolution)) + PAGE_LENGTH));
}

/** Bars by rising time, each time once: what the engine needs, whatever the datafeed sends. */
function ascending(bars: readonly ChartBar[]): readonly ChartBar[] {
  const inOrder = bars.every((bar, index) => index === 0 || bar.time > (bars[index - 1]?.time ?? Infinity));
  if (inOrder) return bars;
  return [...new Map(bars.map((bar) => [bar.time, bar])).values()].sort((a, b) => a.time - b.time);
}
