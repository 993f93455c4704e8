import { invariant, milliseconds, priceOfTicks, priceUnits, ticks, type Instrument } from '@tapedeck/domain';
import {
  StateUnreadable,
  type MarketAccess,
  type MarketInside,
  type ReplayBook,
  type ReplayTrade,
  type StateReader,
  type StateWriter,
} from '@tapedeck/exchange';
import { RecordedLevels } from './recorded-levels.ts';
import { SyntheticDepth } from './synthetic-depth.ts';

/** Interval in ms at which depth that users took returns to a recorded book. */
const RESTORE_MS = 1_000;

/** The market of one recorded instrument: its recorded book, or synthetic depth without one. */
class RecordedInstrument {
  readonly #instrument: Instrument;
  readonly #depth: SyntheticDepth;
  readonly #bids: RecordedLevels;
  readonly #asks: RecordedLevels;
  /** A book was recorded. */
  #hasBook = false;
  #restoredAt = 0;

  constructor(seed: number, instrument: Instrument) {
    this.#instrument = instrument;
    this.#depth = new SyntheticDepth(seed, instrument);
    this.#bids = new RecordedLevels(instrument.id, 'Buy');
    this.#asks = new RecordedLevels(instrument.id, 'Sell');
  }

  advance(market: MarketAccess): void {
    if (!this.#hasBook) {
      this.#depth.requote(market);
      return;
    }
    const now = milliseconds(market.now);
    if (now - this.#restoredAt < RESTORE_MS) return;
    this.#restoredAt = now;
    this.#bids.restore(market);
    this.#asks.restore(market);
  }

  print(market: MarketAccess, trade: ReplayTrade): void {
    if (!this.#hasBook) this.#depth.note(trade);
    market.printRecorded(trade, this.#hasBook);
    if (!this.#hasBook) this.#depth.requote(market);
  }

  change(market: MarketAccess, { whole, bids, asks }: ReplayBook): void {
    if (!this.#hasBook) this.#depth.leave(market);
    this.#hasBook = true;
    this.#bids.shrink(market, bids, whole);
    this.#asks.shrink(market, asks, whole);
    this.#bids.grow(market, bids);
    this.#asks.grow(market, asks);
    if (priceUnits(market.indexPrice(this.#instrument.id)) > 0n || this.#bids.best === 0) return;
    // Before the first trade, no other price is known.
    market.setIndex(this.#instrument.id, priceOfTicks(ticks(this.#bids.best), this.#instrument.tickSize));
  }

  write(writer: StateWriter): void {
    writer.boolean(this.#hasBook);
    writer.number(this.#restoredAt);
    this.#depth.write(writer);
    this.#bids.write(writer);
    this.#asks.write(writer);
  }

  read(reader: StateReader): void {
    this.#hasBook = reader.boolean();
    this.#restoredAt = reader.number();
    this.#depth.read(reader);
    this.#bids.read(reader);
    this.#asks.read(reader);
  }
}

/**
 * The market of a recording. Its trades are printed as recorded and fill users' resting orders that they cross. With a
 * recorded book, users trade against it and wait in its queues; without one, synthetic depth around the last price lets
 * them trade at market. The index price is the last recorded price.
 */
export class RecordedMarket implements MarketInside {
  readonly #instruments: readonly RecordedInstrument[];
  readonly #seed: number;

  constructor(seed: number, instruments: readonly Instrument[]) {
    this.#seed = seed;
    this.#instruments = instruments.map((instrument) => new RecordedInstrument(seed, instrument));
  }

  /** Restores depth that users took as the clock advances. */
  advance(market: MarketAccess): void {
    for (const instrument of this.#instruments) instrument.advance(market);
  }

  watch(): void {
    // A tape is as fine as it was recorded.
  }

  #of(id: number): RecordedInstrument {
    const found = this.#instruments[id];
    invariant(found !== undefined, `instrument ${id} is listed`);
    return found;
  }

  replay(market: MarketAccess, trade: ReplayTrade): void {
    this.#of(trade.instrument).print(market, trade);
    market.setIndex(trade.instrument, trade.price);
  }

  replayBook(market: MarketAccess, change: ReplayBook): void {
    this.#of(change.instrument).change(market, change);
  }

  write(writer: StateWriter): void {
    writer.number(this.#seed);
    for (const instrument of this.#instruments) instrument.write(writer);
  }

  /** Throws `StateUnreadable` for the state of another seed. */
  read(reader: StateReader): void {
    const seed = reader.number();
    if (seed !== this.#seed) throw new StateUnreadable(`state is of seed ${seed}, this market is of seed ${this.#seed}`);
    for (const instrument of this.#instruments) instrument.read(reader);
  }
}
