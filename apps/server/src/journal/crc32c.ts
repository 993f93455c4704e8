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

/** CRC-32C of `bytes[from..to)`, eight bytes a step; the caller vouches for the range. */
// eslint-disable-next-line complexity -- unrolled; the fall-backs are counted as branches
export function crc32c(bytes: Uint8Array, from: number, to: number): number {
  const t = TABLES;
  let sum = -1;
  let at = from;
  for (const last = to - SLICES; at <= last; at += SLICES) {
    // Indexes are masked to their table, so the fall-back zeros are never taken; they only satisfy the checker.
    const low = sum ^ ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24));
    sum =
      (t[1792 + (low & 255)] ?? 0) ^
      (t[1536 + ((low >>> 8) & 255)] ?? 0) ^
      (t[1280 + ((low >>> 16) & 255)] ?? 0) ^
      (t[1024 + (low >>> 24)] ?? 0) ^
      (t[768 + (bytes[at + 4] ?? 0)] ?? 0) ^
      (t[512 + (bytes[at + 5] ?? 0)] ?? 0) ^
      (t[256 + (bytes[at + 6] ?? 0)] ?? 0) ^
      (t[bytes[at + 7] ?? 0] ?? 0);
  }
  for (; at < to; at += 1) sum = (sum >>> 8) ^ (t[(sum ^ (bytes[at] ?? 0)) & 255] ?? 0);
  return (sum ^ -1) >>> 0;
}
