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
  OrderSelection,
} from '@tapedeck/domain';
import type { VenueCapabilities } from './capabilities.ts';

/** Events of one command, in order. `sequence` is dense; account events are published only once they are durable. */
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

/** Price source of bars; only trades have volume. */
export type Series = 'trade' | 'mark' | 'index';

export interface MinuteBar {
  readonly instrument: InstrumentId;
  readonly series: Series;
  readonly candle: Candle;
  /** The minute has ended: the bar is final. */
  readonly closed: boolean;
}

export interface VenueListener {
  onEvents(batch: EventBatch): void;
  onBook(update: BookUpdate): void;
  /** Full state of an instrument after a change, conflated to a few updates a second. */
  onMarket(state: MarketState, day: DayStatistics): void;
  onMinuteBar(bar: MinuteBar): void;
}

/** The account as of `sequence`: it includes all events up to it and none after. */
export interface AccountSnapshot {
  readonly sequence: number;
  readonly state: AccountState;
}
export interface BookSnapshot {
  readonly update: number;
  readonly book: BookState;
}

/** The port to an exchange: the built-in one, or a real one. */
export interface Venue {
  readonly capabilities: VenueCapabilities;
  /** All instruments ever listed, by id; `InstrumentListed` and `InstrumentChanged` report changes. */
  readonly instruments: readonly Instrument[];
  /** Resolves when the command is durable; its effects arrive as events. */
  submit(command: Untimed<TraderCommand>): Promise<Outcome>;
  /** With all open orders, or the selected ones. */
  account(account: AccountId, orders?: OrderSelection): Promise<AccountSnapshot | undefined>;
  /** All leaders, by ascending account. */
  leaders(): Promise<readonly LeaderRecord[]>;
  /** Balance of each coin's insurance fund. */
  insurance(): Promise<readonly InsuranceFund[]>;
  book(instrument: InstrumentId): Promise<BookSnapshot>;
  /** `undefined` once the instrument has ended. */
  market(instrument: InstrumentId): { readonly state: MarketState; readonly day: DayStatistics } | undefined;
  /** Bars that start before `before`, oldest first; any whole number of minutes from one up; months by 'month'. */
  candles(query: CandleQuery): Promise<{ readonly candles: readonly Candle[]; readonly complete: boolean }>;
  /** Sets the watched books: a venue may omit the updates of others. */
  watch(instruments: readonly InstrumentId[]): void;
  /** Sets the accounts with subscribers from this call on; a venue may omit events of other accounts, but no liquidations. */
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
