import type { Instrument } from '@tapedeck/domain';
import { milliseconds } from '@tapedeck/domain';
import { encodeLevels } from '@tapedeck/protocol';
import type { BookFrame } from '@tapedeck/protocol';
import type { BookSnapshot, BookUpdate, Venue } from '@tapedeck/venue';
import { BookMirror } from './book-mirror.ts';
import { Subscribers, type PublicTopic, type Subscriber } from './topic.ts';

/** Updates kept while a snapshot is under way; with more, another snapshot is taken. */
const PENDING_MAX = 1000;

type State =
  | { readonly kind: 'idle' }
  /** A snapshot is under way; updates wait for it. */
  | { readonly kind: 'loading'; readonly pending: BookUpdate[] }
  | { readonly kind: 'live' };

export interface BookTopicOptions {
  readonly instrument: Instrument;
  readonly venue: Pick<Venue, 'book'>;
  readonly now: () => number;
  readonly fault: (error: unknown) => void;
}

/** `orderBook_200.{symbol}`: a snapshot, then deltas whose `u` rises by one; a gap at the source starts again with a snapshot. */
export class BookTopic implements PublicTopic {
  readonly name: string;
  readonly instrument: number;
  readonly watches = true;
  readonly #options: BookTopicOptions;
  readonly #subscribers = new Subscribers();
  readonly #mirror = new BookMirror();
  #state: State = { kind: 'idle' };
  /** Of the mirror as it stands; empty when it has to be made. */
  #snapshot: readonly string[] = [];

  constructor(options: BookTopicOptions) {
    this.#options = options;
    this.name = `orderBook_200.${options.instrument.symbol}`;
    this.instrument = options.instrument.id;
  }

  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
    if (this.#state.kind === 'idle') this.#load();
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.remove(subscriber);
  }

  catchUp(): readonly string[] | undefined {
    return this.#state.kind === 'live' ? this.#snapshotFrames() : undefined;
  }

  /** Nobody looks at the instrument any more: its updates may stop, so the mirror is worth nothing. */
  forget(): void {
    this.#state = { kind: 'idle' };
    this.#snapshot = [];
  }

  onBook(update: BookUpdate): void {
    if (this.#state.kind === 'loading') {
      if (this.#state.pending.length < PENDING_MAX) this.#state.pending.push(update);
    } else if (this.#state.kind === 'live') {
      if (update.update <= this.#mirror.update) return;
      if (this.#mirror.apply(update)) this.#publish(update);
      else this.#load();
    } else if (this.#subscribers.size > 0) {
      this.#load();
    }
  }

  #load(): void {
    const loading: State = { kind: 'loading', pending: [] };
    this.#state = loading;
    this.#options.venue.book(this.instrument).then(
      (snapshot) => {
        if (this.#state === loading) this.#start(snapshot, loading.pending);
      },
      (error: unknown) => {
        // The next update tries again.
        if (this.#state === loading) this.#state = { kind: 'idle' };
        this.#options.fault(error);
      },
    );
  }

  #start(snapshot: BookSnapshot, pending: readonly BookUpdate[]): void {
    this.#mirror.reset(snapshot.update, snapshot.book);
    for (const update of pending) {
      if (update.update > this.#mirror.update && !this.#mirror.apply(update)) {
        this.#load();
        return;
      }
    }
    this.#state = { kind: 'live' };
    this.#snapshot = [];
    if (this.#subscribers.size > 0) this.#subscribers.snapshot(this, this.#snapshotFrames());
  }

  #publish(update: BookUpdate): void {
    this.#snapshot = [];
    if (this.#subscribers.size === 0) return;
    this.#subscribers.delta(this, this.#frame('delta', milliseconds(update.time), update.bids, update.asks));
  }

  #snapshotFrames(): readonly string[] {
    if (this.#snapshot.length === 0) {
      const { bids, asks } = this.#mirror.book;
      this.#snapshot = [this.#frame('snapshot', this.#options.now(), bids, asks)];
    }
    return this.#snapshot;
  }

  #frame(type: BookFrame['type'], ts: number, bids: readonly number[], asks: readonly number[]): string {
    const { instrument } = this.#options;
    const data = { s: instrument.symbol, u: this.#mirror.update, b: encodeLevels(bids, instrument), a: encodeLevels(asks, instrument) };
    const frame: BookFrame = { topic: this.name, type, ts, data };
    return JSON.stringify(frame);
  }
}
