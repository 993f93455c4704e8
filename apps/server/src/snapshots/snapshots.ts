import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { brotliDecompressSync, constants, createBrotliCompress } from 'node:zlib';
import { syncFolder } from '../files/sync-folder.ts';
import { failPoint } from '../operation/fail-point.ts';

/**
 * A snapshot file: magic (8), version u32, zero u32, sequence f64, world length f64, SHA-256 of all other bytes (32),
 * world compressed by Brotli (uncompressed in version 1). Numbers are little-endian.
 */
export const SNAPSHOT_VERSION = 2;
const UNPACKED_VERSION = 1;
/** A fifth of the world's size; better levels take several times as long. */
const PACKING = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } };
export const SNAPSHOTS_KEPT = 3;

const MAGIC = Uint8Array.from([0x54, 0x44, 0x53, 0x4e, 0x41, 0x50, 0x53, 0x48]);
const FIELDS_BYTES = 32;
const HASH_BYTES = 32;
const HEADER_BYTES = FIELDS_BYTES + HASH_BYTES;
const SLICE_BYTES = 1 << 18;
const NAME = /^snapshot-(\d{16})\.snap$/;

export interface Snapshot {
  /** The last record included. */
  readonly sequence: number;
  readonly world: Uint8Array;
}

/** State hash of a world: hex SHA-256 of its canonical bytes. */
export const worldHash = (world: Uint8Array): string => createHash('sha256').update(world).digest('hex');

const nameOf = (sequence: number): string => `snapshot-${String(sequence).padStart(16, '0')}.snap`;

/** Snapshots of the world in one folder. */
export class SnapshotStore {
  readonly #folder: string;
  #last: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** Sequences of the snapshot files by name, newest first. */
  sequences(): readonly number[] {
    const found: number[] = [];
    for (const name of readdirSync(this.#folder)) {
      const match = NAME.exec(name);
      if (match !== null) found.push(Number(match[1]));
    }
    return found.sort((a, b) => b - a);
  }

  /** The newest valid snapshot without records after `atMost`; damaged ones are skipped and reported. */
  newest(atMost: number, onDamaged: (file: string) => void = () => undefined): Snapshot | undefined {
    for (const sequence of this.sequences()) {
      if (sequence > atMost) continue;
      const file = join(this.#folder, nameOf(sequence));
      const world = readWorld(new Uint8Array(readFileSync(file)), sequence);
      if (world !== undefined) return { sequence, world };
      onDamaged(file);
    }
    return undefined;
  }

  /**
   * Writes a temporary file, makes it durable, then renames it: a snapshot exists completely or not at all. Drops all
   * but the newest three and the newest without records after `needed`: a start cannot use a later one before the
   * history has caught up. Runs one at a time: the last snapshot of a run may coincide with another one, and each would
   * miss the other's files.
   */
  write(sequence: number, world: Uint8Array, needed: () => number = () => sequence): Promise<void> {
    const written = this.#last.then(() => this.#write(sequence, world, needed));
    this.#last = written.catch(() => undefined);
    return written;
  }

  async #write(sequence: number, world: Uint8Array, needed: () => number): Promise<void> {
    const final = join(this.#folder, nameOf(sequence));
    const beside = `${final}.writing`;
    failPoint('snapshot begun');
    const file = await open(beside, 'w');
    try {
      const fields = fieldsOf(sequence, world);
      const hash = createHash('sha256').update(fields);
      await writeAll(file, fields, 0);
      let at = HEADER_BYTES;
      for await (const part of packed(world)) {
        hash.update(part);
        await writeAll(file, part, at);
        at += part.length;
        failPoint('snapshot half written');
      }
      await writeAll(file, hash.digest(), FIELDS_BYTES);
      await file.sync();
    } finally {
      await file.close();
    }
    failPoint('snapshot written');
    await rename(beside, final);
    failPoint('snapshot named');
    syncFolder(this.#folder);
    this.#prune(needed());
  }

  #prune(needed: number): void {
    const sequences = this.sequences();
    const kept = new Set([...sequences.slice(0, SNAPSHOTS_KEPT), sequences.find((sequence) => sequence <= needed)]);
    for (const sequence of sequences.filter((one) => !kept.has(one))) rmSync(join(this.#folder, nameOf(sequence)), { force: true });
    for (const name of readdirSync(this.#folder)) {
      if (name.endsWith('.writing')) rmSync(join(this.#folder, name), { force: true });
    }
  }
}

/** In parts, between which the engine continues: the whole world at once would delay every order meanwhile. */
function packed(world: Uint8Array): AsyncIterable<Buffer> {
  const slices = function* (): Generator<Uint8Array> {
    for (let at = 0; at < world.length; at += SLICE_BYTES) yield world.subarray(at, at + SLICE_BYTES);
  };
  return Readable.from(slices(), { objectMode: false }).pipe(createBrotliCompress(PACKING));
}

function fieldsOf(sequence: number, world: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(FIELDS_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC, 0);
  view.setUint32(8, SNAPSHOT_VERSION, true);
  view.setFloat64(16, sequence, true);
  view.setFloat64(24, world.length, true);
  return bytes;
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at);
    if (bytesWritten <= 0) throw new Error('the disk wrote no bytes');
    at += bytesWritten;
  }
}

const selfHash = (fields: Uint8Array, content: Uint8Array): Buffer => createHash('sha256').update(fields).update(content).digest();

/** The world inside; undefined if the file is not a complete snapshot of this version. */
function readWorld(bytes: Uint8Array, sequence: number): Uint8Array | undefined {
  if (bytes.length < HEADER_BYTES || MAGIC.some((byte, at) => bytes[at] !== byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const content = bytes.subarray(HEADER_BYTES);
  const version = view.getUint32(8, true);
  if (view.getFloat64(16, true) !== sequence || (version !== SNAPSHOT_VERSION && version !== UNPACKED_VERSION)) return undefined;
  const stored = bytes.subarray(FIELDS_BYTES, HEADER_BYTES);
  if (!selfHash(bytes.subarray(0, FIELDS_BYTES), content).equals(stored)) return undefined;
  const world = version === UNPACKED_VERSION ? content : brotliDecompressSync(content);
  return world.length === view.getFloat64(24, true) ? world : undefined;
}
