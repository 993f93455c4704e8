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
import type { OperatorCommand } from '../engine-worker/world.ts';
import type { BarsQuery } from '../history/bar-store.ts';
import type {
  CandlesAnswer,
  CandlesNeed,
  EngineQuestion,
  EngineReady,
  EngineToMain,
  MainToEngine,
  StepAnswer,
  TurnResult,
} from '../engine-worker/engine-messages.ts';
import { failPoint } from '../operation/fail-point.ts';
import type { PaperPowers } from './paper-powers.ts';

const DAY_MINUTES = 24 * 60;
const ignore = (): void => undefined;
const DEAF: VenueListener = { onEvents: ignore, onBook: ignore, onMarket: ignore, onMinuteBar: ignore };

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** The engine has stopped: nothing is accepted any more. */
export class EngineStopped extends Error {
  override readonly name = 'EngineStopped';
}

/** Reads minutes from the history, rolled up to a width. */
export type MinuteBarsReader = (query: BarsQuery) => Promise<readonly Candle[]>;

/** The widest bars in minutes that fit into the bars asked for: days begin where weeks and months do. */
function storedWidth(minutes: CandleQuery['minutes']): number {
  if (minutes === 'week' || minutes === 'month' || minutes % DAY_MINUTES === 0) return DAY_MINUTES;
  return DAY_MINUTES % minutes === 0 ? minutes : 1;
}

type Question<Kind extends EngineQuestion['kind']> = Omit<Extract<EngineQuestion, { kind: Kind }>, 'id'>;

/** The exchange inside, seen from the main thread: every call is a message to the engine worker. */
export class DurableVenue implements Venue, PaperPowers {
  readonly capabilities: VenueCapabilities;
  readonly #instruments: Instrument[];
  readonly #worker: Worker;
  readonly #minuteBars: MinuteBarsReader;
  readonly #markets = new Map<InstrumentId, { readonly state: MarketState; readonly day: DayStatistics }>();
  readonly #listeners = new Set<VenueListener>();
  readonly #waiting = new Map<number, Waiting>();
  #outbox: MainToEngine[] = [];
  #requests = 0;
  #sequence = 0;
  #stopped: EngineStopped | undefined;

  /** `ready` is the worker's first message; from now on its messages are this venue's. */
  constructor(worker: Worker, ready: EngineReady, minuteBars: MinuteBarsReader) {
    this.#worker = worker;
    this.#minuteBars = minuteBars;
    this.capabilities = ready.capabilities;
    this.#instruments = [...ready.instruments];
    for (const market of ready.markets) this.#markets.set(market.state.instrument, market);
    worker.on('message', (message: EngineToMain) => {
      if (message.kind === 'turn') this.#deliver(message);
    });
    worker.on('exit', () => this.stop('the engine has ended'));
  }

  get instruments(): readonly Instrument[] {
    return this.#instruments;
  }

  /** Fails what waits, and everything asked from now on. */
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

  account(account: AccountId): Promise<AccountSnapshot | undefined> {
    return this.#ask<'account', AccountSnapshot | undefined>({ kind: 'account', account });
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

  /** Bars that the engine has forgotten come from the history. */
  async candles(query: CandleQuery): Promise<CandlesAnswer> {
    const answer = await this.#ask<'candles', CandlesAnswer | CandlesNeed>({ kind: 'candles', query });
    if (!('needs' in answer)) return answer;
    const { instrument, series, minutes } = query;
    const stored = await this.#minuteBars({ instrument, series, ...answer.needs, width: storedWidth(minutes) });
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
    this.#post({ kind: 'watch', instruments });
  }

  follow(account: AccountId, followed: boolean): void {
    this.#post({ kind: 'follow', account, followed });
  }

  get sequence(): number {
    return this.#sequence;
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
      this.#waiting.set(id, { resolve, reject });
      this.#post(build(id));
    });
  }

  /** What is asked in one turn of the event loop crosses to the engine at once: each crossing costs as much as an order. */
  #post(message: MainToEngine): void {
    if (this.#stopped !== undefined) return;
    if (this.#outbox.length === 0) setImmediate(() => this.#flush());
    this.#outbox.push(message);
  }

  #flush(): void {
    const messages = this.#outbox;
    this.#outbox = [];
    if (this.#stopped === undefined) this.#worker.postMessage(messages);
    failPoint('order sent');
  }

  /** Events first, then what waited for them: an answer never runs ahead of the stream. */
  #deliver(turn: TurnResult): void {
    this.#sequence = turn.sequence;
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
