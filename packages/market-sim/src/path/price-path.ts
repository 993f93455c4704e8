import { invariant, milliseconds, type Coin, type Instrument, type InstrumentId } from '@tapedeck/domain';
import { hashIntegers } from '../random/hash.ts';
import { LEVEL_SECONDS, LEVEL_SPANS, type PathBar } from './bar-tree.ts';
import { DAY_MINUTES, DAY_MS, MINUTE_MS, barStart, barStartAfter, type BarWidth } from './calendar.ts';
import { CoinPath } from './coin-path.ts';
import { FIRST_DAY, MarketFactor } from './daily-path.ts';
import { coinProfile, firstNameOf } from './coin-profiles.ts';
import { ProductBasis } from './product-basis.ts';
import { ProductPath } from './product-path.ts';
import { VARIANCE } from './split-bar.ts';

export type { PathBar };

const MINUTE_LEVEL = LEVEL_SECONDS.indexOf(60);
/** Levels of whole minutes, widest first. */
const MINUTE_LEVELS: readonly number[] = LEVEL_SPANS.flatMap((span, level) => (span % MINUTE_MS === 0 ? [level] : []));

/** Merges consecutive bars into one; `undefined` without bars. */
export function mergeBars(bars: readonly PathBar[]): PathBar | undefined {
  const first = bars[0];
  const last = bars[bars.length - 1];
  if (first === undefined || last === undefined) return undefined;
  let { high, low } = first;
  let volume = 0;
  let value = 0;
  for (const bar of bars) {
    if (bar.high > high) high = bar.high;
    if (bar.low < low) low = bar.low;
    volume += bar.volume;
    value += bar.value;
  }
  return { start: first.start, open: first.open, high, low, close: last.close, volume, value };
}

/** An instrument's path relative to its coin's. */
interface ListedPath {
  readonly name: Coin;
  readonly coin: CoinPath;
  readonly product: ProductPath;
  /** Start of trading: there are no bars before it. */
  readonly begins: number;
}

/**
 * The prices of a simulated world at every time from `PricePath.start` on, as a function of the seed alone: one path
 * for each coin, which all of its products follow in their own ticks and lots, each with its own basis, extremes and
 * volumes.
 *
 * A tree of bars: days are drawn one after another, every narrower bar by splitting its parent, so that bars of all
 * widths agree exactly and any of them is found in a dozen steps.
 */
export class PricePath {
  /** Before this time (ms) there are no bars. */
  static readonly start = FIRST_DAY * DAY_MS;
  readonly seed: number;
  readonly #low: number;
  readonly #factor: MarketFactor;
  readonly #shift: (coin: Coin, time: number) => number;
  readonly #coins = new Map<Coin, CoinPath>();
  readonly #paths: (ListedPath | undefined)[] = [];

  /** `factor` multiplies current prices; past bars are the path's own. */
  constructor(seed: number, instruments: readonly Instrument[], factor: (coin: Coin, time: number) => number = () => 1) {
    this.#shift = factor;
    invariant(Number.isSafeInteger(seed), 'a seed is a whole number');
    this.seed = seed;
    this.#low = hashIntegers(seed | 0, Math.floor(seed / 4_294_967_296));
    this.#factor = new MarketFactor(this.#low);
    for (const instrument of instruments) this.add(instrument);
  }

  /** Gives an instrument a path relative to its base coin's; `forward` is the premium of a dated contract, as a share. */
  add(instrument: Instrument, forward?: (time: number) => number): void {
    const coin = this.#coin(instrument.baseCoin);
    this.#paths[instrument.id] = {
      name: instrument.baseCoin,
      coin,
      product: new ProductPath(this.#low, instrument, coin, new ProductBasis(this.#low, instrument, forward)),
      begins: instrument.launchAt === undefined ? PricePath.start : milliseconds(instrument.launchAt),
    };
  }

  /** The instrument has ended. */
  remove(instrument: InstrumentId): void {
    this.#paths[instrument] = undefined;
  }

  #coin(coin: Coin): CoinPath {
    const name = firstNameOf(coin);
    let path = this.#coins.get(name);
    if (path === undefined) {
      path = new CoinPath(this.#low, name, this.#factor);
      this.#coins.set(name, path);
    }
    return path;
  }

  #path(instrument: InstrumentId): ListedPath {
    const path = this.#paths[instrument];
    invariant(path !== undefined, `instrument ${instrument} has a path`);
    return path;
  }

  /** Whether an instrument has its own path. */
  knows(instrument: InstrumentId): boolean {
    return this.#paths[instrument] !== undefined;
  }

  /** Dollar price of a coin: the reference of all its contracts. */
  coinPriceAt(coin: Coin, time: number): number {
    return (this.#coin(coin).priceAt(time) * this.#shift(coin, time)) / Math.round(1 / coinProfile(coin).tick);
  }

  /** Bars of a width that is a level of the tree (1, 5, 15, 30, 60, 120, 360, 720 or 1,440 minutes); `index` counts them from 1970. */
  bars(instrument: InstrumentId, minutes: number, index: number, count: number): PathBar[] {
    const level = LEVEL_SECONDS.findIndex((seconds) => seconds === minutes * 60);
    invariant(level >= 0, `the path has bars of ${minutes} minutes`);
    const path = this.#path(instrument);
    const first = Math.ceil(path.begins / (LEVEL_SPANS[level] as number));
    const bars: PathBar[] = [];
    for (let i = Math.max(index, first); i < index + count; i += 1) bars.push(path.product.bar(level, i));
    return bars;
  }

  /** The bars that start in [from, to), of any width; the one in which the path begins is partial. */
  candles(instrument: InstrumentId, width: BarWidth, from: number, to: number): PathBar[] {
    let start = barStart(width, Math.max(from, this.#path(instrument).begins));
    if (start < from) start = barStartAfter(width, start, 1);
    const bars: PathBar[] = [];
    for (; start < to; start = barStartAfter(width, start, 1)) {
      const bar = this.span(instrument, start, barStartAfter(width, start, 1));
      if (bar !== undefined) bars.push({ ...bar, start });
    }
    return bars;
  }

  /** The path over [from, to) as one bar; both ends are on a minute. */
  span(instrument: InstrumentId, from: number, to: number): PathBar | undefined {
    const path = this.#path(instrument);
    const parts: PathBar[] = [];
    let start = Math.max(from, path.begins);
    while (start < to) {
      const level = MINUTE_LEVELS.find(
        (wide) => start % (LEVEL_SPANS[wide] as number) === 0 && start + (LEVEL_SPANS[wide] as number) <= to,
      );
      invariant(level !== undefined, 'a span of the path begins and ends on a minute');
      const span = LEVEL_SPANS[level] as number;
      parts.push(path.product.bar(level, start / span));
      start += span;
    }
    return mergeBars(parts);
  }

  /** The minute that contains `time`. */
  minute(instrument: InstrumentId, time: number): PathBar {
    return this.#path(instrument).product.bar(MINUTE_LEVEL, Math.floor(time / MINUTE_MS));
  }

  /**
   * Price in the instrument's ticks, not rounded: within each second it moves from open over both extremes, the one
   * behind it first, to close.
   */
  priceAt(instrument: InstrumentId, time: number): number {
    const { product, name } = this.#path(instrument);
    return product.priceAt(time) * this.#shift(name, time);
  }

  /** Deviation of a minute's price change, in ticks. */
  minuteDeviation(instrument: InstrumentId, time: number): number {
    const { coin, product } = this.#path(instrument);
    const at = coin.locate(0, Math.floor(time / DAY_MS));
    return Math.sqrt((coin.block[at + VARIANCE] as number) / DAY_MINUTES) * product.scale.price;
  }
}
