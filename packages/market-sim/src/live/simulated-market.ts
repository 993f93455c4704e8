import { invariant, type Instrument, type InstrumentId } from '@tapedeck/domain';
import { StateUnreadable, type MarketAccess, type MarketInside, type StateReader, type StateWriter } from '@tapedeck/exchange';
import { PricePath } from '../path/price-path.ts';
import { LiveMarket } from './live-market.ts';

/**
 * A market of simulated makers and takers around the price path of a seed. The same seed, clock and orders give the same tape.
 * Watched instruments move in fine steps, others about once a second.
 */
export class SimulatedMarket implements MarketInside {
  readonly path: PricePath;
  readonly #live: readonly LiveMarket[];
  #watched: readonly InstrumentId[] = [];

  constructor(seed: number, instruments: readonly Instrument[]) {
    this.path = new PricePath(seed, instruments);
    this.#live = instruments.map((instrument) => new LiveMarket(seed, instrument, this.path));
  }

  advance(market: MarketAccess): void {
    for (const [instrument, live] of this.#live.entries()) live.advance(market, this.#watched.includes(instrument));
  }

  watch(instruments: readonly InstrumentId[]): void {
    this.#watched = instruments.filter((instrument, i) => this.#live[instrument] !== undefined && instruments.indexOf(instrument) === i);
  }

  replay(): void {
    invariant(false, 'a simulated market does not replay recorded trades');
  }

  write(writer: StateWriter): void {
    writer.number(this.path.seed);
    writer.number(this.#watched.length);
    for (const instrument of this.#watched) writer.number(instrument);
    for (const live of this.#live) live.write(writer);
  }

  /** Throws `StateUnreadable` for the state of another seed. */
  read(reader: StateReader): void {
    const seed = reader.number();
    if (seed !== this.path.seed) throw new StateUnreadable(`state is of seed ${seed}, this market is of seed ${this.path.seed}`);
    const count = reader.number();
    const watched: InstrumentId[] = [];
    for (let i = 0; i < count; i += 1) watched.push(reader.number());
    this.#watched = watched;
    for (const live of this.#live) live.read(reader);
  }
}
