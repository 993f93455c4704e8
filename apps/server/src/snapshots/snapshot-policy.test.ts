import { expect, test } from 'vitest';
import { RECOVERY_BYTES, RECOVERY_WORK_MS, isSnapshotDue } from './snapshot-policy.ts';

const NOTHING = { workMs: 0, journalBytes: 0, tookMs: 0 };

test('OPS-06 a snapshot is due by the work and the journal behind the last one', () => {
  expect(isSnapshotDue(NOTHING)).toBe(false);
  expect(isSnapshotDue({ ...NOTHING, workMs: RECOVERY_WORK_MS - 1, journalBytes: RECOVERY_BYTES - 1 })).toBe(false);
  expect(isSnapshotDue({ ...NOTHING, workMs: RECOVERY_WORK_MS })).toBe(true);
  expect(isSnapshotDue({ ...NOTHING, journalBytes: RECOVERY_BYTES })).toBe(true);
});

test('a state that takes long to write is written less often: a twentieth of the work at most', () => {
  expect(isSnapshotDue({ workMs: 39_999, journalBytes: RECOVERY_BYTES, tookMs: 2_000 })).toBe(false);
  expect(isSnapshotDue({ workMs: 40_000, journalBytes: RECOVERY_BYTES, tookMs: 2_000 })).toBe(true);
});
