import { crc32c } from './crc32c.ts';

/**
 * A segment file: a header, then records without gaps.
 *
 * Header: magic (8), version u32, CRC-32C u32 of the rest of the header, sequence of the first record (u32 low, u32
 * high). Record: payload length u32, CRC-32C u32 of the rest of the record, sequence (u32 low, u16 high), count u16,
 * time f64, kind u8, unconfirmed u32, payload. A record covers `count` sequences from its own on; 0, as in earlier
 * versions, means one. Numbers are little-endian. `unconfirmed` counts the records directly before this one that the
 * disk had not confirmed when this one was written: it proves that all earlier ones are durable. In version 1, the top
 * bit of the kind stood for a count of zero, and there was no count.
 */
export const SEGMENT_VERSION = 4;
export const SEGMENT_HEADER_BYTES = 24;
export const RECORD_HEADER_BYTES = 29;
export const PAYLOAD_BYTES_MAX = 1 << 20;
export const RECORD_COUNT_MAX = 65_535;

const MAGIC = Uint8Array.from([0x54, 0x41, 0x50, 0x45, 0x44, 0x45, 0x43, 0x4b]);
const TWO_32 = 2 ** 32;
/** This many unconfirmed records or more: the record proves nothing. */
const UNCONFIRMED_MAX = TWO_32 - 1;
const NAME = /^journal-(\d{16})\.seg$/;
const SEQUENCE_AT = 8;
const SEQUENCE_HIGH_AT = 12;
const COUNT_AT = 14;
const KIND_AT = 24;
const UNCONFIRMED_AT = 25;
const DURABLE_BEFORE_IN_1 = 0x80;

export const segmentName = (firstSequence: number): string => `journal-${String(firstSequence).padStart(16, '0')}.seg`;

/** The first sequence in a file name; undefined for other files. */
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

/** Layout of the records of one version. */
export interface RecordLayout {
  readonly version: number;
  readonly headerBytes: number;
  kind(view: DataView, at: number): number;
  /** The last record that was durable when the one at `at` was written; 0 if unknown. */
  durableBefore(view: DataView, at: number): number;
}

const kindOf = (view: DataView, at: number): number => view.getUint8(at + KIND_AT);

function durableBefore(view: DataView, at: number): number {
  const unconfirmed = view.getUint32(at + UNCONFIRMED_AT, true);
  return unconfirmed === UNCONFIRMED_MAX ? 0 : recordSequence(view, at) - 1 - unconfirmed;
}

const LAYOUTS: readonly RecordLayout[] = [
  {
    version: 1,
    headerBytes: 25,
    kind: (view, at) => view.getUint8(at + KIND_AT) & ~DURABLE_BEFORE_IN_1,
    durableBefore: (view, at) => ((view.getUint8(at + KIND_AT) & DURABLE_BEFORE_IN_1) === 0 ? 0 : recordSequence(view, at) - 1),
  },
  ...[2, 3, SEGMENT_VERSION].map((version) => ({ version, headerBytes: RECORD_HEADER_BYTES, kind: kindOf, durableBefore })),
];

/** First sequence and layout of a segment; throws `JournalTooNew` or `JournalDamaged`. */
export function readSegmentHeader(
  bytes: Uint8Array,
  view: DataView,
  file: string,
): { readonly first: number; readonly layout: RecordLayout } {
  if (MAGIC.some((byte, at) => bytes[at] !== byte)) throw new JournalDamaged(file, 0, 'it does not begin like a journal');
  const version = view.getUint32(8, true);
  if (version > SEGMENT_VERSION) {
    throw new JournalTooNew(`journal file ${file} has format ${version}; this server reads up to ${SEGMENT_VERSION}. Use a newer server.`);
  }
  const layout = LAYOUTS.find((one) => one.version === version);
  if (layout === undefined) throw new JournalDamaged(file, 8, `there is no format ${version}`);
  if (view.getUint32(12, true) !== crc32c(view, 16, SEGMENT_HEADER_BYTES))
    throw new JournalDamaged(file, 8, 'wrong checksum in the header');
  return { first: readSequence(view, 16), layout };
}

/** False for a header that was being written when the machine stopped; records are only written once it is durable. */
export function soundSegmentHeader(bytes: Uint8Array, view: DataView): boolean {
  if (bytes.length < SEGMENT_HEADER_BYTES || MAGIC.some((byte, at) => bytes[at] !== byte)) return false;
  return view.getUint32(8, true) > SEGMENT_VERSION || view.getUint32(12, true) === crc32c(view, 16, SEGMENT_HEADER_BYTES);
}

const readSequence = (view: DataView, at: number): number => view.getUint32(at + 4, true) * TWO_32 + view.getUint32(at, true);

/** The sequence of the record at `at`, its first one. */
export const recordSequence = (view: DataView, at: number): number =>
  view.getUint16(at + SEQUENCE_HIGH_AT, true) * TWO_32 + view.getUint32(at + SEQUENCE_AT, true);

/** How many sequences the record at `at` stands for. */
export const recordCount = (view: DataView, at: number): number => Math.max(1, view.getUint16(at + COUNT_AT, true));

/** Buffer for records, and a view of it. */
export interface RecordBuffer {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

export const recordBuffer = (length: number): RecordBuffer => {
  const bytes = new Uint8Array(length);
  return { bytes, view: new DataView(bytes.buffer) };
};

/**
 * Writes a record at `at` while `durable` is the last record that the disk has confirmed; the caller has reserved
 * `RECORD_HEADER_BYTES + payload.length`.
 */
export function writeRecord({ bytes, view }: RecordBuffer, at: number, record: JournalRecord, durable: number): number {
  const end = at + RECORD_HEADER_BYTES + record.payload.length;
  view.setUint32(at, record.payload.length, true);
  view.setUint32(at + SEQUENCE_AT, record.sequence % TWO_32, true);
  view.setUint16(at + SEQUENCE_HIGH_AT, Math.floor(record.sequence / TWO_32), true);
  view.setUint16(at + COUNT_AT, record.count, true);
  view.setFloat64(at + 16, record.time, true);
  view.setUint8(at + KIND_AT, record.kind);
  view.setUint32(at + UNCONFIRMED_AT, Math.min(UNCONFIRMED_MAX, record.sequence - 1 - durable), true);
  bytes.set(record.payload, at + RECORD_HEADER_BYTES);
  view.setUint32(at + 4, crc32c(view, at + 8, end), true);
  return end;
}

/** Adds one sequence to a record from `at` to `end`. */
export function lengthenRecord({ view }: RecordBuffer, at: number, end: number): void {
  view.setUint16(at + COUNT_AT, recordCount(view, at) + 1, true);
  view.setUint32(at + 4, crc32c(view, at + 8, end), true);
}

export interface JournalRecord {
  readonly sequence: number;
  /** How many sequences, from that one on, the record stands for. */
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** 0 to 127; the writer defines its meaning. */
  readonly kind: number;
  /** Valid only during the call that receives it. */
  readonly payload: Uint8Array;
}

/** The record from `at` to `end`, which is sound. */
export const readRecord = ({ bytes, view }: RecordBuffer, layout: RecordLayout, at: number, end: number): JournalRecord => ({
  sequence: recordSequence(view, at),
  count: recordCount(view, at),
  time: view.getFloat64(at + 16, true),
  kind: layout.kind(view, at),
  payload: bytes.subarray(at + layout.headerBytes, end),
});

/** End of the record at `at`, from its header size and length alone; -1 if the bytes end before. */
export function recordEnd(view: DataView, at: number, headerBytes: number): number {
  if (at + headerBytes > view.byteLength) return -1;
  const length = view.getUint32(at, true);
  const end = at + headerBytes + length;
  return length > PAYLOAD_BYTES_MAX || end > view.byteLength ? -1 : end;
}

/** Whether the record from `at` to `end` has the checksum that it states; `sumOf` computes the checksum of a range. */
export const isSound = (view: DataView, at: number, end: number, sumOf: (from: number, to: number) => number): boolean =>
  view.getUint32(at + 4, true) === sumOf(at + 8, end);
