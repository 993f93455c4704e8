import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '../files/sync-folder.ts';
import { Journal } from '../journal/journal.ts';
import type { IdentityRecord } from './identity-records.ts';

const RECORD_IDENTITY = 1;
/** A log this much longer than what it says is written anew. */
const WASTE_FACTOR = 8;
const WASTE_MIN = 4_096;

const encode = (record: IdentityRecord): Uint8Array => new TextEncoder().encode(JSON.stringify(record));

/** Who may log in and what they chose, kept as the exchange keeps its commands: appended, checked by sum, synced. */
export class IdentityLog {
  readonly #folder: string;
  readonly #now: () => number;
  #journal: Journal;
  #records: number;

  private constructor(folder: string, now: () => number, journal: Journal, records: number) {
    this.#folder = folder;
    this.#now = now;
    this.#journal = journal;
    this.#records = records;
  }

  /** Reads what is there in order. Throws as the journal does when it is damaged. */
  static open(folder: string, now: () => number, onRecord: (record: IdentityRecord) => void): IdentityLog {
    finishRewrite(folder);
    let records = 0;
    const { journal } = Journal.open(folder, ({ payload }) => {
      records += 1;
      onRecord(JSON.parse(new TextDecoder().decode(payload)) as IdentityRecord);
    });
    return new IdentityLog(folder, now, journal, records);
  }

  /** Appends; with `durable` the disk has confirmed it when this returns. */
  write(records: readonly IdentityRecord[], durable: boolean): void {
    for (const record of records) this.#journal.append(RECORD_IDENTITY, this.#now(), encode(record));
    this.#journal.commit(durable);
    this.#records += records.length;
  }

  /** Writes the log anew from what still holds, when most of it does not. */
  compact(image: () => readonly IdentityRecord[], live: number): void {
    if (this.#records < WASTE_MIN + live * WASTE_FACTOR) return;
    const records = image();
    const beside = writingFolder(this.#folder);
    rmSync(beside, { recursive: true, force: true });
    const { journal } = Journal.open(beside, () => undefined);
    for (const record of records) journal.append(RECORD_IDENTITY, this.#now(), encode(record));
    journal.close();
    this.#journal.close();
    renameSync(this.#folder, oldFolder(this.#folder));
    finishRewrite(this.#folder);
    this.#journal = Journal.open(this.#folder, () => undefined).journal;
    this.#records = records.length;
  }

  close(): void {
    this.#journal.close();
  }
}

const writingFolder = (folder: string): string => `${folder}.writing`;
const oldFolder = (folder: string): string => `${folder}.old`;

/** A rewrite is complete before the old log is moved away: without a log, what was written beside it is the log. */
function finishRewrite(folder: string): void {
  if (!existsSync(folder) && existsSync(writingFolder(folder))) renameSync(writingFolder(folder), folder);
  if (!existsSync(folder) && existsSync(oldFolder(folder))) renameSync(oldFolder(folder), folder);
  if (existsSync(folder)) syncFolder(dirname(folder));
  rmSync(writingFolder(folder), { recursive: true, force: true });
  rmSync(oldFolder(folder), { recursive: true, force: true });
}
