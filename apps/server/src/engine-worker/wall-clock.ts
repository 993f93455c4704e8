import { marketMoments, nextMoment } from '@tapedeck/venue-paper';
import type { EngineClock } from './engine-clock.ts';

/** A wall clock this far behind the elapsed time was set back. */
const BEHIND_MS_MAX = 1_000;

export interface TimeSources {
  /** Milliseconds since 1970; people and time servers may set it. */
  readonly wall: () => number;
  /** Monotonic milliseconds. */
  readonly steady: () => number;
}

/**
 * Wall time that continues at its pace when the wall clock is set back: the market must not stand still for an hour.
 * The market moves at whole steps, however often and late it is read.
 */
export class WallClock implements EngineClock {
  readonly #sources: TimeSources;
  #last: number;
  #lastSteady: number;
  /** Time of the last entry taken. */
  #taken: number;

  constructor(sources: TimeSources, notBefore: number) {
    this.#sources = sources;
    this.#last = notBefore;
    this.#lastSteady = sources.steady();
    this.#taken = notBefore;
  }

  now(step: number): number {
    return Math.min(Math.floor(this.#read()), nextMoment(this.#taken, step) - 1);
  }

  take(step: number): readonly number[] {
    const moments = marketMoments(this.#taken, this.#read(), step);
    this.#taken = moments.at(-1) ?? this.#taken;
    return moments;
  }

  wait(step: number): number {
    return Math.max(0, nextMoment(this.#taken, step) - this.#read());
  }

  #read(): number {
    const steady = this.#sources.steady();
    const expected = this.#last + (steady - this.#lastSteady);
    const wall = this.#sources.wall();
    this.#last = wall >= expected - BEHIND_MS_MAX ? Math.max(this.#last, wall) : expected;
    this.#lastSteady = steady;
    return this.#last;
  }
}
