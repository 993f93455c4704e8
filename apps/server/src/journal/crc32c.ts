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

/** Lists are indexed inside their bounds; the zero only satisfies the checker. */
const item = (list: Int32Array | Uint8Array, at: number): number => list[at] ?? 0;

/** CRC-32C of `bytes[from..to)`, eight bytes a step; the caller vouches for the range. */

export function crc32c(bytes: Uint8Array, from: number, to: number): number {
  const t = TABLES;
  let sum = -1;
  let at = from;
  for (const last = to - SLICES; at <= last; at += SLICES) {
    const low = sum ^ (item(bytes, at) | (item(bytes, at + 1) << 8) | (item(bytes, at + 2) << 16) | (item(bytes, at + 3) << 24));
    sum =
      item(t, 1792 + (low & 255)) ^
      item(t, 1536 + ((low >>> 8) & 255)) ^
      item(t, 1280 + ((low >>> 16) & 255)) ^
      item(t, 1024 + (low >>> 24)) ^
      item(t, 768 + item(bytes, at + 4)) ^
      item(t, 512 + item(bytes, at + 5)) ^
      item(t, 256 + item(bytes, at + 6)) ^
      item(t, item(bytes, at + 7));
  }
  for (; at < to; at += 1) sum = (sum >>> 8) ^ item(t, (sum ^ item(bytes, at)) & 255);
  return (sum ^ -1) >>> 0;
}
