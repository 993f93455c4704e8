import type { InstrumentId } from '@tapedeck/domain';

/** How long an instrument stays watched after its last use: a reload or a change of panels must not stop its market. */
export const WATCH_LINGER_MS = 10_000;

/** The watched instruments. It has no timer: `sweep` runs with every message of the venue. */
export class WatchList {
  readonly #looks = new Map<InstrumentId, number>();
  /** End of the period in which an unused instrument stays watched. */
  readonly #lingering = new Map<InstrumentId, number>();
  readonly #watch: (instruments: readonly InstrumentId[]) => void;
  readonly #dropped: (instrument: InstrumentId) => void;
  readonly #now: () => number;

  constructor(watch: (instruments: readonly InstrumentId[]) => void, dropped: (instrument: InstrumentId) => void, now: () => number) {
    this.#watch = watch;
    this.#dropped = dropped;
    this.#now = now;
  }

  add(instrument: InstrumentId): void {
    const looks = this.#looks.get(instrument) ?? 0;
    this.#looks.set(instrument, looks + 1);
    const watched = this.#lingering.delete(instrument) || looks > 0;
    if (!watched) this.#tell();
  }

  /** A single use: the instrument stays watched for as long as after any other. */
  glance(instrument: InstrumentId): void {
    if (this.#looks.has(instrument)) return;
    const watched = this.#lingering.has(instrument);
    this.#lingering.set(instrument, this.#now() + WATCH_LINGER_MS);
    if (!watched) this.#tell();
  }

  has(instrument: InstrumentId): boolean {
    return this.#looks.has(instrument) || this.#lingering.has(instrument);
  }

  remove(instrument: InstrumentId): void {
    const looks = (this.#looks.get(instrument) ?? 0) - 1;
    if (looks > 0) {
      this.#looks.set(instrument, looks);
      return;
    }
    this.#looks.delete(instrument);
    this.#lingering.set(instrument, this.#now() + WATCH_LINGER_MS);
  }

  sweep(): void {
    if (this.#lingering.size === 0) return;
    const now = this.#now();
    let changed = false;
    for (const [instrument, until] of this.#lingering) {
      if (until > now) continue;
      this.#lingering.delete(instrument);
      this.#dropped(instrument);
      changed = true;
    }
    if (changed) this.#tell();
  }

  #tell(): void {
    this.#watch([...this.#looks.keys(), ...this.#lingering.keys()]);
  }
}
