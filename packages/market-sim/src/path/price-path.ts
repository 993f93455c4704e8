import { invariant, milliseconds, type Coin, type Instrument, type InstrumentId } from '@tapedeck/domain';
import { hashIntegers, hashText } from '../random/hash.ts';
import { Random } from '../random/random.ts';
import { DAY_MINUTES, DAY_MS, MINUTE_MS, barStart, barStartAfter, type BarWidth } from './calendar.ts';
import { DailyPath, FIRST_DAY, MarketFactor } from './daily-path.ts';
import { coinProfile } from './coin-profiles.ts';
import { pathScale, type PathScale } from './path-scale.ts';
import { CLOSE, FIELDS, HIGH, LOW, OPEN, VALUE, VARIANCE, VOLUME, splitBar } from './split-bar.ts';

/** One bar of the path: start in ms, prices in ticks, volume in lots, value in ticks × lots. */
export interface PathBar {
  readonly start: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly value: number;
}

/** Widths of the levels in seconds, widest first: a bar of one level splits into whole bars of the next. */
const LEVEL_SECONDS = [86_400, 43_200, 21_600, 7_200, 3_600, 1_800, 900, 300, 60, 15, 5, 1] as const;
const LEVEL_SPANS: readonly number[] = LEVEL_SECONDS.map((seconds) => seconds * 1_000);
const LEVEL_PARTS: readonly number[] = LEVEL_SPANS.map((span, level) => (LEVEL_SPANS[level - 1] ?? span) / span);
const SECONDS_LEVEL = LEVEL_SPANS.length - 1;
/** Blocks of children kept per level in the younger half of the cache. */
const BLOCKS_KEPT = 1_024;
const HOUR_MS = 3_600_000;

/** Share of the day's variance in each hour, UTC: quiet before Asia opens, busiest when Europe and America overlap. Measured over four years. */
const HOURLY_ACTIVITY = [
  1.07, 1.25, 0.89, 0.65, 0.52, 0.58, 0.8, 0.66, 0.73, 0.6, 0.58, 0.6, 0.9, 1.33, 1.95, 1.75, 1.25, 1.38, 1.26, 1.28, 1.1, 1.02, 0.98, 0.76,
] as const;
const EVEN_ACTIVITY: readonly (readonly number[])[] = LEVEL_PARTS.map((parts) => new Array<number>(parts).fill(1));

/** Hours differ more than minutes do: calm and busy ones last. */
const burstOf = (level: number): number => ((LEVEL_SPANS[level] as number) >= 2 * HOUR_MS ? BURST_OF_HOURS : BURST_OF_MINUTES);
const BURST_OF_HOURS = 0.65;
const BURST_OF_MINUTES = 0.42;

/** Mean activity of a span of the day that is a whole number of hours. */
function spanActivity(start: number, span: number): number {
  const first = (start % DAY_MS) / HOUR_MS;
  const hours = span / HOUR_MS;
  let sum = 0;
  for (let i = 0; i < hours; i += 1) sum += HOURLY_ACTIVITY[first + i] ?? 1;
  return sum / hours;
}

/** Keeps what was used lately: two generations, the older one is dropped when the younger is full. */
class BlockCache {
  #young = new Map<number, Float64Array>();
  #old = new Map<number, Float64Array>();

  get(index: number): Float64Array | undefined {
    const young = this.#young.get(index);
    if (young !== undefined) return young;
    const old = this.#old.get(index);
    if (old !== undefined) this.set(index, old);
    return old;
  }

  set(index: number, block: Float64Array): void {
    if (this.#young.size >= BLOCKS_KEPT) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(index, block);
  }
}

/** The tree of bars of one coin, on the grid of its profile. */
class CoinPath {
  readonly #days: DailyPath;
  readonly #seeds: readonly number[];
  readonly #caches = LEVEL_SPANS.map(() => new BlockCache());
  readonly #random = new Random(0);
  /** Where the last located bar stands: its array, and its offset as the result of `locate`. */
  block: Float64Array = new Float64Array(0);

  constructor(seed: number, coin: Coin, factor: MarketFactor) {
    const name = `${coin}USDT`;
    this.#days = new DailyPath(seed, name, coinProfile(coin), factor);
    const symbol = hashText(name);
    this.#seeds = LEVEL_SPANS.map((_, level) => hashIntegers(seed, symbol, level));
  }

  /** Puts the array of the bar into `block` and returns the bar's offset in it. */
  locate(level: number, index: number): number {
    if (level === 0) {
      const day = index - FIRST_DAY;
      this.block = this.#days.reach(day);
      return day * FIELDS;
    }
    const parts = LEVEL_PARTS[level] as number;
    const parent = Math.floor(index / parts);
    const cache = this.#caches[level] as BlockCache;
    const known = cache.get(parent);
    const children = known ?? this.#split(level, parent);
    if (known === undefined) cache.set(parent, children);
    this.block = children;
    return (index - parent * parts) * FIELDS;
  }

  #split(level: number, parent: number): Float64Array {
    const at = this.locate(level - 1, parent);
    this.#random.reseed(hashIntegers(this.#seeds[level] as number, parent));
    return splitBar(this.block, at, { activity: this.#activity(level, parent), burst: burstOf(level) }, this.#random);
  }

  #activity(level: number, parent: number): readonly number[] {
    const span = LEVEL_SPANS[level] as number;
    const even = EVEN_ACTIVITY[level] as readonly number[];
    if (span < HOUR_MS) return even;
    return even.map((_, i) => spanActivity((parent * even.length + i) * span, span));
  }

  bar(level: number, index: number): PathBar {
    const at = this.locate(level, index);
    const block = this.block;
    return {
      start: index * (LEVEL_SPANS[level] as number),
      open: block[at + OPEN] as number,
      high: block[at + HIGH] as number,
      low: block[at + LOW] as number,
      close: block[at + CLOSE] as number,
      volume: block[at + VOLUME] as number,
      value: block[at + VALUE] as number,
    };
  }
}

/** Levels that are a whole number of minutes, widest first. */
const MINUTE_LEVELS: readonly number[] = LEVEL_SPANS.flatMap((span, level) => (span % MINUTE_MS === 0 ? [level] : []));

/** One bar out of bars that follow each other; `undefined` of none. */
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

/** Price on the grid of the path, not rounded. */
function tickPriceAt(path: CoinPath, time: number): number {
  const second = Math.floor(time / 1_000);
  const at = path.locate(SECONDS_LEVEL, second);
  const block = path.block;
  const open = block[at + OPEN] as number;
  const close = block[at + CLOSE] as number;
  const rises = close >= open;
  const first = block[at + (rises ? LOW : HIGH)] as number;
  const then = block[at + (rises ? HIGH : LOW)] as number;
  const part = (time - second * 1_000) / 1_000;
  if (part < 0.25) return open + (first - open) * part * 4;
  if (part < 0.75) return first + (then - first) * (part - 0.25) * 2;
  return then + (close - then) * (part - 0.75) * 4;
}

/** An instrument's view of the path of its coin. */
interface ScaledPath {
  readonly name: Coin;
  readonly coin: CoinPath;
  readonly scale: PathScale;
  /** What the instrument is worth above the coin, as a share; taken once a day, so that bars of all widths agree. */
  readonly basis: ((time: number) => number) | undefined;
  /** When trading began: there are no bars before it. */
  readonly begins: number;
}

/** How the bar that starts at a time is seen. */
function scaleAt({ scale, basis }: ScaledPath, start: number): PathScale {
  if (basis === undefined) return scale;
  const factor = 1 + basis(Math.floor(start / DAY_MS) * DAY_MS);
  return { ...scale, price: scale.price * factor, same: false };
}

/** A bar of the coin's path in the ticks and lots of an instrument. */
function scaledBar(bar: PathBar, scale: PathScale): PathBar {
  if (scale.same) return bar;
  const price = (value: number): number => Math.max(1, Math.round(value * scale.price));
  const [open, high, low, close] = [price(bar.open), price(bar.high), price(bar.low), price(bar.close)];
  const mean = (open + high + low + close) / 4;
  const volume = Math.max(1, Math.round(bar.volume * scale.volume * (scale.inverse ? mean / scale.price : 1)));
  return { start: bar.start, open, high, low, close, volume, value: Math.floor(volume * mean) };
}

/**
 * The prices of a simulated world at every time from `PricePath.start` on, as a function of the seed alone: one path for each coin, which
 * all of its contracts share and see in their own ticks and lots.
 *
 * A tree of bars: days are drawn one after another, every narrower bar by splitting its parent, so that bars of all widths agree exactly
 * and any of them is found in a dozen steps.
 */
export class PricePath {
  /** Before this time (ms) there are no bars. */
  static readonly start = FIRST_DAY * DAY_MS;
  readonly seed: number;
  readonly #low: number;
  readonly #factor: MarketFactor;
  readonly #shift: (coin: Coin, time: number) => number;
  readonly #coins = new Map<Coin, CoinPath>();
  readonly #paths: (ScaledPath | undefined)[] = [];

  /** `factor` is what moves prices of the moment beside the path; bars of the past are the path's own. */
  constructor(seed: number, instruments: readonly Instrument[], factor: (coin: Coin, time: number) => number = () => 1) {
    this.#shift = factor;
    invariant(Number.isSafeInteger(seed), 'a seed is a whole number');
    this.seed = seed;
    this.#low = hashIntegers(seed | 0, Math.floor(seed / 4_294_967_296));
    this.#factor = new MarketFactor(this.#low);
    for (const instrument of instruments) this.add(instrument);
  }

  /** Gives an instrument a path: that of its base coin, and what it is worth above it. */
  add(instrument: Instrument, basis?: (time: number) => number): void {
    this.#paths[instrument.id] = {
      name: instrument.baseCoin,
      coin: this.#coin(instrument.baseCoin),
      scale: pathScale(instrument),
      basis,
      begins: instrument.launchAt === undefined ? PricePath.start : milliseconds(instrument.launchAt),
    };
  }

  /** The instrument has ended. */
  remove(instrument: InstrumentId): void {
    this.#paths[instrument] = undefined;
  }

  #coin(coin: Coin): CoinPath {
    let path = this.#coins.get(coin);
    if (path === undefined) {
      path = new CoinPath(this.#low, coin, this.#factor);
      this.#coins.set(coin, path);
    }
    return path;
  }

  #path(instrument: InstrumentId): ScaledPath {
    const path = this.#paths[instrument];
    invariant(path !== undefined, `instrument ${instrument} has a path`);
    return path;
  }

  /** Whether an instrument has a path of its own. */
  knows(instrument: InstrumentId): boolean {
    return this.#paths[instrument] !== undefined;
  }

  /** Price of a coin in dollars: what all its contracts refer to. */
  coinPriceAt(coin: Coin, time: number): number {
    return (tickPriceAt(this.#coin(coin), time) * this.#shift(coin, time)) / Math.round(1 / coinProfile(coin).tick);
  }

  /** Bars of a width that is a level of the tree (1, 5, 15, 30, 60, 120, 360, 720 or 1,440 minutes); `index` counts them from 1970. */
  bars(instrument: InstrumentId, minutes: number, index: number, count: number): PathBar[] {
    const level = LEVEL_SECONDS.findIndex((seconds) => seconds === minutes * 60);
    invariant(level >= 0, `the path has bars of ${minutes} minutes`);
    const path = this.#path(instrument);
    const first = Math.ceil(path.begins / (LEVEL_SPANS[level] as number));
    const bars: PathBar[] = [];
    for (let i = Math.max(index, first); i < index + count; i += 1) {
      const bar = path.coin.bar(level, i);
      bars.push(scaledBar(bar, scaleAt(path, bar.start)));
    }
    return bars;
  }

  /** The bars that start in [from, to), any width; the one in which the path begins holds what there is. */
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

  /** What happened in [from, to), both on a minute, as one bar. */
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
      parts.push(scaledBar(path.coin.bar(level, start / span), scaleAt(path, start)));
      start += span;
    }
    return mergeBars(parts);
  }

  /** The minute that contains `time`. */
  minute(instrument: InstrumentId, time: number): PathBar {
    const path = this.#path(instrument);
    return scaledBar(path.coin.bar(LEVEL_SECONDS.indexOf(60), Math.floor(time / MINUTE_MS)), scaleAt(path, time));
  }

  /** Price of the coin in the instrument's ticks, not rounded, without its basis: within each second it goes from open over both extremes, the one behind it first, to close. */
  priceAt(instrument: InstrumentId, time: number): number {
    const { coin, scale, name } = this.#path(instrument);
    return tickPriceAt(coin, time) * scale.price * this.#shift(name, time);
  }

  /** Deviation of a minute's price change, in ticks. */
  minuteDeviation(instrument: InstrumentId, time: number): number {
    const { coin, scale } = this.#path(instrument);
    const at = coin.locate(0, Math.floor(time / DAY_MS));
    return Math.sqrt((coin.block[at + VARIANCE] as number) / DAY_MINUTES) * scale.price;
  }
}
