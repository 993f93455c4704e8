import type { InstrumentId, Untimed } from '@tapedeck/domain';
import { RECORD_HEADER_BYTES } from '../journal/segment.ts';
import type { WatchChange } from './world.ts';

/** Journal bytes for busy moments. */
const RESERVE_BYTES = 65_536;
/** The reserve fills again at 13 MB a day. */
const BYTES_PER_SECOND = 150;
/** A change costs its own record and cuts one of the clock in two. */
const CHANGE_BYTES = 3 * RECORD_HEADER_BYTES;

/**
 * The watched instruments, as they are wanted and as the journal has them. A visitor without a session changes them as
 * often as it likes, so changes wait once they have filled the journal too fast: an instrument then moves in coarse
 * steps for some more seconds.
 */
export class WatchedMarkets {
  #wanted: readonly InstrumentId[] | undefined;
  /** Undefined until the first change: the state may hold those of the last run. */
  #recorded: readonly InstrumentId[] | undefined;
  #reserve = RESERVE_BYTES;
  #filledAt: number;

  /** `now` is monotonic, ms. */
  constructor(now: number) {
    this.#filledAt = now;
  }

  /** Ascending, as the journal has them. */
  get recorded(): readonly InstrumentId[] {
    return this.#recorded ?? [];
  }

  want(instruments: readonly InstrumentId[]): void {
    this.#wanted = [...new Set(instruments)].sort((a, b) => a - b);
  }

  /** The command that records the wanted instruments; undefined if the journal has them, or while the reserve is used up unless `force`. */
  change(now: number, force = false): Untimed<WatchChange> | undefined {
    this.#reserve = Math.min(RESERVE_BYTES, this.#reserve + ((now - this.#filledAt) * BYTES_PER_SECOND) / 1_000);
    this.#filledAt = now;
    if (this.#wanted === undefined || this.#wanted === this.#recorded || (this.#reserve <= 0 && !force)) return undefined;
    const before = this.#recorded;
    this.#recorded = this.#wanted;
    if (before === undefined) return { type: 'WatchMarkets', instruments: this.#wanted };
    const added = without(this.#wanted, before);
    const removed = without(before, this.#wanted);
    return added.length + removed.length === 0 ? undefined : { type: 'ChangeWatchedMarkets', added, removed };
  }

  /** The journal has received a change with so many bytes. */
  spend(bytes: number): void {
    this.#reserve -= bytes + CHANGE_BYTES;
  }
}

function without(all: readonly InstrumentId[], some: readonly InstrumentId[]): readonly InstrumentId[] {
  const left = new Set(some);
  return all.filter((one) => !left.has(one));
}
