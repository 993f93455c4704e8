import type { TapeEntry } from './replay-tape.ts';

/** A cause of market moves: a clock instant, or a recorded entry. */
export type Due = number | TapeEntry;

/** Source of the engine's time: the wall clock, a recording or steps. `step` is the interval between market moves, ms. */
export interface EngineClock {
  /** Time of a command that arrives now: never later than a due entry that was not taken. */
  now(step: number): number;
  /**
   * Entries that became due since the last call, oldest first; only the first ones if there are many. `tick` says that
   * the market is due, not only that a command waits.
   */
  take(step: number, tick: boolean): readonly Due[];
  /** Time until the next entry is due, ms: when the engine's next turn is due. */
  wait(step: number): number;
}
