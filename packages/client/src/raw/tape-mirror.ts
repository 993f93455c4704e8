import { price, parseDecimal, type Instrument, type Price } from '@tapedeck/domain';
import { tapeFrame, type TapeRow } from '@tapedeck/protocol';
import { createStore, type Readable } from '../store/readable.ts';
import { SNAPSHOT_WAIT_MS, type Freshness } from './freshness.ts';
import type { TopicMirror } from './topic-mirror.ts';

export const TAPE_LENGTH = 60;

export interface TapeTrade {
  readonly id: string;
  readonly time: number;
  readonly price: Price;
  readonly quantity: string;
  readonly side: 'Buy' | 'Sell';
}
export interface LiveTape {
  readonly freshness: Freshness;
  /** Newest first, at most 60. */
  readonly trades: readonly TapeTrade[];
}
export interface TapeMirror extends TopicMirror, Readable<LiveTape> {}

export const tapeTopic = (instrument: Instrument): string => `recently_trade.${instrument.symbol}`;

function readTrades(rows: readonly TapeRow[]): TapeTrade[] | undefined {
  const trades: TapeTrade[] = [];
  for (const [id, time, priceText, quantity, side] of rows) {
    const units = parseDecimal(priceText);
    if (units === undefined || parseDecimal(quantity) === undefined) return undefined;
    trades.push({ id, time, price: price(units), quantity, side });
  }
  return trades.reverse();
}

/** `recently_trade`: a snapshot of the newest trades, then each new one once. */
export function createTapeMirror(): TapeMirror {
  const store = createStore<LiveTape>({ freshness: 'loading', trades: [] });
  let askedAt = Number.POSITIVE_INFINITY;
  let synced = false;

  const become = (freshness: Freshness): void => {
    const { trades, freshness: before } = store.get();
    if (before !== freshness) store.set({ freshness, trades });
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    receive(frame) {
      const parsed = tapeFrame.safeParse(frame);
      const news = parsed.success ? readTrades(parsed.data.data) : undefined;
      if (!parsed.success || news === undefined) {
        synced = false;
        return false;
      }
      if (parsed.data.type === 'snapshot') {
        synced = true;
        askedAt = Number.POSITIVE_INFINITY;
        store.set({ freshness: 'live', trades: news.slice(0, TAPE_LENGTH) });
      } else if (synced) {
        const known = new Set(store.get().trades.map((trade) => trade.id));
        const fresh = news.filter((trade) => !known.has(trade.id));
        store.set({ freshness: 'live', trades: [...fresh, ...store.get().trades].slice(0, TAPE_LENGTH) });
      }
      return true;
    },
    subscribed(now) {
      synced = false;
      askedAt = now;
      become(store.get().trades.length === 0 ? 'loading' : 'resyncing');
    },
    lost() {
      synced = false;
      askedAt = Number.POSITIVE_INFINITY;
      become('offline');
    },
    check: (now) => now - askedAt <= SNAPSHOT_WAIT_MS,
  };
}
