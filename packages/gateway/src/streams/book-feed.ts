import type { BookState, Instrument } from '@tapedeck/domain';
import type { BookSnapshot, BookUpdate, Venue } from '@tapedeck/venue';
import { BookMirror } from './book-mirror.ts';

/** Updates kept while a snapshot is under way; with more, another snapshot is taken. */
const PENDING_MAX = 1000;

type State =
  | { readonly kind: 'idle' }
  /** A snapshot is under way; updates wait for it. */
  | { readonly kind: 'loading'; readonly pending: BookUpdate[] }
  | { readonly kind: 'live' };

export interface BookFeedOptions {
  readonly instrument: Instrument;
  readonly venue: Pick<Venue, 'book'>;
  readonly fault: (error: unknown) => void;
}

/** Who makes something of a book. */
export interface BookFollower {
  /** The feed's book is another one, without a way from the one before. */
  onReset(): void;
  /** The feed's book went on by one update. */
  onUpdate(update: BookUpdate): void;
}

/** The book of one instrument, kept by its updates for all who follow it; a gap at the source starts again with a snapshot. */
export class BookFeed {
  readonly instrument: Instrument;
  readonly #options: BookFeedOptions;
  readonly #followers = new Set<BookFollower>();
  readonly #mirror = new BookMirror();
  #state: State = { kind: 'idle' };

  constructor(options: BookFeedOptions) {
    this.#options = options;
    this.instrument = options.instrument;
  }

  /** Whether there is a book to read. */
  get isLive(): boolean {
    return this.#state.kind === 'live';
  }

  get book(): BookState {
    return this.#mirror.book;
  }

  get update(): number {
    return this.#mirror.update;
  }

  follow(follower: BookFollower): void {
    this.#followers.add(follower);
    if (this.#state.kind === 'idle') this.#load();
  }

  leave(follower: BookFollower): void {
    this.#followers.delete(follower);
  }

  /** Nobody looks at the instrument any more: its updates may stop, so the mirror is worth nothing. */
  forget(): void {
    this.#state = { kind: 'idle' };
  }

  onBook(update: BookUpdate): void {
    if (this.#state.kind === 'loading') {
      if (this.#state.pending.length < PENDING_MAX) this.#state.pending.push(update);
    } else if (this.#state.kind === 'live') {
      if (update.update <= this.#mirror.update) return;
      if (!this.#mirror.apply(update)) this.#load();
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
    for (const follower of this.#followers) follower.onReset();
  }
}
