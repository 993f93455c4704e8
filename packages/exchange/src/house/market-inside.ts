import type {
  Coin,
  Instrument,
  InstrumentId,
  InstrumentTerms,
  Lots,
  Money,
  OptionModel,
  Price,
  Side,
  Ticks,
  Timestamp,
  VolatilitySurface,
} from '@tapedeck/domain';
import type { ReplayBook, ReplayTrade, StageScenario, WatchChange } from '../commands/command.ts';
import type { StateReader, StateWriter } from '../codec/state-bytes.ts';

/** A resting quote of the simulated market; -1 for none. */
export type QuoteHandle = number;

/** Simulated participants open or close positions of a side at a price or better. */
export interface CrowdTaker {
  readonly holding: Side;
  readonly opens: boolean;
  readonly quantity: Lots;
  readonly limit: Ticks;
}

/** Positions without remaining margin: they lose at most their value at `bust`. */
export interface CrowdBankrupt extends CrowdTaker {
  readonly bust: Ticks;
}

/** Actions of the simulated market on the exchange: it trades through the same books as every trader. */
export interface MarketAccess {
  readonly now: Timestamp;
  /** Target time of the clock in this command; `now` may be an intermediate step. */
  readonly until: Timestamp;
  /** All instruments ever listed, by id. */
  readonly instruments: readonly Instrument[];
  /** Starts trading in a new instrument. */
  list(terms: InstrumentTerms): Instrument;
  /** Announces a new instrument before its launch. */
  announce(terms: InstrumentTerms): Instrument;
  /** Starts trading in an announced instrument. */
  launch(instrument: InstrumentId): Instrument;
  /** Announces the delisting of a perpetual: positions are settled at the average index price of the last half hour. */
  delist(instrument: InstrumentId, at: Timestamp): void;
  /** Model price of an option now; `undefined` if it cannot be priced. */
  optionModel(instrument: InstrumentId): OptionModel | undefined;
  /** Resting orders of both sides, of all accounts. */
  restingOrders(instrument: InstrumentId): number;
  /** Whether an account outside the house holds the instrument or has a conditional order on one of its prices. */
  isHeld(instrument: InstrumentId): boolean;
  /** Whether the instrument has a book: it has not ended. */
  isListed(instrument: InstrumentId): boolean;
  /** Best prices; 0 for an empty side. */
  bestBid(instrument: InstrumentId): Ticks;
  bestAsk(instrument: InstrumentId): Ticks;
  lastPrice(instrument: InstrumentId): Price;
  markPrice(instrument: InstrumentId): Price;
  /** The value set last; 0 before. */
  indexPrice(instrument: InstrumentId): Price;
  /** Places a quote of the house's market maker after matching what it crosses; -1 if it filled completely. */
  quote(instrument: InstrumentId, side: Side, price: Ticks, quantity: Lots): QuoteHandle;
  /** Remaining lots of a quote; 0 after its end. */
  quoteLeft(instrument: InstrumentId, handle: QuoteHandle): Lots;
  /** The same for a caller that does not follow every trade: the handle may now belong to another quote. */
  quoteLeftAt(instrument: InstrumentId, handle: QuoteHandle, place: { readonly side: Side; readonly at: Ticks }): Lots;
  withdraw(instrument: InstrumentId, handle: QuoteHandle): void;
  /** Reduces a quote, which keeps its queue position; at least one lot remains. */
  shrink(instrument: InstrumentId, handle: QuoteHandle, quantity: Lots): void;
  /** An immediate-or-cancel order of the house's flow account; returns the filled lots. */
  take(instrument: InstrumentId, side: Side, quantity: Lots, limit: Ticks): Lots;
  /** Lots that the simulated participants of a contract hold on a side. */
  crowdHolds(instrument: InstrumentId, holding: Side): Lots;
  /** The same as `take` for participants who open or close positions of a side. */
  takeAsCrowd(instrument: InstrumentId, order: CrowdTaker): Lots;
  /** Closes positions of participants whose margin is exhausted; the insurance fund bears gains and losses beyond the bankruptcy price. */
  liquidateCrowd(instrument: InstrumentId, order: CrowdBankrupt): Lots;
  /** The same outside the book: the fund takes over the quantity that the book could not fill, and hands it to the maker at the limit. */
  takeOverCrowd(instrument: InstrumentId, order: CrowdBankrupt): Lots;
  /** Participants open or close positions against the maker at a price, outside the book. */
  arrangeCrowd(instrument: InstrumentId, order: CrowdTaker): void;
  /** Adds money behind the contracts that settle in an instrument's coin: credits the insurance fund. */
  endowInsurance(instrument: InstrumentId, amount: Money): void;
  /** Index price, which determines mark price and funding; without one, the mark price is the last price. */
  setIndex(instrument: InstrumentId, index: Price | undefined): void;
  /**
   * Prints a recorded trade: users' resting orders through which it trades fill completely at their own price, orders
   * at its price fill up to its quantity, and the trade appears on the tape as recorded. `queued` says that the house's
   * quotes are the recorded book: then earlier orders at the trade's price fill first.
   */
  printRecorded(trade: ReplayTrade, queued: boolean): void;
}

/** The simulated market: deterministic, part of the exchange's state. */
export interface MarketInside {
  /** Called for each AdvanceClock after the clock has moved. The first call opens the market. */
  advance(market: MarketAccess): void;
  /** The watched instruments change: a market may move them in finer steps than others. */
  watch(change: WatchChange): void;
  /** Starts a scenario; false for an unknown coin. Simulated markets only. */
  stage?(scenario: StageScenario): boolean;
  /** Current shape of a coin's volatilities; without it, no option can be priced. */
  surfaceAt?(coin: Coin, now: Timestamp): VolatilitySurface | undefined;
  /** A trader is about to trade in an unwatched instrument: brings its book to the state of a watched one. */
  prepare?(market: MarketAccess, instrument: Instrument): void;
  /** Index price of an instrument at a time that is not in the future; `undefined` if it only knows the one it set last. */
  indexAt?(instrument: Instrument, time: Timestamp): Price | undefined;
  /** Simulated accounts that hold positions of a side; absent in a market without any. */
  participants?(instrument: InstrumentId, side: Side): number;
  replay(market: MarketAccess, trade: ReplayTrade): void;
  /** Recorded markets only. */
  replayBook?(market: MarketAccess, change: ReplayBook): void;
  write(writer: StateWriter): void;
  /** `instruments` are all instruments ever listed. */
  read(reader: StateReader, instruments: readonly Instrument[]): void;
}
