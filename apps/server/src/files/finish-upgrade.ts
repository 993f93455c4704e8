import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readGenesis, type Opening } from '../engine-worker/genesis.ts';
import { isOpening } from '../engine-worker/opening.ts';
import { firstRecord } from '../journal/first-record.ts';
import { readJournal } from '../journal/recover.ts';
import { JournalDamaged } from '../journal/segment.ts';
import { failPoint } from '../operation/fail-point.ts';
import { makeFolder } from './data-folder.ts';
import { FolderUnusable } from './folder-unusable.ts';
import { syncFolder } from './sync-folder.ts';

/** Name of a complete journal that begins with a state. Once it exists, the folder is upgraded, and only names are left to change. */
export const NEXT_JOURNAL = 'journal.next';
/** Folder of the journals before upgrades, with their snapshots. */
export const ARCHIVE = 'archive';

/**
 * Puts the new journal of an upgrade in its place, and the one before into the archive. Each start calls it, because a
 * kill may have interrupted it. Returns a sentence for the operator if there was anything to do. Throws `FolderUnusable`
 * or as reading a journal does.
 */
export function finishUpgrade(folder: string): string | undefined {
  const next = join(folder, NEXT_JOURNAL);
  if (!existsSync(next)) return undefined;
  const { sequence, archive } = openingOf(next);
  const target = join(folder, ARCHIVE, archive);
  const [journal, archived] = [join(folder, 'journal'), join(target, 'journal')];
  if (existsSync(journal) && !existsSync(archived) && lastRecord(journal) !== sequence) {
    rmSync(next, { recursive: true });
    return 'an interrupted upgrade was given up, because the exchange has gone on after it: stop it properly, and upgrade again';
  }
  makeFolder(target);
  syncFolder(join(folder, ARCHIVE));
  failPoint('archive made');
  moveAway(folder, target, 'journal');
  failPoint('journal archived');
  moveAway(folder, target, 'snapshots');
  failPoint('snapshots archived');
  renameSync(next, journal);
  syncFolder(folder);
  failPoint('upgrade finished');
  return `the exchange was upgraded at record ${sequence}; its journal before that is in ${target}`;
}

function openingOf(journal: string): Opening {
  const first = firstRecord(journal);
  const opening = first === undefined || !isOpening(first) ? undefined : readGenesis(first.payload).genesis.opening;
  if (opening !== undefined) return opening;
  throw new JournalDamaged(journal, 0, 'it does not begin with a state. Delete it to go on without the upgrade');
}

const lastRecord = (journal: string): number => readJournal(journal, () => undefined, isOpening).nextSequence - 1;

/** Durable before the next change: after a power cut, a folder in both places would look like a foreign one. */
function moveAway(folder: string, target: string, name: string): void {
  const [from, to] = [join(folder, name), join(target, name)];
  if (!existsSync(from)) return;
  if (existsSync(to)) {
    throw new FolderUnusable(
      `An upgrade of ${folder} was interrupted, and a server of another version made a new folder ${from} meanwhile. Move that folder away, and start again.`,
    );
  }
  renameSync(from, to);
  syncFolder(target);
  syncFolder(folder);
}
