import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { PERPETUALS, symbolInFileName } from '@tapedeck/venue-paper';
import { decodeGenesis, type Genesis, type RecordingFile } from '../engine-worker/genesis.ts';
import { firstRecord } from '../journal/first-record.ts';
import { OptionsWrong, type ServerOptions } from '../options.ts';
import { isPlainFile } from './key-file.ts';
import { RECORD_GENESIS } from './record-kinds.ts';

const HASH_DIGITS = 12;
const NAME_LENGTH_MAX = 40;

/**
 * Data folder of this run. The simulated market uses the folder itself; each set of recordings (by content, start and
 * symbol) has a subfolder, so that orders of different markets never share a journal. A file that has changed since its
 * replay began is refused: a new folder would look like a lost account.
 */
export function dataFolderOf(options: Pick<ServerOptions, 'data' | 'replay' | 'replayStart' | 'replaySymbol'>): string {
  const [first] = options.replay;
  if (first === undefined) return options.data;
  const replays = join(options.data, 'replays');
  const files = distinct(options.replay.map((file) => recordingFile(file, replays)));
  const hash = createHash('sha256');
  for (const { sha256 } of files) hash.update(Buffer.from(sha256, 'hex'));
  hash.update(String(options.replayStart ?? ''));
  if (options.replaySymbol !== undefined) hash.update(` ${options.replaySymbol}`);
  const name = basename(first)
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, NAME_LENGTH_MAX);
  const folder = join(replays, `${name}-${hash.digest('hex').slice(0, HASH_DIGITS)}`);
  if (!existsSync(folder)) refuseChanged(files, replays);
  return folder;
}

/** Without files of equal content whose names state the same symbol: a replay plays them once. */
function distinct(files: readonly RecordingFile[]): RecordingFile[] {
  const keyOf = ({ path, sha256 }: RecordingFile): string => `${sha256} ${symbolInFileName(basename(path), PERPETUALS) ?? ''}`;
  return [...new Map(files.toReversed().map((file) => [keyOf(file), file] as const)).values()].toReversed();
}

/** Whether the replay of a folder has begun: its journal stands in it. */
export const hasBegun = (folder: string): boolean => existsSync(join(folder, 'journal'));

/** Throws `OptionsWrong` when a replay in `replays` began with other content in one of these files. */
function refuseChanged(files: readonly RecordingFile[], replays: string): void {
  for (const { folder, recordings } of replaysIn(replays)) {
    const changed = files.find(({ path, sha256 }) => recordings.some((one) => one.path === path && one.sha256 !== sha256));
    if (changed === undefined) continue;
    throw new OptionsWrong(
      `${changed.path} has changed since its replay in ${folder} began. Bring back the earlier file to go on with that replay, or replay the changed one under another name.`,
    );
  }
}

interface Replay {
  readonly folder: string;
  readonly recordings: readonly RecordingFile[];
}

/** Whether a data folder holds a market whose time advances by steps only. Throws as the journal and `decodeGenesis` do. */
export const isStepped = (folder: string): boolean => genesisIn(folder)?.steps === true;

/** `undefined` without a journal, or if the files with its beginning are missing. */
function genesisIn(folder: string): Genesis | undefined {
  const record = firstRecord(join(folder, 'journal'));
  return record?.kind === RECORD_GENESIS ? decodeGenesis(record.payload) : undefined;
}

/** The replays whose journals this version can read. */
function replaysIn(replays: string): readonly Replay[] {
  if (!existsSync(replays)) return [];
  return readdirSync(replays).flatMap((name) => {
    const folder = join(replays, name);
    try {
      const genesis = genesisIn(folder);
      return genesis === undefined ? [] : [{ folder, recordings: genesis.recordings ?? [] }];
    } catch {
      // A damaged journal, or one of another version: its own start says so.
      return [];
    }
  });
}

/**
 * Creates a folder and its parents. The library function retries forever where a file system reports an existing parent
 * as missing (`/proc`).
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above);
  mkdirSync(folder, { mode: 0o700 });
}

const notAFile = (path: string): string =>
  statSync(path).isDirectory()
    ? `${path} is a folder: name the files in it with --replay.`
    : `${path} is not a file: name recorded files with --replay.`;

function recordingFile(file: string, replays: string): RecordingFile {
  const path = resolve(file);
  if (existsSync(file) && !isPlainFile(file)) throw new OptionsWrong(notAFile(file));
  try {
    return { path, sha256: createHash('sha256').update(readFileSync(file)).digest('hex') };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw new OptionsWrong(`${file} cannot be read: ${(error as Error).message}`);
    const replay = replaysIn(replays).find(({ recordings }) => recordings.some((one) => one.path === path));
    const forward = replay === undefined ? '' : ` Its replay in ${replay.folder} goes on once the file is back.`;
    throw new OptionsWrong(`There is no file ${file}.${forward}`);
  }
}
