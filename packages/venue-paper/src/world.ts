import {
  invariant,
  isOption,
  milliseconds,
  type AccountId,
  type AccountState,
  type Event,
  type Instrument,
  type InstrumentId,
  type InsuranceFund,
  type LeaderRecord,
  type MarketState,
  type Outcome,
  type Timestamp,
  type OrderSelection,
} from '@tapedeck/domain';
import {
  ByteStateReader,
  ByteStateWriter,
  Exchange,
  StateOfAnotherVersion,
  StateUnreadable,
  watchedAfter,
  type Command,
  type MarketInside,
  type WatchChange,
} from '@tapedeck/exchange';
import { DAY_MS, SimulatedLeaders, MINUTE_MS, type PricePath, RecordedMarket, SimulatedMarket, isOfAllCoins } from '@tapedeck/market-sim';
import {
  BOOK_DEPTH,
  askChanges,
  bidChanges,
  type BookSnapshot,
  type BookUpdate,
  type Candle,
  type CandleQuery,
  type DayStatistics,
  type MinuteBar,
} from '@tapedeck/venue';
import { assembleCandles, storedSpan, type Span } from './candle-history.ts';
import { MarketView, SERIES } from './market-view.ts';
import type { RecentTrade } from './recent-trades.ts';

/**
 * Raised when the state or the market of a seed changes: the same commands then lead to another state. A step in
 * `state-upgrades.ts` carries the states of the version before over, if that is possible.
 */
export const STATE_VERSION = 11;
/** Maximum number of consecutive minutes without trades that become flat bars; a longer silence of a tape is a gap. */
const FLAT_MINUTES_MAX = 60;

export interface PaperWorldOptions {
  /** Initial instruments; the simulated market lists others over time. */
  readonly instruments: readonly Instrument[];
  readonly seed: number;
  /** Start of the world; its earlier history is the path of the seed. */
  readonly genesis: Timestamp;
  /** The market is a recorded tape, which arrives as ReplayTrade commands, instead of a simulated one. */
  readonly recorded: boolean;
  /** The simulated market lists futures and options over time; new coins as well, if `instruments` are those of all coins. */
  readonly derivatives?: boolean;
  /** Instead of the simulated or recorded market; a world with such a market cannot be restored. */
  readonly market?: MarketInside;
}

/** Changes since the last call. */
export interface Published {
  /** Books of watched instruments. */
  readonly books: readonly BookUpdate[];
  readonly markets: readonly { readonly state: MarketState; readonly day: DayStatistics }[];
  /** Every closed minute, and the forming ones of watched instruments. */
  readonly minuteBars: readonly MinuteBar[];
}

/** A market of chosen coins stays with them. */
const simulatedMarket = (seed: number, instruments: readonly Instrument[], derivatives: boolean): SimulatedMarket =>
  new SimulatedMarket(seed, instruments, { derivatives, listings: derivatives && isOfAllCoins(instruments) });

interface PublishedBook {
  update: number;
  bids: readonly number[];
  asks: readonly number[];
}

/**
 * The exchange with its simulated market, and the views derived from their events: one deterministic state.
 * Subscriptions are kept beside it and are not part of `write`.
 */
export class PaperWorld {
  readonly #seed: number;
  readonly #recorded: boolean;
  readonly #derivatives: boolean;
  readonly #exchange: Exchange;
  readonly #simulated: SimulatedMarket | undefined;
  readonly #path: PricePath | undefined;
  /** Trades for the house leaders, if there are any. */
  readonly #leaders: SimulatedLeaders | undefined;
  /** Created with the first event of an instrument. */
  readonly #views: Map<InstrumentId, MarketView>;
  /** Periods in which the world was running; the last one is open. */
  readonly #running: Span[];

  #watched = new Set<InstrumentId>();
  readonly #books = new Map<InstrumentId, PublishedBook>();
  readonly #changedMarkets = new Set<InstrumentId>();
  #bytesExpected = 1 << 20;
  #closedMinutes: MinuteBar[] = [];

  private constructor(
    options: Omit<PaperWorldOptions, 'genesis'>,
    open: (market: MarketInside) => Exchange,
    views = new Map<InstrumentId, MarketView>(),
    running: Span[] = [],
  ) {
    const { instruments, seed, recorded } = options;
    this.#seed = seed;
    this.#recorded = recorded;
    this.#derivatives = options.derivatives === true;
    const simulated = recorded || options.market !== undefined ? undefined : simulatedMarket(seed, instruments, this.#derivatives);
    this.#simulated = simulated;
    this.#path = simulated?.path;
    this.#leaders = simulated && new SimulatedLeaders(seed, simulated.path);
    this.#exchange = open(options.market ?? simulated ?? new RecordedMarket(seed, instruments));
    this.#views = views;
    this.#running = running;
  }

  static create(options: PaperWorldOptions): PaperWorld {
    const { instruments, genesis } = options;
    const world = new PaperWorld(options, (market) => new Exchange(instruments, market, genesis));
    const minute = world.#minute;
    world.#running.push({ from: minute, to: Infinity });
    if (world.#path !== undefined) for (const { id } of instruments) world.#view(id).fillFromPath(world.#path, minute - DAY_MS, minute);
    return world;
  }

  /** All instruments ever listed, by id. */
  get instruments(): readonly Instrument[] {
    return this.#exchange.instruments;
  }

  get now(): Timestamp {
    return this.#exchange.now;
  }

  get recorded(): boolean {
    return this.#recorded;
  }

  /** Start of the forming minute. */
  get #minute(): number {
    return Math.floor(milliseconds(this.#exchange.now) / MINUTE_MS) * MINUTE_MS;
  }

  #view(instrument: InstrumentId): MarketView {
    let view = this.#views.get(instrument);
    if (view === undefined) {
      const terms = this.instruments[instrument];
      invariant(terms !== undefined, `instrument ${instrument} is listed`);
      view = new MarketView(terms);
      this.#views.set(instrument, view);
    }
    return view;
  }

  /** Applies one command. Its events wait in `takeEvents`. */
  apply(command: Command): Outcome {
    const before = this.#minute;
    const known = this.#exchange.events.length;
    const outcome = this.#exchange.apply(command);
    const minute = this.#minute;
    if (minute > before) this.#leaders?.act(this.#exchange, before);
    const skipped = minute > before + MINUTE_MS;
    if (minute > before) this.#turnMinute(before, minute);
    this.#fold(known, minute, skipped);
    if (command.type === 'WatchMarkets' || command.type === 'ChangeWatchedMarkets') this.#watch(command);
    return outcome;
  }

  #watch(change: WatchChange): void {
    this.#watched = new Set([...watchedAfter(this.#watched, change)].filter((id) => this.#exchange.isListed(id)));
  }

  /** The events since the last call, in order. */
  takeEvents(): Event[] {
    return this.#exchange.takeEvents();
  }

  #turnMinute(before: number, minute: number): void {
    const path = minute > before + MINUTE_MS ? this.#path : undefined;
    for (const [instrument, view] of this.#views) {
      view.closeUntil(minute, path === undefined ? FLAT_MINUTES_MAX : 0, ({ series, candle }) => {
        this.#closedMinutes.push({ instrument, series, candle, closed: true });
      });
      if (path !== undefined && path.knows(instrument)) view.fillFromPath(path, before + MINUTE_MS, minute);
    }
    if (path === undefined) {
      if (this.#recorded && minute > before + FLAT_MINUTES_MAX * MINUTE_MS) this.#interrupt(before + FLAT_MINUTES_MAX * MINUTE_MS, minute);
      return;
    }
    // The world was not running for whole minutes: they belong to the path.
    this.#interrupt(before + MINUTE_MS, minute);
  }

  /** The world stood still between two minutes. */
  #interrupt(from: number, to: number): void {
    const last = this.#running.pop();
    if (last !== undefined) this.#running.push({ from: last.from, to: from });
    this.#running.push({ from: to, to: Infinity });
  }

  /** Applies events to the views. After skipped minutes only the newest price of each instrument belongs to the forming minute. */
  #fold(known: number, minute: number, skipped: boolean): void {
    const { events, now } = this.#exchange;
    for (let at = known; at < events.length; at += 1) {
      const event = events[at];
      if (event?.type === 'InstrumentChanged' && event.instrument.status === 'Closed') this.#forget(event.instrument.id);
    }
    this.#fillListed(known, minute);
    const fresh = events.slice(known).filter((event) => event.type === 'TradePrinted' || event.type === 'PricesChanged');
    const newest = new Map(skipped ? fresh.map((event, i) => [`${event.type} ${event.instrument}`, i]) : []);
    for (const [i, event] of fresh.entries()) {
      if (!this.#exchange.isListed(event.instrument)) continue;
      this.#changedMarkets.add(event.instrument);
      if (skipped && newest.get(`${event.type} ${event.instrument}`) !== i) continue;
      const view = this.#view(event.instrument);
      if (event.type === 'PricesChanged') view.addPrices(minute, event);
      else if (event.recorded === this.#recorded) view.addTrade(minute, now, event);
    }
  }

  /** A newly listed instrument starts with the prices of its path's last day. */
  #fillListed(known: number, minute: number): void {
    const path = this.#path;
    if (path === undefined) return;
    for (const event of this.#exchange.events.slice(known)) {
      const begins = event.type === 'InstrumentListed' || (event.type === 'InstrumentChanged' && event.instrument.status === 'Trading');
      if (!begins) continue;
      if (isOption(event.instrument))
        this.#view(event.instrument.id).keepTrades(this.#simulated?.optionPast(event.instrument, this.now) ?? []);
      if (!path.knows(event.instrument.id)) continue;
      this.#view(event.instrument.id).fillFromPath(path, minute - DAY_MS, minute);
    }
  }

  /** Ended instruments exist in the history only. */
  #forget(instrument: InstrumentId): void {
    this.#views.delete(instrument);
    this.#books.delete(instrument);
    this.#changedMarkets.delete(instrument);
    this.#watched.delete(instrument);
  }

  account(account: AccountId, orders?: OrderSelection): AccountState | undefined {
    return this.#exchange.account(account, orders);
  }

  /** The accounts of users and leaders, in ascending order. */
  accounts(): readonly AccountId[] {
    return this.#exchange.accounts();
  }

  /** All leaders, by ascending account. */
  leaders(): readonly LeaderRecord[] {
    return this.#exchange.leaders();
  }

  /** Balance of each coin's insurance fund. */
  insurance(): readonly InsuranceFund[] {
    return this.#exchange.insurance();
  }

  /** `undefined` once the instrument has ended. */
  market(instrument: InstrumentId): { readonly state: MarketState; readonly day: DayStatistics } | undefined {
    if (!this.#exchange.isListed(instrument)) return undefined;
    // Reading creates no view: an untraded instrument never enters the state.
    const view = this.#views.get(instrument) ?? new MarketView(this.instruments[instrument] as Instrument);
    return { state: this.#exchange.market(instrument), day: view.day(this.#minute) };
  }

  /** The newest trades, oldest first. */
  recentTrades(instrument: InstrumentId): readonly RecentTrade[] {
    return this.#views.get(instrument)?.recent.newest ?? [];
  }

  /** The book that the next published update builds on. */
  book(instrument: InstrumentId): BookSnapshot {
    const book = this.#publishedBook(instrument);
    // An unwatched book has no updates, so its snapshot may be the current one.
    if (!this.#watched.has(instrument) || book.update === 0) this.#publishBook(instrument);
    return { update: book.update, book: { bids: book.bids, asks: book.asks } };
  }

  #publishedBook(instrument: InstrumentId): PublishedBook {
    const known = this.#books.get(instrument);
    if (known !== undefined) return known;
    const book: PublishedBook = { update: 0, bids: [], asks: [] };
    this.#books.set(instrument, book);
    return book;
  }

  #publishBook(instrument: InstrumentId): BookUpdate | undefined {
    const book = this.#publishedBook(instrument);
    const { bids, asks } = this.#exchange.book(instrument, BOOK_DEPTH);
    const update = { bids: bidChanges(book.bids, bids), asks: askChanges(book.asks, asks) };
    if (book.update > 0 && update.bids.length === 0 && update.asks.length === 0) return undefined;
    book.update += 1;
    book.bids = bids;
    book.asks = asks;
    return { instrument, update: book.update, time: this.now, ...update };
  }

  /** Collects the changes since the last call. */
  publish(): Published {
    const books = Array.from(this.#watched, (instrument) => this.#publishBook(instrument)).filter((update) => update !== undefined);
    const minuteBars = this.#closedMinutes;
    this.#closedMinutes = [];
    for (const instrument of this.#watched) {
      if (!this.#changedMarkets.has(instrument)) continue;
      for (const series of SERIES) {
        const candle = this.#view(instrument).series(series).current;
        if (candle !== undefined) minuteBars.push({ instrument, series, candle, closed: false });
      }
    }
    const markets = [...this.#changedMarkets].sort((a, b) => a - b).flatMap((instrument) => this.market(instrument) ?? []);
    this.#changedMarkets.clear();
    return { books, markets, minuteBars };
  }

  /** A page that starts in a gap of a tape ends where the gap begins. */
  #reachable(query: CandleQuery): CandleQuery {
    if (!this.#recorded) return query;
    const last = this.#running.findLast((span) => span.from < query.before);
    return last === undefined || query.before <= last.to ? query : { ...query, before: last.to };
  }

  /** Stored minutes that `candles` needs for a query, if any: those older than its own memory. */
  storedSpan(query: CandleQuery): Span | undefined {
    const instrument = this.instruments[query.instrument];
    if (instrument === undefined) return undefined;
    return storedSpan(this.#reachable(query), { instrument, minute: this.#minute }, this.#running, this.#recorded);
  }

  /**
   * Bars that start before `query.before`, oldest first. `stored` holds the bars of `storedSpan(query)` in order, as
   * minutes or rolled up to at most the query's width, each starting with its first minute; the path fills the rest.
   */
  candles(query: CandleQuery, stored: readonly Candle[] = []): { readonly candles: readonly Candle[]; readonly complete: boolean } {
    const instrument = this.instruments[query.instrument];
    invariant(instrument !== undefined, `instrument ${query.instrument} is listed`);
    const series = this.#views.get(query.instrument)?.series(query.series);
    const path = this.#path?.knows(query.instrument) === true ? this.#path : undefined;
    return assembleCandles({ instrument, series, path, running: this.#running, minute: this.#minute }, this.#reachable(query), stored);
  }

  /** Throws `InvariantBroken` if an invariant is broken. */
  audit(): void {
    this.#exchange.audit();
  }

  /** Canonical bytes of the whole state. */
  write(): Uint8Array {
    const writer = new ByteStateWriter(this.#bytesExpected);
    writer.number(STATE_VERSION);
    writer.number(this.#seed);
    writer.boolean(this.#recorded);
    writer.boolean(this.#derivatives);
    writer.part((part) => this.#exchange.writeTo(part));
    writer.number(this.#running.length);
    for (const { from, to } of this.#running) {
      writer.number(from);
      writer.number(to);
    }
    const views = [...this.#views].sort(([a], [b]) => a - b);
    writer.number(views.length);
    for (const [instrument, view] of views) {
      writer.number(instrument);
      view.write(writer);
    }
    const bytes = writer.finish();
    this.#bytesExpected = bytes.length + (bytes.length >> 4);
    return bytes;
  }

  /** Restores a world from its bytes, which contain its seed and kind. Nothing is watched yet. Throws `StateUnreadable`. */
  static read(bytes: Uint8Array, instruments: readonly Instrument[]): PaperWorld {
    const reader = new ByteStateReader(bytes);
    const version = reader.number();
    if (version !== STATE_VERSION) throw new StateOfAnotherVersion(version, STATE_VERSION);
    const seed = reader.number();
    const recorded = reader.boolean();
    const derivatives = reader.boolean();
    const exchange = reader.bytes();
    const running: Span[] = [];
    for (let count = reader.number(); count > 0; count -= 1) running.push({ from: reader.number(), to: reader.number() });
    const views = new Map<InstrumentId, MarketView>();
    const options = { instruments, seed, recorded, derivatives };
    const world = new PaperWorld(options, (market) => Exchange.read(exchange, instruments, market), views, running);
    for (let count = reader.number(); count > 0; count -= 1) {
      const terms = world.instruments[reader.number()];
      if (terms === undefined) throw new StateUnreadable('a view is of no instrument');
      views.set(terms.id, MarketView.read(reader, terms));
    }
    if (!reader.finished) throw new StateUnreadable('the state has bytes after its end');
    return world;
  }
}
