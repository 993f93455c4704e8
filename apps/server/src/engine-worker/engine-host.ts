import { milliseconds, timestamp, type Event, type InstrumentId, type Outcome, type Timestamp } from '@tapedeck/domain';
import type { EventBatch, MinuteBar } from '@tapedeck/venue';
import type { RecordedTrade } from '@tapedeck/venue-paper';
import { RECORD_COMMAND, RECORD_RECORDED_TRADE } from '../files/record-kinds.ts';
import { isHistoryEvent } from '../history/history-rows.ts';
import type { Journal } from '../journal/journal.ts';
import { worldHash, type SnapshotStore } from '../snapshots/snapshots.ts';
import { concernsUser, leavesEngine } from './account-events.ts';
import type { EngineAnswer, EngineQuestion, MainToEngine, MarketNow, StateHash, TurnResult } from './engine-messages.ts';
import { printing } from './replay-tape.ts';
import { CommandEncoder, type Command, type World } from './world.ts';

/** Ticks while somebody looks at a market, and while nobody does. */
export const WATCHED_TICK_MS = 50;
export const IDLE_TICK_MS = 1_000;
/** Markets and growing bars are shown so often; books and trades with every tick. */
const MARKETS_EVERY_MS = 200;
/** A watched market is shown at least this often, so that silence always means that something is wrong. */
const HEARTBEAT_MS = 1_000;
/** A snapshot is worth its cost when replaying what came after the last one would take about this long. */
const SNAPSHOT_WORK_MS = 1_000;
const SNAPSHOT_EVERY_MS_MIN = 60_000;
/** Beyond so many records, or twice that work, a restart would take long: the snapshot does not wait for its minute. */
export const SNAPSHOT_RECORDS_MAX = 250_000;
const SNAPSHOT_WORK_MS_MAX = 2_000;
const SNAPSHOT_APART_MS = 10_000;
/** Snapshots take at most one part in so many of the engine's time. */
const SNAPSHOT_SHARE = 20;

/** Where the engine's time comes from: the wall, or a recording. */
export interface EngineClock {
  now(): number;
  /** Recorded trades that are due, oldest first, each with its own time. */
  due(now: number): readonly RecordedTrade[];
}

export interface EngineHostOptions {
  readonly world: World;
  readonly journal: Journal;
  readonly snapshots: SnapshotStore;
  readonly clock: EngineClock;
  /** A steady clock for measuring work, ms. */
  readonly steadyNow: () => number;
  readonly watching: boolean;
  readonly publish: (result: TurnResult) => void;
  /** Hands user events on to the history, and asks it to confirm. */
  readonly history: HistoryLink;
  readonly onSnapshotFailed: (error: unknown) => void;
}

export interface HistoryLink {
  send(batches: readonly EventBatch[], bars: readonly MinuteBar[]): void;
  confirm(sequence: number): void;
}

interface Pending {
  readonly sequence: number;
  readonly world: Uint8Array;
}

type Submission = Extract<MainToEngine, { kind: 'submit' }>;

/**
 * The one writer. A turn takes everything that waits, journals it in one write, applies it, makes it durable when it concerns a
 * user, and only then shows what it did.
 */
export class EngineHost {
  readonly #options: EngineHostOptions;
  readonly #encoder = new CommandEncoder();
  #watching: boolean;
  #watched: readonly InstrumentId[] = [];
  #heartbeatAt = Number.NEGATIVE_INFINITY;
  #workSinceSnapshot = 0;
  #recordsSinceSnapshot = 0;
  /** Milliseconds of the engine that the last snapshot took. */
  #snapshotTook = 0;
  #snapshotAt: number;
  #marketsAt = Number.NEGATIVE_INFINITY;
  readonly #markets = new Map<InstrumentId, MarketNow>();
  readonly #growing = new Map<string, MinuteBar>();
  #pending: Pending | undefined;

  constructor(options: EngineHostOptions) {
    this.#options = options;
    this.#watching = options.watching;
    this.#snapshotAt = options.steadyNow();
  }

  get tickMs(): number {
    return this.#watching ? WATCHED_TICK_MS : IDLE_TICK_MS;
  }

  /** One turn. Throws only when the engine must stop: the journal failed, or an invariant broke. */
  turn(messages: readonly MainToEngine[], tick: boolean): void {
    const turn = new Turn(this.#options, this.#encoder);
    const started = this.#options.steadyNow();
    for (const message of messages) {
      if (message.kind === 'submit') turn.submit(message);
      else if (message.kind === 'watch') {
        this.#watching = message.instruments.length > 0;
        this.#watched = message.instruments;
        turn.add({ type: 'WatchMarkets', instruments: message.instruments, time: turn.time() });
      }
    }
    if (tick) turn.advance();
    turn.run();
    this.#workSinceSnapshot += this.#options.steadyNow() - started;
    this.#recordsSinceSnapshot += turn.count;
    const answers = messages.filter(isQuestion).map((question) => ({ id: question.id, answer: this.#answer(question) }));
    turn.publish(answers, tick ? this.#publicUpdates() : NO_UPDATES);
    this.#considerSnapshot();
  }

  /** The history holds everything up to `sequence`: a snapshot that waited for it may become a file. */
  historyApplied(sequence: number): void {
    const pending = this.#pending;
    if (pending === undefined || sequence < pending.sequence) return;
    this.#pending = undefined;
    this.#options.snapshots.write(pending.sequence, pending.world).catch(this.#options.onSnapshotFailed);
  }

  /** The last snapshot of a run, written at once when the history is complete; the journal is closed after it. Answers the final state. */
  async close(historyApplied: (sequence: number) => Promise<number>): Promise<StateHash> {
    const { journal, snapshots, world, history } = this.#options;
    journal.commit(true);
    const sequence = journal.durableSequence;
    history.confirm(sequence);
    const bytes = world.write();
    if ((await historyApplied(sequence)) >= sequence) await snapshots.write(sequence, bytes);
    journal.close();
    return { sequence, hash: worldHash(bytes) };
  }

  /** Books with each call; markets and growing bars a few times a second, by their newest value; closed bars always. */
  #publicUpdates(): PublicUpdates {
    const { books, markets, minuteBars } = this.#options.world.publish();
    for (const market of markets) this.#markets.set(market.state.instrument, market);
    this.#addHeartbeat();
    for (const bar of minuteBars) if (!bar.closed) this.#growing.set(`${bar.instrument} ${bar.series}`, bar);
    const closed = minuteBars.filter((bar) => bar.closed);
    const now = this.#options.steadyNow();
    if (now - this.#marketsAt < MARKETS_EVERY_MS) return { books, markets: [], bars: closed };
    this.#marketsAt = now;
    const due = { books, markets: [...this.#markets.values()], bars: [...closed, ...this.#growing.values()] };
    this.#markets.clear();
    this.#growing.clear();
    return due;
  }

  #addHeartbeat(): void {
    const now = this.#options.steadyNow();
    if (now - this.#heartbeatAt < HEARTBEAT_MS) return;
    this.#heartbeatAt = now;
    for (const instrument of this.#watched) {
      const market = this.#options.world.market(instrument);
      if (market !== undefined) this.#markets.set(instrument, market);
    }
  }

  #snapshotDue(now: number): boolean {
    const since = now - this.#snapshotAt;
    if (this.#recordsSinceSnapshot >= SNAPSHOT_RECORDS_MAX || this.#workSinceSnapshot >= SNAPSHOT_WORK_MS_MAX) {
      return since >= Math.max(SNAPSHOT_APART_MS, this.#snapshotTook * SNAPSHOT_SHARE);
    }
    return this.#workSinceSnapshot >= SNAPSHOT_WORK_MS && since >= SNAPSHOT_EVERY_MS_MIN;
  }

  #considerSnapshot(): void {
    const now = this.#options.steadyNow();
    if (this.#pending !== undefined || !this.#snapshotDue(now)) return;
    this.#workSinceSnapshot = 0;
    this.#recordsSinceSnapshot = 0;
    this.#snapshotAt = now;
    const { journal, world, history } = this.#options;
    journal.commit(true);
    this.#pending = { sequence: journal.durableSequence, world: world.write() };
    this.#snapshotTook = this.#options.steadyNow() - now;
    history.confirm(this.#pending.sequence);
  }

  #answer(question: EngineQuestion): EngineAnswer {
    const { world, journal } = this.#options;
    const sequence = journal.nextSequence - 1;
    switch (question.kind) {
      case 'account': {
        const state = world.account(question.account);
        return state === undefined ? undefined : { sequence, state };
      }
      case 'book':
        return world.book(question.instrument);
      case 'candles': {
        const needs = question.stored === undefined ? world.storedSpan(question.query) : undefined;
        return needs === undefined ? world.candles(question.query, question.stored) : { needs };
      }
      case 'hash':
        return { sequence, hash: worldHash(world.write()) };
    }
  }
}

const isQuestion = (message: MainToEngine): message is EngineQuestion =>
  message.kind === 'account' || message.kind === 'book' || message.kind === 'candles' || message.kind === 'hash';

type PublicUpdates = Pick<TurnResult, 'books' | 'markets' | 'bars'>;
const NO_UPDATES: PublicUpdates = { books: [], markets: [], bars: [] };

interface Entry {
  readonly command: Command;
  readonly sequence: number;
  /** Who waits for the outcome; -1 for nobody. */
  readonly id: number;
}

/** The commands of one turn on their way through journal and engine. */
class Turn {
  readonly #options: EngineHostOptions;
  readonly #encoder: CommandEncoder;
  readonly #entries: Entry[] = [];
  readonly #outcomes: { id: number; outcome: Outcome }[] = [];
  readonly #faults: { id: number; message: string }[] = [];
  readonly #batches: EventBatch[] = [];
  #lastTime: number;

  constructor(options: EngineHostOptions, encoder: CommandEncoder) {
    this.#options = options;
    this.#encoder = encoder;
    this.#lastTime = milliseconds(options.world.now);
  }

  get count(): number {
    return this.#entries.length;
  }

  /** Now, but never before the command that went ahead. */
  time(): Timestamp {
    this.#lastTime = Math.max(this.#lastTime, this.#options.clock.now());
    return timestamp(this.#lastTime);
  }

  submit(submission: Submission): void {
    const command = timed(submission.command, this.time());
    try {
      this.add(command, submission.id);
    } catch (error) {
      // A command that cannot be written down was never accepted: the border let something through that it should not have.
      if (this.#options.journal.failure !== undefined) throw error;
      this.#faults.push({ id: submission.id, message: (error as Error).message });
    }
  }

  add(command: Command, id = -1): void {
    this.#lastTime = Math.max(this.#lastTime, milliseconds(command.time));
    const kind = command.type === 'ReplayTrade' ? RECORD_RECORDED_TRADE : RECORD_COMMAND;
    const sequence = this.#options.journal.append(kind, milliseconds(command.time), this.#encoder.encode(command));
    this.#entries.push({ command, sequence, id });
  }

  advance(): void {
    for (const trade of this.#options.clock.due(this.#options.clock.now())) this.add(printing(trade, this.#lastTime));
    this.add({ type: 'AdvanceClock', time: this.time() });
  }

  /** Written before it is applied; durable before anything that concerns a user is seen. */
  run(): void {
    const { journal, world } = this.#options;
    if (this.#entries.length === 0) return;
    journal.commit(false);
    let userConcerned = false;
    for (const entry of this.#entries) {
      const outcome = world.apply(entry.command);
      if (entry.id >= 0) this.#outcomes.push({ id: entry.id, outcome });
      const events = world.takeEvents().filter(leavesEngine);
      if (events.length === 0) continue;
      userConcerned ||= events.some(concernsUser);
      this.#batches.push({ sequence: entry.sequence, time: entry.command.time, events });
    }
    if (userConcerned || this.#outcomes.length > 0) journal.commit(true);
  }

  publish(answers: TurnResult['answers'], { books, markets, bars }: PublicUpdates): void {
    const forHistory = historyBatches(this.#batches);
    const closedBars = bars.filter((bar) => bar.closed);
    if (forHistory.length > 0 || closedBars.length > 0) this.#options.history.send(forHistory, closedBars);
    const silent = this.#batches.length + books.length + markets.length + bars.length + this.#outcomes.length + this.#faults.length;
    if (silent + answers.length === 0) return;
    this.#options.publish({
      kind: 'turn',
      batches: this.#batches,
      books,
      markets,
      bars,
      outcomes: this.#outcomes,
      answers,
      faults: this.#faults,
    });
  }
}

const timed = (command: Submission['command'], time: Timestamp): Command => ({ ...command, time });

/** The user events of some batches, each batch with the place numbers that a rebuilt history gives them too. */
export function historyBatches(batches: readonly EventBatch[]): readonly EventBatch[] {
  const kept: EventBatch[] = [];
  for (const batch of batches) {
    const events = batch.events.filter((event: Event) => isHistoryEvent(event) && concernsUser(event));
    if (events.length > 0) kept.push({ sequence: batch.sequence, time: batch.time, events });
  }
  return kept;
}
