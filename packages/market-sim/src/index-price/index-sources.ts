import {
  indexOfSources,
  milliseconds,
  price,
  timestamp,
  type Coin,
  type IndexSource,
  type IndexValue,
  type Price,
  type Timestamp,
} from '@tapedeck/domain';
import { hashIntegers, hashText } from '../random/hash.ts';

/** The simulated markets in the index, with their shares of the volume in percent. */
const SOURCES: readonly (readonly [name: string, weight: number])[] = [
  ['Northgate', 34],
  ['Meridian', 26],
  ['Harbour', 18],
  ['Quay', 13],
  ['Lantern', 9],
];
const WEIGHTS = SOURCES.reduce((sum, [, weight]) => sum + weight, 0);
/** Distance between sources: slow and fast waves, as shares of the price. */
const WAVES: readonly (readonly [period: number, share: number])[] = [
  [90_000, 0.000_2],
  [7_000, 0.000_1],
];
/** A source may fail once in each window of this length. */
const FAULT_WINDOW_MS = 600_000;
/** One window in this many has a source with a wrong price, and one in this many a source that stands still. */
const FAULT_ODDS = 60;
const FAR_OFF_MS = 45_000;
const FROZEN_MS = 180_000;
const FAR_OFF_LEAST = 0.02;
const FAR_OFF_RANGE = 0.06;
const HASH_RANGE = 4_294_967_296;
const UNIT = 100_000_000;

type Fault = 'farOff' | 'frozen' | undefined;

/** Time at which the sources of a coin stopped, for coins in an outage. */
export type OutageOf = (coin: Coin, time: number) => number | undefined;

/**
 * The spot markets behind a coin's index price: each slightly off the others, and now and then one far off or stuck. A
 * function of the seed and the time alone.
 */
export class IndexSources {
  readonly #seed: number;
  readonly #priceAt: (coin: Coin, time: number) => number;
  readonly #outageOf: OutageOf;
  readonly #salts = new Map<Coin, readonly number[]>();
  /** The last result of each coin: contracts of one coin ask for the same time. */
  readonly #last = new Map<Coin, { readonly time: number; readonly value: IndexValue | undefined }>();

  constructor(seed: number, priceAt: (coin: Coin, time: number) => number, outageOf: OutageOf = () => undefined) {
    this.#seed = hashIntegers(seed | 0, Math.floor(seed / HASH_RANGE));
    this.#priceAt = priceAt;
    this.#outageOf = outageOf;
  }

  /** The index price of a coin in dollars; `undefined` if too few of its sources are live. */
  indexAt(coin: Coin, now: Timestamp): Price | undefined {
    return this.valueAt(coin, now)?.price;
  }

  valueAt(coin: Coin, now: Timestamp): IndexValue | undefined {
    const time = milliseconds(now);
    const last = this.#last.get(coin);
    if (last?.time === time) return last.value;
    const value = indexOfSources(this.sourcesAt(coin, now), now);
    this.#last.set(coin, { time, value });
    return value;
  }

  /** Discards cached index values, which may be outdated. */
  forget(): void {
    this.#last.clear();
  }

  sourcesAt(coin: Coin, now: Timestamp): IndexSource[] {
    const time = milliseconds(now);
    const stopped = this.#outageOf(coin, time);
    const salts = this.#saltsOf(coin);
    return SOURCES.map(([name, weight], source) => {
      const salt = salts[source] ?? 0;
      const frozenAt = stopped ?? this.#frozenSince(salt, time);
      const changedAt = frozenAt ?? time;
      const value = this.#priceAt(coin, changedAt) * (1 + this.#offset(salts, source, changedAt)) * this.#factor(salt, changedAt);
      return { name, price: price(BigInt(Math.round(value * UNIT))), weight: BigInt(weight), changedAt: timestamp(changedAt) };
    });
  }

  #saltsOf(coin: Coin): readonly number[] {
    let salts = this.#salts.get(coin);
    if (salts === undefined) {
      salts = SOURCES.map(([name]) => hashText(`${coin} ${name}`));
      this.#salts.set(coin, salts);
    }
    return salts;
  }

  /** Deviation of a source from the weighted average of all sources, as a share. */
  #offset(salts: readonly number[], source: number, time: number): number {
    let mean = 0;
    let own = 0;
    for (const [i, salt] of salts.entries()) {
      const wave = this.#wave(salt, time);
      mean += (wave * (SOURCES[i]?.[1] ?? 0)) / WEIGHTS;
      if (i === source) own = wave;
    }
    return own - mean;
  }

  #wave(salt: number, time: number): number {
    let sum = 0;
    for (const [period, share] of WAVES) {
      const place = Math.floor(time / period);
      const part = time / period - place;
      const at = (index: number): number => (hashIntegers(this.#seed, salt, period, index) / HASH_RANGE) * 2 - 1;
      sum += share * (at(place) + (at(place + 1) - at(place)) * part);
    }
    return sum;
  }

  /** Kind and start of a source's fault in a window; `kind` is `undefined` without a fault. */
  #fault(salt: number, window: number): { readonly kind: Fault; readonly from: number; readonly draw: number } {
    const draw = hashIntegers(this.#seed, salt, window);
    const kind = draw % FAULT_ODDS === 0 ? 'farOff' : draw % FAULT_ODDS === 1 ? 'frozen' : undefined;
    const from = window * FAULT_WINDOW_MS + (Math.floor(draw / FAULT_ODDS) % (FAULT_WINDOW_MS - FROZEN_MS));
    return { kind, from, draw };
  }

  #frozenSince(salt: number, time: number): number | undefined {
    const { kind, from } = this.#fault(salt, Math.floor(time / FAULT_WINDOW_MS));
    return kind === 'frozen' && time >= from && time < from + FROZEN_MS ? from : undefined;
  }

  #factor(salt: number, time: number): number {
    const { kind, from, draw } = this.#fault(salt, Math.floor(time / FAULT_WINDOW_MS));
    if (kind !== 'farOff' || time < from || time >= from + FAR_OFF_MS) return 1;
    const away = FAR_OFF_LEAST + FAR_OFF_RANGE * (hashIntegers(draw) / HASH_RANGE);
    return hashIntegers(draw, 1) % 2 === 0 ? 1 + away : 1 - away;
  }
}
