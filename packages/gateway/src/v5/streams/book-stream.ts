import { milliseconds, venueSymbol, type BookState } from '@tapedeck/domain';
import { encodeLevels } from '@tapedeck/protocol';
import { askChanges, bidChanges, type BookUpdate } from '@tapedeck/venue';
import type { BookFeed, BookFollower } from '../../streams/book-feed.ts';
import { Subscribers, type PublicTopic, type Subscriber } from '../../streams/topic.ts';
import type { Stamps } from './stamps.ts';

/** Time after which an unchanged best level is sent again. */
const REPEAT_MS = 3_000;

/** The best levels of a book. */
const windowOf = ({ bids, asks }: BookState, depth: number): BookState => ({
  bids: bids.slice(0, 2 * depth),
  asks: asks.slice(0, 2 * depth),
});

/**
 * `orderbook.{depth}.{symbol}`: a snapshot, then the changes among the best levels; a level that drops out is deleted,
 * a level that returns is sent again. `u` rises by one with each message; `seq` is the book's own sequence, the same at
 * every depth and in `/v5/market/orderbook`. At depth 1 every message is a snapshot.
 */
export class BookStream implements PublicTopic, BookFollower {
  readonly name: string;
  readonly instrument: number;
  readonly cost = 'light';
  readonly watches = true;
  readonly #feed: BookFeed;
  readonly #depth: number;
  readonly #stamps: Stamps;
  readonly #subscribers = new Subscribers();
  /** As last sent. */
  #told: BookState = { bids: [], asks: [] };
  #time = 0;
  /** 1 marks a restart of the service: numbering begins above it. */
  #u = 1;
  #sentAt = 0;

  constructor(feed: BookFeed, depth: number, stamps: Stamps) {
    this.#feed = feed;
    this.#depth = depth;
    this.#stamps = stamps;
    this.name = `orderbook.${depth}.${venueSymbol(feed.instrument)}`;
    this.instrument = feed.instrument.id;
  }

  add(subscriber: Subscriber): void {
    if (this.#subscribers.size === 0) {
      this.#feed.follow(this);
      if (this.#feed.isLive) this.#retell();
    }
    this.#subscribers.add(subscriber);
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.remove(subscriber);
    if (this.#subscribers.size === 0) this.#feed.leave(this);
  }

  catchUp(): readonly string[] | undefined {
    return this.#feed.isLive ? [this.#frame('snapshot', this.#told)] : undefined;
  }

  onReset(): void {
    this.#retell();
    this.#subscribers.snapshot(this, [this.#frame('snapshot', this.#told)]);
  }

  onUpdate({ time }: BookUpdate): void {
    const now = windowOf(this.#feed.book, this.#depth);
    const changes = { bids: bidChanges(this.#told.bids, now.bids), asks: askChanges(this.#told.asks, now.asks) };
    if (changes.bids.length === 0 && changes.asks.length === 0) return;
    this.#told = now;
    this.#time = milliseconds(time);
    this.#u += 1;
    if (this.#depth === 1) this.#subscribers.snapshot(this, [this.#frame('snapshot', now)]);
    else this.#subscribers.delta(this, this.#frame('delta', changes));
  }

  /** Runs periodically: resends a best level that has long been unchanged, with the same number. */
  repeat(): void {
    if (this.#depth !== 1 || this.#subscribers.size === 0 || !this.#feed.isLive) return;
    if (this.#stamps.now() - this.#sentAt >= REPEAT_MS) this.#subscribers.snapshot(this, [this.#frame('snapshot', this.#told)]);
  }

  #retell(): void {
    this.#told = windowOf(this.#feed.book, this.#depth);
    this.#time = this.#stamps.marketTime(this.instrument);
    this.#u += 1;
  }

  #frame(type: 'snapshot' | 'delta', { bids, asks }: BookState): string {
    const { instrument, update } = this.#feed;
    this.#sentAt = this.#stamps.now();
    const data = {
      s: venueSymbol(instrument),
      b: encodeLevels(bids, instrument),
      a: encodeLevels(asks, instrument),
      u: this.#u,
      seq: update,
    };
    return JSON.stringify({
      topic: this.name,
      type,
      ts: Math.max(this.#time, this.#stamps.marketTime(this.instrument)),
      data,
      cts: this.#time,
    });
  }
}
