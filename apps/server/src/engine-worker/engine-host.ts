import { milliseconds, type AccountId, type InstrumentId } from '@tapedeck/domain';
import type { EventBatch, MinuteBar } from '@tapedeck/venue';
import { IDLE_STEP_MS, WATCHED_STEP_MS } from '@tapedeck/venue-paper';
import { RECORD_STATE_HASH } from '../files/record-kinds.ts';
import type { Journal } from '../journal/journal.ts';
import { failPoint } from '../operation/fail-point.ts';
import { isSnapshotDue } from '../snapshots/snapshot-policy.ts';
import { worldHash, type SnapshotStore } from '../snapshots/snapshots.ts';
import { ClockRun } from './clock-run.ts';
import type { EngineClock } from './engine-clock.ts';
import type { StepClock } from './step-clock.ts';
import type { EngineAnswer, EngineQuestion, MainToEngine, MarketNow, StateHash, TurnResult } from './engine-messages.ts';
import { Turn } from './engine-turn.ts';
import { HeldTurns } from './held-turns.ts';
import { followedBatches, historyBatches } from './turn-batches.ts';
import { WatchedMarkets } from './watched-markets.ts';
import { CommandEncoder, type World } from './world.ts';

/** Publication interval of markets and forming bars; books and trades are published with every tick. */
const MARKETS_EVERY_MS = 200;
/** Maximum publication interval of a watched market, so that silence always means a fault. */
const HEARTBEAT_MS = 1_000;
/** Maximum number of turns waiting for a slow disk; then the engine waits for it, and new commands wait with the engine. */
const HELD_MAX = 64;

/** Rows of one turn. */
interface HeldRows {
  readonly shownAfter: number;
  readonly batches: readonly EventBatch[];
  readonly bars: readonly MinuteBar[];
}

export interface EngineHostOptions {
  readonly world: World;
  readonly journal: Journal;
  readonly snapshots: SnapshotStore;
  readonly clock: EngineClock;
  /** The same clock, in stepped time. */
  readonly steps?: StepClock | undefined;
  /** A monotonic clock, ms. */
  readonly steadyNow: () => number;
  /** Processor time of the engine so far, ms. */
  readonly work: () => number;
  /** The last sequence in the history at the start. */
  readonly historyApplied: number;
  /** Passes a turn on to be held until the disk has confirmed it. */
  readonly publish: (result: TurnResult) => void;
  /** Passes user events on to the history, and asks it to confirm. */
  readonly history: HistoryLink;
  readonly onSnapshotFailed: (error: unknown) => void;
}

export interface HistoryLink {
  /** The highest sequence sent so far. */
  readonly sent: number;
  send(batches: readonly EventBatch[], bars: readonly MinuteBar[]): void;
  confirm(sequence: number): void;
}

/**
 * The single writer. A turn takes all waiting commands, journals them in one write and applies them. A turn with user
 * events is published, and its rows are passed to the history, once the disk has confirmed it; meanwhile the next turns
 * are applied, and wait behind it.
 */
export class EngineHost {
  readonly #options: EngineHostOptions;
  readonly #recorders = { encoder: new CommandEncoder(), clockRun: new ClockRun() };
  readonly #watched: WatchedMarkets;
  #heartbeatAt = Number.NEGATIVE_INFINITY;
  /** State at the last snapshot; the work of a start counts, or repeated kills would make starts ever longer. */
  #workAtSnapshot = 0;
  #bytesAtSnapshot: number;
  #snapshotTook = 0;
  #writing = false;
  /** The last sequence in the history: the newest snapshot up to it is kept. */
  #historyApplied: number;
  #marketsAt = Number.NEGATIVE_INFINITY;
  readonly #markets = new Map<InstrumentId, MarketNow>();
  readonly #growing = new Map<string, MinuteBar>();
  /** Accounts with subscribers to their events. */
  readonly #followed = new Set<AccountId>();
  readonly #held = new HeldTurns<HeldRows>();
  #sequence = 0;
  #historySequence: number;
  /** Pending steps: their requests, and their target times. */
  #steps: readonly { readonly id: number; readonly until: number }[] = [];

  constructor(options: EngineHostOptions) {
    this.#options = options;
    this.#watched = new WatchedMarkets(options.steadyNow());
    this.#bytesAtSnapshot = options.journal.bytes;
    this.#historyApplied = options.historyApplied;
    this.#historySequence = options.history.sent;
  }

  /** Interval between market moves, ms. */
  get step(): number {
    return this.#watched.recorded.length > 0 ? WATCHED_STEP_MS : IDLE_STEP_MS;
  }

  /** One turn. Throws only if the engine must stop: the journal failed, or an invariant broke. */
  turn(messages: readonly MainToEngine[], tick: boolean): void {
    const turn = new Turn(this.#options, this.#recorders, this);
    const moved = (tick || messages.some(isCommand)) && turn.advance(tick);
    for (const message of messages) {
      if (message.kind === 'submit') turn.submit(message);
      else if (message.kind === 'watch') this.#watched.want(message.instruments);
      else if (message.kind === 'follow') {
        if (message.followed) this.#followed.add(message.account);
        else this.#followed.delete(message.account);
      } else if (message.kind === 'step') this.#addStep(message, turn);
    }
    this.#recordWatched(turn);
    turn.run();
    const answers: TurnResult['answers'] = messages
      .filter(isQuestion)
      .map((question) => ({ id: question.id, answer: this.#answer(question) }));
    const stepped = this.#endedSteps();
    this.#publish(turn, [...answers, ...stepped], tick || moved ? this.#publicUpdates(stepped.length > 0) : NO_UPDATES);
    if (tick || moved) this.#considerSnapshot();
  }

  /** A step of time may be long: its market moves with the instruments that were watched by then. */
  #recordWatched(turn: Turn): void {
    const change = this.#watched.change(this.#options.steadyNow(), this.#steps.length > 0);
    if (change !== undefined) this.#watched.spend(turn.add({ ...change, time: turn.time() }));
  }

  /** Commands of the same turn come first: they see the market before the step. */
  #addStep({ id, milliseconds }: Extract<MainToEngine, { kind: 'step' }>, { faults }: Turn): void {
    const { steps } = this.#options;
    if (steps === undefined)
      faults.push({ id, message: 'market time follows the clock of the machine; start the server with --clock steps' });
    else this.#steps = [...this.#steps, { id, until: steps.allow(milliseconds) }];
  }

  /** Answers of the steps whose target time is reached. */
  #endedSteps(): TurnResult['answers'] {
    const { steps } = this.#options;
    if (steps === undefined || this.#steps.length === 0 || !steps.isThere(this.step)) return [];
    const ended = this.#steps;
    this.#steps = [];
    return ended.map(({ id, until }) => ({ id, answer: { time: until, ended: steps.hasEnded } }));
  }

  #publish(turn: Turn, answers: TurnResult['answers'], { books, markets, bars }: PublicUpdates): void {
    const { outcomes, faults, shownAfter } = turn;
    const { journal, publish } = this.#options;
    this.#sequence = turn.batches.at(-1)?.sequence ?? this.#sequence;
    const batches = followedBatches(turn.batches, this.#followed);
    const rows = historyBatches(turn.batches);
    this.#historySequence = rows.at(-1)?.sequence ?? this.#historySequence;
    const result: TurnResult = {
      kind: 'turn',
      shownAfter,
      sequence: this.#sequence,
      historySequence: this.#historySequence,
      batches,
      books,
      markets,
      bars,
      outcomes,
      answers,
      faults,
    };
    this.#held.add({ shownAfter, batches: rows, bars: bars.filter((bar) => bar.closed) });
    if (saysSomething(result)) publish(result);
    if (outcomes.length > 0) failPoint('turn told');
    if (this.#held.size >= HELD_MAX) journal.waitFor(this.#held.first?.shownAfter ?? 0);
    this.release();
  }

  /** Passes rows that the disk has confirmed on to the history. Throws if the journal has failed, before it passes anything on. */
  release(): void {
    const { journal, history } = this.#options;
    if (journal.failure !== undefined) throw journal.failure;
    const turns = this.#held.take(journal.durableSequence);
    const batches = turns.flatMap((turn) => turn.batches);
    const bars = turns.flatMap((turn) => turn.bars);
    if (batches.length > 0 || bars.length > 0) history.send(batches, bars);
  }

  /** Waits until all applied commands are durable, and releases them. */
  commit(): void {
    this.#options.journal.commit();
    this.release();
  }

  /** The history holds everything up to `sequence`. */
  historyHolds(sequence: number): void {
    this.#historyApplied = sequence;
  }

  /** Writes the last snapshot of a run and closes the journal. Returns the final state. */
  async close(): Promise<StateHash> {
    const { sequence, bytes, hash } = this.#image();
    await this.#write(sequence, bytes).catch(this.#options.onSnapshotFailed);
    this.#options.journal.close();
    return { sequence, hash };
  }

  /** Books with each call; the newest values of markets and forming bars a few times a second, or if `all`; closed bars always. */
  #publicUpdates(all = false): PublicUpdates {
    const { books, markets, minuteBars } = this.#options.world.publish();
    for (const market of markets) this.#markets.set(market.state.instrument, market);
    this.#addHeartbeat();
    for (const bar of minuteBars) if (!bar.closed) this.#growing.set(`${bar.instrument} ${bar.series}`, bar);
    const closed = minuteBars.filter((bar) => bar.closed);
    const now = this.#options.steadyNow();
    if (!all && now - this.#marketsAt < MARKETS_EVERY_MS) return { books, markets: [], bars: closed };
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
    for (const instrument of this.#watched.recorded) {
      const market = this.#options.world.market(instrument);
      if (market !== undefined) this.#markets.set(instrument, market);
    }
  }

  #considerSnapshot(): void {
    const { journal, work } = this.#options;
    if (this.#writing) return;
    const began = work();
    const journalBytes = journal.bytes - this.#bytesAtSnapshot;
    if (!isSnapshotDue({ workMs: began - this.#workAtSnapshot, journalBytes, tookMs: this.#snapshotTook })) return;
    const { sequence, bytes } = this.#image();
    this.#workAtSnapshot = work();
    this.#bytesAtSnapshot = journal.bytes;
    this.#snapshotTook = this.#workAtSnapshot - began;
    this.#writing = true;
    void this.#write(sequence, bytes)
      .catch(this.#options.onSnapshotFailed)
      .finally(() => (this.#writing = false));
  }

  /** The current world, whose hash enters the journal; the history is asked to write its buffered rows. */
  #image(): { readonly sequence: number; readonly bytes: Uint8Array; readonly hash: string } {
    const { journal, world, history } = this.#options;
    const bytes = world.write();
    const hash = worldHash(bytes);
    journal.append(RECORD_STATE_HASH, milliseconds(world.now), Buffer.from(hash, 'hex'));
    this.commit();
    history.confirm(journal.durableSequence);
    return { sequence: journal.durableSequence, bytes, hash };
  }

  #write(sequence: number, bytes: Uint8Array): Promise<void> {
    return this.#options.snapshots.write(sequence, bytes, () => this.#historyApplied);
  }

  #answer(question: EngineQuestion): EngineAnswer {
    const { world, journal } = this.#options;
    const sequence = journal.nextSequence - 1;
    switch (question.kind) {
      case 'account': {
        const state = world.account(question.account, question.orders);
        return state === undefined ? undefined : { sequence, state };
      }
      case 'leaders':
        return world.leaders();
      case 'insurance':
        return world.insurance();
      case 'book':
        return world.book(question.instrument);
      case 'candles': {
        const needs = question.stored === undefined ? world.storedSpan(question.query) : undefined;
        return needs === undefined ? world.candles(question.query, question.stored) : { needs };
      }
    }
  }
}

const QUESTIONS: ReadonlySet<MainToEngine['kind']> = new Set<EngineQuestion['kind']>([
  'account',
  'leaders',
  'insurance',
  'book',
  'candles',
]);
const isQuestion = (message: MainToEngine): message is EngineQuestion => QUESTIONS.has(message.kind);

const COMMANDS: ReadonlySet<MainToEngine['kind']> = new Set<MainToEngine['kind']>(['submit', 'watch']);
const isCommand = (message: MainToEngine): boolean => COMMANDS.has(message.kind);

type PublicUpdates = Pick<TurnResult, 'books' | 'markets' | 'bars'>;
const saysSomething = ({ batches, books, markets, bars, outcomes, answers, faults }: TurnResult): boolean =>
  batches.length + books.length + markets.length + bars.length + outcomes.length + answers.length + faults.length > 0;

const NO_UPDATES: PublicUpdates = { books: [], markets: [], bars: [] };
