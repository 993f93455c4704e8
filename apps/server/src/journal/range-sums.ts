import { crcStep } from './crc32c.ts';

/** Distance of stored states; the bytes in between are processed one by one. */
const STRIDE = 16;
const BYTE_VALUES = 256;
const STATE_BYTES = 4;
/** Powers of two of a distance in bytes: enough for a file. */
const POWERS = 31;

/** Table k holds the effect of 2^k zero bytes on each byte of a state. The new state is the XOR of the results of its four bytes. */
function buildTables(): readonly Int32Array[] {
  const tables: Int32Array[] = [];
  for (let power = 0; power < POWERS; power += 1) {
    const before = tables.at(-1);
    const follow = (state: number): number => (before === undefined ? crcStep(state, 0) : through(before, through(before, state)));
    tables.push(Int32Array.from({ length: STATE_BYTES * BYTE_VALUES }, (_, at) => follow((at % BYTE_VALUES) << (8 * (at >> 8)))));
  }
  return tables;
}

const entry = (table: Int32Array, at: number): number => table[at] ?? 0;

const through = (table: Int32Array, state: number): number =>
  entry(table, state & 255) ^
  entry(table, 256 + ((state >>> 8) & 255)) ^
  entry(table, 512 + ((state >>> 16) & 255)) ^
  entry(table, 768 + (state >>> 24));

/**
 * CRC-32C of any range of some bytes, after one pass over them. The checksum is linear: the state at the end of a
 * range, less the state at its start advanced by the length, is the state of the range alone.
 */
export class RangeSums {
  readonly #bytes: Uint8Array;
  readonly #begin: number;
  readonly #states: Int32Array;
  readonly #tables = buildTables();

  /** Ranges begin at `begin` or later. */
  constructor(bytes: Uint8Array, begin: number) {
    this.#bytes = bytes;
    this.#begin = begin;
    this.#states = new Int32Array(Math.floor((bytes.length - begin) / STRIDE) + 1);
    for (let at = 1; at < this.#states.length; at += 1) this.#states[at] = this.#stateAt(begin + at * STRIDE, at - 1);
  }

  /** The checksum of the bytes from `from` to before `to`. */
  of(from: number, to: number): number {
    let begun = this.#stateAt(from) ^ -1;
    for (let left = to - from, power = 0; left > 0; left >>>= 1, power += 1) {
      const table = (left & 1) === 1 ? this.#tables[power] : undefined;
      if (table !== undefined) begun = through(table, begun);
    }
    return (this.#stateAt(to) ^ begun ^ -1) >>> 0;
  }

  /** State after the bytes before `end`, computed from the stored state `kept`. */
  #stateAt(end: number, kept = Math.floor((end - this.#begin) / STRIDE)): number {
    let state = this.#states[kept] ?? 0;
    for (let at = this.#begin + kept * STRIDE; at < end; at += 1) state = crcStep(state, this.#bytes[at] ?? 0);
    return state;
  }
}
