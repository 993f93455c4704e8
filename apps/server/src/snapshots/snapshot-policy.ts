/**
 * Processor time and journal size that a start after a kill may have to repeat. An idle market reaches the first about
 * every eleven minutes; more often, its snapshots would fill the disk (docs/decisions/0067-work-of-a-start.md).
 */
export const RECOVERY_WORK_MS = 4_000;
export const RECOVERY_BYTES = 16 << 20;
/** Maximum share of snapshots in the engine's time, as one part in this many. */
const SNAPSHOT_SHARE = 20;

/** Work since the last snapshot. */
export interface SinceSnapshot {
  /** Processor time of the engine. A replay takes less: it publishes nothing and answers nothing. */
  readonly workMs: number;
  readonly journalBytes: number;
  /** Engine time that the last snapshot took. */
  readonly tookMs: number;
}

/** Whether a snapshot is due. It depends on the work that a start would repeat, not on elapsed time. */
export function isSnapshotDue({ workMs, journalBytes, tookMs }: SinceSnapshot): boolean {
  return (workMs >= RECOVERY_WORK_MS || journalBytes >= RECOVERY_BYTES) && workMs >= tookMs * SNAPSHOT_SHARE;
}
