/**
 * Processor time that a start after a kill may take to do again what came after the last snapshot, and journal that it may have to read
 * for it. An idle market reaches the first about every twenty minutes.
 */
export const RECOVERY_WORK_MS = 20_000;
export const RECOVERY_BYTES = 16 << 20;
/** Snapshots take at most one part in so many of the engine's time. */
const SNAPSHOT_SHARE = 20;

/** What happened since the last snapshot. */
export interface SinceSnapshot {
  /** Processor time of the engine. Doing the same again takes less: nobody is told of it, and nothing is asked. */
  readonly workMs: number;
  readonly journalBytes: number;
  /** What the engine gave to the last snapshot. */
  readonly tookMs: number;
}

/** Whether it is time for a snapshot. How much time has passed does not matter: what a start has to do again does. */
export function isSnapshotDue({ workMs, journalBytes, tookMs }: SinceSnapshot): boolean {
  return (workMs >= RECOVERY_WORK_MS || journalBytes >= RECOVERY_BYTES) && workMs >= tookMs * SNAPSHOT_SHARE;
}
