const TEXT_FRAME = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const SHORT_MAX = 125;
const LENGTH_16_MAX = 0xffff;

const headerBytes = (length: number): number => (length <= SHORT_MAX ? 2 : length <= LENGTH_16_MAX ? 4 : 10);

function writeHeader(bytes: Buffer, at: number, length: number): number {
  bytes[at] = TEXT_FRAME;
  if (length <= SHORT_MAX) {
    bytes[at + 1] = length;
    return at + 2;
  }
  if (length <= LENGTH_16_MAX) {
    bytes[at + 1] = LENGTH_16;
    return bytes.writeUInt16BE(length, at + 2);
  }
  bytes[at + 1] = LENGTH_64;
  return bytes.writeBigUInt64BE(BigInt(length), at + 2);
}

/** Messages of a socket in one turn of the event loop: a sequence of texts, shared by all sockets with the same messages. */
export class Batch {
  readonly #before: Batch | undefined;
  readonly #text: string;
  readonly #textBytes: number;
  /** Bytes of all its frames, headers included. */
  readonly bytes: number;
  /** The one requested last: most sockets receive the same. */
  #next: Batch | undefined;
  #longer: Map<string, Batch> | undefined;
  #frames: Buffer | undefined;

  constructor(before?: Batch, text = '') {
    this.#before = before;
    this.#text = text;
    this.#textBytes = Buffer.byteLength(text);
    this.bytes = before === undefined ? 0 : before.bytes + headerBytes(this.#textBytes) + this.#textBytes;
  }

  /** This sequence with one more text. */
  and(text: string): Batch {
    const last = this.#next;
    if (last !== undefined && last.#text === text) return last;
    this.#longer ??= new Map();
    const known = this.#longer.get(text);
    const next = known ?? new Batch(this, text);
    if (known === undefined) this.#longer.set(text, next);
    this.#next = next;
    return next;
  }

  /** Its texts as complete text frames of RFC 6455 in server format: final, unmasked, uncompressed. Encoded once. */
  frames(): Buffer {
    if (this.#frames !== undefined) return this.#frames;
    const frames = Buffer.allocUnsafe(this.bytes);
    let before = this.#writeLast(frames);
    while (before !== undefined) before = before.#writeLast(frames);
    this.#frames = frames;
    return frames;
  }

  /** Writes its last frame at its position, and returns the preceding position. */
  #writeLast(frames: Buffer): Batch | undefined {
    const before = this.#before;
    if (before === undefined) return undefined;
    const at = writeHeader(frames, before.bytes, this.#textBytes);
    frames.write(this.#text, at, this.#textBytes === this.#text.length ? 'latin1' : 'utf8');
    return before;
  }
}

/** The turn of the event loop: collects the messages of all sockets, and sends them at its end. */
export class Turn {
  #nothing = new Batch();
  #ends: (() => void)[] = [];

  /** Start of a socket without messages in this turn; `end` is called at the end of the turn. */
  begin(end: () => void): Batch {
    if (this.#ends.length === 0) setImmediate(() => this.#end());
    this.#ends.push(end);
    return this.#nothing;
  }

  #end(): void {
    const ends = this.#ends;
    this.#ends = [];
    for (const end of ends) end();
    this.#nothing = new Batch();
  }
}
