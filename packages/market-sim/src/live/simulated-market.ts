import {
  invariant,
  isDated,
  isOption,
  milliseconds,
  price,
  priceUnits,
  timestamp,
  toTick,
  type Coin,
  type Instrument,
  type InstrumentId,
  type Price,
  type Side,
  type Timestamp,
  type VolatilitySurface,
} from '@tapedeck/domain';
import {
  StateUnreadable,
  watchedAfter,
  type MarketAccess,
  type MarketInside,
  type StageScenario,
  type StateReader,
  type StateWriter,
  type WatchChange,
} from '@tapedeck/exchange';
import { datedContracts } from '../derivatives/dated-contracts.ts';
import { optionCoins } from '../derivatives/option-chains.ts';
import { OptionMarket } from '../derivatives/option-market.ts';
import { TermStructure } from '../derivatives/term-structure.ts';
import { IndexSources } from '../index-price/index-sources.ts';
import { ListingCalendar, launchesIn } from '../listings/listing-calendar.ts';
import { MINUTE_MS } from '../path/calendar.ts';
import { PricePath, type PathBar } from '../path/price-path.ts';
import { LiveMarket } from './live-market.ts';
import { Scenarios } from './scenarios.ts';

const NEVER = -1;
/** Options are priced from an index in cents. */
const OPTION_INDEX_STEP = price(1_000_000n);

export interface SimulatedMarketOptions {
  /** Lists the futures of its perpetuals, and options on their coins, over time. */
  readonly derivatives?: boolean;
  /** Lists new coins over time. */
  readonly listings?: boolean;
}

/**
 * A market of simulated makers and takers around the price path of a seed. The same seed, clock and orders give the same tape.
 * Watched instruments move in fine steps, others about once a second.
 */
export class SimulatedMarket implements MarketInside {
  readonly path: PricePath;
  readonly #seed: number;
  readonly #terms: TermStructure;
  readonly #scenarios = new Scenarios();
  readonly #sources: IndexSources;
  readonly #options: SimulatedMarketOptions;
  readonly #founding: readonly Instrument[];
  readonly #live = new Map<InstrumentId, LiveMarket>();
  readonly #optionMarket: OptionMarket | undefined;
  readonly #listings: ListingCalendar | undefined;
  #watched = new Set<InstrumentId>();
  /** The minute of the last calendar check. */
  #listedMinute = NEVER;

  constructor(seed: number, instruments: readonly Instrument[], options: SimulatedMarketOptions = {}) {
    this.#seed = seed;
    this.#terms = new TermStructure(seed);
    this.#options = options;
    this.#founding = instruments;
    this.path = new PricePath(seed, [], (coin, time) => this.#scenarios.priceFactor(coin, time));
    this.#sources = new IndexSources(
      seed,
      (coin, time) => this.path.coinPriceAt(coin, time),
      (coin, time) => this.#scenarios.outageOf(coin, time),
    );
    for (const instrument of instruments) this.#begin(instrument);
    this.#listings = options.listings === true ? new ListingCalendar(seed) : undefined;
    this.#optionMarket =
      options.derivatives === true
        ? new OptionMarket(seed, optionCoins(instruments), {
            indexOf: (coin, time) => this.path.coinPriceAt(coin, time),
            surfaceOf: (coin, time) => this.#terms.surfaceAt(coin, time),
          })
        : undefined;
  }

  #begin(instrument: Instrument): LiveMarket {
    const { baseCoin, deliveryAt } = instrument;
    const forward =
      deliveryAt === undefined || !isDated(instrument)
        ? undefined
        : (time: number): number => this.#terms.basisAt(baseCoin, time, milliseconds(deliveryAt));
    this.path.add(instrument, forward);
    const indexAt = (time: number): Price | undefined => this.indexAt(instrument, timestamp(time));
    const depthAt = (time: number): number => this.#scenarios.depthFactor(baseCoin, time);
    const latenessAt = (time: number): number => this.#scenarios.lateness(baseCoin, time);
    const live = new LiveMarket(this.#seed, instrument, { path: this.path, indexAt, depthAt, latenessAt });
    this.#live.set(instrument.id, live);
    return live;
  }

  advance(market: MarketAccess): void {
    this.#list(market);
    for (const [instrument, live] of this.#live) if (market.isListed(instrument)) live.advance(market, this.#watched.has(instrument));
    this.#optionMarket?.advance(market, this.#watched);
  }

  /** Lists instruments of the calendar that the exchange lacks. Those that end before the clock stops are skipped. */
  #list(market: MarketAccess): void {
    const minute = Math.floor(milliseconds(market.now) / MINUTE_MS);
    const { derivatives = false, listings = false } = this.#options;
    if (minute === this.#listedMinute || !(derivatives || listings)) return;
    this.#listedMinute = minute;
    for (const id of [...this.#live.keys()]) if (!market.isListed(id)) this.#end(id);
    this.#launch(market);
    if (!derivatives) return;
    const known = new Set([...this.#live.keys()].map((id) => market.instruments[id]?.symbol));
    for (const terms of datedContracts(this.#founding, market.now)) {
      if (known.has(terms.symbol) || terms.deliveryAt === undefined || terms.deliveryAt <= market.until) continue;
      this.#begin(market.list(terms));
    }
  }

  /** Announces the listings of the calendar, and launches those that are due. A listing already due when first seen trades at once. */
  #launch(market: MarketAccess): void {
    const now = milliseconds(market.now);
    const announced = this.#listings?.announcedBy(now) ?? [];
    if (this.#listings === undefined || announced.length === 0) return;
    const known = launchesIn(market.instruments);
    const ends = this.#listings.endsBy(now);
    for (const terms of announced) {
      const instrument = known.get(terms.symbol);
      const due = terms.launchAt <= market.now;
      // An instrument that has been delisted since is not listed.
      const isOver = (ends.get(terms.symbol) ?? Infinity) <= milliseconds(market.until);
      if (instrument?.status === 'PreLaunch' && due) this.#begin(market.launch(instrument.id));
      if (instrument !== undefined || isOver) continue;
      if (due) this.#begin(market.list(terms));
      else market.announce(terms);
    }
    this.#announceEnds(market, ends);
  }

  #announceEnds(market: MarketAccess, ends: ReadonlyMap<string, number>): void {
    if (ends.size === 0) return;
    const known = launchesIn(market.instruments);
    for (const [symbol, endsAt] of ends) {
      const instrument = known.get(symbol);
      if (instrument?.deliveryAt === undefined && instrument !== undefined && market.isListed(instrument.id))
        market.delist(instrument.id, timestamp(endsAt));
    }
  }

  #end(instrument: InstrumentId): void {
    this.#live.delete(instrument);
    this.path.remove(instrument);
    this.#watched.delete(instrument);
  }

  indexAt(instrument: Instrument, time: Timestamp): Price | undefined {
    const index = this.#sources.indexAt(instrument.baseCoin, time);
    if (index === undefined) return undefined;
    if (isOption(instrument)) return toTick(index, OPTION_INDEX_STEP, 'nearest');
    if (!this.path.knows(instrument.id)) return undefined;
    const { tickSize } = instrument;
    return priceUnits(index) < priceUnits(tickSize) ? tickSize : toTick(index, tickSize, 'nearest');
  }

  surfaceAt(coin: Coin, now: Timestamp): VolatilitySurface {
    const time = milliseconds(now);
    return this.#scenarios.volatility(coin, time, this.#terms.surfaceAt(coin, time));
  }

  /** Hourly bars of an option for the day before the market opened; empty unless the market opens at `now`. */
  optionPast(instrument: Instrument, now: Timestamp): readonly PathBar[] {
    return this.#optionMarket?.past(instrument, milliseconds(now)) ?? [];
  }

  prepare(market: MarketAccess, instrument: Instrument): void {
    this.#optionMarket?.prepare(market, instrument);
  }

  participants(instrument: InstrumentId, side: Side): number {
    return this.#live.get(instrument)?.accounts(side) ?? 0;
  }

  watch(change: WatchChange): void {
    this.#watched = watchedAfter(this.#watched, change);
  }

  stage(scenario: StageScenario): boolean {
    if (!this.#founding.some(({ baseCoin }) => baseCoin === scenario.coin)) return false;
    this.#scenarios.stage(scenario);
    this.#sources.forget();
    return true;
  }

  replay(): void {
    invariant(false, 'a simulated market does not replay recorded trades');
  }

  write(writer: StateWriter): void {
    writer.number(this.#seed);
    writer.number(this.#listedMinute);
    this.#scenarios.write(writer);
    writer.number(this.#watched.size);
    for (const instrument of this.#watched) writer.number(instrument);
    writer.number(this.#live.size);
    for (const [instrument, live] of this.#live) {
      writer.number(instrument);
      live.write(writer);
    }
    this.#optionMarket?.write(writer);
  }

  /** Throws `StateUnreadable` for the state of another seed. */
  read(reader: StateReader, instruments: readonly Instrument[]): void {
    const seed = reader.number();
    if (seed !== this.#seed) throw new StateUnreadable(`state is of seed ${seed}, this market is of seed ${this.#seed}`);
    this.#listedMinute = reader.number();
    this.#scenarios.read(reader);
    this.#sources.forget();
    const count = reader.number();
    const watched = new Set<InstrumentId>();
    for (let i = 0; i < count; i += 1) watched.add(reader.number());
    for (const id of [...this.#live.keys()]) this.#end(id);
    this.#watched = watched;
    for (let left = reader.number(); left > 0; left -= 1) {
      const instrument = instruments[reader.number()];
      if (instrument === undefined) throw new StateUnreadable('a market is of no instrument');
      this.#begin(instrument).read(reader);
    }
    this.#optionMarket?.read(reader, instruments);
  }
}
