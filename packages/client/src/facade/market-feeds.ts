import type { Instrument } from '@tapedeck/domain';
import type { Resolution } from '@tapedeck/protocol';
import { bookTopic, createBookMirror } from '../raw/book-mirror.ts';
import { candleTopic, createCandleMirror, type CandleListener } from '../raw/candle-mirror.ts';
import type { Freshness } from '../raw/freshness.ts';
import { ownLines, type MarketLines } from '../raw/market-line.ts';
import type { PublicHub } from '../raw/public-hub.ts';
import { createTapeMirror, tapeTopic, type LiveTape } from '../raw/tape-mirror.ts';
import { createTickerMirror, tickerTopic, type LiveTicker } from '../raw/ticker-mirror.ts';
import { derived } from '../store/readable.ts';
import type { MarketFeed, TickerFeed } from './terminal-client.ts';

/** Trades arrive at irregular times: the tape has no expected updates and is as fresh as the instrument's ticker. */
function tapeWith(tape: LiveTape, ticker: LiveTicker): LiveTape {
  const freshness: Freshness = tape.freshness === 'live' && ticker.freshness === 'stale' ? 'stale' : tape.freshness;
  return freshness === tape.freshness ? tape : { ...tape, freshness };
}

export function openTickerFeed(hub: PublicHub, instrument: Instrument): TickerFeed {
  const topic = tickerTopic(instrument);
  const ticker = hub.acquire(topic, () => createTickerMirror(instrument, hub.exchangeTime));
  let held = true;
  return {
    instrument,
    ticker,
    release() {
      if (held) hub.release(topic);
      held = false;
    },
  };
}

export function openMarketFeed(hub: PublicHub, instrument: Instrument, lines: MarketLines = ownLines): MarketFeed {
  const names = [tickerTopic(instrument), bookTopic(instrument), tapeTopic(instrument)] as const;
  const ticker = hub.acquire(names[0], () => createTickerMirror(instrument, hub.exchangeTime));
  const book = hub.acquire(names[1], (resync) => createBookMirror({ instrument, witness: ticker, lines, resync }));
  const tape = hub.acquire(names[2], (resync) => createTapeMirror({ instrument, lines, resync }));
  let held = true;
  return {
    instrument,
    ticker,
    book,
    tape: derived([tape, ticker], tapeWith),
    release() {
      if (!held) return;
      held = false;
      for (const name of [...names].reverse()) hub.release(name);
    },
  };
}

export function followCandles(
  hub: PublicHub,
  query: { readonly symbol: string; readonly series: 'trade' | 'mark'; readonly resolution: Resolution },
  listener: CandleListener,
): () => void {
  const topic = candleTopic(query.symbol, query.series, query.resolution);
  const stop = hub.acquire(topic, () => createCandleMirror(hub.link.state.get() === 'lost')).follow(listener);
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    stop();
    hub.release(topic);
  };
}
