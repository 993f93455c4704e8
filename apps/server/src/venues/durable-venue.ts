import type { Worker } from 'node:worker_threads';
import type {
  AccountId,
  Event,
  Instrument,
  InstrumentId,
  InsuranceFund,
  LeaderRecord,
  MarketState,
  Outcome,
  TraderCommand,
  Untimed,
  OrderSelection,
} from '@tapedeck/domain';
import type {
  AccountSnapshot,
  BookSnapshot,
  Candle,
  CandleQuery,
  DayStatistics,
  Venue,
  VenueCapabilities,
  VenueListener,
} from '@tapedeck/venue';
import type { Stepped } from '@tapedeck/gateway';
import { HeldTurns } from '../engine-worker/held-turns.ts';
import type { RunningEngine } from '../engine-worker/start-engine.ts';
import type { OperatorCommand } from '../engine-worker/world.ts';
import type { BarsQuery } from '../history/bar-store.ts';
import type {
  CandlesAnswer,
  CandlesNeed,
  EngineQuestion,
  EngineToMain,
  MainToEngine,
  StepAnswer,
  TurnResult,
} from '../engine-worker/engine-messages.ts';
import type { Durability } from '../journal/commit-watch.ts';
import { failPoint } from '../operation/fail-point.ts';
import type { PaperPowers } from './paper-powers.ts';

const DAY_MINUTES = 24 * 60;
const ignore = (): void => undefined;
const DEAF: VenueListener = { onEvents: ignore, onBook: ignore, onMarket: ignore, onMinuteBar: ignore };

interface Waiting {
  readonly kind: MainToEngine['kind'];
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** The engine has stopped: no command is accepted any more. */
export class EngineStopped extends Error {
  override readonly name = 'EngineStopped';
}

/** The history, as far as the venue needs it. */
export interface VenueHistory {
  /** Minutes, rolled up to a width. */
  minuteBars(query: BarsQuery): Promise<readonly Candle[]>;
  /** Rows up to this sequence are about to be published. */
  published(sequence: number): void;
}

/** The widest stored bars, in minutes, that fit into the requested bars: weeks and months begin at the start of a day. */
function storedWidth(minutes: CandleQuery['minutes']): number {
  if (minutes === 'week' || minutes === 'month' || minutes % DAY_MINUTES === 0) return DAY_MINUTES;
  return DAY_MINUTES % minutes === 0 ? minutes : 1;
}

type Question<Kind extends EngineQuestion['kind']> = Omit<Extract<EngineQuestion, { kind: Kind }>, 'id'>;

/** The built-in exchange, seen from the main thread: every call is a message to the engine worker. */
export class DurableVenue implements Venue, PaperPowers {
  readonly capabilities: VenueCapabilities;
  readonly #instruments: Instrument[];
  readonly #worker: Worker;
  readonly #history: VenueHistory;
  readonly #markets = new Map<InstrumentId, { readonly state: MarketState; readonly day: DayStatistics }>();
  readonly #listeners = new Set<VenueListener>();
  readonly #waiting = new Map<number, Waiting>();
  readonly #disk: Durability;
  readonly #held = new HeldTurns<TurnResult>();
  #outbox: MainToEngine[] = [];
  /** The newest watched instruments, on their way to the engine. */
  #watched: readonly InstrumentId[] | undefined;
  #requests = 0;
  #sequence = 0;
  #stopped: EngineStopped | undefined;

  /** `ready` is the worker's first message; from now on its messages are this venue's. */
  constructor({ worker, ready, disk }: Pick<RunningEngine, 'worker' | 'ready'> & { readonly disk: Durability }, history: VenueHistory) {
    this.#worker = worker;
    this.#disk = disk;
    this.#history = history;
    history.published(ready.historySequence);
    this.capabilities = ready.capabilities;
    this.#instruments = [...ready.instruments];
    for (const market of ready.markets) this.#markets.set(market.state.instrument, market);
    worker.on('message', (message: EngineToMain) => {
      if (message.kind === 'turn') this.#held.add(message);
      this.#release();
    });
    disk.onProgress(() => this.#release());
    worker.on('exit', () => this.stop('the engine has ended'));
  }

  get instruments(): readonly Instrument[] {
    return this.#instruments;
  }

  /** Fails all pending and future requests. */
  stop(reason: string): void {
    if (this.#stopped !== undefined) return;
    this.#stopped = new EngineStopped(reason);
    for (const waiting of this.#waiting.values()) waiting.reject(this.#stopped);
    this.#waiting.clear();
  }

  submit(command: Untimed<TraderCommand>): Promise<Outcome> {
    return this.#request((id) => ({ kind: 'submit', id, command }));
  }

  operate(command: OperatorCommand): Promise<Outcome> {
    return this.#request((id) => ({ kind: 'submit', id, command }));
  }

  account(account: AccountId, orders?: OrderSelection): Promise<AccountSnapshot | undefined> {
    return this.#ask<'account', AccountSnapshot | undefined>({ kind: 'account', account, orders });
  }

  leaders(): Promise<readonly LeaderRecord[]> {
    return this.#ask<'leaders', readonly LeaderRecord[]>({ kind: 'leaders' });
  }

  insurance(): Promise<readonly InsuranceFund[]> {
    return this.#ask<'insurance', readonly InsuranceFund[]>({ kind: 'insurance' });
  }

  book(instrument: InstrumentId): Promise<BookSnapshot> {
    return this.#ask<'book', BookSnapshot>({ kind: 'book', instrument });
  }

  /** Bars that the engine no longer holds come from the history. */
  async candles(query: CandleQuery): Promise<CandlesAnswer> {
    const answer = await this.#ask<'candles', CandlesAnswer | CandlesNeed>({ kind: 'candles', query });
    if (!('needs' in answer)) return answer;
    const { instrument, series, minutes } = query;
    const stored = await this.#history.minuteBars({ instrument, series, ...answer.needs, width: storedWidth(minutes) });
    return this.#ask<'candles', CandlesAnswer>({ kind: 'candles', query, stored });
  }

  async step(milliseconds: number, instrument?: InstrumentId): Promise<Stepped> {
    const bars: Candle[] = [];
    const forget = this.listen({
      ...DEAF,
      onMinuteBar: (bar) => {
        if (bar.closed && bar.series === 'trade' && bar.instrument === instrument) bars.push(bar.candle);
      },
    });
    try {
      return { ...(await this.#request<StepAnswer>((id) => ({ kind: 'step', id, milliseconds }))), bars };
    } finally {
      forget();
    }
  }

  market(instrument: InstrumentId): { readonly state: MarketState; readonly day: DayStatistics } | undefined {
    return this.#markets.get(instrument);
  }

  watch(instruments: readonly InstrumentId[]): void {
    this.#sendSoon();
    // Subscriptions come many at once, and only their result counts.
    this.#watched = instruments;
  }

  follow(account: AccountId, followed: boolean): void {
    this.#post({ kind: 'follow', account, followed });
  }

  get sequence(): number {
    return this.#sequence;
  }

  /** A step of time may take minutes; commands are answered meanwhile. */
  get oldestCommand(): number | undefined {
    for (const [id, { kind }] of this.#waiting) if (kind === 'submit') return id;
    return undefined;
  }

  listen(listener: VenueListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #ask<Kind extends EngineQuestion['kind'], Result>(question: Question<Kind>): Promise<Result> {
    return this.#request((id) => ({ ...question, id }) as EngineQuestion);
  }

  #request<Result>(build: (id: number) => MainToEngine): Promise<Result> {
    if (this.#stopped !== undefined) return Promise.reject(this.#stopped);
    this.#requests += 1;
    const id = this.#requests;
    return new Promise<Result>((resolve, reject) => {
      const message = build(id);
      this.#waiting.set(id, { kind: message.kind, resolve, reject });
      this.#post(message);
    });
  }

  /** Requests of one turn of the event loop go to the engine together, because each transfer costs as much as an order. */
  #post(message: MainToEngine): void {
    if (this.#stopped !== undefined) return;
    this.#sendSoon();
    this.#outbox.push(message);
  }

  #sendSoon(): void {
    if (this.#outbox.length === 0 && this.#watched === undefined) setImmediate(() => this.#flush());
  }

  #flush(): void {
    const messages = this.#outbox;
    if (this.#watched !== undefined) messages.push({ kind: 'watch', instruments: this.#watched });
    this.#outbox = [];
    this.#watched = undefined;
    if (this.#stopped === undefined) this.#worker.postMessage(messages);
    failPoint('order sent');
  }

  /** Publishes the turns that the disk has confirmed, in order. */
  #release(): void {
    const turns = this.#held.take(this.#disk.durable);
    if (turns.some(({ outcomes }) => outcomes.length > 0)) failPoint('turn released');
    for (const turn of turns) this.#deliver(turn);
  }

  /** Events first, then the answers: an answer never overtakes the stream. */
  #deliver(turn: TurnResult): void {
    this.#sequence = turn.sequence;
    this.#history.published(turn.historySequence);
    for (const { events } of turn.batches) for (const event of events) this.#takeInstrument(event);
    for (const market of turn.markets) this.#markets.set(market.state.instrument, market);
    for (const listener of this.#listeners) {
      for (const batch of turn.batches) listener.onEvents(batch);
      for (const book of turn.books) listener.onBook(book);
      for (const market of turn.markets) listener.onMarket(market.state, market.day);
      for (const bar of turn.bars) listener.onMinuteBar(bar);
    }
    for (const { id, outcome } of turn.outcomes) this.#settle(id, (waiting) => waiting.resolve(outcome as never));
    for (const { id, answer } of turn.answers) this.#settle(id, (waiting) => waiting.resolve(answer as never));
    for (const { id, message } of turn.faults) this.#settle(id, (waiting) => waiting.reject(new Error(message)));
  }

  #takeInstrument(event: Event): void {
    if (event.type !== 'InstrumentListed' && event.type !== 'InstrumentChanged') return;
    const { instrument } = event;
    this.#instruments[instrument.id] = instrument;
    if (instrument.status === 'Closed') this.#markets.delete(instrument.id);
  }

  #settle(id: number, settle: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    settle(waiting);
  }
}
