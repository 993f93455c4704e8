import { milliseconds, timestamp, type Outcome, type Timestamp } from '@tapedeck/domain';
import type { EventBatch } from '@tapedeck/venue';
import { RECORD_COMMAND, RECORD_RECORDED_TRADE } from '../files/record-kinds.ts';
import { failPoint } from '../operation/fail-point.ts';
import { concernsUser } from './account-events.ts';
import type { Journal } from '../journal/journal.ts';
import type { EngineClock } from './engine-clock.ts';
import type { MainToEngine } from './engine-messages.ts';
import { playing } from './replay-tape.ts';
import type { Command, CommandEncoder, World } from './world.ts';

type Submission = Extract<MainToEngine, { kind: 'submit' }>;
export interface TurnOptions {
  readonly world: World;
  readonly journal: Journal;
  readonly clock: EngineClock;
}

/** How far apart the moments are at which the market moves; it changes when somebody begins to watch. */
export interface Pace {
  readonly step: number;
}

interface Entry {
  readonly command: Command;
  readonly sequence: number;
  /** Who waits for the outcome; -1 for nobody. */
  readonly id: number;
}

/** The commands of one turn on their way through journal and engine. */
export class Turn {
  readonly #options: TurnOptions;
  readonly #encoder: CommandEncoder;
  readonly #pace: Pace;
  readonly #entries: Entry[] = [];
  readonly outcomes: { id: number; outcome: Outcome }[] = [];
  readonly faults: { id: number; message: string }[] = [];
  readonly batches: EventBatch[] = [];
  #lastTime: number;

  constructor(options: TurnOptions, encoder: CommandEncoder, pace: Pace) {
    this.#options = options;
    this.#encoder = encoder;
    this.#pace = pace;
    this.#lastTime = milliseconds(options.world.now);
  }

  /** Now, but never before the command that went ahead. */
  time(): Timestamp {
    this.#lastTime = Math.max(this.#lastTime, this.#options.clock.now(this.#pace.step));
    return timestamp(this.#lastTime);
  }

  submit(submission: Submission): void {
    const command = timed(submission.command, this.time());
    try {
      this.add(command, submission.id);
    } catch (error) {
      // A command that cannot be written down was never accepted: the border let something through that it should not have.
      if (this.#options.journal.failure !== undefined) throw error;
      this.faults.push({ id: submission.id, message: (error as Error).message });
    }
  }

  add(command: Command, id = -1): void {
    this.#lastTime = Math.max(this.#lastTime, milliseconds(command.time));
    const kind = command.type === 'ReplayTrade' || command.type === 'ReplayBook' ? RECORD_RECORDED_TRADE : RECORD_COMMAND;
    const sequence = this.#options.journal.append(kind, milliseconds(command.time), this.#encoder.encode(command));
    this.#entries.push({ command, sequence, id });
  }

  /**
   * Lets the market do what is due, and says whether its clock moved. It goes before everything else: a command meets the market of its own
   * moment.
   */
  advance(tick: boolean): boolean {
    const due = this.#options.clock.take(this.#pace.step, tick);
    for (const one of due) {
      if (typeof one === 'number') this.add({ type: 'AdvanceClock', time: timestamp(Math.max(this.#lastTime, one)) });
      else this.add(playing(one, this.#lastTime));
    }
    return due.some((one) => typeof one === 'number');
  }

  /** Written before it is applied; durable before anything that concerns a user is seen. */
  run(): void {
    const { journal, world } = this.#options;
    if (this.#entries.length === 0) return;
    failPoint('turn begun');
    journal.commit(false);
    failPoint('turn written');
    let userConcerned = false;
    for (const entry of this.#entries) {
      const outcome = world.apply(entry.command);
      if (entry.id >= 0) {
        this.outcomes.push({ id: entry.id, outcome });
        failPoint('order applied');
      }
      const events = world.takeEvents();
      if (events.length === 0) continue;
      userConcerned ||= events.some(concernsUser);
      this.batches.push({ sequence: entry.sequence, time: entry.command.time, events });
    }
    if (userConcerned || this.outcomes.length > 0) {
      journal.commit(true);
      failPoint('turn synced');
    }
  }
}

const timed = (command: Submission['command'], time: Timestamp): Command => ({ ...command, time });
