import type {
  Coin,
  Instrument,
  InstrumentId,
  InstrumentTerms,
  Lots,
  OptionModel,
  Price,
  Side,
  Ticks,
  Timestamp,
  VolatilitySurface,
} from '@tapedeck/domain';
import type { ReplayBook, ReplayTrade, StageScenario } from '../commands/command.ts';
import type { StateReader, StateWriter } from '../codec/state-bytes.ts';

/** A resting quote of the market inside; -1 says that nothing rests. */
export type QuoteHandle = number;

/** Participants of the market inside open positions of a side, or close some, at a price or a better one. */
export interface CrowdTaker {
  readonly holding: Side;
  readonly opens: boolean;
  readonly quantity: Lots;
  readonly limit: Ticks;
}

/** What a price has used up the margin of: it loses no more than what it is worth at `bust`. */
export interface CrowdBankrupt extends CrowdTaker {
  readonly bust: Ticks;
}

/** What the market inside may do to the exchange: it trades through the same books as everybody. */
export interface MarketAccess {
  readonly now: Timestamp;
  /** Where the clock goes in this command; `now` may be a step on the way. */
  readonly until: Timestamp;
  /** All that were ever listed, by id. */
  readonly instruments: readonly Instrument[];
  /** Starts trading in a new instrument. */
  list(terms: InstrumentTerms): Instrument;
  /** Makes a new instrument known that cannot be traded before its launch. */
  announce(terms: InstrumentTerms): Instrument;
  /** Starts trading in an instrument that was announced. */
  launch(instrument: InstrumentId): Instrument;
  /** Makes it known when a perpetual that trades will be delisted: positions are settled at the mean index of the half hour before. */
  delist(instrument: InstrumentId, at: Timestamp): void;
  /** An option by the model, as of now; `undefined` when it cannot be priced. */
  optionModel(instrument: InstrumentId): OptionModel | undefined;
  /** Resting orders of both sides, everybody's. */
  restingOrders(instrument: InstrumentId): number;
  /** Whether anybody but the house holds the instrument or waits for one of its prices. */
  isHeld(instrument: InstrumentId): boolean;
  /** Whether an instrument still has a book. */
  isListed(instrument: InstrumentId): boolean;
  /** Best prices, 0 when the side is empty. */
  bestBid(instrument: InstrumentId): Ticks;
  bestAsk(instrument: InstrumentId): Ticks;
  lastPrice(instrument: InstrumentId): Price;
  markPrice(instrument: InstrumentId): Price;
  /** As it was set last; 0 before. */
  indexPrice(instrument: InstrumentId): Price;
  /** Rests a quote of the house's market maker after matching what it crosses; -1 when all of it was filled. */
  quote(instrument: InstrumentId, side: Side, price: Ticks, quantity: Lots): QuoteHandle;
  /** What is left of a quote; 0 when it is gone. */
  quoteLeft(instrument: InstrumentId, handle: QuoteHandle): Lots;
  /** The same for whoever does not look after every trade, when its handle may be that of a quote elsewhere. */
  quoteLeftAt(instrument: InstrumentId, handle: QuoteHandle, place: { readonly side: Side; readonly at: Ticks }): Lots;
  withdraw(instrument: InstrumentId, handle: QuoteHandle): void;
  /** Takes lots off a quote, which keeps its place in the queue; some are left. */
  shrink(instrument: InstrumentId, handle: QuoteHandle, quantity: Lots): void;
  /** An immediate-or-cancel order of the house's flow account; returns what was filled. */
  take(instrument: InstrumentId, side: Side, quantity: Lots, limit: Ticks): Lots;
  /** Lots that the simulated participants of a contract hold on a side. */
  crowdHolds(instrument: InstrumentId, holding: Side): Lots;
  /** The same as `take` for participants who open positions of a side, or close some. */
  takeAsCrowd(instrument: InstrumentId, order: CrowdTaker): Lots;
  /** Closes positions of participants whose margin is used up; beyond their bankruptcy price the insurance fund gains and loses. */
  liquidateCrowd(instrument: InstrumentId, order: CrowdBankrupt): Lots;
  /** The same outside the book: the fund takes over and hands to the maker, at the limit, what the book has no room for. */
  takeOverCrowd(instrument: InstrumentId, order: CrowdBankrupt): Lots;
  /** Participants open or close positions at a price outside the book, against the maker. */
  arrangeCrowd(instrument: InstrumentId, order: CrowdTaker): void;
  /** The index price, from which mark price and funding follow; without one the mark price is the last price. */
  setIndex(instrument: InstrumentId, index: Price | undefined): void;
  /**
   * Prints a recorded trade: fills users' resting orders that it trades through whole (at their own price), those at its
   * price up to its quantity, and puts the trade on the tape as it was recorded. `queued` says that the house's quotes are the recorded
   * book: then who came before, at the trade's price, comes first.
   */
  printRecorded(trade: ReplayTrade, queued: boolean): void;
}

/** The market inside: deterministic, a part of the exchange's state. */
export interface MarketInside {
  /** Called for each AdvanceClock, after the clock moved. The first call opens the market. */
  advance(market: MarketAccess): void;
  watch(instruments: readonly InstrumentId[]): void;
  /** Lets a scenario begin; false when the market knows no such coin. Only a simulated market can. */
  stage?(scenario: StageScenario): boolean;
  /** The shape of a coin's volatilities now; without it no option can be priced. */
  surfaceAt?(coin: Coin, now: Timestamp): VolatilitySurface | undefined;
  /** Somebody is about to trade in an instrument that nobody watched: its book has to be as it would be if somebody had. */
  prepare?(market: MarketAccess, instrument: Instrument): void;
  /** The index of an instrument at a time that is not in the future; `undefined` when it knows none but the one it set last. */
  indexAt?(instrument: Instrument, time: Timestamp): Price | undefined;
  /** Simulated accounts that hold positions of a side; a market without any has no such method. */
  participants?(instrument: InstrumentId, side: Side): number;
  replay(market: MarketAccess, trade: ReplayTrade): void;
  /** Only a recorded market can. */
  replayBook?(market: MarketAccess, change: ReplayBook): void;
  write(writer: StateWriter): void;
  /** `instruments` are all that were ever listed. */
  read(reader: StateReader, instruments: readonly Instrument[]): void;
}
