import { closeSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';

const LENGTH_BYTES = 4;

/** A queue in a file, for data too large for memory. It ends with the process, because the journal has all of it. */
export class OverflowFile<Item> {
  readonly #path: string;
  #file = -1;
  #readAt = 0;
  #end = 0;

  constructor(path: string) {
    this.#path = path;
    rmSync(path, { force: true });
  }

  get isEmpty(): boolean {
    return this.#readAt === this.#end;
  }

  /** Throws when the disk is full; earlier data stays. */
  push(item: Item): void {
    if (this.#file < 0) this.#file = openSync(this.#path, 'w+', 0o600);
    const bytes = serialize(item);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(bytes.length);
    this.#write(length, this.#end);
    this.#write(bytes, this.#end + LENGTH_BYTES);
    this.#end += LENGTH_BYTES + bytes.length;
  }

  /** Removes and returns the oldest one. */
  shift(): Item | undefined {
    if (this.isEmpty) return undefined;
    const length = this.#read(this.#readAt, LENGTH_BYTES).readUInt32LE();
    const item = deserialize(this.#read(this.#readAt + LENGTH_BYTES, length)) as Item;
    this.#readAt += LENGTH_BYTES + length;
    if (this.#readAt === this.#end) this.#clear();
    return item;
  }

  close(): void {
    if (this.#file >= 0) closeSync(this.#file);
    this.#file = -1;
    rmSync(this.#path, { force: true });
  }

  #clear(): void {
    ftruncateSync(this.#file);
    this.#readAt = 0;
    this.#end = 0;
  }

  #write(bytes: Uint8Array, position: number): void {
    for (let at = 0; at < bytes.length;) {
      const written = writeSync(this.#file, bytes, at, bytes.length - at, position + at);
      if (written <= 0) throw new Error('the disk wrote no bytes');
      at += written;
    }
  }

  #read(position: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    for (let at = 0; at < length;) {
      const got = readSync(this.#file, bytes, at, length - at, position + at);
      if (got <= 0) throw new Error(`${this.#path} ends too early`);
      at += got;
    }
    return bytes;
  }
}
