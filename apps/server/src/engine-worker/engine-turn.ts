import { accountOf, milliseconds, timestamp, type Event, type Outcome, type Timestamp } from '@tapedeck/domain';
import type { EventBatch } from '@tapedeck/venue';
import { RECORD_COMMAND } from '../files/record-kinds.ts';
import { failPoint } from '../operation/fail-point.ts';
import { isSettlement } from '../history/history-rows.ts';
import type { Journal } from '../journal/journal.ts';
import type { EngineClock } from './engine-clock.ts';
import type { MainToEngine } from './engine-messages.ts';
import { EntryRun } from './entry-run.ts';
import type { TapeEntry } from './replay-tape.ts';
import type { Command, CommandEncoder, World } from './world.ts';

type Submission = Extract<MainToEngine, { kind: 'submit' }>;
export interface TurnOptions {
  readonly world: World;
  readonly journal: Journal;
  readonly clock: EngineClock;
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

/** The commands of one turn on their way through journal and engine. */
export class Turn {
  readonly #options: TurnOptions;
  readonly #encoder: CommandEncoder;
  readonly #pace: Pace;
  readonly #entries: Entry[] = [];
  /** Recorded entries that the journal does not have yet. */
  readonly #run = new EntryRun();
  readonly outcomes: { id: number; outcome: Outcome }[] = [];
  readonly faults: { id: number; message: string }[] = [];
  readonly batches: EventBatch[] = [];
  /** The record that must be durable before the turn is published; 0 for public market data, which may run ahead. */
  shownAfter = 0;
  #lastTime: number;

  constructor(options: TurnOptions, encoder: CommandEncoder, pace: Pace) {
    this.#options = options;
    this.#encoder = encoder;
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

  add(command: Command, id = -1): void {
    this.#lastTime = Math.max(this.#lastTime, milliseconds(command.time));
    const { journal } = this.#options;
    this.#run.writeTo(journal);
    const sequence = journal.append(RECORD_COMMAND, milliseconds(command.time), this.#encoder.encode(command));
    this.#entries.push({ command, sequence, id });
  }

  #play(entry: TapeEntry): void {
    const { journal } = this.#options;
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
      if (typeof one === 'number') this.add({ type: 'AdvanceClock', time: timestamp(Math.max(this.#lastTime, one)) });
      else this.#play(one);
    }
    return due.some((one) => typeof one === 'number');
  }

  /** Written before it is applied. The disk confirms it while it and the next turns are applied. */
  run(): void {
    const { journal, world } = this.#options;
    if (this.#entries.length === 0) return;
    this.#run.writeTo(journal);
    failPoint('turn begun');
    journal.write();
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
    journal.startCommit();
    this.shownAfter = journal.nextSequence - 1;
    failPoint('commit started');
  }
}

/** Users and the history rely on it: a power cut must not undo it. */
const mustLast = (event: Event): boolean => accountOf(event) !== undefined || isSettlement(event);

const timed = (command: Submission['command'], time: Timestamp): Command => ({ ...command, time });
