import type { EventBatch, MinuteBar } from '@tapedeck/venue';
import { failPoint } from '../operation/fail-point.ts';
import type { HistoryConnection } from './history-connection.ts';
import type { EngineToHistory, HistoryState } from './history-messages.ts';
import type { OverflowFile } from './overflow-file.ts';

/** Rows of this period are written together. */
const GATHER_MS = 100;
/** Closed minutes are written with other rows, at the latest after this time; the engine keeps them until then. */
const BARS_SPAN_MS = 15 * 60_000;
/** Maximum events and minutes in memory; further ones go to a file until the database has caught up. */
const HELD_MAX = 50_000;
const REFILL = 5_000;

/** Rows that will be written. */
type Kept = Exclude<EngineToHistory, { readonly kind: 'hole' }>;

export interface IntakeOptions {
  readonly connection: HistoryConnection;
  readonly overflow: OverflowFile<Kept>;
  /** Position of the database at the start. */
  readonly applied: number;
  /** Start of the current delay. */
  readonly behindSince?: number | undefined;
  /** The events end before the present: the history stays behind. */
  readonly isRebuild?: boolean;
  /** Everything up to a sequence is in the database. */
  readonly onApplied: (sequence: number) => void;
  readonly onState: (state: HistoryState) => void;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
}

/** Receives the engine's events and writes them in order, each once; rows that cannot be written wait. */
export class Intake {
  readonly #options: IntakeOptions;
  #batches: EventBatch[] = [];
  #bars: MinuteBar[] = [];
  #held = 0;
  /** The events in memory end here. */
  #upTo: number;
  #engineEnded = false;
  /** Wakes readers who wait for events that are still on their way. */
  #wakeReaders: (() => void)[] = [];
  #running: Promise<void> | undefined;
  /** The batch being collected or written. */
  #round = Promise.resolve();
  #behindSince: number | undefined;
  #reason: string | undefined;
  /** The database held everything up to here. */
  #applied: number;
  /** Rows are missing that only the journal has, and only the next start reads it. */
  #incomplete = false;

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.#applied = options.applied;
    this.#upTo = options.applied;
    this.#behindSince = options.behindSince;
  }

  take(message: EngineToHistory): void {
    this.#receive(message);
    this.#wake();
  }

  /** Nothing more will arrive. */
  engineEnded(): void {
    this.#engineEnded = true;
    this.#wake();
  }

  #receive(message: EngineToHistory): void {
    if (this.#incomplete) return;
    if (message.kind === 'hole') {
      this.#giveUp('the engine no longer holds the events that the history lacks');
      return;
    }
    const { overflow } = this.#options;
    if (overflow.isEmpty && this.#held < HELD_MAX) this.#hold(message);
    else this.#putAside(message);
    this.#start();
    if (this.#running === undefined && !this.#options.connection.isAway) this.#catchUp();
  }

  /** Resolves when all received rows are written, or the database is lost. */
  async settle(): Promise<void> {
    while (this.#running !== undefined && !this.#options.connection.isAway) await this.#round;
  }

  /**
   * Resolves when all events up to `sequence` are written, so that readers find everything the stream reported. The disk confirms a turn to
   * the stream and to the engine independently, so the stream may report it before the engine passes its events on. While the history is
   * behind, readers do not wait: they receive its rows and the information that it is behind.
   */
  async caughtUp(sequence: number): Promise<void> {
    while (this.#upTo < sequence && this.#behindSince === undefined && !this.#engineEnded) {
      await new Promise<void>((resolve) => this.#wakeReaders.push(resolve));
    }
    while (this.#running !== undefined && this.#behindSince === undefined && this.#options.connection.database.applied < sequence) {
      await this.#round;
    }
  }

  #wake(): void {
    const waiting = this.#wakeReaders;
    this.#wakeReaders = [];
    for (const wake of waiting) wake();
  }

  /** The database was lost or is back. */
  connectionChanged(away: string | undefined): void {
    if (away !== undefined) this.#fallBehind(away);
    else if (!this.#isDue()) this.#catchUp();
    this.#wake();
  }

  #hold(message: Kept): void {
    if (message.kind === 'upTo') {
      this.#upTo = Math.max(this.#upTo, message.sequence);
      return;
    }
    for (const batch of message.batches) {
      this.#batches.push(batch);
      this.#held += batch.events.length;
    }
    for (const bar of message.bars) this.#bars.push(bar);
    this.#held += message.bars.length;
    this.#upTo = Math.max(this.#upTo, message.batches.at(-1)?.sequence ?? 0);
  }

  #putAside(message: Kept): void {
    this.#fallBehind('the database writes more slowly than events arrive');
    try {
      this.#options.overflow.push(message);
    } catch (error) {
      this.#giveUp(`events cannot be buffered meanwhile (${(error as Error).message})`);
    }
  }

  #giveUp(reason: string): void {
    this.#fallBehind(`${reason}: the next start of the server completes it`);
    this.#incomplete = true;
  }

  #isDue(): boolean {
    if (this.#batches.length > 0 || !this.#options.overflow.isEmpty || this.#spanOfBars() >= BARS_SPAN_MS) return true;
    return this.#upTo > (this.#options.connection.isAway ? 0 : this.#options.connection.database.applied);
  }

  #spanOfBars(): number {
    const [first, last] = [this.#bars[0], this.#bars.at(-1)];
    return first === undefined || last === undefined ? 0 : last.candle.start - first.candle.start;
  }

  #start(): void {
    if (this.#isDue()) this.#running ??= this.#write();
  }

  async #write(): Promise<void> {
    while (this.#isDue()) {
      const { applied } = await this.#options.connection.ready();
      if (applied < this.#applied) {
        // Rows written after a gap would hide it.
        this.#giveUp(`the database came back without its data after record ${applied}`);
        this.#running = undefined;
        return;
      }
      this.#round = this.#writeRound();
      await this.#round;
    }
    this.#running = undefined;
    this.#catchUp();
  }

  async #writeRound(): Promise<void> {
    const { connection, wait, onApplied } = this.#options;
    await wait(GATHER_MS);
    if (connection.isAway) return;
    const { database } = connection;
    const [batches, bars, upTo] = [this.#batches, this.#bars, this.#upTo];
    this.#batches = [];
    this.#bars = [];
    try {
      failPoint('history gathered');
      // The database knows the rows of an attempt that succeeded after all, and skips them.
      await database.apply(batches, bars, upTo);
      failPoint('history kept');
    } catch (error) {
      this.#batches = [...batches, ...this.#batches];
      this.#bars = [...bars, ...this.#bars];
      connection.lost(database, error as Error);
      return;
    }
    this.#held = this.#bars.length + this.#batches.reduce((sum, { events }) => sum + events.length, 0);
    this.#applied = database.applied;
    this.#refill();
    onApplied(database.applied);
  }

  #refill(): void {
    while (this.#held < REFILL) {
      const message = this.#options.overflow.shift();
      if (message === undefined) return;
      this.#hold(message);
    }
  }

  #fallBehind(reason: string): void {
    if (this.#incomplete || this.#reason === reason) return;
    this.#behindSince ??= this.#options.now();
    this.#reason = reason;
    this.#options.onState({ behindSince: this.#behindSince, reason });
  }

  #catchUp(): void {
    if (this.#behindSince === undefined || this.#incomplete || this.#options.isRebuild === true) return;
    this.#behindSince = undefined;
    this.#reason = undefined;
    this.#options.onState({ behindSince: undefined, reason: undefined });
  }
}
