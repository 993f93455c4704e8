import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;
const OWNER = 0o700;
const OWN_NAMES: ReadonlySet<string> = new Set([
  'api-keys.key',
  'audit.log',
  'control.json',
  'control.sock',
  'history-schema',
  'metrics.key',
  'open.html',
  'reserve',
  'server.log',
]);
const OWN_FAMILIES = /^(archive|history|identity|journal|replays|server\.lock|snapshots)(\.|$)/;

/** From now on, this process creates files and folders for its owner only, whatever the mask of the shell that started it. */
export function createForOwnerOnly(): void {
  process.umask(OTHERS);
}

/**
 * Takes every permission of others from the files of a data folder: earlier versions and copies may have left some.
 * Foreign entries keep theirs, and with them the folder itself, because it has other uses too. Returns an error message
 * for each entry that cannot be changed.
 */
export function closeToOthers(folder: string): readonly string[] {
  const names = readdirSync(folder);
  const own = names.filter((name) => OWN_NAMES.has(name) || OWN_FAMILIES.test(name));
  const troubles = own.flatMap((name) => closePath(join(folder, name)));
  return own.length === names.length ? [...troubles, ...closeOne(folder)] : troubles;
}

/** The same for one file, or one folder with everything in it. */
export function closePath(path: string): readonly string[] {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  // A link leads out of the folder.
  if (entry === undefined || entry.isSymbolicLink()) return [];
  const below = entry.isDirectory() ? readdirSync(path).flatMap((name) => closePath(join(path, name))) : [];
  return [...below, ...closeOne(path)];
}

function closeOne(path: string): readonly string[] {
  const mode = lstatSync(path, { throwIfNoEntry: false })?.mode;
  if (mode === undefined || (mode & OTHERS) === 0) return [];
  try {
    chmodSync(path, mode & OWNER);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
