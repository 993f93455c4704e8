import { milliseconds } from '@tapedeck/domain';
import { encodeLevels } from '@tapedeck/protocol';
import type { BookFrame } from '@tapedeck/protocol';
import type { BookUpdate } from '@tapedeck/venue';
import type { BookFeed, BookFollower } from './book-feed.ts';
import { Subscribers, type PublicTopic, type Subscriber } from './topic.ts';

/** `orderBook_200.{symbol}`: a snapshot, then deltas whose `u` rises by one; a gap at the source restarts with a snapshot. */
export class BookTopic implements PublicTopic, BookFollower {
  readonly name: string;
  readonly instrument: number;
  readonly cost = 'light';
  readonly watches = true;
  readonly #feed: BookFeed;
  readonly #now: () => number;
  readonly #subscribers = new Subscribers();
  /** The current book; empty until it is built on demand. */
  #snapshot: readonly string[] = [];

  constructor(feed: BookFeed, now: () => number) {
    this.#feed = feed;
    this.#now = now;
    this.name = `orderBook_200.${feed.instrument.symbol}`;
    this.instrument = feed.instrument.id;
  }

  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
    this.#feed.follow(this);
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.remove(subscriber);
    if (this.#subscribers.size > 0) return;
    this.#snapshot = [];
    this.#feed.leave(this);
  }

  catchUp(): readonly string[] | undefined {
    return this.#feed.isLive ? this.#snapshotFrames() : undefined;
  }

  onReset(): void {
    this.#snapshot = [];
    this.#subscribers.snapshot(this, this.#snapshotFrames());
  }

  onUpdate({ time, bids, asks }: BookUpdate): void {
    this.#snapshot = [];
    this.#subscribers.delta(this, this.#frame('delta', milliseconds(time), bids, asks));
  }

  #snapshotFrames(): readonly string[] {
    if (this.#snapshot.length === 0) {
      const { bids, asks } = this.#feed.book;
      this.#snapshot = [this.#frame('snapshot', this.#now(), bids, asks)];
    }
    return this.#snapshot;
  }

  #frame(type: BookFrame['type'], ts: number, bids: readonly number[], asks: readonly number[]): string {
    const { instrument, update } = this.#feed;
    const data = { s: instrument.symbol, u: update, b: encodeLevels(bids, instrument), a: encodeLevels(asks, instrument) };
    const frame: BookFrame = { topic: this.name, type, ts, data };
    return JSON.stringify(frame);
  }
}
