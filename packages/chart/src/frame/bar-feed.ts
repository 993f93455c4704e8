import type { ChartBar, ChartMark, ChartResolution, ChartSymbol } from '../bridge/messages.ts';
import { NEWEST } from '../datafeed.ts';
import type { ChartEngine } from './engine/chart-engine.ts';
import { longestStep } from './resolution.ts';

/** Bars asked for at once: a wide screen at the usual spacing, and a page to scroll into. */
export const PAGE_LENGTH = 500;

/** The page's datafeed as the frame reaches it. */
export interface RemoteFeed {
  history(query: { ticker: string; resolution: ChartResolution; before: number; limit: number }): Promise<{ bars: readonly ChartBar[]; complete: boolean }>;
  marks(query: { ticker: string; from: number; to: number }): Promise<readonly ChartMark[]>;
  subscribe(query: { ticker: string; resolution: ChartResolution }, onBar: (bar: ChartBar) => void, onHistoryChanged: () => void): () => void;
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
}

/** Brings the bars of one symbol and resolution to the engine: newest page, older pages on demand, the forming bar live. */
export interface BarFeed {
  open(symbol: ChartSymbol, resolution: ChartResolution): void;
  /** Asks for everything again. */
  reload(): void;
  older(before: number): void;
  close(): void;
}

/** One showing of a symbol: answers that belong to an earlier one are dropped. */
interface Showing {
  readonly symbol: ChartSymbol;
  readonly resolution: ChartResolution;
  loaded: boolean;
  /** Rises with every replacement of all bars: an older page asked for before it would leave a hole. */
  generation: number;
  oldest: number;
  last: number;
  /** Bars that wait for the next frame, by time: only the latest word on each is painted. */
  readonly pending: Map<number, ChartBar>;
  marks: readonly ChartMark[];
  stop: () => void;
}

export function createBarFeed(options: BarFeedOptions): BarFeed {
  const { remote, engine, schedule, onState, onBars } = options;
  let showing: Showing | undefined;
  let scheduled = false;
  /** Bar that was already answered with a reload: a market that skips bars must not make us ask for ever. */
  let gapAnswered = 0;

  function open(symbol: ChartSymbol, resolution: ChartResolution): void {
    close();
    const current: Showing = {
      symbol,
      resolution,
      loaded: false,
      generation: 0,
      oldest: NEWEST,
      last: 0,
      pending: new Map(),
      marks: [],
      stop: () => undefined,
    };
    showing = current;
    onState('loading');
    // Followed before history is asked for: a bar that closes in between is not lost.
    current.stop = remote.subscribe(
      { ticker: symbol.ticker, resolution },
      (bar) => receive(current, bar),
      () => reloadQuietly(current),
    );
    void loadNewest(current);
  }

  async function loadNewest(current: Showing): Promise<void> {
    const { symbol, resolution } = current;
    try {
      const page = await remote.history({ ticker: symbol.ticker, resolution, before: NEWEST, limit: PAGE_LENGTH });
      if (showing !== current) return;
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
      flushSoon();
      void loadMarks(current, current.oldest, NEWEST);
    } catch {
      if (showing === current && !current.loaded) onState('failed');
    }
  }

  async function loadMarks(current: Showing, from: number, to: number): Promise<void> {
    if (from > to) return;
    try {
      const marks = await remote.marks({ ticker: current.symbol.ticker, from, to });
      if (showing !== current) return;
      current.marks = [...current.marks, ...marks];
      engine.setMarks(current.marks);
    } catch {
      // Marks are an extra: the candles stand without them.
    }
  }

  async function loadOlder(current: Showing, before: number): Promise<void> {
    const { symbol, resolution, generation } = current;
    const outdated = (): boolean => showing !== current || current.generation !== generation;
    try {
      const page = await remote.history({ ticker: symbol.ticker, resolution, before, limit: PAGE_LENGTH });
      if (outdated()) return;
      const bars = ascending(page.bars).filter((bar) => bar.time < current.oldest);
      const newestOfPage = current.oldest - 1;
      current.oldest = bars[0]?.time ?? current.oldest;
      engine.addOlder({ bars, more: !page.complete && bars.length > 0 });
      if (bars.length > 0) void loadMarks(current, current.oldest, newestOfPage);
    } catch {
      // Nothing is added; the next scroll to the left asks again.
      if (!outdated()) engine.addOlder({ bars: [], more: true });
    }
  }

  function receive(current: Showing, bar: ChartBar): void {
    if (showing !== current) return;
    current.pending.set(bar.time, bar);
    flushSoon();
  }

  function flushSoon(): void {
    if (scheduled) return;
    scheduled = true;
    schedule(() => {
      scheduled = false;
      if (showing?.loaded === true) flush(showing);
    });
  }

  function flush(current: Showing): void {
    const bars = [...current.pending.values()].sort((a, b) => a.time - b.time);
    current.pending.clear();
    let changed = false;
    for (const bar of bars) {
      if (bar.time < current.last) continue;
      const missing = current.last > 0 && bar.time > current.last + longestStep(current.resolution);
      if (missing && gapAnswered !== bar.time) {
        gapAnswered = bar.time;
        reloadQuietly(current);
        return;
      }
      if (current.last === 0) onState('shown');
      current.last = bar.time;
      engine.update(bar);
      changed = true;
    }
    if (changed) onBars();
  }

  function reloadQuietly(current: Showing): void {
    // The candles stay on screen while their replacement is on the way.
    if (showing === current && current.loaded) void loadNewest(current);
  }

  function close(): void {
    showing?.stop();
    showing = undefined;
  }

  return {
    open,
    reload: () => {
      if (showing !== undefined) open(showing.symbol, showing.resolution);
    },
    older: (before) => {
      if (showing?.loaded === true) void loadOlder(showing, before);
    },
    close,
  };
}

/** Bars by rising time, each time once: what the engine needs, whatever the datafeed sends. */
function ascending(bars: readonly ChartBar[]): readonly ChartBar[] {
  const inOrder = bars.every((bar, index) => index === 0 || bar.time > (bars[index - 1]?.time ?? Infinity));
  if (inOrder) return bars;
  return [...new Map(bars.map((bar) => [bar.time, bar])).values()].sort((a, b) => a.time - b.time);
}
