import type { EngineClock } from './engine-clock.ts';

/** A wall clock this far behind what has passed was set back. */
const BEHIND_MS_MAX = 1_000;

export interface TimeSources {
  /** Milliseconds since 1970; people and time servers may set it. */
  readonly wall: () => number;
  /** Milliseconds since whenever; only ever goes on. */
  readonly steady: () => number;
}

/** The wall's time, which goes on at its pace when the wall clock is set back: the market must not stand still for an hour. */
export class WallClock implements EngineClock {
  readonly #sources: TimeSources;
  #last: number;
  #lastSteady: number;

  constructor(sources: TimeSources, notBefore: number) {
    this.#sources = sources;
    this.#last = notBefore;
    this.#lastSteady = sources.steady();
  }

  now(): number {
    const steady = this.#sources.steady();
    const expected = this.#last + (steady - this.#lastSteady);
    const wall = this.#sources.wall();
    this.#last = wall >= expected - BEHIND_MS_MAX ? Math.max(this.#last, wall) : expected;
    this.#lastSteady = steady;
    return Math.floor(this.#last);
  }

  due(): readonly [] {
    return [];
  }
}
