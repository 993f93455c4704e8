import { join } from 'node:path';
import { RECORD_GENESIS } from '../files/record-kinds.ts';
import { listSegments } from '../journal/segment-files.ts';
import { JournalDamaged, segmentName, type JournalRecord } from '../journal/segment.ts';
import { SnapshotStore, worldHash, type Snapshot } from '../snapshots/snapshots.ts';
import { readGenesis, type Opening } from './genesis.ts';

/** The state that a journal begins with cannot be read. */
export class OpeningDamaged extends Error {
  override readonly name = 'OpeningDamaged';
}

/** Whether a record may begin a journal although it is not record 1: it names the state after the record before it. */
export const isOpening = ({ kind, sequence, payload }: JournalRecord): boolean =>
  kind === RECORD_GENESIS && readGenesis(payload).genesis.opening?.sequence === sequence - 1;

/** The snapshot in the folder of a journal that it begins with. Throws `OpeningDamaged`. */
export function readOpening(journal: string, { sequence, hash, archive }: Opening): Snapshot {
  const opening = new SnapshotStore(journal).newest(sequence);
  if (opening?.sequence === sequence && worldHash(opening.world) === hash) return opening;
  throw new OpeningDamaged(
    `the state that the journal begins with (the snapshot of record ${sequence} in ${journal}) is missing or damaged: ` +
      `restore a backup, or bring the file back, also from archive/${archive} if that has it`,
  );
}

/** The last record before the journal, by the snapshot in its folder; 0 without one. */
export const openingSequence = (journal: string): number => new SnapshotStore(journal).sequences()[0] ?? 0;

/** Throws `JournalDamaged` when a journal that begins with a state has lost its first file: it would look like an empty one. */
export function mustBegin(journal: string): void {
  const before = openingSequence(journal);
  if (before === 0 || listSegments(journal)[0]?.firstSequence === before + 1) return;
  throw new JournalDamaged(join(journal, segmentName(before + 1)), 0, 'it is missing, but the journal begins with it. Restore a backup');
}
