import { basename } from 'node:path';
import type { JournalRecord } from '../journal/segment.ts';
import { EntryRun } from './entry-run.ts';
import type { Genesis, RecordingFile } from './genesis.ts';
import { RecordingRefused } from './recording-refused.ts';
import type { Tape } from './replay-tape.ts';
import type { Command } from './world.ts';

const NO_FILES: readonly RecordingFile[] = [];

/**
 * Plays the entries that a journal counts from the recordings, and refuses recordings that are not those of the journal. Every message
 * names the file.
 */
export class RecordingsCheck {
  readonly #tape: Pick<Tape, 'entries' | 'recordings'> | undefined;
  #files = NO_FILES;
  #lastPassed: { readonly record: JournalRecord; readonly position: number } | undefined;
  /** Entries played so far. */
  position = 0;

  constructor(tape: Pick<Tape, 'entries' | 'recordings'> | undefined) {
    this.#tape = tape;
  }

  /** Compares the files with those that the replay began with. */
  begin({ source, recordings = NO_FILES, opening }: Genesis): void {
    this.#files = recordings;
    this.position = opening?.entries ?? 0;
    if (source !== 'replay') return;
    if (this.#tape === undefined) {
      throw new RecordingRefused(
        `this data folder holds a replay of ${named(recordings)}: start the server with --replay and these files, and with --data for the folder that holds "replays"`,
      );
    }
    const now = this.#tape.recordings;
    const changed = recordings.find(({ sha256 }, at) => now[at]?.sha256 !== sha256);
    if (changed !== undefined || now.length !== recordings.length) throw refused(changed === undefined ? recordings : [changed]);
  }

  /** Commands of the record; throws `RecordingRefused` when the recordings have other entries there. */
  take(record: JournalRecord): readonly Command[] {
    const commands = EntryRun.read(record, this.#tape?.entries ?? [], this.position);
    if (commands === undefined) throw refused(this.#files);
    this.position += record.count;
    this.#lastPassed = undefined;
    return commands;
  }

  /** Passes over a record that a snapshot holds. */
  pass(record: JournalRecord): void {
    this.#lastPassed = { record: { ...record, payload: record.payload.slice() }, position: this.position };
    this.position += record.count;
  }

  /** The last record passed over must agree as well: else the tape would go on at another entry. */
  end(): void {
    if (this.#lastPassed === undefined) return;
    this.position = this.#lastPassed.position;
    this.take(this.#lastPassed.record);
  }
}

const named = (files: readonly RecordingFile[]): string => files.map(({ path }) => basename(path)).join(', ');

const refused = (files: readonly RecordingFile[]): RecordingRefused =>
  new RecordingRefused(
    `${named(files)} does not hold the entries that this replay has played: bring back ${files.map(({ path }) => path).join(', ')} as it was, or replay the changed file under another name`,
  );
