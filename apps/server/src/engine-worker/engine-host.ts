import type { AccountId, InstrumentId } from '@tapedeck/domain';
import type { EventBatch, MinuteBar } from '@tapedeck/venue';
import { IDLE_STEP_MS, WATCHED_STEP_MS } from '@tapedeck/venue-paper';
import type { Journal } from '../journal/journal.ts';
import { failPoint } from '../operation/fail-point.ts';
import { isSnapshotDue } from '../snapshots/snapshot-policy.ts';
import { worldHash, type SnapshotStore } from '../snapshots/snapshots.ts';
import type { EngineClock } from './engine-clock.ts';
import type { StepClock } from './step-clock.ts';
import type { EngineAnswer, EngineQuestion, MainToEngine, MarketNow, StateHash, TurnResult } from './engine-messages.ts';
import { Turn } from './engine-turn.ts';
import { followedBatches, historyBatches } from './turn-batches.ts';
import { CommandEncoder, type World } from './world.ts';

/** Markets and growing bars are shown so often; books and trades with every tick. */
const MARKETS_EVERY_MS = 200;
/** A watched market is shown at least this often, so that silence always means that something is wrong. */
const HEARTBEAT_MS = 1_000;
export interface EngineHostOptions {
  readonly world: World;
  readonly journal: Journal;
  readonly snapshots: SnapshotStore;
  readonly clock: EngineClock;
  /** The same clock, where it goes on by steps. */
  readonly steps?: StepClock | undefined;
  /** A steady clock, ms. */
  readonly steadyNow: () => number;
  /** Processor time of the engine so far, ms. */
  readonly work: () => number;
  readonly watching: boolean;
  /** What the history holds at the start. */
  readonly historyApplied: number;
  readonly publish: (result: TurnResult) => void;
  /** Hands user events on to the history, and asks it to confirm. */
  readonly history: HistoryLink;
  readonly onSnapshotFailed: (error: unknown) => void;
}

export interface HistoryLink {
  send(batches: readonly EventBatch[], bars: readonly MinuteBar[]): void;
  confirm(sequence: number): void;
}

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
  /** As the last snapshot found them; the work of a start counts, or one kill after the other would make starts ever longer. */
  #workAtSnapshot = 0;
  #bytesAtSnapshot: number;
  #snapshotTook = 0;
  #writing = false;
  /** What the history holds: the newest snapshot that is not beyond it is kept, whatever comes after. */
  #historyApplied: number;
  #marketsAt = Number.NEGATIVE_INFINITY;
  readonly #markets = new Map<InstrumentId, MarketNow>();
  readonly #growing = new Map<string, MinuteBar>();
  /** Accounts whose events somebody waits for. */
  readonly #followed = new Set<AccountId>();
  #sequence = 0;
  /** Steps on their way: who asked for them, and until when. */
  #steps: readonly { readonly id: number; readonly until: number }[] = [];

  constructor(options: EngineHostOptions) {
    this.#options = options;
    this.#watching = options.watching;
    this.#bytesAtSnapshot = options.journal.bytes;
    this.#historyApplied = options.historyApplied;
  }

  /** How far apart the moments are at which the market moves, ms. */
  get step(): number {
    return this.#watching ? WATCHED_STEP_MS : IDLE_STEP_MS;
  }

  /** One turn. Throws only when the engine must stop: the journal failed, or an invariant broke. */
  turn(messages: readonly MainToEngine[], tick: boolean): void {
    const turn = new Turn(this.#options, this.#encoder, this);
    const moved = (tick || messages.some(isCommand)) && turn.advance(tick);
    for (const message of messages) {
      if (message.kind === 'submit') turn.submit(message);
      else if (message.kind === 'watch') {
        turn.add({ type: 'WatchMarkets', instruments: message.instruments, time: turn.time() });
        this.#watching = message.instruments.length > 0;
        this.#watched = message.instruments;
      } else if (message.kind === 'follow') {
        if (message.followed) this.#followed.add(message.account);
        else this.#followed.delete(message.account);
      } else if (message.kind === 'step') this.#addStep(message, turn);
    }
    turn.run();
    const answers: TurnResult['answers'] = messages
      .filter(isQuestion)
      .map((question) => ({ id: question.id, answer: this.#answer(question) }));
    const stepped = this.#endedSteps();
    this.#publish(turn, [...answers, ...stepped], tick || moved ? this.#publicUpdates(stepped.length > 0) : NO_UPDATES);
    if (tick || moved) this.#considerSnapshot();
  }

  /** Commands of the same turn come before it: they meet the market as it stood. */
  #addStep({ id, milliseconds }: Extract<MainToEngine, { kind: 'step' }>, { faults }: Turn): void {
    const { steps } = this.#options;
    if (steps === undefined) faults.push({ id, message: 'time goes on by itself; start the server with --clock steps' });
    else this.#steps = [...this.#steps, { id, until: steps.allow(milliseconds) }];
  }

  /** Answers of the steps that time has reached the end of. */
  #endedSteps(): TurnResult['answers'] {
    const { steps } = this.#options;
    if (steps === undefined || this.#steps.length === 0 || !steps.isThere(this.step)) return [];
    const ended = this.#steps;
    this.#steps = [];
    return ended.map(({ id, until }) => ({ id, answer: { time: until, ended: steps.hasEnded } }));
  }

  #publish(turn: Turn, answers: TurnResult['answers'], { books, markets, bars }: PublicUpdates): void {
    const { outcomes, faults } = turn;
    this.#sequence = turn.batches.at(-1)?.sequence ?? this.#sequence;
    const forHistory = historyBatches(turn.batches);
    const closedBars = bars.filter((bar) => bar.closed);
    if (forHistory.length > 0 || closedBars.length > 0) this.#options.history.send(forHistory, closedBars);
    const batches = followedBatches(turn.batches, this.#followed);
    const silent = batches.length + books.length + markets.length + bars.length + outcomes.length + faults.length;
    if (silent + answers.length === 0) return;
    this.#options.publish({ kind: 'turn', sequence: this.#sequence, batches, books, markets, bars, outcomes, answers, faults });
    if (outcomes.length > 0) failPoint('turn told');
  }

  /** The history holds everything up to `sequence`. */
  historyHolds(sequence: number): void {
    this.#historyApplied = sequence;
  }

  /** The last snapshot of a run; the journal is closed after it. Answers the final state. */
  async close(): Promise<StateHash> {
    const { sequence, bytes } = this.#image();
    await this.#write(sequence, bytes).catch(this.#options.onSnapshotFailed);
    this.#options.journal.close();
    return { sequence, hash: worldHash(bytes) };
  }

  /** Books with each call; markets and growing bars a few times a second or when `all` is asked for, by their newest value; closed bars always. */
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
    for (const instrument of this.#watched) {
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

  /** The world as of now; the history is asked to write what it may still hold back. */
  #image(): { readonly sequence: number; readonly bytes: Uint8Array } {
    const { journal, world, history } = this.#options;
    journal.commit(true);
    history.confirm(journal.durableSequence);
    return { sequence: journal.durableSequence, bytes: world.write() };
  }

  #write(sequence: number, bytes: Uint8Array): Promise<void> {
    return this.#options.snapshots.write(sequence, bytes, () => this.#historyApplied);
  }

  #answer(question: EngineQuestion): EngineAnswer {
    const { world, journal } = this.#options;
    const sequence = journal.nextSequence - 1;
    switch (question.kind) {
      case 'account': {
        const state = world.account(question.account);
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
const NO_UPDATES: PublicUpdates = { books: [], markets: [], bars: [] };
