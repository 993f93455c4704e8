/**
 * Shared memory of the engine and its commit thread: three words, then the text of a failure. Each side waits on a word
 * that the other one changes.
 */
export interface CommitWords {
  readonly words: BigInt64Array;
  readonly text: Uint8Array;
}

/** The last record to make durable, or `ENDED`; the commit thread waits on it. */
export const REQUESTED = 0;
/** The last durable record, or `FAILED`; the engine waits on it. */
export const DURABLE = 1;
/** The open file that holds the requested records. */
export const FILE = 2;

export const ENDED = -1n;
export const FAILED = -1n;

const WORD_COUNT = 3;
const WORDS_BYTES = WORD_COUNT * BigInt64Array.BYTES_PER_ELEMENT;
const TEXT_BYTES = 512;

export const commitMemory = (): SharedArrayBuffer => new SharedArrayBuffer(WORDS_BYTES + TEXT_BYTES);

export const commitWords = (memory: SharedArrayBuffer): CommitWords => ({
  words: new BigInt64Array(memory, 0, WORD_COUNT),
  text: new Uint8Array(memory, WORDS_BYTES, TEXT_BYTES),
});

export function writeFailure({ text }: CommitWords, message: string): void {
  // Decoders refuse shared memory, and encoders may: the text is copied on both sides.
  text.set(new TextEncoder().encode(message).subarray(0, text.length));
}

export function readFailure({ text }: CommitWords): string {
  const bytes = text.slice();
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(Uint8Array.from(end < 0 ? bytes : bytes.subarray(0, end)));
}
