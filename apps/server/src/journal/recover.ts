import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { syncFolder } from '../files/sync-folder.ts';
import {
  DURABLE_BEFORE,
  JournalDamaged,
  RECORD_HEADER_BYTES,
  SEGMENT_HEADER_BYTES,
  readSegmentHeader,
  readSequence,
  sequenceOfName,
  soundRecordEnd,
  soundSegmentHeader,
  type JournalRecord,
} from './segment.ts';

/** What was cut from the end: a batch that was being written when the process or the machine stopped. */
export interface TornTail {
  readonly file: string;
  readonly offset: number;
  readonly bytes: number;
  /** Where the cut bytes lie now. */
  readonly savedAs: string;
}

export interface RecoveredJournal {
  /** Sequence the next record gets; 1 in an empty journal. */
  readonly nextSequence: number;
  /** The file to append to; undefined in an empty journal. */
  readonly lastFile?: string;
  readonly lastFileBytes: number;
  readonly totalBytes: number;
  readonly torn?: TornTail;
}

interface SegmentFile {
  readonly path: string;
  readonly firstSequence: number;
}

export function listSegments(folder: string): readonly SegmentFile[] {
  const found: SegmentFile[] = [];
  for (const name of readdirSync(folder)) {
    const firstSequence = sequenceOfName(name);
    if (firstSequence !== undefined) found.push({ path: join(folder, name), firstSequence });
  }
  return found.sort((a, b) => a.firstSequence - b.firstSequence);
}

/**
 * Reads and verifies the whole journal and hands out its records in order. A torn tail is cut and saved aside; any other damage
 * throws `JournalDamaged`, because records that were acknowledged would be lost.
 */
export function recoverJournal(folder: string, onRecord: (record: JournalRecord) => void): RecoveredJournal {
  const segments = listSegments(folder);
  let expected = 1;
  let totalBytes = 0;
  let lastFileBytes = 0;
  let lastFile: string | undefined;
  let torn: TornTail | undefined;
  for (const [at, segment] of segments.entries()) {
    const last = at === segments.length - 1;
    const read = readSegment(segment, expected, last, onRecord);
    expected = read.nextSequence;
    if (read.cutAt >= 0) torn = cutTail(folder, segment.path, read.bytes, read.cutAt);
    if (read.cutAt === 0) continue;
    lastFile = segment.path;
    lastFileBytes = read.cutAt > 0 ? read.cutAt : read.bytes.length;
    totalBytes += lastFileBytes;
  }
  return {
    nextSequence: expected,
    lastFileBytes,
    totalBytes,
    ...(lastFile === undefined ? {} : { lastFile }),
    ...(torn === undefined ? {} : { torn }),
  };
}

interface SegmentRead {
  readonly bytes: Uint8Array;
  readonly nextSequence: number;
  /** Offset from which the tail is torn; -1 when the segment is whole. */
  readonly cutAt: number;
}

function readSegment(segment: SegmentFile, first: number, last: boolean, onRecord: (record: JournalRecord) => void): SegmentRead {
  const { path } = segment;
  const bytes = new Uint8Array(readFileSync(path));
  const view = new DataView(bytes.buffer);
  if (bytes.length <= SEGMENT_HEADER_BYTES && last && !soundSegmentHeader(bytes, view)) return { bytes, nextSequence: first, cutAt: 0 };
  if (bytes.length < SEGMENT_HEADER_BYTES) throw new JournalDamaged(path, bytes.length, 'the file ends inside its header');
  const promised = readSegmentHeader(bytes, view, path);
  if (promised !== segment.firstSequence) throw new JournalDamaged(path, 16, `its name and its header (${promised}) disagree`);
  if (promised !== first) throw new JournalDamaged(path, 16, `it begins with record ${promised}, but record ${first} is missing`);
  let expected = first;
  let at = SEGMENT_HEADER_BYTES;
  while (at < bytes.length) {
    const end = soundRecordEnd(bytes, view, at);
    const sequence = end < 0 ? -1 : readSequence(view, at + 8);
    if (sequence !== expected) {
      refuseUnlessTail({ path, bytes, view, at, expected, last, sequence });
      return { bytes, nextSequence: expected, cutAt: at };
    }
    onRecord({
      sequence,
      time: view.getFloat64(at + 16, true),
      kind: (bytes[at + 24] ?? 0) & ~DURABLE_BEFORE,
      payload: bytes.subarray(at + RECORD_HEADER_BYTES, end),
    });
    expected += 1;
    at = end;
  }
  return { bytes, nextSequence: expected, cutAt: -1 };
}

/** A place where record `expected` should begin; `sequence` is what a sound record there says, -1 when there is none. */
interface Damage {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly at: number;
  readonly expected: number;
  readonly sequence: number;
  /** The segment is the newest one. */
  readonly last: boolean;
}

/**
 * Damage may be cut when nothing after it proves that it had been durable: a later file, or a sound record behind it that was
 * written after a successful sync.
 */
function refuseUnlessTail(damage: Damage): void {
  const { path, bytes, view, at, expected, last, sequence } = damage;
  const reason =
    sequence < 0 ? `record ${expected} is incomplete or its sum is wrong` : `record ${sequence} stands where ${expected} belongs`;
  if (!last) throw new JournalDamaged(path, at, reason);
  for (let scan = at; scan + RECORD_HEADER_BYTES <= bytes.length; scan += 1) {
    if (((bytes[scan + 24] ?? 0) & DURABLE_BEFORE) === 0 || readSequence(view, scan + 8) <= expected) continue;
    if (soundRecordEnd(bytes, view, scan) > 0) throw new JournalDamaged(path, at, `${reason}, and durable records follow it`);
  }
}

function cutTail(folder: string, path: string, bytes: Uint8Array, offset: number): TornTail {
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
    // Not even the header was written: the saved copy holds all there was, and the name must be free for the real segment.
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
