import { tickCount, type Instrument } from '@tapedeck/domain';
import { createStore, type Readable, type Store } from '../store/readable.ts';
import { levelGrid, mergeLevels, readLevels, type LevelGrid } from './book-levels.ts';
import { BOOK_DEPTH } from '../constants.ts';
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

export const bookTopic = (instrument: Instrument): string => `orderBook_${BOOK_DEPTH}.${instrument.symbol}`;

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

export function createBookMirror(instrument: Instrument, witness: TickerMirror): BookMirror {
  return new NumberedBook(instrument, witness);
}

/**
 * `orderBook_200`: a snapshot, then deltas whose `u` rises by one. A gap, a crossed book or a malformed frame makes it `resyncing`
 * until the next snapshot. The ticker of the instrument is its witness: news is due when the best prices differ.
 */
class NumberedBook implements BookMirror {
  readonly #instrument: Instrument;
  readonly #witness: TickerMirror;
  readonly #grid: LevelGrid;
  readonly #bids: number[] = [];
  readonly #asks: number[] = [];
  readonly #book = { freshness: 'loading' as Freshness, bids: this.#bids, asks: this.#asks, update: 0, outdated: false };
  readonly #store: Store<LiveBook> = createStore<LiveBook>(this.#book);
  #synced = false;
  #askedAt = Number.POSITIVE_INFINITY;
  #newsAt = Number.NEGATIVE_INFINITY;
  #differsSince = Number.POSITIVE_INFINITY;
  #rightAt: number | undefined;

  constructor(instrument: Instrument, witness: TickerMirror) {
    this.#instrument = instrument;
    this.#witness = witness;
    this.#grid = levelGrid(instrument);
  }

  get(): LiveBook {
    return this.#store.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#store.subscribe(listener);
  }

  receive(raw: Readonly<Record<string, unknown>>, now: number): boolean {
    const frame = readFrame(raw, this.#instrument.symbol, this.#grid);
    if (frame === undefined) return this.#broken();
    if (frame.snapshot) this.#replace(frame);
    else if (!this.#synced || frame.update <= this.#book.update) return true;
    else if (frame.update !== this.#book.update + 1) return this.#broken();
    else this.#merge(frame);
    this.#book.update = frame.update;
    this.#newsAt = now;
    if (this.#crossed) return this.#broken();
    this.#book.freshness = 'live';
    this.#book.outdated = false;
    this.#rightAt = now;
    this.#store.touch();
    return true;
  }

  subscribed(now: number): void {
    this.#askedAt = now;
    this.#synced = false;
    this.#differsSince = Number.POSITIVE_INFINITY;
    this.#become(this.#newsAt === Number.NEGATIVE_INFINITY ? 'loading' : 'resyncing');
  }

  lost(): void {
    this.#synced = false;
    this.#askedAt = Number.POSITIVE_INFINITY;
    this.#become('offline');
  }

  check(now: number): boolean {
    if (this.#book.freshness === 'live' || this.#rightAt === undefined) this.#rightAt = now;
    this.#setOutdated(now - this.#rightAt > OUTDATED_AFTER_MS);
    if (this.#synced) {
      const missed = this.#overdue(now);
      const silent = now - Math.max(this.#newsAt, this.#witness.newsAt()) > STALE_AFTER_MS;
      if (missed || silent) this.#become('stale');
      else if (this.#book.freshness === 'stale') this.#become('live');
      if (missed) {
        this.#differsSince = Number.POSITIVE_INFINITY;
        return false;
      }
    }
    return now - this.#askedAt <= SNAPSHOT_WAIT_MS;
  }

  freshness(): Freshness {
    return this.#book.freshness;
  }

  get #crossed(): boolean {
    const [bid] = this.#bids;
    const [ask] = this.#asks;
    return bid !== undefined && ask !== undefined && bid >= ask;
  }

  #become(freshness: Freshness): void {
    if (this.#book.freshness === freshness) return;
    this.#book.freshness = freshness;
    this.#store.touch();
  }

  #broken(): false {
    this.#synced = false;
    this.#become('resyncing');
    return false;
  }

  #replace(frame: Frame): void {
    this.#bids.length = 0;
    this.#asks.length = 0;
    this.#merge(frame);
    this.#synced = true;
    this.#askedAt = Number.POSITIVE_INFINITY;
  }

  #merge(frame: Frame): void {
    mergeLevels(this.#bids, frame.bids, -1);
    mergeLevels(this.#asks, frame.asks, 1);
  }

  #setOutdated(outdated: boolean): void {
    if (this.#book.outdated === outdated) return;
    this.#book.outdated = outdated;
    this.#store.touch();
  }

  /** The ticker has shown other best prices than the book for 3 s: the book's own news did not come. */
  #overdue(now: number): boolean {
    const { ticker, freshness } = this.#witness.get();
    const same =
      ticker === undefined ||
      freshness !== 'live' ||
      (tickCount(ticker.market.bestBid) === (this.#bids[0] ?? 0) && tickCount(ticker.market.bestAsk) === (this.#asks[0] ?? 0));
    if (same) this.#differsSince = Number.POSITIVE_INFINITY;
    else if (this.#differsSince === Number.POSITIVE_INFINITY) this.#differsSince = now;
    return now - this.#differsSince > STALE_AFTER_MS && now - this.#newsAt > STALE_AFTER_MS;
  }
}
