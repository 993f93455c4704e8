import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../files/sync-folder.ts';
import { failPoint } from '../operation/fail-point.ts';

/**
 * A snapshot file: magic (8), version u32, zero u32, sequence f64, world length f64, SHA-256 of everything but itself (32), world.
 * Numbers are little-endian.
 */
export const SNAPSHOT_VERSION = 1;
export const SNAPSHOTS_KEPT = 3;

const MAGIC = Uint8Array.from([0x54, 0x44, 0x53, 0x4e, 0x41, 0x50, 0x53, 0x48]);
const FIELDS_BYTES = 32;
const HASH_BYTES = 32;
const HEADER_BYTES = FIELDS_BYTES + HASH_BYTES;
const SLICE_BYTES = 1 << 18;
const NAME = /^snapshot-(\d{16})\.snap$/;

export interface Snapshot {
  /** The last record that is in it. */
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

  /** Sequences of the files that call themselves snapshots, newest first. */
  sequences(): readonly number[] {
    const found: number[] = [];
    for (const name of readdirSync(this.#folder)) {
      const match = NAME.exec(name);
      if (match !== null) found.push(Number(match[1]));
    }
    return found.sort((a, b) => b - a);
  }

  /** The newest whole and sound snapshot that holds no record after `atMost`; damaged ones are passed over and reported. */
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
   * Writes beside, makes durable, then gives it its name: a snapshot is there whole or not at all. Drops all but the newest three.
   * One after the other: the last of a run may come while one is being written, and what one tidies up the other would miss.
   */
  write(sequence: number, world: Uint8Array): Promise<void> {
    const written = this.#last.then(() => this.#write(sequence, world));
    this.#last = written.catch(() => undefined);
    return written;
  }

  async #write(sequence: number, world: Uint8Array): Promise<void> {
    const final = join(this.#folder, nameOf(sequence));
    const beside = `${final}.writing`;
    failPoint('snapshot begun');
    const file = await open(beside, 'w');
    try {
      const fields = fieldsOf(sequence, world);
      const hash = createHash('sha256').update(fields);
      await writeAll(file, fields, 0);
      // In slices, between which the engine goes on: the whole world at once would hold up every order that comes meanwhile.
      for (let at = 0; at < world.length; at += SLICE_BYTES) {
        const slice = world.subarray(at, at + SLICE_BYTES);
        hash.update(slice);
        await writeAll(file, slice, HEADER_BYTES + at);
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
    this.#prune();
  }

  #prune(): void {
    for (const sequence of this.sequences().slice(SNAPSHOTS_KEPT)) rmSync(join(this.#folder, nameOf(sequence)), { force: true });
    for (const name of readdirSync(this.#folder)) {
      if (name.endsWith('.writing')) rmSync(join(this.#folder, name), { force: true });
    }
  }
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
    if (bytesWritten <= 0) throw new Error('the disk took no bytes');
    at += bytesWritten;
  }
}

const selfHash = (fields: Uint8Array, world: Uint8Array): Buffer => createHash('sha256').update(fields).update(world).digest();

/** The world inside; undefined when the file is not a whole snapshot of this version. */
function readWorld(bytes: Uint8Array, sequence: number): Uint8Array | undefined {
  if (bytes.length < HEADER_BYTES || MAGIC.some((byte, at) => bytes[at] !== byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const world = bytes.subarray(HEADER_BYTES);
  if (view.getUint32(8, true) !== SNAPSHOT_VERSION) return undefined;
  if (view.getFloat64(16, true) !== sequence || view.getFloat64(24, true) !== world.length) return undefined;
  const stored = bytes.subarray(FIELDS_BYTES, HEADER_BYTES);
  return selfHash(bytes.subarray(0, FIELDS_BYTES), world).equals(stored) ? world : undefined;
}
