import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '../files/sync-folder.ts';
import { PromptCommitter, type Committer } from './committer.ts';
import { SYSTEM_FILES, type JournalFiles } from './journal-files.ts';
import { recoverJournal, type Opens, type RecoveredJournal } from './recover.ts';
import {
  PAYLOAD_BYTES_MAX,
  RECORD_COUNT_MAX,
  RECORD_HEADER_BYTES,
  SEGMENT_HEADER_BYTES,
  SEGMENT_VERSION,
  encodeSegmentHeader,
  lengthenRecord,
  recordBuffer,
  recordCount,
  segmentName,
  writeRecord,
  type JournalRecord,
} from './segment.ts';

export const SEGMENT_BYTES = 64 << 20;
const BUFFER_BYTES = 1 << 20;

/** The journal could not be written. No command is accepted any more: after a failed sync the contents of the disk are unknown. */
export class JournalFailed extends Error {
  override readonly name = 'JournalFailed';
}

export interface JournalOptions {
  readonly segmentBytes?: number;
  readonly files?: JournalFiles;
  /** Syncs on the thread of the writer unless given. */
  readonly committer?: Committer;
  /** Whether the journal may begin with a record other than record 1; it may not unless given. */
  readonly opens?: Opens;
}

/** The append-only journal: its single writer, and the only way to read it. */
export class Journal {
  readonly #folder: string;
  readonly #files: JournalFiles;
  readonly #segmentBytes: number;
  readonly #committer: Committer;
  #file = -1;
  #fileBytes = 0;
  #totalBytes = 0;
  #buffer = recordBuffer(BUFFER_BYTES);
  #used = 0;
  /** Offset of the last buffered record. */
  #last = 0;
  #nextSequence: number;
  /** The last record passed to the system. */
  #written: number;
  /** The last record whose sync was requested. */
  #requested: number;
  /** The last record that was durable when the journal was opened. */
  readonly #durableAtOpen: number;
  /** The last durable record, as it was when the buffer was empty. */
  #durableBefore: number;
  #failure: JournalFailed | undefined;

  private constructor(folder: string, recovered: RecoveredJournal, options: JournalOptions) {
    this.#folder = folder;
    this.#files = options.files ?? SYSTEM_FILES;
    this.#committer = options.committer ?? new PromptCommitter(this.#files);
    this.#segmentBytes = options.segmentBytes ?? SEGMENT_BYTES;
    this.#nextSequence = recovered.nextSequence;
    this.#written = recovered.nextSequence - 1;
    this.#requested = this.#written;
    this.#durableAtOpen = this.#written;
    this.#durableBefore = this.#written;
    this.#totalBytes = recovered.totalBytes;
    this.#open(recovered);
  }

  #open({ lastFile, lastFileBytes, lastFileVersion }: RecoveredJournal): void {
    if (lastFile === undefined) {
      this.#openSegment();
      return;
    }
    this.#file = openSync(lastFile, 'a');
    this.#fileBytes = lastFileBytes;
    // Records that the last run wrote without a sync were just read, but may not be on the disk yet.
    try {
      fsyncSync(this.#file);
    } catch (error) {
      this.#closeFile();
      throw error;
    }
    if (lastFileVersion === SEGMENT_VERSION) return;
    // A file holds records of one version. One without records gives its name to the new file.
    this.#closeFile();
    if (lastFileBytes === SEGMENT_HEADER_BYTES) {
      rmSync(lastFile);
      this.#totalBytes -= SEGMENT_HEADER_BYTES;
    }
    this.#openSegment();
  }

  /** Reads, verifies and returns the existing records, then is ready to append. Throws `JournalDamaged` or `JournalTooNew`. */
  static open(
    folder: string,
    onRecord: (record: JournalRecord) => void,
    options: JournalOptions = {},
  ): { readonly journal: Journal; readonly recovered: RecoveredJournal } {
    mkdirSync(folder, { recursive: true });
    const recovered = recoverJournal(folder, onRecord, options.opens);
    return { journal: new Journal(folder, recovered, options), recovered };
  }

  get nextSequence(): number {
    return this.#nextSequence;
  }

  /** Sequence of the last record known to survive a power cut; 0 if none. */
  get durableSequence(): number {
    return Math.max(this.#durableAtOpen, this.#committer.durable);
  }

  get bytes(): number {
    return this.#totalBytes;
  }

  /** The reason why no record is accepted any more. */
  get failure(): JournalFailed | undefined {
    const { failure } = this.#committer;
    if (this.#failure === undefined && failure !== undefined) this.#failure = failed(failure);
    return this.#failure;
  }

  /** Buffers a record that stands for `count` sequences and returns its first; nothing is written before `write`. */
  append(kind: number, time: number, payload: Uint8Array, count = 1): number {
    this.#mustWork();
    if (count < 1 || count > RECORD_COUNT_MAX) throw new RangeError(`a journal record stands for 1 to ${RECORD_COUNT_MAX} sequences`);
    if (payload.length > PAYLOAD_BYTES_MAX) throw new RangeError(`a journal record holds at most ${PAYLOAD_BYTES_MAX} bytes`);
    const needed = this.#used + RECORD_HEADER_BYTES + payload.length;
    if (needed > this.#buffer.bytes.length) this.#grow(needed);
    if (this.#used === 0) this.#durableBefore = this.durableSequence;
    const sequence = this.#nextSequence;
    this.#last = this.#used;
    this.#used = writeRecord(this.#buffer, this.#used, { sequence, count, time, kind, payload }, this.#durableBefore);
    this.#nextSequence += count;
    return sequence;
  }

  /** Adds one sequence to the last appended record and returns it; undefined once that record is written, or stands for as many as it can. */
  lengthen(): number | undefined {
    this.#mustWork();
    if (this.#used === 0 || recordCount(this.#buffer.view, this.#last) >= RECORD_COUNT_MAX) return undefined;
    lengthenRecord(this.#buffer, this.#last, this.#used);
    this.#nextSequence += 1;
    return this.#nextSequence - 1;
  }

  /** Passes the appended records to the system in one call. A full file is made durable and closed first. */
  write(): void {
    this.#mustWork();
    try {
      if (this.#used > 0 && this.#fileBytes >= this.#segmentBytes) this.#rotate();
      this.#flush();
    } catch (error) {
      this.#failure = failed(error);
      throw this.#failure;
    }
  }

  /** Requests that everything written so far be made durable, without waiting. */
  startCommit(): void {
    this.#mustWork();
    if (this.#requested === this.#written) return;
    this.#requested = this.#written;
    this.#committer.start(this.#file, this.#written);
    this.#mustWork();
  }

  /** Waits until `sequence`, whose commit was started, is durable. */
  waitFor(sequence: number): void {
    if (this.durableSequence >= sequence) return;
    this.#mustWork();
    this.#committer.wait(sequence);
    this.#mustWork();
  }

  /** Writes the appended records, and waits until all are durable. */
  commit(): void {
    this.write();
    this.#commitWritten();
  }

  /** Makes all records durable and closes the file. */
  close(): void {
    if (this.#file < 0) return;
    try {
      if (this.failure === undefined) this.commit();
    } finally {
      this.#committer.close();
      this.#closeFile();
    }
  }

  #commitWritten(): void {
    this.startCommit();
    this.waitFor(this.#written);
  }

  #flush(): void {
    let at = 0;
    while (at < this.#used) {
      const written = this.#files.write(this.#file, this.#buffer.bytes, at, this.#used - at);
      if (written <= 0) throw new Error('the disk wrote no bytes');
      at += written;
    }
    this.#fileBytes += this.#used;
    this.#totalBytes += this.#used;
    this.#used = 0;
    this.#written = this.#nextSequence - 1;
  }

  #grow(needed: number): void {
    const grown = recordBuffer(Math.max(needed, this.#buffer.bytes.length * 2));
    grown.bytes.set(this.#buffer.bytes.subarray(0, this.#used));
    this.#buffer = grown;
  }

  /** A later file proves that this one was durable; and no commit uses it once it is closed. */
  #rotate(): void {
    this.#commitWritten();
    this.#closeFile();
    this.#openSegment();
  }

  /** The number of a closed file may soon be that of another one. */
  #closeFile(): void {
    const file = this.#file;
    this.#file = -1;
    closeSync(file);
  }

  #openSegment(): void {
    const file = openSync(join(this.#folder, segmentName(this.#written + 1)), 'ax');
    try {
      const header = encodeSegmentHeader(this.#written + 1);
      if (writeSync(file, header) !== SEGMENT_HEADER_BYTES) throw new Error('the header of a journal file is incomplete');
      fsyncSync(file);
      syncFolder(this.#folder);
    } catch (error) {
      closeSync(file);
      throw error;
    }
    this.#file = file;
    this.#fileBytes = SEGMENT_HEADER_BYTES;
    this.#totalBytes += SEGMENT_HEADER_BYTES;
  }

  #mustWork(): void {
    const { failure } = this;
    if (failure !== undefined) throw failure;
    if (this.#file < 0) throw new JournalFailed('the journal is closed');
  }
}

const failed = (error: unknown): JournalFailed =>
  error instanceof JournalFailed
    ? error
    : new JournalFailed(`the journal could not be written: ${(error as Error).message}`, { cause: error });
