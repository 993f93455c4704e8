import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '../files/sync-folder.ts';
import { Journal } from '../journal/journal.ts';
import type { IdentityRecord } from './identity-records.ts';

const RECORD_IDENTITY = 1;
/** Size relative to the content above which the log is rewritten. */
const WASTE_FACTOR = 8;
const WASTE_MIN = 4_096;

const encode = (record: IdentityRecord): Uint8Array => new TextEncoder().encode(JSON.stringify(record));

/** Users and their settings, stored like the exchange's commands: appended, with checksums, synced. */
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

  /** Reads the records in order. Throws on damage, like the journal. */
  static open(folder: string, now: () => number, onRecord: (record: IdentityRecord) => void): IdentityLog {
    finishRewrite(folder);
    let records = 0;
    const { journal } = Journal.open(folder, ({ payload }) => {
      records += 1;
      onRecord(JSON.parse(new TextDecoder().decode(payload)) as IdentityRecord);
    });
    return new IdentityLog(folder, now, journal, records);
  }

  /** Appends; with `durable`, the disk has confirmed it on return. */
  write(records: readonly IdentityRecord[], durable: boolean): void {
    for (const record of records) this.#journal.append(RECORD_IDENTITY, this.#now(), encode(record));
    if (durable) this.#journal.commit();
    else this.#journal.write();
    this.#records += records.length;
  }

  /** Rewrites the log from its current content when most records are outdated. */
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

/** A rewrite is complete before the old log is moved away; if there is no log, the file beside it is the log. */
function finishRewrite(folder: string): void {
  if (!existsSync(folder) && existsSync(writingFolder(folder))) renameSync(writingFolder(folder), folder);
  if (!existsSync(folder) && existsSync(oldFolder(folder))) renameSync(oldFolder(folder), folder);
  if (existsSync(folder)) syncFolder(dirname(folder));
  rmSync(writingFolder(folder), { recursive: true, force: true });
  rmSync(oldFolder(folder), { recursive: true, force: true });
}
