import { crc32c } from './crc32c.ts';

/**
 * A segment file: a header, then records without gaps.
 *
 * Header: magic (8), version u32, CRC-32C u32 of what follows, sequence of the first record (u32 low, u32 high).
 * Record: payload length u32, CRC-32C u32 of all that follows, sequence (u32 low, u32 high), time f64, kind u8, payload.
 * Numbers are little-endian. The top bit of the kind says that everything before the record was durable when it was written.
 */
export const SEGMENT_VERSION = 1;
export const SEGMENT_HEADER_BYTES = 24;
export const RECORD_HEADER_BYTES = 25;
export const PAYLOAD_BYTES_MAX = 1 << 20;
export const DURABLE_BEFORE = 0x80;

const MAGIC = Uint8Array.from([0x54, 0x41, 0x50, 0x45, 0x44, 0x45, 0x43, 0x4b]);
const TWO_32 = 2 ** 32;
const NAME = /^journal-(\d{16})\.seg$/;

export const segmentName = (firstSequence: number): string => `journal-${String(firstSequence).padStart(16, '0')}.seg`;

/** The first sequence a file name promises; undefined for other files. */
export function sequenceOfName(name: string): number | undefined {
  const match = NAME.exec(name);
  return match === null ? undefined : Number(match[1]);
}

export class JournalDamaged extends Error {
  override readonly name = 'JournalDamaged';
  readonly file: string;
  readonly offset: number;

  constructor(file: string, offset: number, reason: string) {
    super(`journal file ${file} is damaged at byte ${offset}: ${reason}`);
    this.file = file;
    this.offset = offset;
  }
}

export class JournalTooNew extends Error {
  override readonly name = 'JournalTooNew';
}

export function encodeSegmentHeader(firstSequence: number): Uint8Array {
  const bytes = new Uint8Array(SEGMENT_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC, 0);
  view.setUint32(8, SEGMENT_VERSION, true);
  view.setUint32(16, firstSequence % TWO_32, true);
  view.setUint32(20, Math.floor(firstSequence / TWO_32), true);
  view.setUint32(12, crc32c(view, 16, SEGMENT_HEADER_BYTES), true);
  return bytes;
}

/** First sequence of a segment; throws `JournalTooNew` or `JournalDamaged`. */
export function readSegmentHeader(bytes: Uint8Array, view: DataView, file: string): number {
  if (MAGIC.some((byte, at) => bytes[at] !== byte)) throw new JournalDamaged(file, 0, 'it does not begin as a journal does');
  const version = view.getUint32(8, true);
  if (version > SEGMENT_VERSION) {
    throw new JournalTooNew(`journal file ${file} has format ${version}; this server reads up to ${SEGMENT_VERSION}. Use a newer server.`);
  }
  if (view.getUint32(12, true) !== crc32c(view, 16, SEGMENT_HEADER_BYTES)) throw new JournalDamaged(file, 8, 'bad sum in the header');
  return readSequence(view, 16);
}

/** False for a header that was being written when the machine stopped; records are only written once it is durable. */
export function soundSegmentHeader(bytes: Uint8Array, view: DataView): boolean {
  if (bytes.length < SEGMENT_HEADER_BYTES || MAGIC.some((byte, at) => bytes[at] !== byte)) return false;
  return view.getUint32(8, true) > SEGMENT_VERSION || view.getUint32(12, true) === crc32c(view, 16, SEGMENT_HEADER_BYTES);
}

export const readSequence = (view: DataView, at: number): number => view.getUint32(at + 4, true) * TWO_32 + view.getUint32(at, true);

/** Bytes to write records into, and a view on all of them. */
export interface RecordBuffer {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

export const recordBuffer = (length: number): RecordBuffer => {
  const bytes = new Uint8Array(length);
  return { bytes, view: new DataView(bytes.buffer) };
};

/** Writes a record at `at`; the caller made room for `RECORD_HEADER_BYTES + payload.length`. */
export function writeRecord({ bytes, view }: RecordBuffer, at: number, record: JournalRecord, flags: number): number {
  const end = at + RECORD_HEADER_BYTES + record.payload.length;
  view.setUint32(at, record.payload.length, true);
  view.setUint32(at + 8, record.sequence % TWO_32, true);
  view.setUint32(at + 12, Math.floor(record.sequence / TWO_32), true);
  view.setFloat64(at + 16, record.time, true);
  view.setUint8(at + 24, record.kind | flags);
  bytes.set(record.payload, at + RECORD_HEADER_BYTES);
  view.setUint32(at + 4, crc32c(view, at + 8, end), true);
  return end;
}

export interface JournalRecord {
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** 0 to 127; what it means is its writer's business. */
  readonly kind: number;
  /** Valid only during the call that hands it out. */
  readonly payload: Uint8Array;
}

/** End of the whole and sound record at `at`; -1 when there is none. */
export function soundRecordEnd(bytes: Uint8Array, view: DataView, at: number): number {
  if (at + RECORD_HEADER_BYTES > bytes.length) return -1;
  const length = view.getUint32(at, true);
  const end = at + RECORD_HEADER_BYTES + length;
  if (length > PAYLOAD_BYTES_MAX || end > bytes.length) return -1;
  return view.getUint32(at + 4, true) === crc32c(view, at + 8, end) ? end : -1;
}
