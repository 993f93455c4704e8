/** A file that cannot be played: the line, the column where one is at fault, the fault and the remedy. */
export class RecordingMalformed extends Error {
  override readonly name = 'RecordingMalformed';
  constructor(
    /** Counted from 1. */
    readonly line: number,
    /** The fault and the remedy, as sentences. */
    readonly fault: string,
    /** Name of the column in the header, or its number. */
    readonly column?: string,
  ) {
    super(`line ${line}${column === undefined ? '' : `, column ${column}`}: ${fault}`);
  }
}
