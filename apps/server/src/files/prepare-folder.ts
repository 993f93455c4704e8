import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './data-folder.ts';
import { finishUpgrade } from './finish-upgrade.ts';
import { FolderUnusable } from './folder-unusable.ts';
import { closeToOthers } from './owner-only.ts';
import { syncFolder } from './sync-folder.ts';

/** The users come first: a folder that has a journal without them has lost them. */
const DURABLE = ['identity', 'journal', 'snapshots'] as const;
/** Names that the folder of the users has while their log is rewritten. */
const REWRITTEN = ['identity.writing', 'identity.old'] as const;

/**
 * Makes a locked data folder ready for a start: closed to others, complete, and writable where records must be durable.
 * `warn` receives facts that the operator should know. Throws `FolderUnusable`.
 */
export function prepareFolder(folder: string, warn: (text: string) => void): void {
  for (const trouble of closeToOthers(folder)) warn(`others may be able to read a file of the data folder: ${trouble}`);
  const upgraded = finishUpgrade(folder);
  if (upgraded !== undefined) warn(upgraded);
  if (holdsFiles(join(folder, 'journal'))) checkIdentity(folder, warn);
  // An interrupted rewrite left the users under another name, which a new folder must not replace.
  const renamed = !existsSync(join(folder, 'identity')) && REWRITTEN.some((name) => existsSync(join(folder, name)));
  for (const part of DURABLE) if (part !== 'identity' || !renamed) mustTakeFiles(join(folder, part));
  syncFolder(folder);
}

/** An exchange without its users would begin with a new owner, who takes over the first account. */
function checkIdentity(folder: string, warn: (text: string) => void): void {
  const identity = join(folder, 'identity');
  const names = ['identity', ...REWRITTEN];
  if (!names.some((name) => existsSync(join(folder, name)))) {
    throw new FolderUnusable(
      `The data folder ${folder} holds an exchange, but its users, sessions and API keys (${identity}) are missing. Bring that folder back, restore a backup to a new data folder, or create it empty to go on with a new owner only.`,
    );
  }
  if (!names.some((name) => holdsFiles(join(folder, name)))) warn(`${identity} is empty: the exchange goes on with a new owner only`);
}

const holdsFiles = (folder: string): boolean => existsSync(folder) && statSync(folder).isDirectory() && readdirSync(folder).length > 0;

/** A folder that takes no files would fail the first order instead of the start. */
function mustTakeFiles(folder: string): void {
  const probe = join(folder, `writable.${process.pid}`);
  try {
    makeFolder(folder);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new FolderUnusable(
      `The server cannot write to ${folder}: ${(error as Error).message}. Make it a folder that the server's user may write to, or choose another data folder with --data.`,
    );
  }
}
