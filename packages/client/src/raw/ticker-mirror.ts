import { milliseconds, type Instrument, type MarketState, type Money, type Price } from '@tapedeck/domain';
import { decodeInstrumentInfo, instrumentInfoFrame, readWire } from '@tapedeck/protocol';
import { createStore, type Readable, type Store } from '../store/readable.ts';
import { SNAPSHOT_WAIT_MS, STALE_AFTER_MS, type Freshness } from './freshness.ts';
import type { TopicMirror } from './topic-mirror.ts';

/** Ticking values of one instrument. */
export interface Ticker {
  readonly market: MarketState;
  readonly open24h: Price;
  readonly high24h: Price;
  readonly low24h: Price;
  readonly volume24h: Money;
  readonly turnover24h: Money;
}

export interface LiveTicker {
  readonly freshness: Freshness;
  readonly ticker: Ticker | undefined;
}

export interface TickerMirror extends TopicMirror, Readable<LiveTicker> {
  /** When the last frame came; `-Infinity` before the first. */
  newsAt(): number;
}

export const tickerTopic = (instrument: Instrument): string => `instrument_info.${instrument.symbol}`;

/** `instrument_info`: always complete, so each valid frame repairs any earlier error. Each advances the exchange's clock. */
export function createTickerMirror(instrument: Instrument, exchangeTime: Store<number | undefined>): TickerMirror {
  const store = createStore<LiveTicker>({ freshness: 'loading', ticker: undefined });
  let newsAt = Number.NEGATIVE_INFINITY;
  let askedAt = Number.POSITIVE_INFINITY;

  const become = (freshness: Freshness): void => {
    const { ticker, freshness: before } = store.get();
    if (before !== freshness) store.set({ freshness, ticker });
  };
  const decode = (frame: unknown): Ticker | undefined => {
    const parsed = readWire(instrumentInfoFrame, frame);
    if (!parsed.ok || parsed.value.data.symbol !== instrument.symbol) return undefined;
    try {
      return decodeInstrumentInfo(parsed.value.data, instrument);
    } catch {
      return undefined;
    }
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    newsAt: () => newsAt,
    receive(frame, now) {
      const ticker = decode(frame);
      if (ticker === undefined) return false;
      newsAt = now;
      askedAt = Number.POSITIVE_INFINITY;
      exchangeTime.set(Math.max(exchangeTime.get() ?? 0, milliseconds(ticker.market.time)));
      store.set({ freshness: 'live', ticker });
      return true;
    },
    subscribed(now) {
      askedAt = now;
      become(store.get().ticker === undefined ? 'loading' : 'resyncing');
    },
    lost() {
      askedAt = Number.POSITIVE_INFINITY;
      become('offline');
    },
    check(now) {
      if (store.get().freshness === 'live' && now - newsAt > STALE_AFTER_MS) become('stale');
      return now - askedAt <= SNAPSHOT_WAIT_MS;
    },
    // A symbol that is not trading sends no updates.
    ...(instrument.status === 'Trading' && { freshness: () => store.get().freshness }),
  };
}
