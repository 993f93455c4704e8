import type { Instrument } from '@tapedeck/domain';
import { createStore, type Readable } from '../store/readable.ts';
import { SNAPSHOT_WAIT_MS, type Freshness } from './freshness.ts';
import type { MarketLines } from './market-line.ts';
import type { TapeTrade } from './tape-keeper.ts';
import type { TopicMirror } from './topic-mirror.ts';

export interface LiveTape {
  readonly freshness: Freshness;
  /** Newest first, at most 60. */
  readonly trades: readonly TapeTrade[];
}
export interface TapeMirror extends TopicMirror, Readable<LiveTape> {}

export const tapeTopic = (instrument: Instrument): string => `recently_trade.${instrument.symbol}`;

export interface TapeMirrorOptions {
  readonly instrument: Instrument;
  readonly lines: MarketLines;
  /** Requests a fresh snapshot when the line reports a break by itself. */
  resync(): void;
}

/** `recently_trade`: a snapshot of the newest trades, then each new one once. */
export function createTapeMirror({ instrument, lines, resync }: TapeMirrorOptions): TapeMirror {
  const store = createStore<LiveTape>({ freshness: 'loading', trades: [] });
  let askedAt = Number.POSITIVE_INFINITY;

  const become = (freshness: Freshness): void => {
    const { trades, freshness: before } = store.get();
    if (before !== freshness) store.set({ freshness, trades });
  };
  const line = lines.openTapeLine(instrument.symbol, {
    onTape: (trades) => {
      askedAt = Number.POSITIVE_INFINITY;
      store.set({ freshness: 'live', trades });
    },
    onBroken: resync,
  });
  return {
    get: store.get,
    subscribe: store.subscribe,
    // A source that names its topic late in the message was read to find it.
    receive: (frame) => line.receive(JSON.stringify(frame)),
    receiveText: (text) => line.receive(text),
    closed: () => line.close(),
    subscribed(now) {
      line.expectSnapshot();
      askedAt = now;
      become(store.get().trades.length === 0 ? 'loading' : 'resyncing');
    },
    lost() {
      line.lost();
      askedAt = Number.POSITIVE_INFINITY;
      become('offline');
    },
    check: (now) => now - askedAt <= SNAPSHOT_WAIT_MS,
  };
}
