import { timestamp } from '@tapedeck/domain';
import { RECORD_CLOCK_STEPS } from '../files/record-kinds.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalRecord } from '../journal/segment.ts';
import type { Command } from './world.ts';

/** Longest time that the steps of one record cover, ms: the steps of a run may wait in memory for as long. */
const RUN_MS_MAX = 1_000;
const INTERVAL_BYTES = 4;

/**
 * The last steps of the clock on their way into the journal: steps that follow each other share a record, or a watched
 * market would fill the disk with its clock alone.
 */
export class ClockRun {
  readonly #payload = new Uint8Array(INTERVAL_BYTES);
  readonly #view = new DataView(this.#payload.buffer);
  /** Sequence and time of the step that would lengthen the run. */
  #nextSequence = 0;
  #nextTime = 0;
  #interval = 0;
  #steps = 0;

  /** Adds a step at `time` to the last record of the journal, or appends one. Returns its sequence. */
  add(journal: Journal, time: number, interval: number): number {
    const follows = time === this.#nextTime && interval === this.#interval && !this.isFull && journal.nextSequence === this.#nextSequence;
    const sequence = (follows ? journal.lengthen() : undefined) ?? this.#begin(journal, time, interval);
    this.#steps += 1;
    this.#nextSequence = sequence + 1;
    this.#nextTime = time + interval;
    return sequence;
  }

  get isFull(): boolean {
    return this.#steps * this.#interval >= RUN_MS_MAX;
  }

  #begin(journal: Journal, time: number, interval: number): number {
    this.#interval = interval;
    this.#steps = 0;
    this.#view.setUint32(0, interval, true);
    return journal.append(RECORD_CLOCK_STEPS, time, this.#payload);
  }

  /** The commands of a record that was written by `add`, oldest first. */
  static read({ count, time, payload }: JournalRecord): readonly Command[] {
    if (payload.length !== INTERVAL_BYTES) throw new Error(`steps of the clock with ${payload.length} bytes`);
    const interval = new DataView(payload.buffer, payload.byteOffset, INTERVAL_BYTES).getUint32(0, true);
    return Array.from({ length: count }, (_, at) => ({ type: 'AdvanceClock', time: timestamp(time + at * interval) }));
  }
}
