import type { TapeEntry } from './replay-tape.ts';

/** What moves the market: a moment of its time, or what was recorded. */
export type Due = number | TapeEntry;

/** Where the engine's time comes from: the wall, or a recording. `step` is how far apart the moments are at which the market moves, ms. */
export interface EngineClock {
  /** The time of a command that comes now: never past something that is due and was not taken. */
  now(step: number): number;
  /**
   * What became due since it was last taken, oldest first; only the first of it when it is much. `tick` says that the market's turn has
   * come, and not only that a command waits.
   */
  take(step: number, tick: boolean): readonly Due[];
  /** How long until something is due, ms: when the engine's next turn is to come. */
  wait(step: number): number;
}
