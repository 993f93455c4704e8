import { priceUnits, tickCount, type InstrumentId, type MarketState } from '@tapedeck/domain';
import type { WatchList } from './watch-list.ts';

/** How long an answer waits for the quotes of a market that nobody looked at before. */
export const GLANCE_MS = 2_000;

interface Waiting {
  readonly instrument: InstrumentId;
  readonly until: number;
  readonly resolve: () => void;
}

/**
 * Questions about a market without following it. Where a market is quoted only while somebody looks, a question is a look too, and its
 * answer waits for the quotes. It has no timer: `sweep` is called whenever the venue says something.
 */
export class Glances {
  readonly #watched: WatchList;
  readonly #now: () => number;
  /** Whose quotes came since they are watched, or were waited for in vain. */
  readonly #settled = new Set<InstrumentId>();
  #waiting: readonly Waiting[] = [];

  constructor(watched: WatchList, now: () => number) {
    this.#watched = watched;
    this.#now = now;
  }

  /** Resolves once the market is quoted, or after `GLANCE_MS`. */
  glance(instrument: InstrumentId): Promise<void> {
    this.#watched.glance(instrument);
    if (this.#settled.has(instrument)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting = [...this.#waiting, { instrument, until: this.#now() + GLANCE_MS, resolve }];
    });
  }

  onMarket({ instrument, mark, bestBid, bestAsk }: MarketState): void {
    if (this.#settled.has(instrument) || !this.#watched.has(instrument)) return;
    if (priceUnits(mark) > 0n && (tickCount(bestBid) > 0 || tickCount(bestAsk) > 0)) this.#settle(instrument);
  }

  /** Nobody watches it any more. */
  dropped(instrument: InstrumentId): void {
    this.#settled.delete(instrument);
  }

  sweep(): void {
    if (this.#waiting.length === 0) return;
    const now = this.#now();
    for (const { instrument, until } of this.#waiting) if (until <= now) this.#settle(instrument);
  }

  #settle(instrument: InstrumentId): void {
    this.#settled.add(instrument);
    const here = this.#waiting.filter((one) => one.instrument === instrument);
    this.#waiting = this.#waiting.filter((one) => one.instrument !== instrument);
    for (const { resolve } of here) resolve();
  }
}
