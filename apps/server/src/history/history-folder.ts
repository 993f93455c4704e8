import { existsSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { closePath } from '../files/owner-only.ts';

const ROOM_BYTES = 64 << 20;

/** Whether the disk of a folder has room: without it, an embedded database fails as a damaged one does. */
export function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(folder));
  return bavail * bsize >= ROOM_BYTES;
}

/** Copies an empty database under another name first, so that a partial copy is never taken for a complete one. */
export async function createFolder(folder: string, emptyHistory: URL, isClosing: () => boolean): Promise<void> {
  const beside = `${folder}.creating`;
  rmSync(beside, { recursive: true, force: true });
  await cp(emptyHistory, beside, { recursive: true });
  // Copies keep the permissions of their originals.
  closePath(beside);
  if (isClosing()) throw new Error('the history was closed before it was open');
  await rename(beside, folder);
}

/** Where a damaged folder is now, and which ones of earlier damages made room for it. */
export interface SetAside {
  readonly to: string;
  readonly deleted: readonly string[];
}

/** Moves a damaged folder out of the way. The newest one stays for its operator; `undefined` without a folder. */
export function setAside(folder: string, now: number): SetAside | undefined {
  if (!existsSync(folder)) return undefined;
  const prefix = `${basename(folder)}.damaged-`;
  const deleted = readdirSync(dirname(folder))
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(dirname(folder), name));
  const to = join(dirname(folder), `${prefix}${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`);
  for (const earlier of deleted) rmSync(earlier, { recursive: true, force: true });
  renameSync(folder, to);
  return { to, deleted };
}

/** Sentences for the operator. */
export function setAsideNote({ to, deleted }: SetAside): string {
  const gone = deleted.length === 0 ? '' : `; the one of an earlier damage was deleted: ${deleted.join(', ')}`;
  return `it was moved to ${to}, which may be deleted${gone}. The history is built again from the journal`;
}
