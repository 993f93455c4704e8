import type { BookState } from '@tapedeck/domain';
import type { BookUpdate } from '@tapedeck/venue';

/** One side of a book: levels best first, ticks and lots alternating. */
class VenueBookSide {
  /** -1 for bids (the best is the highest), 1 for asks. */
  readonly #order: 1 | -1;
  #levels: number[] = [];

  constructor(order: 1 | -1) {
    this.#order = order;
  }

  get levels(): readonly number[] {
    return this.#levels;
  }

  replace(levels: readonly number[]): void {
    this.#levels = [...levels];
  }

  set(ticks: number, lots: number): void {
    const at = this.#position(ticks);
    const present = this.#levels[at] === ticks;
    if (lots === 0) {
      if (present) this.#levels.splice(at, 2);
    } else if (present) {
      this.#levels[at + 1] = lots;
    } else {
      this.#levels.splice(at, 0, ticks, lots);
    }
  }

  /** Index of the level at `ticks`, or its insertion point. */
  #position(ticks: number): number {
    let low = 0;
    let high = this.#levels.length / 2;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (((this.#levels[middle * 2] ?? 0) - ticks) * this.#order < 0) low = middle + 1;
      else high = middle;
    }
    return low * 2;
  }
}

/** A copy of a venue's book as of `update`, maintained by its updates. */
export class VenueBook {
  readonly #bids = new VenueBookSide(-1);
  readonly #asks = new VenueBookSide(1);
  #update = 0;

  get update(): number {
    return this.#update;
  }

  get book(): BookState {
    return { bids: this.#bids.levels, asks: this.#asks.levels };
  }

  reset(update: number, book: BookState): void {
    this.#update = update;
    this.#bids.replace(book.bids);
    this.#asks.replace(book.asks);
  }

  /** Applies the next update; `false` (without any change) if one is missing in between. */
  apply(update: BookUpdate): boolean {
    if (update.update !== this.#update + 1) return false;
    this.#update = update.update;
    applyLevels(this.#bids, update.bids);
    applyLevels(this.#asks, update.asks);
    return true;
  }
}

function applyLevels(side: VenueBookSide, levels: readonly number[]): void {
  for (let i = 0; i + 1 < levels.length; i += 2) side.set(levels[i] ?? 0, levels[i + 1] ?? 0);
}
