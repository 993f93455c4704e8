import { accountOf, milliseconds, timestamp, type Event, type Outcome, type Timestamp } from '@tapedeck/domain';
import type { EventBatch } from '@tapedeck/venue';
import { RECORD_COMMAND } from '../files/record-kinds.ts';
import { failPoint } from '../operation/fail-point.ts';
import { isSettlement } from '../history/history-rows.ts';
import type { Journal } from '../journal/journal.ts';
import type { EngineClock } from './engine-clock.ts';
import type { MainToEngine } from './engine-messages.ts';
import type { ClockRun } from './clock-run.ts';
import { EntryRun } from './entry-run.ts';
import type { TapeEntry } from './replay-tape.ts';
import type { Command, CommandEncoder, World } from './world.ts';

type Submission = Extract<MainToEngine, { kind: 'submit' }>;
export interface TurnOptions {
  readonly world: World;
  readonly journal: Journal;
  readonly clock: EngineClock;
  /** In stepped time, answers say how far the market is: then no step waits for the journal. */
  readonly steps?: object | undefined;
}

/** Interval between market moves; it changes when watching begins or ends. */
export interface Pace {
  readonly step: number;
}

interface Entry {
  readonly command: Command;
  readonly sequence: number;
  /** The request that waits for the outcome; -1 for none. */
  readonly id: number;
}

/** Writers of the records of all turns. */
export interface Recorders {
  readonly encoder: CommandEncoder;
  readonly clockRun: ClockRun;
}

/** The commands of one turn on their way through journal and engine. */
export class Turn {
  readonly #options: TurnOptions;
  readonly #recorders: Recorders;
  readonly #pace: Pace;
  readonly #entries: Entry[] = [];
  /** Recorded entries that the journal does not have yet. */
  readonly #run = new EntryRun();
  readonly outcomes: { id: number; outcome: Outcome }[] = [];
  readonly faults: { id: number; message: string }[] = [];
  readonly batches: EventBatch[] = [];
  /** The record that must be durable before the turn is published; 0 for public market data, which may run ahead. */
  shownAfter = 0;
  /** Whether the turn only moves the clock: then its record may wait for the next steps. */
  #stepsOnly = true;
  #lastTime: number;

  constructor(options: TurnOptions, recorders: Recorders, pace: Pace) {
    this.#options = options;
    this.#recorders = recorders;
    this.#pace = pace;
    this.#lastTime = milliseconds(options.world.now);
  }

  /** Now, but never earlier than the previous command. */
  time(): Timestamp {
    this.#lastTime = Math.max(this.#lastTime, this.#options.clock.now(this.#pace.step));
    return timestamp(this.#lastTime);
  }

  submit(submission: Submission): void {
    const command = timed(submission.command, this.time());
    try {
      this.add(command, submission.id);
    } catch (error) {
      // A command that cannot be encoded was never accepted: the border should have rejected it.
      if (this.#options.journal.failure !== undefined) throw error;
      this.faults.push({ id: submission.id, message: (error as Error).message });
    }
  }

  /** Returns the length of the encoded command. */
  add(command: Command, id = -1): number {
    this.#lastTime = Math.max(this.#lastTime, milliseconds(command.time));
    const { journal } = this.#options;
    this.#stepsOnly = false;
    this.#run.writeTo(journal);
    const payload = this.#recorders.encoder.encode(command);
    const sequence = journal.append(RECORD_COMMAND, milliseconds(command.time), payload);
    this.#entries.push({ command, sequence, id });
    return payload.length;
  }

  #step(time: number): void {
    const { journal } = this.#options;
    this.#lastTime = Math.max(this.#lastTime, time);
    this.#run.writeTo(journal);
    const sequence = this.#recorders.clockRun.add(journal, this.#lastTime, this.#pace.step);
    this.#entries.push({ command: { type: 'AdvanceClock', time: timestamp(this.#lastTime) }, sequence, id: -1 });
  }

  #play(entry: TapeEntry): void {
    const { journal } = this.#options;
    this.#stepsOnly = false;
    if (this.#run.isFull) this.#run.writeTo(journal);
    const sequence = journal.nextSequence + this.#run.length;
    const command = this.#run.add(entry, this.#lastTime);
    this.#lastTime = milliseconds(command.time);
    this.#entries.push({ command, sequence, id: -1 });
  }

  /** Applies all due market entries, and returns whether the clock moved. Runs first: a command sees the market of its own time. */
  advance(tick: boolean): boolean {
    const due = this.#options.clock.take(this.#pace.step, tick);
    for (const one of due) {
      if (typeof one === 'number') this.#step(one);
      else this.#play(one);
    }
    return due.some((one) => typeof one === 'number');
  }

  /**
   * Written before it is applied, except for steps of the clock, which wait for up to a second of market time: without
   * them, a killed server makes the same steps again. The disk confirms a turn while it and the next ones are applied.
   */
  run(): void {
    const { journal, world, steps } = this.#options;
    if (this.#entries.length === 0) return;
    this.#run.writeTo(journal);
    failPoint('turn begun');
    if (!this.#stepsOnly || steps !== undefined || this.#recorders.clockRun.isFull) journal.write();
    failPoint('turn written');
    if (this.#entries.some(({ id }) => id >= 0)) this.#startCommit();
    for (const entry of this.#entries) {
      const outcome = world.apply(entry.command);
      if (entry.id >= 0) {
        this.outcomes.push({ id: entry.id, outcome });
        failPoint('order applied');
      }
      const events = world.takeEvents();
      if (events.length === 0) continue;
      this.batches.push({ sequence: entry.sequence, time: entry.command.time, events });
    }
    if (this.shownAfter === 0 && this.batches.some(({ events }) => events.some(mustLast))) this.#startCommit();
  }

  #startCommit(): void {
    const { journal } = this.#options;
    journal.write();
    journal.startCommit();
    this.shownAfter = journal.nextSequence - 1;
    failPoint('commit started');
  }
}

/** Users and the history rely on it: a power cut must not undo it. */
const mustLast = (event: Event): boolean => accountOf(event) !== undefined || isSettlement(event);

const timed = (command: Submission['command'], time: Timestamp): Command => ({ ...command, time });
