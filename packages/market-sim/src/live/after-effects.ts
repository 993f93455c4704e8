import type { StateReader, StateWriter } from '@tapedeck/exchange';
import { Maker } from './maker.ts';

/**
 * Net purchases of others move fair value by this share of the way that they walk a usual book, and half of it is gone after about 30 s. The
 * average price of such an order is at least as far away, so that no round trip earns from its own impact.
 */
const IMPACT = 0.5;
const IMPACT_MEMORY_MS = 45_000;
const IMPACT_MAX = 0.005;
/** Moves of the touch, squared and in deviations of a minute, are remembered so long; above a calm sum of them makers quote less, */
const UNREST_MS = 10_000;
const UNREST_CALM = 0.5;
/** but not less than this share. */
const COURAGE_LEAST = 0.35;

/** Effects of users' orders and of moves of the touch, which fade with time. */
export class AfterEffects {
  /** Net purchases of others than the house, in mean trades. */
  #bought = 0;
  #unrest = 0;

  /** Others have bought so many mean trades more than they sold. */
  bought(trades: number): void {
    this.#bought += trades;
  }

  /** The touch has moved by so many deviations of a minute. */
  moved(deviations: number): void {
    this.#unrest += deviations * deviations;
  }

  fade(elapsed: number): void {
    this.#bought *= Math.max(0, 1 - elapsed / IMPACT_MEMORY_MS);
    this.#unrest *= Math.max(0, 1 - elapsed / UNREST_MS);
  }

  /** Nobody remembers purchases from before a gap. */
  forgetPurchases(): void {
    this.#bought = 0;
  }

  /** Share by which net purchases of others move fair value. */
  get impact(): number {
    return Math.sign(this.#bought) * Math.min(IMPACT_MAX, IMPACT * Maker.reachOf(Math.abs(this.#bought)));
  }

  /** Share of the usual size that makers dare to quote. */
  get courage(): number {
    return this.#unrest <= UNREST_CALM ? 1 : Math.max(COURAGE_LEAST, UNREST_CALM / this.#unrest);
  }

  write(writer: StateWriter): void {
    writer.number(this.#bought);
    writer.number(this.#unrest);
  }

  read(reader: StateReader): void {
    this.#bought = reader.number();
    this.#unrest = reader.number();
  }
}
