import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { syncFolder } from '../files/sync-folder.ts';
import { crc32c } from './crc32c.ts';
import { firstRecord } from './first-record.ts';
import { RangeSums } from './range-sums.ts';
import { listSegments, type SegmentFile } from './segment-files.ts';
import {
  JournalDamaged,
  SEGMENT_HEADER_BYTES,
  isSound,
  readRecord,
  readSegmentHeader,
  recordEnd,
  recordSequence,
  soundSegmentHeader,
  type JournalRecord,
  type RecordLayout,
} from './segment.ts';

/** The removed tail: a batch that was being written when the process or the machine stopped. */
export interface TornTail {
  readonly file: string;
  readonly offset: number;
  readonly bytes: number;
  /** Location of the removed bytes. */
  readonly savedAs: string;
}

/** Sentence for the operator about a removed tail. */
export const tornNote = ({ file, offset, bytes, savedAs }: TornTail): string =>
  `an incomplete batch of ${bytes} bytes was cut from ${file} at byte ${offset} and saved as ${savedAs}`;

export interface RecoveredJournal {
  /** Sequence of the next record; 1 in an empty journal. */
  readonly nextSequence: number;
  /** The file to append to; undefined in an empty journal. */
  readonly lastFile?: string;
  readonly lastFileBytes: number;
  /** Format of that file. */
  readonly lastFileVersion: number;
  readonly totalBytes: number;
  readonly torn?: TornTail;
}

/** Where a torn tail begins. */
interface Cut {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly at: number;
}

/** Whether a record other than record 1 may be the first one of a journal. */
export type Opens = (first: JournalRecord) => boolean;

/**
 * Reads and verifies the whole journal and returns its records in order, without a change to its files. Damage before
 * the tail throws `JournalDamaged`, because acknowledged records would be lost.
 */
export function readJournal(
  folder: string,
  onRecord: (record: JournalRecord) => void,
  opens: Opens = () => false,
): Omit<RecoveredJournal, 'torn'> & { readonly cut?: Cut } {
  const segments = listSegments(folder);
  let expected = beginningOf(folder, segments, opens);
  let totalBytes = 0;
  let lastFileBytes = 0;
  let lastFileVersion = 0;
  let lastFile: string | undefined;
  let cut: Cut | undefined;
  for (const [at, segment] of segments.entries()) {
    const place = at === segments.length - 1 ? 'last' : 'inside';
    const read = readSegment(segment, expected, place, onRecord);
    expected = read.nextSequence;
    if (read.cutAt >= 0) cut = { path: segment.path, bytes: read.bytes, at: read.cutAt };
    if (read.cutAt === 0) continue;
    lastFile = segment.path;
    lastFileVersion = read.version;
    lastFileBytes = read.cutAt > 0 ? read.cutAt : read.bytes.length;
    totalBytes += lastFileBytes;
  }
  return {
    nextSequence: expected,
    lastFileBytes,
    lastFileVersion,
    totalBytes,
    ...(lastFile === undefined ? {} : { lastFile }),
    ...(cut === undefined ? {} : { cut }),
  };
}

/** Reads the journal as `readJournal` does, and removes a torn tail, which is saved aside. */
export function recoverJournal(folder: string, onRecord: (record: JournalRecord) => void, opens?: Opens): RecoveredJournal {
  const { cut, ...read } = readJournal(folder, onRecord, opens);
  return cut === undefined ? read : { ...read, torn: cutTail(folder, cut) };
}

/**
 * Reads the whole records from `from`, or from the first one, up to `upTo` of a journal that is being written, and returns the sequence after them. The caller
 * knows that they are durable; the file may end inside a later record.
 */
export function readRunning(
  folder: string,
  { from, upTo }: { readonly from?: number | undefined; readonly upTo: number },
  onRecord: (record: JournalRecord) => void,
): number {
  const segments = listSegments(folder);
  let next = from ?? segments[0]?.firstSequence ?? 1;
  for (const [at, segment] of segments.entries()) {
    const following = segments[at + 1]?.firstSequence ?? Infinity;
    if (following <= next || segment.firstSequence > upTo) continue;
    readSegment(segment, segment.firstSequence, following === Infinity ? 'running' : 'inside', (record) => {
      const end = record.sequence + record.count;
      if (record.sequence !== next || end - 1 > upTo) return;
      onRecord(record);
      next = end;
    });
  }
  return next;
}

/** Where a file stands in the journal; the last one of a running journal is being written. */
type Place = 'inside' | 'last' | 'running';

/** The record that a journal must begin with. */
function beginningOf(folder: string, [first]: readonly SegmentFile[], opens: Opens): number {
  if (first === undefined || first.firstSequence === 1) return 1;
  const record = firstRecord(folder);
  return record !== undefined && opens(record) ? first.firstSequence : 1;
}

interface SegmentRead {
  readonly bytes: Uint8Array;
  /** 0 without a complete header. */
  readonly version: number;
  readonly nextSequence: number;
  /** Offset of the torn tail; -1 if the segment is complete. */
  readonly cutAt: number;
}

function readSegment(segment: SegmentFile, first: number, place: Place, onRecord: (record: JournalRecord) => void): SegmentRead {
  const { path } = segment;
  const bytes = new Uint8Array(readFileSync(path));
  const view = new DataView(bytes.buffer);
  if (bytes.length <= SEGMENT_HEADER_BYTES && place !== 'inside' && !soundSegmentHeader(bytes, view))
    return { bytes, version: 0, nextSequence: first, cutAt: 0 };
  if (bytes.length < SEGMENT_HEADER_BYTES) throw new JournalDamaged(path, bytes.length, 'the file ends inside its header');
  const { first: promised, layout } = readSegmentHeader(bytes, view, path);
  const { version, headerBytes } = layout;
  if (promised !== segment.firstSequence) throw new JournalDamaged(path, 16, `its name does not match its header (${promised})`);
  if (promised !== first) throw new JournalDamaged(path, 16, `it begins with record ${promised}, but record ${first} is expected`);
  const sumOf = (from: number, to: number): number => crc32c(view, from, to);
  let expected = first;
  let at = SEGMENT_HEADER_BYTES;
  while (at < bytes.length) {
    const end = recordEnd(view, at, headerBytes);
    const sequence = end > 0 && isSound(view, at, end, sumOf) ? recordSequence(view, at) : -1;
    if (sequence !== expected) {
      if (place !== 'running') refuseUnlessTail({ path, bytes, view, layout, at, expected, last: place === 'last', sequence });
      return { bytes, version, nextSequence: expected, cutAt: at };
    }
    const record = readRecord({ bytes, view }, layout, at, end);
    onRecord(record);
    expected += record.count;
    at = end;
  }
  return { bytes, version, nextSequence: expected, cutAt: -1 };
}

/** The expected start of record `expected`; `sequence` is that of a valid record there, -1 if none. */
interface Damage {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly layout: RecordLayout;
  readonly at: number;
  readonly expected: number;
  readonly sequence: number;
  /** The segment is the newest one. */
  readonly last: boolean;
}

/**
 * A damaged tail may be removed unless something after it proves that it was durable: a later file, or a valid later
 * record written after the disk had confirmed the damaged one.
 */
function refuseUnlessTail(damage: Damage): void {
  const { path, bytes, view, layout, at, expected, last, sequence } = damage;
  const { headerBytes } = layout;
  const reason =
    sequence < 0 ? `record ${expected} is incomplete or its checksum is wrong` : `found record ${sequence} in place of record ${expected}`;
  if (!last) throw new JournalDamaged(path, at, reason);
  // Any byte may look like the start of a record: computing each checksum from scratch would take minutes.
  const sums = new RangeSums(bytes, at);
  const sumOf = (from: number, to: number): number => sums.of(from, to);
  for (let scan = at; scan + headerBytes <= bytes.length; scan += 1) {
    if (recordSequence(view, scan) <= expected || layout.durableBefore(view, scan) < expected) continue;
    const end = recordEnd(view, scan, headerBytes);
    if (end > 0 && isSound(view, scan, end, sumOf)) throw new JournalDamaged(path, at, `${reason}, and durable records follow it`);
  }
}

function cutTail(folder: string, { path, bytes, at: offset }: Cut): TornTail {
  let savedAs = '';
  for (let number = 1; savedAs === ''; number += 1) {
    const candidate = join(folder, `${basename(path)}.${offset}-${number}.torn`);
    try {
      writeFileSync(candidate, bytes.subarray(offset), { flag: 'wx', flush: true });
      savedAs = candidate;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  if (offset === 0) {
    // Not even the header was complete: the saved copy holds all bytes, and the name must be free for the real segment.
    renameSync(path, savedAs);
  } else {
    const file = openSync(path, 'r+');
    try {
      ftruncateSync(file, offset);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }
  syncFolder(folder);
  return { file: path, offset, bytes: bytes.length - offset, savedAs };
}
