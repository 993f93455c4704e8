import type { EventBatch, MinuteBar } from '@tapedeck/venue';
import { failPoint } from '../operation/fail-point.ts';
import type { HistoryConnection } from './history-connection.ts';
import type { EngineToHistory, HistoryState } from './history-messages.ts';
import type { OverflowFile } from './overflow-file.ts';

/** Rows that come within this time go in together. */
const GATHER_MS = 100;
/** Closed minutes go in with what else is written, at the latest when they are of so long a time: the engine has them until then. */
const BARS_SPAN_MS = 15 * 60_000;
/** Events and minutes that are kept in memory; what comes beyond them goes to a file until the database has caught up. */
const HELD_MAX = 50_000;
const REFILL = 5_000;

/** What is written sooner or later. */
type Kept = Exclude<EngineToHistory, { readonly kind: 'hole' }>;

export interface IntakeOptions {
  readonly connection: HistoryConnection;
  readonly overflow: OverflowFile<Kept>;
  /** What the database held at the start. */
  readonly applied: number;
  /** Since when it has been behind already. */
  readonly behindSince?: number | undefined;
  /** Everything up to a sequence is in the database. */
  readonly onApplied: (sequence: number) => void;
  readonly onState: (state: HistoryState) => void;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
}

/** Takes what the engine sends and writes it in order, each once; what cannot be written waits until it can. */
export class Intake {
  readonly #options: IntakeOptions;
  #batches: EventBatch[] = [];
  #bars: MinuteBar[] = [];
  #held = 0;
  /** What is in memory, or was, ends here. */
  #upTo = 0;
  #running: Promise<void> | undefined;
  /** The batch that is being gathered and written now. */
  #round = Promise.resolve();
  #behindSince: number | undefined;
  #reason: string | undefined;
  /** The database held everything up to here. */
  #applied: number;
  /** Something is missing that only the journal has, and only the next start reads that. */
  #incomplete = false;

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.#applied = options.applied;
    this.#behindSince = options.behindSince;
  }

  take(message: EngineToHistory): void {
    if (this.#incomplete) return;
    if (message.kind === 'hole') {
      this.#giveUp('the engine no longer has what the history lacks');
      return;
    }
    const { overflow } = this.#options;
    if (overflow.isEmpty && this.#held < HELD_MAX) this.#hold(message);
    else this.#putAside(message);
    this.#start();
    if (this.#running === undefined && !this.#options.connection.isAway) this.#catchUp();
  }

  /** Resolves when everything taken so far is written, or the database is away. */
  async settle(): Promise<void> {
    while (this.#running !== undefined && !this.#options.connection.isAway) await this.#round;
  }

  /**
   * Resolves when what was taken before the call is written: a reader finds what the stream has told it already. While the history is
   * behind, nobody waits for it: what it holds is answered, and that it is behind.
   */
  async caughtUp(): Promise<void> {
    // What waits in the engine's port is taken when the event loop polls next: after the immediates of this turn, before those of the next.
    for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const upTo = this.#upTo;
    while (this.#running !== undefined && this.#behindSince === undefined && this.#options.connection.database.applied < upTo) {
      await this.#round;
    }
  }

  /** The database is gone, or there again. */
  connectionChanged(away: string | undefined): void {
    if (away !== undefined) this.#fallBehind(away);
    else if (!this.#isDue()) this.#catchUp();
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
    this.#fallBehind('more comes than the database takes');
    try {
      this.#options.overflow.push(message);
    } catch (error) {
      this.#giveUp(`what comes meanwhile cannot be kept (${(error as Error).message})`);
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
        // What is written after a hole would hide it.
        this.#giveUp(`the database came back without what it had after record ${applied}`);
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
      // What the last attempt did after all is known to the database, and passed over.
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
    if (this.#behindSince === undefined || this.#incomplete) return;
    this.#behindSince = undefined;
    this.#reason = undefined;
    this.#options.onState({ behindSince: undefined, reason: undefined });
  }
}
