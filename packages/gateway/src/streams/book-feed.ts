import type { BookState, Instrument } from '@tapedeck/domain';
import type { BookSnapshot, BookUpdate, Venue } from '@tapedeck/venue';
import { VenueBook } from './venue-book.ts';

/** Maximum updates buffered during a snapshot; above it, another snapshot is taken. */
const PENDING_MAX = 1000;

type State =
  | { readonly kind: 'idle' }
  /** A snapshot is in progress; updates wait for it. */
  | { readonly kind: 'loading'; readonly pending: BookUpdate[] }
  | { readonly kind: 'live' };

export interface BookFeedOptions {
  readonly instrument: Instrument;
  readonly venue: Pick<Venue, 'book'>;
  readonly fault: (error: unknown) => void;
}

/** A consumer of a book. */
export interface BookFollower {
  /** The feed's book was replaced, without updates from the previous one. */
  onReset(): void;
  /** The feed's book advanced by one update. */
  onUpdate(update: BookUpdate): void;
}

/** The book of one instrument, updated for all its consumers; after a gap at the source it restarts from a snapshot. */
export class BookFeed {
  readonly instrument: Instrument;
  readonly #options: BookFeedOptions;
  readonly #followers = new Set<BookFollower>();
  readonly #book = new VenueBook();
  #state: State = { kind: 'idle' };

  constructor(options: BookFeedOptions) {
    this.#options = options;
    this.instrument = options.instrument;
  }

  /** Whether there is a readable book. */
  get isLive(): boolean {
    return this.#state.kind === 'live';
  }

  get book(): BookState {
    return this.#book.book;
  }

  get update(): number {
    return this.#book.update;
  }

  follow(follower: BookFollower): void {
    this.#followers.add(follower);
    if (this.#state.kind === 'idle') this.#load();
  }

  leave(follower: BookFollower): void {
    this.#followers.delete(follower);
  }

  /** The instrument is no longer watched: its updates may stop, so the copy is invalid. */
  forget(): void {
    this.#state = { kind: 'idle' };
  }

  onBook(update: BookUpdate): void {
    if (this.#state.kind === 'loading') {
      if (this.#state.pending.length < PENDING_MAX) this.#state.pending.push(update);
    } else if (this.#state.kind === 'live') {
      if (update.update <= this.#book.update) return;
      if (!this.#book.apply(update)) this.#load();
      else for (const follower of this.#followers) follower.onUpdate(update);
    } else if (this.#followers.size > 0) {
      this.#load();
    }
  }

  #load(): void {
    const loading: State = { kind: 'loading', pending: [] };
    this.#state = loading;
    this.#options.venue.book(this.instrument.id).then(
      (snapshot) => {
        if (this.#state === loading) this.#start(snapshot, loading.pending);
      },
      (error: unknown) => {
        // The next update retries.
        if (this.#state === loading) this.#state = { kind: 'idle' };
        this.#options.fault(error);
      },
    );
  }

  #start(snapshot: BookSnapshot, pending: readonly BookUpdate[]): void {
    this.#book.reset(snapshot.update, snapshot.book);
    for (const update of pending) {
      if (update.update > this.#book.update && !this.#book.apply(update)) {
        this.#load();
        return;
      }
    }
    this.#state = { kind: 'live' };
    for (const follower of this.#followers) follower.onReset();
  }
}
