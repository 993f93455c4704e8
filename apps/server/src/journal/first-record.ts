import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { crc32c } from './crc32c.ts';
import { listSegments } from './segment-files.ts';
import {
  PAYLOAD_BYTES_MAX,
  RECORD_HEADER_BYTES,
  SEGMENT_HEADER_BYTES,
  isSound,
  readRecord,
  readSegmentHeader,
  recordEnd,
  type JournalRecord,
} from './segment.ts';

/** The first record of a journal; undefined without a whole one. Throws as `readSegmentHeader` does. */
export function firstRecord(folder: string): JournalRecord | undefined {
  const path = existsSync(folder) ? listSegments(folder)[0]?.path : undefined;
  if (path === undefined) return undefined;
  const bytes = readBeginning(path);
  if (bytes.length < SEGMENT_HEADER_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const { layout } = readSegmentHeader(bytes, view, path);
  const end = recordEnd(view, SEGMENT_HEADER_BYTES, layout.headerBytes);
  const sound = end > 0 && isSound(view, SEGMENT_HEADER_BYTES, end, (from, to) => crc32c(view, from, to));
  return sound ? readRecord({ bytes, view }, layout, SEGMENT_HEADER_BYTES, end) : undefined;
}

/** As much of a file as its header and one record may need. */
function readBeginning(path: string): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(SEGMENT_HEADER_BYTES + RECORD_HEADER_BYTES + PAYLOAD_BYTES_MAX);
    return bytes.subarray(0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}
