import { invariant, price, priceUnits, quantityUnits, tickCount, ticksOfPrice, type Instrument } from '@tapedeck/domain';
import {
  StateUnreadable,
  type MarketAccess,
  type MarketInside,
  type ReplayTrade,
  type StateReader,
  type StateWriter,
} from '@tapedeck/exchange';
import { Ladder } from '../live/ladder.ts';
import { Maker } from '../live/maker.ts';
import { Random } from '../random/random.ts';

const QUOTES = 60;
/** Size of a quote in mean recorded trades, and the weight of a new trade in that mean. */
const QUOTE_TRADES = 4;
const QUOTE_GROWTH = 8;
const SIZE_MAX = 20;
const MEAN_WEIGHT = 0.05;
const NO_TRADE = 0n;

/** The synthetic depth of one recorded instrument. */
class RecordedBook {
  readonly instrument: Instrument;
  readonly bids: Ladder;
  readonly asks: Ladder;
  readonly random: Random;
  /** 1e-8 units; 0 before the first trade. */
  last = NO_TRADE;
  /** Lots. */
  meanTrade = 0;

  constructor(seed: number, instrument: Instrument) {
    this.instrument = instrument;
    this.bids = new Ladder(instrument.id, 'Buy');
    this.asks = new Ladder(instrument.id, 'Sell');
    this.random = Random.stream(seed, instrument.symbol, 'recorded');
  }

  note(trade: ReplayTrade): void {
    const size = Number(quantityUnits(trade.quantity)) / Number(quantityUnits(this.instrument.lotSize));
    this.meanTrade = this.last === NO_TRADE ? size : this.meanTrade + MEAN_WEIGHT * (size - this.meanTrade);
    this.last = priceUnits(trade.price);
  }

  /** Moves the quotes to one tick around the last price, but never to where they would hit a user's order. */
  requote(market: MarketAccess): void {
    if (this.last === NO_TRADE) return;
    const { id, tickSize } = this.instrument;
    const bid = tickCount(ticksOfPrice(price(this.last), tickSize, 'up')) - 1;
    const ask = tickCount(ticksOfPrice(price(this.last), tickSize, 'down')) + 1;
    this.#retreat(market, this.bids, bid);
    this.#retreat(market, this.asks, ask);
    const lowestAsk = tickCount(market.bestAsk(id));
    this.#fill(market, this.bids, lowestAsk > 0 ? Math.min(bid, lowestAsk - 1) : bid);
    this.#fill(market, this.asks, Math.max(ask, tickCount(market.bestBid(id)) + 1));
  }

  #retreat(market: MarketAccess, ladder: Ladder, touch: number): void {
    ladder.collectTaken(market);
    for (let stale = ladder.rankOf(touch) - 1; stale >= 0; stale -= 1) ladder.withdraw(market, stale);
  }

  /** A quote at the touch, and a full depth behind it. */
  #fill(market: MarketAccess, ladder: Ladder, touch: number): void {
    if (ladder.length === 0 || ladder.priceAt(0) !== touch) this.#place(market, ladder, touch, 0);
    while (ladder.length < QUOTES) {
      const rank = ladder.length;
      const last = rank === 0 ? touch : ladder.priceAt(rank - 1);
      const next = last + ladder.outward * Math.max(1, Math.round(Maker.gap(rank, touch) * (0.3 + 0.7 * this.random.exponential())));
      if (!this.#place(market, ladder, next, rank)) break;
    }
    while (ladder.length > QUOTES) ladder.withdraw(market, ladder.length - 1);
  }

  #place(market: MarketAccess, ladder: Ladder, at: number, rank: number): boolean {
    const before = ladder.length;
    if (at <= tickCount(this.instrument.maxPrice)) ladder.place(market, at, this.#size(rank));
    return ladder.length > before;
  }

  #size(rank: number): number {
    const size = this.meanTrade * (QUOTE_TRADES + (QUOTE_GROWTH * rank) / QUOTES) * (0.3 + 0.7 * this.random.pareto(SIZE_MAX));
    return Math.max(1, Math.round(size));
  }

  write(writer: StateWriter): void {
    writer.bigint(this.last);
    writer.number(this.meanTrade);
    this.random.write(writer);
    this.bids.write(writer);
    this.asks.write(writer);
  }

  read(reader: StateReader): void {
    this.last = reader.bigint();
    this.meanTrade = reader.number();
    this.random.read(reader);
    this.bids.read(reader);
    this.asks.read(reader);
  }
}

/**
 * The market of a recorded tape: its trades are printed as they were recorded and fill users' resting orders they go through; a synthetic
 * depth around the last price lets users trade at the market. The index is the last recorded price.
 */
export class RecordedMarket implements MarketInside {
  readonly #books: readonly RecordedBook[];
  readonly #seed: number;

  constructor(seed: number, instruments: readonly Instrument[]) {
    this.#seed = seed;
    this.#books = instruments.map((instrument) => new RecordedBook(seed, instrument));
  }

  /** What users took from the depth comes back with the clock. */
  advance(market: MarketAccess): void {
    for (const book of this.#books) book.requote(market);
  }

  watch(): void {
    // A tape is as fine as it was recorded.
  }

  replay(market: MarketAccess, trade: ReplayTrade): void {
    const book = this.#books[trade.instrument];
    invariant(book !== undefined, `instrument ${trade.instrument} is listed`);
    book.note(trade);
    market.printRecorded(trade);
    book.requote(market);
    market.setIndex(trade.instrument, trade.price);
  }

  write(writer: StateWriter): void {
    writer.number(this.#seed);
    for (const book of this.#books) book.write(writer);
  }

  /** Throws `StateUnreadable` for the state of another seed. */
  read(reader: StateReader): void {
    const seed = reader.number();
    if (seed !== this.#seed) throw new StateUnreadable(`state is of seed ${seed}, this market is of seed ${this.#seed}`);
    for (const book of this.#books) book.read(reader);
  }
}
