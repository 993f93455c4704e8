import type { BookKeeper, TapeKeeper, TapeTrade } from '@tapedeck/client';
import type { BookSource, TapeSource } from './scene.ts';

const NO_LEVELS: readonly number[] = [];
const NO_TRADES: readonly TapeTrade[] = [];

/** One topic of a symbol in the worker, for all scenes that paint it, from whichever line of the page. */
class Followed {
  readonly #listeners = new Set<() => void>();

  subscribe(listener: () => void): () => void {
    const own = (): void => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

export class SharedBook extends Followed implements BookSource {
  keeper: BookKeeper | undefined;

  get bids(): readonly number[] {
    return this.keeper?.bids ?? NO_LEVELS;
  }

  get asks(): readonly number[] {
    return this.keeper?.asks ?? NO_LEVELS;
  }

  get isWhole(): boolean {
    return this.keeper?.isWhole ?? false;
  }
}

export class SharedTape extends Followed implements TapeSource {
  keeper: TapeKeeper | undefined;

  get trades(): readonly TapeTrade[] {
    return this.keeper?.trades ?? NO_TRADES;
  }
}

/** The book and the tape of one symbol. */
export class SharedMarket {
  readonly book = new SharedBook();
  readonly tape = new SharedTape();
}
