import { createHash } from 'node:crypto';
import { crc32, createGunzip, createInflateRaw } from 'node:zlib';
import { RecordingRefused } from './recording-refused.ts';
import { zipEntry } from './zip-entry.ts';

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZIP = Buffer.from('PK');
/** First bytes of files that are no recordings. */
const FOREIGN: readonly (readonly [magic: Buffer, is: string, remedy: string])[] = [
  [Buffer.from([0xff, 0xfe]), 'is in UTF-16', 'Save it as UTF-8'],
  [Buffer.from([0xfe, 0xff]), 'is in UTF-16', 'Save it as UTF-8'],
  [Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), 'is packed with zstd', 'Unpack it first'],
  [Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a]), 'is packed with xz', 'Unpack it first'],
  [Buffer.from('BZh'), 'is packed with bzip2', 'Unpack it first'],
  [Buffer.from([0x37, 0x7a, 0xbc, 0xaf]), 'is packed with 7z', 'Unpack it first'],
  [Buffer.from('Rar!'), 'is packed with RAR', 'Unpack it first'],
  [Buffer.from('PAR1'), 'is a Parquet file', 'Export it as CSV'],
];
const NUL = 0;
/** Bytes in which text without a byte order mark is recognised as UTF-16. */
const LOOK_BYTES = 1_024;
const NEW_LINE = 0x0a;
/** Largest line: a frame of a whole book has less than a tenth of it. */
const LINE_BYTES_MAX = 4 * 1024 * 1024;
/** Content larger than this, and so many times as large as its packed file, is no recording. */
const UNPACKED_BYTES_MIN = 64 * 1024 * 1024;
const UNPACKED_TIMES_MAX = 200;

/** Passes each line of a recorded file on, unpacked; returns the SHA-256 of the unpacked content. Throws `RecordingRefused`. */
export async function readLines(bytes: Buffer, name: string, onLine: (line: string) => void): Promise<string> {
  refuseForeign(bytes, name);
  const hash = createHash('sha256');
  const lines = new Lines(name, onLine);
  let size = 0;
  for await (const chunk of unpacked(bytes, name)) {
    size += chunk.length;
    if (size > Math.max(UNPACKED_BYTES_MIN, bytes.length * UNPACKED_TIMES_MAX))
      throw new RecordingRefused(`${name} holds more than ${UNPACKED_TIMES_MAX} times its size. Unpack it, and name the file in it.`);
    // Text has no zero bytes, and UTF-16 without a mark has one beside every digit.
    if (size === chunk.length && chunk.subarray(0, LOOK_BYTES).includes(NUL))
      throw new RecordingRefused(`${name} is not text in UTF-8. Save it as UTF-8, or export it as CSV.`);
    hash.update(chunk);
    lines.push(chunk);
  }
  if (size === 0) throw new RecordingRefused(`${name} is empty. Fetch it again, or leave it out.`);
  lines.finish();
  return hash.digest('hex');
}

const beginsWith = (bytes: Buffer, magic: Buffer): boolean => bytes.subarray(0, magic.length).equals(magic);

function refuseForeign(bytes: Buffer, name: string): void {
  for (const [magic, is, remedy] of FOREIGN) if (beginsWith(bytes, magic)) throw new RecordingRefused(`${name} ${is}. ${remedy}.`);
}

async function* unpacked(bytes: Buffer, name: string): AsyncGenerator<Buffer> {
  if (beginsWith(bytes, ZIP)) {
    yield* unzipped(bytes, name);
    return;
  }
  if (beginsWith(bytes, GZIP)) yield* through(createGunzip(), bytes, name);
  else if (bytes.length > 0) yield bytes;
}

async function* unzipped(bytes: Buffer, name: string): AsyncGenerator<Buffer> {
  const { packed, isDeflated, size, crc } = zipEntry(bytes, name);
  let [length, sum] = [0, 0];
  if (size > 0 || packed.length > 0) {
    for await (const chunk of isDeflated ? through(createInflateRaw(), packed, name) : [packed]) {
      length += chunk.length;
      if (length > size) break;
      sum = crc32(chunk, sum);
      yield chunk;
    }
  }
  if (length !== size || sum !== crc) throw new RecordingRefused(`${name} is a damaged zip. Fetch it again.`);
}

/** Unpacks piece by piece, so that a large file is never in memory as a whole. */
async function* through(stream: ReturnType<typeof createGunzip>, packed: Buffer, name: string): AsyncGenerator<Buffer> {
  stream.end(packed);
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    throw new RecordingRefused(`${name} is damaged: it cannot be unpacked (${(error as Error).message}). Fetch it again.`, {
      cause: error,
    });
  } finally {
    stream.destroy();
  }
}

/** Cuts pieces into lines. */
class Lines {
  readonly #name: string;
  readonly #onLine: (line: string) => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(name: string, onLine: (line: string) => void) {
    this.#name = name;
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let from = 0;
    for (let end = bytes.indexOf(NEW_LINE); end >= 0; end = bytes.indexOf(NEW_LINE, from)) {
      this.#onLine(bytes.toString('utf8', from, end));
      from = end + 1;
    }
    this.#rest = bytes.subarray(from);
    if (this.#rest.length > LINE_BYTES_MAX)
      throw new RecordingRefused(`${this.#name} has a line of more than 4 MB. Name a file of rows or frames, one per line.`);
  }

  finish(): void {
    if (this.#rest.length > 0) this.#onLine(this.#rest.toString('utf8'));
  }
}
