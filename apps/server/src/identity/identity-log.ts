import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { NotStored } from '@tapedeck/gateway';
import { syncFolder } from '../files/sync-folder.ts';
import { Journal, type JournalOptions } from '../journal/journal.ts';
import { SYSTEM_FILES, type JournalFiles } from '../journal/journal-files.ts';
import { tornNote } from '../journal/recover.ts';
import { PAYLOAD_BYTES_MAX } from '../journal/segment.ts';
import type { IdentityRecord } from './identity-records.ts';

const RECORD_IDENTITY = 1;
/** Size relative to the content, both in bytes, above which the log is rewritten. */
const WASTE_FACTOR = 4;
const WASTE_MIN = 4 << 20;
/** Minimum interval between two attempts to repair the log. */
const REPAIR_EVERY_MS = 1_000;
/** A rewrite is passed to the system in parts of about this size. */
const PART_BYTES = 1 << 20;

function encode(record: IdentityRecord): Uint8Array {
  const bytes = new TextEncoder().encode(JSON.stringify(record));
  // Callers limit what they store: a larger record is a bug, found before anything is written.
  if (bytes.length > PAYLOAD_BYTES_MAX) throw new RangeError(`a record ${record.type} has ${bytes.length} bytes`);
  return bytes;
}

export interface IdentityLogOptions {
  readonly folder: string;
  readonly now: () => number;
  /** Called with each record on opening, in order. */
  readonly onRecord: (record: IdentityRecord) => void;
  /** Records that recreate the current content. */
  readonly image: () => readonly IdentityRecord[];
  /** System calls of the log; a rewrite uses them too. */
  readonly files?: JournalFiles | undefined;
  /** Called with a sentence when opening removed an incomplete tail. */
  readonly onCut: (note: string) => void;
  /** Called with the reason when nothing can be stored, and with `undefined` when that is over. */
  readonly onTrouble: (trouble: string | undefined) => void;
  /** Called with the reason when the sound log could not be rewritten and grows, and with `undefined` once it has been. */
  readonly onPostponed: (reason: string | undefined) => void;
}

const journalOptions = ({ files = SYSTEM_FILES }: IdentityLogOptions): JournalOptions => ({ files });

/**
 * Users and their settings, stored like the exchange's commands: appended, with checksums, synced. After a failed write
 * the content of the disk is unknown, so the next one first writes the whole log again.
 */
export class IdentityLog {
  readonly #options: IdentityLogOptions;
  #journal: Journal;
  /** Bytes above which the log is rewritten. */
  #rewriteAbove = WASTE_MIN;
  /** Time of the last failure, until the log is repaired. */
  #failedAt: number | undefined;
  #isPostponed = false;

  private constructor(options: IdentityLogOptions, journal: Journal) {
    this.#options = options;
    this.#journal = journal;
  }

  /** Reads the records in order. Throws on damage, like the journal. */
  static open(options: IdentityLogOptions): IdentityLog {
    finishRewrite(options.folder);
    const take = ({ payload }: { readonly payload: Uint8Array }): void =>
      options.onRecord(JSON.parse(new TextDecoder().decode(payload)) as IdentityRecord);
    const { journal, recovered } = Journal.open(options.folder, take, journalOptions(options));
    if (recovered.torn !== undefined) options.onCut(tornNote(recovered.torn));
    return new IdentityLog(options, journal);
  }

  /** Appends; with `durable`, the disk has confirmed it on return. Throws `NotStored`. */
  write(records: readonly IdentityRecord[], durable: boolean): void {
    const payloads = records.map(encode);
    if (this.#failedAt !== undefined) this.#repair(this.#failedAt);
    try {
      for (const payload of payloads) this.#journal.append(RECORD_IDENTITY, this.#options.now(), payload);
      if (durable) this.#journal.commit();
      else this.#journal.write();
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /** Rewrites the log from its current content when most of it is outdated. */
  compact(): void {
    if (this.#failedAt !== undefined || this.#journal.bytes <= this.#rewriteAbove) return;
    try {
      this.#writeBeside();
    } catch (error) {
      // The log itself is as good as before.
      this.#rewriteAbove = this.#journal.bytes * 2;
      rmSync(writingFolder(this.#options.folder), { recursive: true, force: true });
      if (!this.#isPostponed) this.#options.onPostponed((error as Error).message);
      this.#isPostponed = true;
      return;
    }
    try {
      this.#replace();
    } catch (error) {
      this.#failed(error);
    }
  }

  close(): void {
    this.#journal.close();
  }

  #repair(failedAt: number): void {
    const { now, onTrouble } = this.#options;
    if (now() - failedAt < REPAIR_EVERY_MS) throw new NotStored();
    try {
      finishRewrite(this.#options.folder);
      this.#writeBeside();
      this.#replace();
    } catch (error) {
      throw this.#failed(error);
    }
    this.#failedAt = undefined;
    onTrouble(undefined);
  }

  #failed(error: unknown): NotStored {
    const { now, onTrouble } = this.#options;
    if (this.#failedAt === undefined) onTrouble((error as Error).message);
    this.#failedAt = now();
    return new NotStored({ cause: error });
  }

  /** The log written beside takes the place of this one. */
  #replace(): void {
    const { folder } = this.#options;
    this.#journal.close();
    renameSync(folder, oldFolder(folder));
    finishRewrite(folder);
    this.#journal = Journal.open(folder, () => undefined, journalOptions(this.#options)).journal;
    this.#rewriteAbove = WASTE_MIN + this.#journal.bytes * WASTE_FACTOR;
    if (this.#isPostponed) this.#options.onPostponed(undefined);
    this.#isPostponed = false;
  }

  #writeBeside(): void {
    const { folder, now, image } = this.#options;
    const beside = writingFolder(folder);
    rmSync(beside, { recursive: true, force: true });
    const { journal } = Journal.open(beside, () => undefined, journalOptions(this.#options));
    try {
      let waiting = 0;
      for (const record of image()) {
        const payload = encode(record);
        journal.append(RECORD_IDENTITY, now(), payload);
        waiting += payload.length;
        if (waiting < PART_BYTES) continue;
        journal.write();
        waiting = 0;
      }
      journal.commit();
    } finally {
      journal.close();
    }
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
