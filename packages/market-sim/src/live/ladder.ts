import { lotCount, lots, ticks, type InstrumentId, type Side } from '@tapedeck/domain';
import type { MarketAccess, StateReader, StateWriter } from '@tapedeck/exchange';

/** The maker's quotes on one side of one book, best first. Prices in ticks, sizes in lots, as plain numbers. */
export class Ladder {
  readonly side: Side;
  /** +1 if higher prices are farther from the touch (asks), -1 for bids. */
  readonly outward: 1 | -1;
  readonly #instrument: InstrumentId;
  readonly #prices: number[] = [];
  readonly #handles: number[] = [];
  /** Lots that rested at each rank when the ladder was last updated. */
  readonly #resting: number[] = [];

  constructor(instrument: InstrumentId, side: Side) {
    this.#instrument = instrument;
    this.side = side;
    this.outward = side === 'Sell' ? 1 : -1;
  }

  get length(): number {
    return this.#prices.length;
  }

  /** Quotes that share a price with an earlier one: depth, but not a level of their own. */
  get queued(): number {
    let count = 0;
    while (count + 1 < this.length && this.#prices[count + 1] === this.#prices[0]) count += 1;
    return count;
  }

  /** Price of the quote at `rank`; the best has rank 0. The rank must be below `length`. */
  priceAt(rank: number): number {
    return this.#prices[rank] as number;
  }

  /** Lots at `rank` at the last update. */
  restingAt(rank: number): number {
    return this.#resting[rank] as number;
  }

  /** Rank of the first quote at or beyond a price. */
  rankOf(price: number): number {
    let low = 0;
    let high = this.#prices.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.outward * ((this.#prices[middle] as number) - price) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Lots within a share of the best price. */
  within(share: number): number {
    let sum = 0;
    const best = this.#prices[0] ?? 0;
    for (let rank = 0; rank < this.length && this.outward * ((this.#prices[rank] as number) - best) <= share * best; rank += 1)
      sum += this.#resting[rank] as number;
    return sum;
  }

  /** Places a quote, unless one rests at that price and `joins` is false, or the order filled at once. */
  place(market: MarketAccess, price: number, quantity: number, joins = false): void {
    let rank = this.rankOf(price);
    if ((this.#prices[rank] === price && !joins) || price < 1 || quantity < 1) return;
    while (this.#prices[rank] === price) rank += 1;
    const handle = market.quote(this.#instrument, this.side, ticks(price), lots(quantity));
    if (handle < 0) return;
    this.#prices.splice(rank, 0, price);
    this.#handles.splice(rank, 0, handle);
    this.#resting.splice(rank, 0, lotCount(market.quoteLeft(this.#instrument, handle)));
  }

  withdraw(market: MarketAccess, rank: number): void {
    market.withdraw(this.#instrument, this.#handles[rank] as number);
    this.#drop(rank, 1);
  }

  withdrawAll(market: MarketAccess): void {
    for (const handle of this.#handles) market.withdraw(this.#instrument, handle);
    this.#drop(0, this.length);
  }

  /** Checks the quotes from the best on until one is untouched; returns the lots that others took since the last check. */
  collectTaken(market: MarketAccess): number {
    let taken = 0;
    let gone = 0;
    for (let rank = 0; rank < this.length; rank += 1) {
      const left = lotCount(market.quoteLeft(this.#instrument, this.#handles[rank] as number));
      const before = this.#resting[rank] as number;
      taken += before - left;
      this.#resting[rank] = left;
      if (left === 0) gone += 1;
      if (left > 0 && left === before) break;
    }
    if (gone > 0) this.#drop(0, gone);
    return taken;
  }

  #drop(rank: number, count: number): void {
    this.#prices.splice(rank, count);
    this.#handles.splice(rank, count);
    this.#resting.splice(rank, count);
  }

  write(writer: StateWriter): void {
    writer.number(this.length);
    for (let rank = 0; rank < this.length; rank += 1) {
      writer.number(this.#prices[rank] as number);
      writer.number(this.#handles[rank] as number);
      writer.number(this.#resting[rank] as number);
    }
  }

  read(reader: StateReader): void {
    this.#drop(0, this.length);
    for (let count = reader.number(); count > 0; count -= 1) {
      this.#prices.push(reader.number());
      this.#handles.push(reader.number());
      this.#resting.push(reader.number());
    }
  }
}
