import { milliseconds, type Coin, type Instrument, type InstrumentId } from '@tapedeck/domain';
import { StateUnreadable, type MarketAccess, type StateReader, type StateWriter } from '@tapedeck/exchange';
import { optionChains } from './option-chains.ts';
import { OptionQuotes } from './option-quotes.ts';

/** How often the chains are looked at for new strikes and dates. */
const LISTING_MS = 60_000;
/** While the clock still has farther to go than this, nothing is listed: it would only come and go. */
const GAP_MS = 3_600_000;
/** Quotes of an option that nobody watches or asks for are taken away. */
const SWEEP_MS = 1_000;
const NEVER = -1;

/** All options of the market inside: lists them, and quotes those that somebody watches or has an order in. */
export class OptionMarket {
  readonly #seed: number;
  readonly #coins: readonly Coin[];
  readonly #indexOf: (coin: Coin, time: number) => number;
  /** Options that trade, by symbol. */
  readonly #listed = new Map<string, InstrumentId>();
  /** Of options that were quoted and not left alone since. */
  readonly #quotes = new Map<InstrumentId, OptionQuotes>();
  #lookedAt = NEVER;
  #sweptAt = NEVER;

  constructor(seed: number, coins: readonly Coin[], indexOf: (coin: Coin, time: number) => number) {
    this.#seed = seed;
    this.#coins = coins;
    this.#indexOf = indexOf;
  }

  has(instrument: InstrumentId, market: MarketAccess): boolean {
    return this.#listed.has(market.instruments[instrument]?.symbol ?? '');
  }

  advance(market: MarketAccess, watched: readonly InstrumentId[]): void {
    const now = milliseconds(market.now);
    if (milliseconds(market.until) - now > GAP_MS) return;
    this.#list(market, now);
    for (const id of watched) if (market.isListed(id) && this.has(id, market)) this.#quotesOf(market, id).renew(market, true);
    if (this.#sweptAt !== NEVER && now - this.#sweptAt < SWEEP_MS) return;
    this.#sweptAt = now;
    for (const id of this.#listed.values()) if (!watched.includes(id) && market.isListed(id)) this.#tend(market, id);
  }

  /** Quotes an option so that an order meets a book. */
  prepare(market: MarketAccess, instrument: Instrument): void {
    this.#quotesOf(market, instrument.id).renew(market, false);
  }

  /** Of an option that nobody watches: quoted as long as somebody holds it or has orders in it. */
  #tend(market: MarketAccess, id: InstrumentId): void {
    const held = market.isHeld(id);
    const quotes = held ? this.#quotesOf(market, id) : this.#quotes.get(id);
    if (quotes === undefined) return;
    if (held || quotes.hasOthers(market)) {
      quotes.renew(market, false);
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
    const quotes = new OptionQuotes(this.#seed, instrument);
    this.#quotes.set(id, quotes);
    return quotes;
  }

  #list(market: MarketAccess, now: number): void {
    if (this.#lookedAt !== NEVER && now - this.#lookedAt < LISTING_MS) return;
    this.#lookedAt = now;
    for (const [symbol, id] of this.#listed) {
      if (market.isListed(id)) continue;
      this.#listed.delete(symbol);
      this.#quotes.delete(id);
    }
    for (const terms of optionChains(market.now, (coin) => this.#indexOf(coin, now), this.#coins)) {
      const { symbol, deliveryAt } = terms;
      if (this.#listed.has(symbol) || deliveryAt === undefined || deliveryAt <= market.until) continue;
      this.#listed.set(symbol, market.list(terms).id);
    }
  }

  write(writer: StateWriter): void {
    writer.number(this.#lookedAt);
    writer.number(this.#sweptAt);
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
    this.#listed.clear();
    for (let left = reader.number(); left > 0; left -= 1) {
      const { symbol, id } = known();
      this.#listed.set(symbol, id);
    }
    this.#quotes.clear();
    for (let left = reader.number(); left > 0; left -= 1) {
      const instrument = known();
      const quotes = new OptionQuotes(this.#seed, instrument);
      quotes.read(reader);
      this.#quotes.set(instrument.id, quotes);
    }
  }
}
