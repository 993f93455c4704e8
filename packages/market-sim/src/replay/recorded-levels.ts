import { lotCount, lots, ticks, type InstrumentId, type Side } from '@tapedeck/domain';
import type { MarketAccess, StateReader, StateWriter } from '@tapedeck/exchange';

/** Recorded lots at a price, and the house's quotes that represent them, in queue order. */
interface Level {
  lots: number;
  readonly quotes: number[];
}

/**
 * One side of a recorded book. Added quantity joins the end of the queue, and withdrawn quantity is assumed to come
 * from there too: an order that joins a level waits for all earlier quantity that trades have not taken.
 */
export class RecordedLevels {
  readonly #instrument: InstrumentId;
  readonly #side: Side;
  readonly #levels = new Map<number, Level>();

  constructor(instrument: InstrumentId, side: Side) {
    this.#instrument = instrument;
    this.#side = side;
  }

  /** Applies rows of tick and lots. Decreases come in a first pass, so that no new quote meets an old one. */
  shrink(market: MarketAccess, rows: readonly number[], whole: boolean): void {
    if (whole) {
      const stated = new Set(rows.filter((_, i) => i % 2 === 0));
      for (const tick of [...this.#levels.keys()]) if (!stated.has(tick)) this.#set(market, tick, 0, false);
    }
    for (let i = 0; i < rows.length; i += 2) this.#set(market, rows[i] as number, rows[i + 1] as number, false);
  }

  /** The second pass: increases. */
  grow(market: MarketAccess, rows: readonly number[]): void {
    for (let i = 0; i < rows.length; i += 2) this.#set(market, rows[i] as number, rows[i + 1] as number, true);
  }

  /** Restores depth that users took, because the recording still contains it. */
  restore(market: MarketAccess): void {
    for (const [tick, level] of this.#levels) this.#set(market, tick, level.lots, true);
  }

  #set(market: MarketAccess, tick: number, count: number, grows: boolean): void {
    const known = this.#levels.get(tick);
    if (known === undefined && count === 0) return;
    const level = known ?? { lots: 0, quotes: [] };
    level.lots = count;
    const place = { side: this.#side, at: ticks(tick) };
    const left = level.quotes.map((quote) => lotCount(market.quoteLeftAt(this.#instrument, quote, place)));
    let surplus = left.reduce((sum, one) => sum + one, 0) - count;
    for (let last = level.quotes.length - 1; last >= 0 && surplus > 0; last -= 1) {
      const [quote, rests] = [level.quotes[last] as number, left[last] as number];
      if (rests > surplus) market.shrink(this.#instrument, quote, lots(surplus));
      else market.withdraw(this.#instrument, quote);
      left[last] = Math.max(0, rests - surplus);
      surplus -= Math.min(rests, surplus);
    }
    const gone = (at: number): boolean => left[at] === 0;
    for (let at = level.quotes.length - 1; at >= 0; at -= 1) if (gone(at)) level.quotes.splice(at, 1);
    if (grows && surplus < 0) {
      const quote = market.quote(this.#instrument, this.#side, ticks(tick), lots(-surplus));
      if (quote >= 0) level.quotes.push(quote);
    }
    if (count === 0) this.#levels.delete(tick);
    else this.#levels.set(tick, level);
  }

  /** The best recorded price, 0 without any. */
  get best(): number {
    let best = 0;
    for (const tick of this.#levels.keys()) if (best === 0 || (this.#side === 'Buy' ? tick > best : tick < best)) best = tick;
    return best;
  }

  write(writer: StateWriter): void {
    writer.number(this.#levels.size);
    for (const [tick, { lots: count, quotes }] of this.#levels) {
      writer.number(tick);
      writer.number(count);
      writer.number(quotes.length);
      for (const quote of quotes) writer.number(quote);
    }
  }

  read(reader: StateReader): void {
    this.#levels.clear();
    for (let left = reader.number(); left > 0; left -= 1) {
      const [tick, count] = [reader.number(), reader.number()];
      const quotes: number[] = [];
      for (let more = reader.number(); more > 0; more -= 1) quotes.push(reader.number());
      this.#levels.set(tick, { lots: count, quotes });
    }
  }
}
