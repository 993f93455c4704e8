import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OptionsWrong, type ServerOptions } from '../options.ts';

const HASH_DIGITS = 12;
const NAME_LENGTH_MAX = 40;

/**
 * Where this run keeps its data. The simulated market has the folder itself; each set of recordings (by content, start and symbol) has one
 * below it, so that orders of different markets never meet in one journal.
 */
export function dataFolderOf(options: Pick<ServerOptions, 'data' | 'replay' | 'replayStart' | 'replaySymbol'>): string {
  const [first] = options.replay;
  if (first === undefined) return options.data;
  const hash = createHash('sha256');
  for (const file of options.replay) hash.update(createHash('sha256').update(readRecording(file)).digest());
  hash.update(String(options.replayStart ?? ''));
  if (options.replaySymbol !== undefined) hash.update(` ${options.replaySymbol}`);
  const name = basename(first)
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, NAME_LENGTH_MAX);
  return join(options.data, 'replays', `${name}-${hash.digest('hex').slice(0, HASH_DIGITS)}`);
}

/**
 * Makes a folder and those above it. The way of the library tries for ever where a file system says that the folder above is missing
 * though it is there (`/proc`).
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above);
  mkdirSync(folder, { mode: 0o700 });
}

function readRecording(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new OptionsWrong(missing ? `There is no file ${file}.` : `${file} cannot be read: ${(error as Error).message}`);
  }
}
