import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '../files/data-folder.ts';
import { isPlainFile } from '../files/key-file.ts';
import { syncFolder } from '../files/sync-folder.ts';
import { OperatorWrong } from './operator-request.ts';

/**
 * Folders of a backup, in the order of copying: the journal last, so that it reaches at least as far as the others. The
 * history is rebuilt from it; a torn last record is dropped on reading.
 */
const PARTS = ['identity', 'snapshots', 'journal'];
const MANIFEST = 'backup.json';
const OWNER_ONLY = 0o600;

interface BackedUpFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

interface Manifest {
  /** 1 is the only version so far. */
  readonly format: number;
  readonly madeAt: string;
  readonly files: readonly BackedUpFile[];
  /** Folders without files, which a database needs; absent in backups of earlier versions. */
  readonly folders?: readonly string[];
}

export interface BackupResult {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Paths of the folders in `part` of a data folder that have nothing in them. */
function emptyFoldersBelow(data: string, part: string): string[] {
  if (!existsSync(join(data, part))) return [];
  return readdirSync(join(data, part), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory() && readdirSync(join(entry.parentPath, entry.name)).length === 0)
    .map((entry) => pathIn(data, join(entry.parentPath, entry.name)))
    .sort();
}

/** As a manifest names it, on every system. */
const pathIn = (data: string, file: string): string =>
  file
    .slice(data.length + 1)
    .split(sep)
    .join('/');

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function mustBeNew(folder: string, what: string): void {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) throw new OperatorWrong(`${folder} is not a folder. Name a new or empty folder.`);
  if (readdirSync(folder).length > 0) throw new OperatorWrong(`${what} ${folder} is not empty. Name a new or empty folder.`);
}

/** A folder that cannot be made is a mistake in its name, or a missing permission. */
function mustBeMade(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new OperatorWrong(`The folder ${folder} cannot be made: ${(error as Error).message}. Name a folder that you may write to.`);
  }
}

/** Copies a file to a path whose folder may be new, for its owner only. */
async function copyPrivately(from: string, to: string): Promise<void> {
  makeFolder(dirname(to));
  await copyFile(from, to);
  await chmod(to, OWNER_ONLY);
}

/** Copies `data` to a new folder, with checksums. The server may run meanwhile. */
export async function backUp(data: string, target: string): Promise<BackupResult> {
  if (`${target}${sep}`.startsWith(`${data}${sep}`))
    throw new OperatorWrong(`${target} is in the data folder ${data}, and would be lost with it. Name a folder outside.`);
  mustBeNew(target, 'The folder');
  const beside = `${target}.writing`;
  mustBeMade(dirname(target));
  if (existsSync(beside)) rmSync(beside, { recursive: true });
  mustBeMade(beside);
  const files: Manifest['files'][number][] = [];
  for (const part of PARTS) {
    for (const file of filesBelow(join(data, part))) {
      const path = pathIn(data, file);
      await copyPrivately(file, join(beside, path));
      files.push({ path, bytes: statSync(join(beside, path)).size, sha256: await hashOf(join(beside, path)) });
    }
  }
  const folders = PARTS.flatMap((part) => emptyFoldersBelow(data, part));
  const manifest: Manifest = { format: 1, madeAt: new Date().toISOString(), files, folders };
  writeFileSync(join(beside, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 });
  rmSync(target, { recursive: true, force: true });
  renameSync(beside, target);
  syncFolder(join(target, '..'));
  return { folder: target, files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Restores a backup to `data`, which must be new; every file is checked against its checksum first. */
export async function restore(source: string, data: string): Promise<BackupResult> {
  mustBeNew(data, 'The data folder');
  const manifest = readManifest(source);
  for (const { path, bytes, sha256 } of manifest.files) {
    const file = join(source, path);
    if (!isPlainFile(file)) throw new OperatorWrong(`The backup lacks the file ${path}.`);
    if (statSync(file).size !== bytes || (await hashOf(file)) !== sha256)
      throw new OperatorWrong(`${path} differs from the checksum of the backup.`);
  }
  mustBeMade(data);
  for (const { path } of manifest.files) await copyPrivately(join(source, path), join(data, path));
  for (const path of manifest.folders ?? []) makeFolder(join(data, path));
  for (const part of PARTS) if (existsSync(join(data, part))) syncFolder(join(data, part));
  return { folder: data, files: manifest.files.length, bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

function readManifest(source: string): Manifest {
  const file = join(source, MANIFEST);
  if (!isPlainFile(file)) throw new OperatorWrong(`${source} is not a backup: there is no file ${MANIFEST} in it.`);
  const manifest = parseManifest(readFileSync(file, 'utf8'));
  if (manifest === undefined) throw new OperatorWrong(`${file} is damaged. Use another backup.`);
  if (manifest.format !== 1) throw new OperatorWrong(`${basename(source)} was made by a newer server.`);
  const paths = [...manifest.files.map(({ path }) => path), ...(manifest.folders ?? [])];
  const odd = paths.find((path) => !PARTS.includes(path.split('/')[0] ?? '') || path.split('/').includes('..'));
  if (odd !== undefined) throw new OperatorWrong(`The backup names an unexpected file: ${odd}.`);
  return manifest;
}

/** `undefined` if the text is not a manifest. */
function parseManifest(text: string): Manifest | undefined {
  try {
    const manifest = JSON.parse(text) as Manifest | null;
    const isFile = (file: BackedUpFile): boolean => typeof file.path === 'string' && typeof file.sha256 === 'string';
    if (typeof manifest?.format !== 'number' || !manifest.files.every(isFile)) return undefined;
    return (manifest.folders ?? []).every((path) => typeof path === 'string') ? manifest : undefined;
  } catch {
    return undefined;
  }
}
