/** Writes state as canonical bytes: the same state gives the same bytes on every machine. */
export interface StateWriter {
  /** A signed safe integer or any other double, without loss. */
  number(value: number): void;
  bigint(value: bigint): void;
  text(value: string): void;
  boolean(value: boolean): void;
  bytes(value: Uint8Array): void;
}

/** Reads in the order of writing; throws `StateUnreadable` on malformed bytes. */
export interface StateReader {
  number(): number;
  bigint(): bigint;
  text(): string;
  boolean(): boolean;
  bytes(): Uint8Array;
}

export class StateUnreadable extends Error {
  override readonly name: string = 'StateUnreadable';
}

/** The bytes are complete, but another version wrote them. */
export class StateOfAnotherVersion extends StateUnreadable {
  override readonly name = 'StateOfAnotherVersion';

  constructor(found: number, read: number) {
    const upgrade = found < read ? 'run "npm run operator -- upgrade" to carry it over, ' : '';
    super(
      `another version of Tapedeck wrote this data (state ${found}, this one reads ${read}): ${upgrade}start that version, or choose a new data folder`,
    );
  }
}

const INITIAL_BYTES = 1 << 16;

export class ByteStateWriter implements StateWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #length = 0;

  /** `expected` is the approximate size: a sufficient buffer avoids copies while it grows. */
  constructor(expected = INITIAL_BYTES) {
    this.#bytes = new Uint8Array(expected);
    this.#view = new DataView(this.#bytes.buffer);
  }

  #reserve(extra: number): number {
    const at = this.#length;
    this.#length += extra;
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    return at;
  }

  number(value: number): void {
    // Reserve space first: this may replace the view.
    const at = this.#reserve(8);
    this.#view.setFloat64(at, Object.is(value, -0) ? 0 : value, true);
  }

  bigint(value: bigint): void {
    this.text(value.toString(36));
  }

  text(value: string): void {
    this.number(value.length);
    const at = this.#reserve(value.length * 2);
    for (let i = 0; i < value.length; i += 1) this.#view.setUint16(at + i * 2, value.charCodeAt(i), true);
  }

  boolean(value: boolean): void {
    const at = this.#reserve(1);
    this.#view.setUint8(at, value ? 1 : 0);
  }

  bytes(value: Uint8Array): void {
    this.number(value.length);
    const at = this.#reserve(value.length);
    this.#bytes.set(value, at);
  }

  /** Writes the bytes of `fill` with their length, like `bytes` but without an intermediate buffer. */
  part(fill: (writer: StateWriter) => void): void {
    const at = this.#reserve(8);
    fill(this);
    this.#view.setFloat64(at, this.#length - at - 8, true);
  }

  /** Returns the writer's own bytes; nothing may be written afterwards. Copying a whole world would take as long as many orders. */
  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

export class ByteStateReader implements StateReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  #take(count: number): number {
    const at = this.#at;
    if (!(count >= 0) || at + count > this.#bytes.length) throw new StateUnreadable(`state ends at byte ${this.#bytes.length}`);
    this.#at = at + count;
    return at;
  }

  number(): number {
    return this.#view.getFloat64(this.#take(8), true);
  }

  bigint(): bigint {
    const text = this.text();
    const negative = text.startsWith('-');
    let value = 0n;
    for (const digit of negative ? text.slice(1) : text) {
      const d = Number.parseInt(digit, 36);
      if (Number.isNaN(d)) throw new StateUnreadable('state holds a malformed integer');
      value = value * 36n + BigInt(d);
    }
    return negative ? -value : value;
  }

  text(): string {
    const length = this.number();
    const at = this.#take(length * 2);
    let value = '';
    for (let i = 0; i < length; i += 1) value += String.fromCharCode(this.#view.getUint16(at + i * 2, true));
    return value;
  }

  boolean(): boolean {
    return this.#view.getUint8(this.#take(1)) === 1;
  }

  bytes(): Uint8Array {
    const length = this.number();
    const at = this.#take(length);
    return this.#bytes.slice(at, at + length);
  }

  get finished(): boolean {
    return this.#at === this.#bytes.length;
  }
}
