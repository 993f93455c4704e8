import {
  isOption,
  isSpot,
  milliseconds,
  type AccountId,
  type AccountKind,
  type Coin,
  type Event,
  type Instrument,
  type InstrumentId,
} from '@tapedeck/domain';
import type { Category } from '@tapedeck/protocol/v5';
import type { EventBatch, Venue } from '@tapedeck/venue';
import type { Catalogue } from '../../catalogue.ts';
import { encodeV5Greeks } from '../account/encode-greeks.ts';
import { encodeV5Wallet } from '../account/encode-wallet.ts';
import { rowsOf } from '../account/position-list.ts';
import { categoryOf } from '../symbols.ts';
import { executionRow, fastExecutionRow, orderRow, positionRow } from './encode-private.ts';
import type { PrivateTopic, Subject } from './private-topics.ts';

export interface AccountStreamOptions {
  readonly account: AccountId;
  readonly kind: AccountKind;
  readonly venue: Venue;
  readonly catalogue: Catalogue;
  readonly fault: (error: unknown) => void;
}

/** One connection that follows an account. */
export interface AccountListener {
  readonly topics: ReadonlyMap<string, PrivateTopic>;
  tell(frames: readonly string[]): void;
  /** It cannot continue without a gap. */
  broken(): void;
}

interface Row {
  readonly category: Category | undefined;
  readonly row: object;
}
type News = ReadonlyMap<Subject, readonly Row[]>;

/** Parts of an account that must be read again. */
interface Touched {
  readonly instruments: Set<InstrumentId>;
  readonly coins: Set<Coin>;
  time: number;
}
const nothing = (): Touched => ({ instruments: new Set(), coins: new Set(), time: 0 });

/**
 * The private topics of one account, encoded once for all its connections. Orders and executions are sent event by
 * event. Positions and the wallet depend on the whole account: they are read and sent after the events, and later
 * events wait for the next read.
 */
export class AccountStream {
  readonly #options: AccountStreamOptions;
  readonly #listeners = new Set<AccountListener>();
  #touched = nothing();
  #isReading = false;
  #frames = 0;

  constructor(options: AccountStreamOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#listeners.size;
  }

  add(listener: AccountListener): void {
    this.#listeners.add(listener);
  }

  remove(listener: AccountListener): void {
    this.#listeners.delete(listener);
  }

  /** `events` are the account's own. */
  onEvents(events: readonly Event[], { time }: Pick<EventBatch, 'time'>): void {
    const followed = this.#followed();
    if (followed.size === 0) return;
    try {
      const at = milliseconds(time);
      this.#tell(this.#rowsOfEvents(events, time, followed), at);
      this.#touch(events, at);
      if (followed.has('position') || followed.has('wallet') || followed.has('greeks')) this.#read();
    } catch (error) {
      this.#options.fault(error);
      for (const listener of [...this.#listeners]) listener.broken();
    }
  }

  /** Subjects with at least one subscriber. */
  #followed(): ReadonlySet<Subject> {
    const subjects = new Set<Subject>();
    for (const { topics } of this.#listeners) for (const { subject } of topics.values()) if (subject !== undefined) subjects.add(subject);
    return subjects;
  }

  #rowsOfEvents(events: readonly Event[], time: EventBatch['time'], followed: ReadonlySet<Subject>): News {
    const orders: Row[] = [];
    const executions: Row[] = [];
    const fast: Row[] = [];
    const { catalogue } = this.#options;
    for (const event of events) {
      const instrument = instrumentOf(event, catalogue);
      if (instrument === undefined) continue;
      const category = categoryOf(instrument);
      if ('order' in event && followed.has('order')) orders.push({ category, row: orderRow(event.order, instrument) });
      if (event.type !== 'OrderFilled') continue;
      if (followed.has('execution')) executions.push({ category, row: executionRow(event, time, instrument) });
      if (followed.has('execution.fast') && event.kind === 'Trade') fast.push({ category, row: fastExecutionRow(event, time, instrument) });
    }
    return new Map<Subject, readonly Row[]>([
      ['order', orders],
      ['execution', executions],
      ['execution.fast', fast],
    ]);
  }

  #touch(events: readonly Event[], time: number): void {
    this.#touched.time = time;
    for (const event of events) {
      if (event.type === 'CashChanged' || event.type === 'CollateralChanged') this.#touched.coins.add(event.coin);
      const instrument = instrumentOf(event, this.#options.catalogue);
      if (instrument !== undefined && !isSpot(instrument)) this.#touched.instruments.add(instrument.id);
    }
  }

  #read(): void {
    const touched = this.#touched;
    if (this.#isReading || (touched.instruments.size === 0 && touched.coins.size === 0)) return;
    this.#touched = nothing();
    this.#isReading = true;
    const { venue, account, fault } = this.#options;
    venue
      .account(account)
      .then((snapshot) => {
        this.#isReading = false;
        if (snapshot !== undefined) this.#tell(this.#rowsOfState(snapshot.state, touched), touched.time);
        this.#read();
      })
      // Covers failed reads and failed deliveries.
      .catch((error: unknown) => {
        this.#isReading = false;
        fault(error);
        for (const listener of [...this.#listeners]) listener.broken();
      });
  }

  #rowsOfState(state: Parameters<typeof rowsOf>[0], { instruments, coins }: Touched): News {
    const { kind } = this.#options;
    const touched = [...instruments].sort((a, b) => a - b).map((id) => this.#options.catalogue.byId(id));
    const positions = touched.flatMap((instrument) =>
      rowsOf(state, instrument, kind, this.#options).map((row) => ({
        category: categoryOf(instrument),
        row: positionRow(row, instrument),
      })),
    );
    const wallet = coins.size === 0 ? [] : [{ category: undefined, row: encodeV5Wallet(state, kind, this.#options, [...coins].sort()) }];
    const greeks = touched.some(isOption) ? encodeV5Greeks(state, this.#options).map((row) => ({ category: undefined, row })) : [];
    return new Map<Subject, readonly Row[]>([
      ['position', positions],
      ['wallet', wallet],
      ['greeks', greeks],
    ]);
  }

  #tell(news: News, time: number): void {
    const frames = new Map<string, string | undefined>();
    for (const listener of [...this.#listeners]) {
      const own: string[] = [];
      for (const topic of listener.topics.values()) {
        if (!frames.has(topic.name)) frames.set(topic.name, this.#frame(topic, news, time));
        const frame = frames.get(topic.name);
        if (frame !== undefined) own.push(frame);
      }
      if (own.length > 0) listener.tell(own);
    }
  }

  /** `undefined` if a topic has no changes. */
  #frame({ name, subject, category }: PrivateTopic, news: News, creationTime: number): string | undefined {
    const rows = subject === undefined ? [] : (news.get(subject) ?? []);
    const data = rows.filter((row) => category === undefined || row.category === category).map(({ row }) => row);
    if (data.length === 0) return undefined;
    this.#frames += 1;
    const id = subject === 'execution.fast' ? {} : { id: `${creationTime}-${this.#frames}` };
    return JSON.stringify({ ...id, topic: name, creationTime, data });
  }
}

/** The instrument of an account event. */
function instrumentOf(event: Event, catalogue: Catalogue): Instrument | undefined {
  switch (event.type) {
    case 'OrderAccepted':
    case 'OrderCancelled':
    case 'OrderTriggered':
    case 'OrderReplaced':
      return catalogue.byId(event.order.instrument);
    case 'OrderFilled':
      return catalogue.byId(event.instrument);
    case 'PositionChanged':
      return catalogue.byId(event.position.instrument);
    case 'SettingsChanged':
      return catalogue.byId(event.settings.instrument);
    default:
      return undefined;
  }
}
