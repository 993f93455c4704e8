import type {
  AccountId,
  AccountState,
  BookState,
  Event,
  Instrument,
  InstrumentId,
  InsuranceFund,
  LeaderRecord,
  MarketState,
  Outcome,
  Timestamp,
  TraderCommand,
  Untimed,
} from '@tapedeck/domain';
import type { VenueCapabilities } from './capabilities.ts';

/** What one command did, in order. `sequence` is dense; account events are handed on only once they are durable. */
export interface EventBatch {
  readonly sequence: number;
  readonly time: Timestamp;
  readonly events: readonly Event[];
}

/** Changed levels of the best `BOOK_DEPTH` of a watched book: ticks, then lots (0 removes), alternating. */
export interface BookUpdate {
  readonly instrument: InstrumentId;
  /** Rises by one per update of the instrument. */
  readonly update: number;
  readonly time: Timestamp;
  readonly bids: readonly number[];
  readonly asks: readonly number[];
}

export const BOOK_DEPTH = 200;

/** One bar in raw units: start in ms, prices in 1e-8 quote, volume in 1e-8 base, turnover in 1e-8 quote. */
export interface Candle {
  readonly start: number;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
  readonly volume: bigint;
  readonly turnover: bigint;
}

/** The day so far of one instrument, over the last 24 hours. */
export interface DayStatistics {
  readonly instrument: InstrumentId;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly volume: bigint;
  readonly turnover: bigint;
}

/** Of which prices bars are made; only trades have volume. */
export type Series = 'trade' | 'mark' | 'index';

export interface MinuteBar {
  readonly instrument: InstrumentId;
  readonly series: Series;
  readonly candle: Candle;
  /** The minute is over: the bar will not change again. */
  readonly closed: boolean;
}

export interface VenueListener {
  onEvents(batch: EventBatch): void;
  onBook(update: BookUpdate): void;
  /** Whole state of an instrument after it changed, conflated to a few a second. */
  onMarket(state: MarketState, day: DayStatistics): void;
  onMinuteBar(bar: MinuteBar): void;
}

/** The account as of `sequence`: events of later sequences are not in it, all earlier ones are. */
export interface AccountSnapshot {
  readonly sequence: number;
  readonly state: AccountState;
}
export interface BookSnapshot {
  readonly update: number;
  readonly book: BookState;
}

/** The port to an exchange: the one inside, or a real one. */
export interface Venue {
  readonly capabilities: VenueCapabilities;
  /** All that were ever listed, by id; `InstrumentListed` and `InstrumentChanged` tell of changes. */
  readonly instruments: readonly Instrument[];
  /** Answers when the command is durable; what it did arrives as events. */
  submit(command: Untimed<TraderCommand>): Promise<Outcome>;
  account(account: AccountId): Promise<AccountSnapshot | undefined>;
  /** Everybody who can be followed, by rising account. */
  leaders(): Promise<readonly LeaderRecord[]>;
  /** What the insurance fund of each coin holds, by coin. */
  insurance(): Promise<readonly InsuranceFund[]>;
  book(instrument: InstrumentId): Promise<BookSnapshot>;
  /** `undefined` once the instrument has ended. */
  market(instrument: InstrumentId): { readonly state: MarketState; readonly day: DayStatistics } | undefined;
  /** Bars that start before `before`, oldest first; from one minute up, any whole number of minutes; months by 'month'. */
  candles(query: CandleQuery): Promise<{ readonly candles: readonly Candle[]; readonly complete: boolean }>;
  /** Tells which books somebody looks at: a venue may leave out the updates of others. */
  watch(instruments: readonly InstrumentId[]): void;
  /** Tells whose events somebody waits for, from this call on; a venue may leave out those of other accounts, but no liquidations. */
  follow(account: AccountId, followed: boolean): void;
  listen(listener: VenueListener): () => void;
}

export interface CandleQuery {
  readonly instrument: InstrumentId;
  readonly series: Series;
  readonly minutes: number | 'week' | 'month';
  readonly before: number;
  readonly limit: number;
}
