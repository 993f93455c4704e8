import { placeOf } from './choices.ts';
import { StateUnreadable } from './state-bytes.ts';

/** Maximum length of a command: a recorded book with a thousand levels a side. */
const COMMAND_BYTES_MAX = 65_536;
const WIDE_SIGN = 1;

/** Writes the fields of one command; the returned view is valid until the next `start`. */
export class CommandBytes {
  readonly #bytes = new Uint8Array(COMMAND_BYTES_MAX);
  readonly #view = new DataView(this.#bytes.buffer);
  /** Views by length: commands have few lengths, and a view costs more than the bytes it shows. */
  readonly #views: (Uint8Array | undefined)[] = [];
  #at = 0;

  start(): void {
    this.#at = 0;
  }

  finish(): Uint8Array {
    return (this.#views[this.#at] ??= this.#bytes.subarray(0, this.#at));
  }

  byte(value: number): void {
    this.#bytes[this.#at] = value;
    this.#at += 1;
  }

  number(value: number): void {
    this.#view.setFloat64(this.#at, value, true);
    this.#at += 8;
  }

  /** 64 bits if they suffice, else text: the border limits the digits of amounts. */
  bigint(value: bigint): void {
    if (BigInt.asIntN(64, value) === value) {
      this.byte(0);
      this.#view.setBigInt64(this.#at, value, true);
      this.#at += 8;
    } else {
      this.byte(WIDE_SIGN);
      this.text(value.toString());
    }
  }

  text(value: string): void {
    this.#view.setUint16(this.#at, value.length, true);
    this.#at += 2;
    for (let i = 0; i < value.length; i += 1) {
      this.#view.setUint16(this.#at, value.charCodeAt(i), true);
      this.#at += 2;
    }
  }

  choice<T>(choices: readonly T[], value: T): void {
    this.byte(placeOf(choices, value));
  }
}

const NO_BYTES = new DataView(new ArrayBuffer(0));

/** Reads the fields in the order of writing; throws `StateUnreadable` on malformed bytes. */
export class CommandReader {
  /** Covers the whole buffer: one buffer holds thousands of commands, and creating a view costs more than reading one of them. */
  #view: DataView = NO_BYTES;
  #at = 0;
  #end = 0;

  /** Starts the next command, however much of the last one was read. */
  start(bytes: Uint8Array): void {
    if (this.#view.buffer !== bytes.buffer) this.#view = new DataView(bytes.buffer);
    this.#at = bytes.byteOffset;
    this.#end = bytes.byteOffset + bytes.byteLength;
  }

  #take(count: number): number {
    const at = this.#at;
    if (at + count > this.#end) throw new StateUnreadable('a command is incomplete');
    this.#at += count;
    return at;
  }

  byte(): number {
    return this.#view.getUint8(this.#take(1));
  }

  number(): number {
    return this.#view.getFloat64(this.#take(8), true);
  }

  bigint(): bigint {
    if (this.byte() !== WIDE_SIGN) return this.#view.getBigInt64(this.#take(8), true);
    const text = this.text();
    if (!/^-?\d+$/.test(text)) throw new StateUnreadable('a command holds a malformed integer');
    return BigInt(text);
  }

  text(): string {
    const length = this.#view.getUint16(this.#take(2), true);
    let value = '';
    for (let i = 0; i < length; i += 1) value += String.fromCharCode(this.#view.getUint16(this.#take(2), true));
    return value;
  }

  choice<T>(choices: readonly T[]): T {
    const chosen = choices[this.byte()];
    if (chosen === undefined) throw new StateUnreadable('a command holds an unknown choice');
    return chosen;
  }

  get finished(): boolean {
    return this.#at === this.#end;
  }
}
