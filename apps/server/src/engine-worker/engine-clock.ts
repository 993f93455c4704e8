import type { RecordedTrade } from '@tapedeck/venue-paper';

/** Where the engine's time comes from: the wall, or a recording. */
export interface EngineClock {
  now(): number;
  /** Recorded trades that are due, oldest first, each with its own time. */
  due(now: number): readonly RecordedTrade[];
}
