import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '../files/sync-folder.ts';
import { SYSTEM_FILES, type JournalFiles } from './journal-files.ts';
import { recoverJournal, type RecoveredJournal } from './recover.ts';
import {
  DURABLE_BEFORE,
  PAYLOAD_BYTES_MAX,
  RECORD_HEADER_BYTES,
  SEGMENT_HEADER_BYTES,
  encodeSegmentHeader,
  recordBuffer,
  segmentName,
  writeRecord,
  type JournalRecord,
} from './segment.ts';

export const SEGMENT_BYTES = 64 << 20;
const BUFFER_BYTES = 1 << 20;

/** The journal could not be written. Nothing is accepted any more: after a failed sync nobody knows what the disk holds. */
export class JournalFailed extends Error {
  override readonly name = 'JournalFailed';
}

export interface JournalOptions {
  readonly segmentBytes?: number;
  readonly files?: JournalFiles;
}

/** The append-only journal: its one writer, and the only way to read it. */
export class Journal {
  readonly #folder: string;
  readonly #files: JournalFiles;
  readonly #segmentBytes: number;
  #file = -1;
  #fileBytes = 0;
  #totalBytes = 0;
  #buffer = recordBuffer(BUFFER_BYTES);
  #used = 0;
  #nextSequence: number;
  #durableSequence: number;
  /** Everything handed to the system so far is durable: the next record may say so. */
  #synced = true;
  #failure: JournalFailed | undefined;

  private constructor(folder: string, recovered: RecoveredJournal, options: JournalOptions) {
    this.#folder = folder;
    this.#files = options.files ?? SYSTEM_FILES;
    this.#segmentBytes = options.segmentBytes ?? SEGMENT_BYTES;
    this.#nextSequence = recovered.nextSequence;
    this.#durableSequence = recovered.nextSequence - 1;
    this.#totalBytes = recovered.totalBytes;
    if (recovered.lastFile === undefined) this.#openSegment();
    else {
      this.#file = openSync(recovered.lastFile, 'a');
      this.#fileBytes = recovered.lastFileBytes;
      // What the last run wrote without a sync was read just now, but may not be on the disk yet.
      fsyncSync(this.#file);
    }
  }

  /** Reads, verifies and hands out what is there, then is ready to append. Throws `JournalDamaged` or `JournalTooNew`. */
  static open(
    folder: string,
    onRecord: (record: JournalRecord) => void,
    options: JournalOptions = {},
  ): { readonly journal: Journal; readonly recovered: RecoveredJournal } {
    mkdirSync(folder, { recursive: true });
    const recovered = recoverJournal(folder, onRecord);
    return { journal: new Journal(folder, recovered, options), recovered };
  }

  get nextSequence(): number {
    return this.#nextSequence;
  }

  /** Sequence of the last record known to survive a power cut; 0 when there is none. */
  get durableSequence(): number {
    return this.#durableSequence;
  }

  get bytes(): number {
    return this.#totalBytes;
  }

  get failure(): JournalFailed | undefined {
    return this.#failure;
  }

  /** Buffers a record and returns its sequence; nothing is written before `commit`. */
  append(kind: number, time: number, payload: Uint8Array): number {
    this.#mustWork();
    if (payload.length > PAYLOAD_BYTES_MAX) throw new RangeError(`a journal record holds at most ${PAYLOAD_BYTES_MAX} bytes`);
    const needed = this.#used + RECORD_HEADER_BYTES + payload.length;
    if (needed > this.#buffer.bytes.length) this.#grow(needed);
    const sequence = this.#nextSequence;
    const flags = this.#synced && this.#used === 0 ? DURABLE_BEFORE : 0;
    this.#used = writeRecord(this.#buffer, this.#used, { sequence, time, kind, payload }, flags);
    this.#nextSequence += 1;
    return sequence;
  }

  /** Writes what was appended with one call and, when asked, makes everything written so far durable. */
  commit(durable: boolean): void {
    this.#mustWork();
    try {
      this.#flush();
      if (!durable || this.#synced) return;
      this.#files.sync(this.#file);
      this.#synced = true;
      this.#durableSequence = this.#nextSequence - 1;
      if (this.#fileBytes >= this.#segmentBytes) this.#rotate();
    } catch (error) {
      this.#failure = new JournalFailed(`the journal could not be written: ${(error as Error).message}`, { cause: error });
      throw this.#failure;
    }
  }

  /** Makes everything durable and lets go of the file. */
  close(): void {
    if (this.#file < 0) return;
    if (this.#failure === undefined) this.commit(true);
    closeSync(this.#file);
    this.#file = -1;
  }

  #flush(): void {
    let at = 0;
    if (this.#used > 0) this.#synced = false;
    while (at < this.#used) {
      const written = this.#files.write(this.#file, this.#buffer.bytes, at, this.#used - at);
      if (written <= 0) throw new Error('the disk took no bytes');
      at += written;
    }
    this.#fileBytes += this.#used;
    this.#totalBytes += this.#used;
    this.#used = 0;
  }

  #grow(needed: number): void {
    const grown = recordBuffer(Math.max(needed, this.#buffer.bytes.length * 2));
    grown.bytes.set(this.#buffer.bytes.subarray(0, this.#used));
    this.#buffer = grown;
  }

  #rotate(): void {
    closeSync(this.#file);
    this.#openSegment();
  }

  #openSegment(): void {
    this.#file = openSync(join(this.#folder, segmentName(this.#nextSequence)), 'ax');
    const header = encodeSegmentHeader(this.#nextSequence);
    if (writeSync(this.#file, header) !== SEGMENT_HEADER_BYTES) throw new Error('the header of a journal file was cut short');
    fsyncSync(this.#file);
    syncFolder(this.#folder);
    this.#fileBytes = SEGMENT_HEADER_BYTES;
    this.#totalBytes += SEGMENT_HEADER_BYTES;
  }

  #mustWork(): void {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#file < 0) throw new JournalFailed('the journal is closed');
  }
}
