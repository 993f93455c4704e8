import {
  lots,
  milliseconds,
  modelOption,
  priceNumber,
  priceOfNumber,
  ticks,
  timestamp,
  type Coin,
  type Instrument,
  type InstrumentId,
  type Side,
  type VolatilitySurface,
} from '@tapedeck/domain';
import { StateUnreadable, type MarketAccess, type StateReader, type StateWriter } from '@tapedeck/exchange';
import { DAY_MS } from '../path/calendar.ts';
import type { PathBar } from '../path/price-path.ts';
import { optionChains } from './option-chains.ts';
import { OptionFlow } from './option-flow.ts';
import { OptionQuotes } from './option-quotes.ts';

/** Interval at which the chains are checked for new strikes and dates. */
const LISTING_MS = 60_000;
/** If the clock still has farther to go than this, nothing is listed: it would expire at once. */
const GAP_MS = 3_600_000;
/** Quotes of an unwatched option without requests are withdrawn. */
const SWEEP_MS = 1_000;
const HOUR_MS = 3_600_000;
const NEVER = -1;
const SIDES: readonly Side[] = ['Buy', 'Sell'];

/** Sources of the prices of options. */
export interface OptionSources {
  readonly indexOf: (coin: Coin, time: number) => number;
  readonly surfaceOf: (coin: Coin, time: number) => VolatilitySurface;
}

/** Lists the simulated market's options, trades in them, and quotes those that are watched, traded, held or have orders. */
export class OptionMarket {
  readonly #seed: number;
  readonly #coins: readonly Coin[];
  readonly #sources: OptionSources;
  readonly #flow: OptionFlow;
  /** Options that trade, by symbol. */
  readonly #listed = new Map<string, InstrumentId>();
  /** Quotes by option, kept until they are withdrawn. */
  readonly #quotes = new Map<InstrumentId, OptionQuotes>();
  #lookedAt = NEVER;
  #sweptAt = NEVER;
  /** Opening time of the market, until it moves on or is read. */
  #begunAt = NEVER;
  /** Price of each coin at that time. */
  #indexes: ReadonlyMap<Coin, number> = new Map();

  constructor(seed: number, coins: readonly Coin[], sources: OptionSources) {
    this.#seed = seed;
    this.#coins = coins;
    this.#sources = sources;
    this.#flow = new OptionFlow(seed);
  }

  has(instrument: InstrumentId, market: MarketAccess): boolean {
    return this.#listed.has(market.instruments[instrument]?.symbol ?? '');
  }

  advance(market: MarketAccess, watched: ReadonlySet<InstrumentId>): void {
    const now = milliseconds(market.now);
    if (milliseconds(market.until) - now > GAP_MS) return;
    this.#list(market, now);
    for (const id of watched) if (market.isListed(id) && this.has(id, market)) this.#quotesOf(market, id).renew(market);
    this.#trade(market, now);
    if (this.#sweptAt !== NEVER && now - this.#sweptAt < SWEEP_MS) return;
    this.#sweptAt = now;
    for (const id of this.#listed.values()) if (!watched.has(id) && market.isListed(id)) this.#tend(market, id);
  }

  /** Quotes an option so that an order meets a book. */
  prepare(market: MarketAccess, instrument: Instrument): void {
    this.#quotesOf(market, instrument.id).renew(market);
  }

  #trade(market: MarketAccess, now: number): void {
    for (const taking of this.#flow.arrivals(now)) {
      if (!market.isListed(taking.instrument)) continue;
      const quotes = this.#quotesOf(market, taking.instrument);
      quotes.renew(market);
      quotes.take(market, taking);
    }
  }

  /** The bars of the hours up to the current one in which an option was traded before the market opened at `now`. */
  past(instrument: Instrument, now: number): readonly PathBar[] {
    if (now !== this.#begunAt) return [];
    const end = Math.floor(now / HOUR_MS) * HOUR_MS;
    return this.#flow.past(instrument.id, end - DAY_MS + HOUR_MS, end).map(([start, volume]) => {
      const { mark } = modelOption(
        instrument,
        this.#sources.surfaceOf(instrument.baseCoin, start),
        priceOfNumber(this.#sources.indexOf(instrument.baseCoin, start)),
        timestamp(start),
      );
      const at = Math.max(1, Math.round(priceNumber(mark) / priceNumber(instrument.tickSize)));
      return { start, open: at, high: at, low: at, close: at, volume, value: volume * at };
    });
  }

  /** Assigns to the crowd the positions from its trades before the market opened. */
  #begin(market: MarketAccess, now: number): void {
    this.#begunAt = now;
    for (const [instrument, held] of this.#flow.held(now)) {
      const model = market.optionModel(instrument);
      const tickSize = market.instruments[instrument]?.tickSize;
      if (held === 0 || model === undefined || tickSize === undefined) continue;
      const limit = ticks(Math.max(1, Math.round(priceNumber(model.mark) / priceNumber(tickSize))));
      for (const holding of SIDES) market.arrangeCrowd(instrument, { holding, opens: true, quantity: lots(held), limit });
    }
  }

  /** Quotes an unwatched option while it has holders or orders; otherwise withdraws its quotes. */
  #tend(market: MarketAccess, id: InstrumentId): void {
    const held = market.isHeld(id);
    const quotes = held ? this.#quotesOf(market, id) : this.#quotes.get(id);
    if (quotes === undefined) return;
    if (held || quotes.hasOthers(market)) {
      quotes.renew(market);
      return;
    }
    quotes.withdraw(market);
    this.#quotes.delete(id);
  }

  #quotesOf(market: MarketAccess, id: InstrumentId): OptionQuotes {
    const known = this.#quotes.get(id);
    if (known !== undefined) return known;
    const instrument = market.instruments[id];
    if (instrument === undefined) throw new RangeError(`there is no instrument ${id}`);
    const quotes = new OptionQuotes(this.#seed, instrument, Math.floor(milliseconds(market.now) / SWEEP_MS));
    this.#quotes.set(id, quotes);
    return quotes;
  }

  #list(market: MarketAccess, now: number): void {
    if (this.#lookedAt !== NEVER && now - this.#lookedAt < LISTING_MS) return;
    const isFirst = this.#lookedAt === NEVER;
    this.#lookedAt = now;
    this.#indexes = new Map(this.#coins.map((coin) => [coin, this.#sources.indexOf(coin, now)]));
    for (const [symbol, id] of this.#listed) {
      if (market.isListed(id)) continue;
      this.#listed.delete(symbol);
      this.#quotes.delete(id);
    }
    for (const terms of optionChains(market.now, (coin) => this.#indexAt(coin), this.#coins)) {
      const { symbol, deliveryAt } = terms;
      if (this.#listed.has(symbol) || deliveryAt === undefined || deliveryAt <= market.until) continue;
      this.#listed.set(symbol, market.list(terms).id);
    }
    this.#lookAtFlow(market.instruments);
    if (isFirst) this.#begin(market, now);
  }

  #indexAt(coin: Coin): number {
    return this.#indexes.get(coin) ?? 1;
  }

  #lookAtFlow(instruments: readonly Instrument[]): void {
    const listed = [...this.#listed.values()].flatMap((id) => instruments[id] ?? []);
    const time = this.#lookedAt;
    this.#flow.look(listed, { time, index: (coin) => this.#indexAt(coin), surface: (coin) => this.#sources.surfaceOf(coin, time) });
  }

  write(writer: StateWriter): void {
    writer.number(this.#lookedAt);
    writer.number(this.#sweptAt);
    for (const coin of this.#coins) writer.number(this.#indexAt(coin));
    this.#flow.write(writer);
    writer.number(this.#listed.size);
    for (const id of this.#listed.values()) writer.number(id);
    writer.number(this.#quotes.size);
    for (const [id, quotes] of this.#quotes) {
      writer.number(id);
      quotes.write(writer);
    }
  }

  read(reader: StateReader, instruments: readonly Instrument[]): void {
    const known = (): Instrument => {
      const instrument = instruments[reader.number()];
      if (instrument === undefined) throw new StateUnreadable('an option is of no instrument');
      return instrument;
    };
    this.#lookedAt = reader.number();
    this.#sweptAt = reader.number();
    this.#indexes = new Map(this.#coins.map((coin) => [coin, reader.number()]));
    this.#flow.read(reader);
    this.#listed.clear();
    for (let left = reader.number(); left > 0; left -= 1) {
      const { symbol, id } = known();
      this.#listed.set(symbol, id);
    }
    if (this.#lookedAt !== NEVER) this.#lookAtFlow(instruments);
    this.#quotes.clear();
    for (let left = reader.number(); left > 0; left -= 1) {
      const instrument = known();
      const quotes = new OptionQuotes(this.#seed, instrument, NEVER);
      quotes.read(reader);
      this.#quotes.set(instrument.id, quotes);
    }
  }
}
