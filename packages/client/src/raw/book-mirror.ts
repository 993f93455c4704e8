import { tickCount, type Instrument } from '@tapedeck/domain';
import { createStore, type Readable, type Store } from '../store/readable.ts';
import { bookTerms } from './book-keeper.ts';
import { BOOK_DEPTH } from '../constants.ts';
import { OUTDATED_AFTER_MS, SNAPSHOT_WAIT_MS, STALE_AFTER_MS, type Freshness } from './freshness.ts';
import type { KeptBook, MarketLine, MarketLines } from './market-line.ts';
import type { TickerMirror } from './ticker-mirror.ts';
import type { TopicMirror } from './topic-mirror.ts';

/** The live book of one instrument, read in place by painters: never copied per update. */
export interface LiveBook {
  readonly freshness: Freshness;
  /** Best first; ticks at even, lots at odd indices. */
  readonly bids: readonly number[];
  readonly asks: readonly number[];
  readonly update: number;
  /** Incorrect for more than 5 s: no market order is sent against it. */
  readonly outdated?: boolean;
}
export interface BookMirror extends TopicMirror, Readable<LiveBook> {}

const NO_LEVELS: readonly number[] = [];

export const bookTopic = (instrument: Instrument): string => `orderBook_${BOOK_DEPTH}.${instrument.symbol}`;

export interface BookMirrorOptions {
  readonly instrument: Instrument;
  readonly witness: TickerMirror;
  readonly lines: MarketLines;
  /** Requests a fresh snapshot when the line reports a break by itself. */
  resync(): void;
}

export function createBookMirror(options: BookMirrorOptions): BookMirror {
  return new NumberedBook(options);
}

/**
 * `orderBook_200`: a gap, a crossed book or a malformed frame makes it `resyncing` until the next snapshot. The ticker
 * of the instrument is its reference: an update is expected when the best prices differ.
 */
class NumberedBook implements BookMirror {
  readonly #witness: TickerMirror;
  readonly #line: MarketLine;
  readonly #book = { freshness: 'loading' as Freshness, bids: NO_LEVELS, asks: NO_LEVELS, update: 0, outdated: false };
  readonly #store: Store<LiveBook> = createStore<LiveBook>(this.#book);
  #synced = false;
  #askedAt = Number.POSITIVE_INFINITY;
  /** Arrival time of the newest frame. */
  #heardAt = Number.NEGATIVE_INFINITY;
  #newsAt = Number.NEGATIVE_INFINITY;
  #differsSince = Number.POSITIVE_INFINITY;
  #rightAt: number | undefined;

  constructor({ instrument, witness, lines, resync }: BookMirrorOptions) {
    this.#witness = witness;
    this.#line = lines.openBookLine(bookTerms(instrument), {
      onBook: (book) => this.#right(book),
      onBroken: () => {
        this.#broken();
        resync();
      },
    });
  }

  get(): LiveBook {
    return this.#store.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#store.subscribe(listener);
  }

  /** A message with its topic at the end was parsed to find it. */
  receive(frame: Readonly<Record<string, unknown>>, now: number): boolean {
    return this.receiveText(JSON.stringify(frame), now);
  }

  receiveText(text: string, now: number): boolean {
    this.#heardAt = now;
    return this.#line.receive(text) || this.#broken();
  }

  closed(): void {
    this.#line.close();
  }

  subscribed(now: number): void {
    this.#line.expectSnapshot();
    this.#askedAt = now;
    this.#synced = false;
    this.#differsSince = Number.POSITIVE_INFINITY;
    this.#become(this.#newsAt === Number.NEGATIVE_INFINITY ? 'loading' : 'resyncing');
  }

  lost(): void {
    this.#line.lost();
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

  #right({ bids, asks, update }: KeptBook): void {
    Object.assign(this.#book, { bids, asks, update, freshness: 'live', outdated: false });
    this.#synced = true;
    this.#askedAt = Number.POSITIVE_INFINITY;
    this.#newsAt = this.#heardAt;
    this.#rightAt = this.#heardAt;
    this.#store.touch();
  }

  #setOutdated(outdated: boolean): void {
    if (this.#book.outdated === outdated) return;
    this.#book.outdated = outdated;
    this.#store.touch();
  }

  /** The ticker has shown other best prices than the book for 3 s: the book's update did not arrive. */
  #overdue(now: number): boolean {
    const { ticker, freshness } = this.#witness.get();
    const same =
      ticker === undefined ||
      freshness !== 'live' ||
      (tickCount(ticker.market.bestBid) === (this.#book.bids[0] ?? 0) && tickCount(ticker.market.bestAsk) === (this.#book.asks[0] ?? 0));
    if (same) this.#differsSince = Number.POSITIVE_INFINITY;
    else if (this.#differsSince === Number.POSITIVE_INFINITY) this.#differsSince = now;
    return now - this.#differsSince > STALE_AFTER_MS && now - this.#newsAt > STALE_AFTER_MS;
  }
}
