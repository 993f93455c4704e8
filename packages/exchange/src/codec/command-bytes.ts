import type { Repeatable } from '@tapedeck/domain';
import { placeOf } from './choices.ts';
import { StateUnreadable } from './state-bytes.ts';

/** No command is longer: a recorded book of a thousand levels a side. */
const COMMAND_BYTES_MAX = 65_536;
const WIDE_SIGN = 1;

/** Writes the fields of one command; the view it gives is valid until the next `start`. */
export class CommandBytes {
  readonly #bytes = new Uint8Array(COMMAND_BYTES_MAX);
  readonly #view = new DataView(this.#bytes.buffer);
  /** By length: commands have few lengths, and a view costs more than the bytes it shows. */
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

  /** 64 bits while they suffice, else text: amounts are bounded by their digits at the border. */
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

/** Reads them in the order of writing; throws `StateUnreadable` on bytes that no writer wrote. */
export class CommandReader {
  /** Of the whole buffer: commands come by the thousand out of one, and a view costs more than to read one of them. */
  #view: DataView = NO_BYTES;
  #at = 0;
  #end = 0;

  /** Begins with the fields of one command, whatever was read before. */
  start(bytes: Uint8Array): void {
    if (this.#view.buffer !== bytes.buffer) this.#view = new DataView(bytes.buffer);
    this.#at = bytes.byteOffset;
    this.#end = bytes.byteOffset + bytes.byteLength;
  }

  #take(count: number): number {
    const at = this.#at;
    if (at + count > this.#end) throw new StateUnreadable('a command ends too early');
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

/** At the very end of a command: journals from before it had one end without. */
export function writeRequestId(bytes: CommandBytes, { requestId = '' }: Pick<Repeatable, 'requestId'>): void {
  if (requestId !== '') bytes.text(requestId);
}

export const readRequestId = (reader: CommandReader): Pick<Repeatable, 'requestId'> =>
  reader.finished ? {} : { requestId: reader.text() };
