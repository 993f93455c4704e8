/** A file that cannot be played: the line, and its expected content. */
export class RecordingMalformed extends Error {
  override readonly name = 'RecordingMalformed';
  constructor(
    /** Counted from 1. */
    readonly line: number,
    readonly expected: string,
  ) {
    super(`line ${line}: expected ${expected}`);
  }
}
