import type { Instrument } from '@tapedeck/domain';
import { createStore, type Readable } from '../store/readable.ts';
import { levelGrid, mergeLevels, readLevels, type LevelGrid } from './book-levels.ts';
import { OUTDATED_AFTER_MS, SNAPSHOT_WAIT_MS, STALE_AFTER_MS, type Freshness } from './freshness.ts';
import type { TickerMirror } from './ticker-mirror.ts';
import type { TopicMirror } from './topic-mirror.ts';

/** The live book of one instrument, read in place by painters: never copied per update. */
export interface LiveBook {
  readonly freshness: Freshness;
  /** Best first; ticks at even, lots at odd indices. */
  readonly bids: readonly number[];
  readonly asks: readonly number[];
  readonly update: number;
  /** Not right for more than 5 s: no market order is sent on it. */
  readonly outdated?: boolean;
}
export interface BookMirror extends TopicMirror, Readable<LiveBook> {}

export const bookTopic = (instrument: Instrument): string => `orderBook_200.${instrument.symbol}`;

interface Frame {
  readonly snapshot: boolean;
  readonly update: number;
  readonly bids: readonly number[];
  readonly asks: readonly number[];
}

/** The shape of the protocol's `bookFrame`, checked by hand because it comes fifty times a second. */
function readFrame(frame: Readonly<Record<string, unknown>>, symbol: string, grid: LevelGrid): Frame | undefined {
  const type = frame['type'];
  const data = frame['data'] as Readonly<Record<string, unknown>> | null | undefined;
  if ((type !== 'snapshot' && type !== 'delta') || typeof data !== 'object' || data === null || data['s'] !== symbol) return undefined;
  const update = data['u'];
  const bids = readLevels(data['b'], grid);
  const asks = readLevels(data['a'], grid);
  if (typeof update !== 'number' || !Number.isSafeInteger(update) || bids === undefined || asks === undefined) return undefined;
  return { snapshot: type === 'snapshot', update, bids, asks };
}

/**
 * `orderBook_200`: a snapshot, then deltas whose `u` rises by one. A gap, a crossed book or a malformed frame makes it `resyncing`
 * until the next snapshot. The ticker of the instrument is its witness: news is due when the best prices differ.
 */
export function createBookMirror(instrument: Instrument, witness: TickerMirror): BookMirror {
  const bids: number[] = [];
  const asks: number[] = [];
  const book = { freshness: 'loading' as Freshness, bids, asks, update: 0, outdated: false };
  const store = createStore<LiveBook>(book);
  const grid = levelGrid(instrument);
  let synced = false;
  let askedAt = Number.POSITIVE_INFINITY;
  let newsAt = Number.NEGATIVE_INFINITY;
  let differsSince = Number.POSITIVE_INFINITY;
  let rightAt: number | undefined;

  const become = (freshness: Freshness): void => {
    if (book.freshness === freshness) return;
    book.freshness = freshness;
    store.touch();
  };
  const broken = (): false => {
    synced = false;
    become('resyncing');
    return false;
  };
  const crossed = (): boolean => bids.length > 0 && asks.length > 0 && (bids[0] as number) >= (asks[0] as number);

  function replace(frame: Frame): void {
    bids.length = 0;
    asks.length = 0;
    mergeLevels(bids, frame.bids, -1);
    mergeLevels(asks, frame.asks, 1);
    synced = true;
    askedAt = Number.POSITIVE_INFINITY;
  }

  function receive(raw: Readonly<Record<string, unknown>>, now: number): boolean {
    const frame = readFrame(raw, instrument.symbol, grid);
    if (frame === undefined) return broken();
    if (frame.snapshot) replace(frame);
    else if (!synced || frame.update <= book.update) return true;
    else if (frame.update !== book.update + 1) return broken();
    else {
      mergeLevels(bids, frame.bids, -1);
      mergeLevels(asks, frame.asks, 1);
    }
    book.update = frame.update;
    newsAt = now;
    if (crossed()) return broken();
    book.freshness = 'live';
    book.outdated = false;
    rightAt = now;
    store.touch();
    return true;
  }

  function setOutdated(outdated: boolean): void {
    if (book.outdated === outdated) return;
    book.outdated = outdated;
    store.touch();
  }

  /** The ticker has shown other best prices than the book for 3 s: the book's own news did not come. */
  function overdue(now: number): boolean {
    const { ticker, freshness } = witness.get();
    const same =
      ticker === undefined ||
      freshness !== 'live' ||
      (Number(ticker.market.bestBid) === (bids[0] ?? 0) && Number(ticker.market.bestAsk) === (asks[0] ?? 0));
    if (same) differsSince = Number.POSITIVE_INFINITY;
    else if (differsSince === Number.POSITIVE_INFINITY) differsSince = now;
    return now - differsSince > STALE_AFTER_MS && now - newsAt > STALE_AFTER_MS;
  }

  function check(now: number): boolean {
    if (book.freshness === 'live' || rightAt === undefined) rightAt = now;
    setOutdated(now - rightAt > OUTDATED_AFTER_MS);
    if (synced) {
      const missed = overdue(now);
      const silent = now - Math.max(newsAt, witness.newsAt()) > STALE_AFTER_MS;
      if (missed || silent) become('stale');
      else if (book.freshness === 'stale') become('live');
      if (missed) {
        differsSince = Number.POSITIVE_INFINITY;
        return false;
      }
    }
    return now - askedAt <= SNAPSHOT_WAIT_MS;
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    receive,
    check,
    subscribed(now) {
      askedAt = now;
      synced = false;
      differsSince = Number.POSITIVE_INFINITY;
      become(newsAt === Number.NEGATIVE_INFINITY ? 'loading' : 'resyncing');
    },
    lost() {
      synced = false;
      askedAt = Number.POSITIVE_INFINITY;
      become('offline');
    },
  };
}
