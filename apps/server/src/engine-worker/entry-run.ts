import { milliseconds } from '@tapedeck/domain';
import { RECORD_RECORDED_ENTRIES } from '../files/record-kinds.ts';
import { crc32c } from '../journal/crc32c.ts';
import type { Journal } from '../journal/journal.ts';
import { RECORD_COUNT_MAX, type JournalRecord } from '../journal/segment.ts';
import { playing, type TapeEntry } from './replay-tape.ts';
import { CommandEncoder, type Command } from './world.ts';

const SUM_BYTES = 4;
/** Mixes the sums of entries, so that their order counts. */
const MIXER = 0x01000193;

/** One for all runs: every turn of the engine has a run, and an encoder has 64 KB, which would let memory be collected twice a second. */
const encoder = new CommandEncoder();

/**
 * Entries of the recordings that follow each other, on their way into the journal. One record holds a sum over all of them: the files
 * have the entries, and a start compares them with the sum.
 */
export class EntryRun {
  readonly #payload = new Uint8Array(SUM_BYTES);
  #sum = 0;
  #count = 0;
  #begins = 0;
  #time = 0;

  get length(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#count >= RECORD_COUNT_MAX;
  }

  /** Adds an entry and returns the command that plays it, never before `notBefore` (ms), which a run that has begun passes by itself. */
  add(entry: TapeEntry, notBefore: number): Command {
    if (this.#count === 0) {
      this.#begins = notBefore;
      this.#time = notBefore;
    }
    const command = playing(entry, this.#time);
    this.#time = milliseconds(command.time);
    const bytes = encoder.encode(command);
    this.#sum = Math.imul(this.#sum, MIXER) ^ crc32c(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, bytes.length);
    this.#count += 1;
    return command;
  }

  /** Appends the run as one record, and begins another one. */
  writeTo(journal: Journal): void {
    if (this.#count === 0) return;
    new DataView(this.#payload.buffer).setInt32(0, this.#sum, true);
    journal.append(RECORD_RECORDED_ENTRIES, this.#begins, this.#payload, this.#count);
    this.#sum = 0;
    this.#count = 0;
  }

  /** The commands of a record that was written by `writeTo`; undefined when these entries, from `position` on, are not the ones it was made of. */
  static read({ count, time, payload }: JournalRecord, entries: readonly TapeEntry[], position: number): readonly Command[] | undefined {
    const run = new EntryRun();
    const commands = entries.slice(position, position + count).map((entry) => run.add(entry, time));
    const sum = payload.length === SUM_BYTES ? new DataView(payload.buffer, payload.byteOffset, SUM_BYTES).getInt32(0, true) : undefined;
    return commands.length === count && run.#sum === sum ? commands : undefined;
  }
}
