/** Castagnoli polynomial, bit-reversed. */
const POLYNOMIAL = 0x82f63b78;
const SLICES = 8;
const BYTE_VALUES = 256;

/** Table k at `k * 256` advances a byte that is followed by k zero bytes. */
function buildTables(): Int32Array {
  const tables = new Int32Array(SLICES * BYTE_VALUES);
  for (let value = 0; value < BYTE_VALUES; value += 1) {
    let sum = value;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & 1) === 1 ? (sum >>> 1) ^ POLYNOMIAL : sum >>> 1;
    tables[value] = sum;
  }
  for (let at = BYTE_VALUES; at < tables.length; at += 1) {
    const before = tables[at - BYTE_VALUES] ?? 0;
    tables[at] = (before >>> 8) ^ (tables[before & 255] ?? 0);
  }
  return tables;
}

const TABLES = buildTables();

/** The tables are indexed inside their bounds; the zero only satisfies the compiler. */
const advanced = (at: number): number => TABLES[at] ?? 0;

/** State of a checksum after one more byte; a checksum starts with the state -1, and is the complement of the last one. */
export const crcStep = (state: number, byte: number): number => (state >>> 8) ^ advanced((state ^ byte) & 255);

/** CRC-32C of the bytes from `from` to before `to`, eight per step; the caller guarantees the range. */
export function crc32c(view: DataView, from: number, to: number): number {
  let sum = -1;
  let at = from;
  for (const last = to - SLICES; at <= last; at += SLICES) {
    const low = sum ^ view.getInt32(at, true);
    const high = view.getInt32(at + 4, true);
    sum =
      advanced(1792 + (low & 255)) ^
      advanced(1536 + ((low >>> 8) & 255)) ^
      advanced(1280 + ((low >>> 16) & 255)) ^
      advanced(1024 + (low >>> 24)) ^
      advanced(768 + (high & 255)) ^
      advanced(512 + ((high >>> 8) & 255)) ^
      advanced(256 + ((high >>> 16) & 255)) ^
      advanced(high >>> 24);
  }
  for (; at < to; at += 1) sum = crcStep(sum, view.getUint8(at));
  return (sum ^ -1) >>> 0;
}
