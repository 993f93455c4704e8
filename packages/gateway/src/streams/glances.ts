import { priceUnits, tickCount, type InstrumentId, type MarketState } from '@tapedeck/domain';
import type { WatchList } from './watch-list.ts';

/** Maximum wait of an answer for the quotes of a previously unwatched market. */
export const GLANCE_MS = 2_000;

interface Waiting {
  readonly instrument: InstrumentId;
  readonly until: number;
  readonly resolve: () => void;
}

/**
 * Queries of a market without following it. Where a market quotes only while watched, a query counts as watching, and
 * its answer waits for the quotes. It has no timer: `sweep` runs with every message of the venue.
 */
export class Glances {
  readonly #watched: WatchList;
  readonly #now: () => number;
  /** Watched instruments whose quotes have arrived, or whose wait has timed out. */
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

  /** It is no longer watched. */
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
