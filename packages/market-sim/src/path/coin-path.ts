import type { Coin } from '@tapedeck/domain';
import { hashIntegers, hashText } from '../random/hash.ts';
import { Random } from '../random/random.ts';
import { spanActivity } from './activity.ts';
import { BarTree, LEVEL_PARTS, LEVEL_SPANS } from './bar-tree.ts';
import { DAY_MS } from './calendar.ts';
import { coinProfile } from './coin-profiles.ts';
import { DailyPath, FIRST_DAY, type MarketFactor } from './daily-path.ts';
import { QUARTERS, joinBars } from './day-quarters.ts';
import { FIELDS, splitBar } from './split-bar.ts';

const BLOCKS_KEPT = 1_024;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const EVEN_ACTIVITY: readonly (readonly number[])[] = LEVEL_PARTS.map((parts) => new Array<number>(parts).fill(1));

/** Levels whose bars are drawn with their day. */
const HALVES_LEVEL = LEVEL_SPANS.indexOf(DAY_MS / 2);
const QUARTERS_LEVEL = LEVEL_SPANS.indexOf(DAY_MS / QUARTERS);

/** Prices move in bursts of seconds. */
const burstOf = (level: number): number => ((LEVEL_SPANS[level] as number) < MINUTE_MS ? BURST_OF_SECONDS : BURST_WITHIN);
/** Between minutes, and between the seconds in them, a larger part of a move reverses with the next one than between wider bars. */
const passingOf = (level: number): number => ((LEVEL_SPANS[level] as number) > MINUTE_MS ? PASSING : PASSING_OF_MINUTES);
const PASSING = 0.14;
const PASSING_OF_MINUTES = 0.25;
const WICK = 1;
const BURST_WITHIN = 0.4;
const BURST_OF_SECONDS = 1;

/** The tree of bars of one coin, on the grid of its profile. */
export class CoinPath extends BarTree {
  readonly #days: DailyPath;
  readonly #seeds: readonly number[];
  readonly #random = new Random(0);

  constructor(seed: number, coin: Coin, factor: MarketFactor) {
    super(BLOCKS_KEPT);
    const name = `${coin}USDT`;
    this.#days = new DailyPath(seed, name, coinProfile(coin), factor);
    const symbol = hashText(name);
    this.#seeds = LEVEL_SPANS.map((_, level) => hashIntegers(seed, symbol, level));
  }

  protected locateDay(index: number): number {
    const day = index - FIRST_DAY;
    this.block = this.#days.reach(day);
    return day * FIELDS;
  }

  protected split(level: number, parent: number): Float64Array {
    if (level === HALVES_LEVEL) return this.#halves(parent - FIRST_DAY);
    if (level === QUARTERS_LEVEL) return this.#quarters(Math.floor(parent / 2) - FIRST_DAY, parent % 2);
    const at = this.locate(level - 1, parent);
    this.#random.reseed(hashIntegers(this.#seeds[level] as number, parent));
    return splitBar(
      this.block,
      at,
      { activity: this.#activity(level, parent), burst: burstOf(level), wick: WICK, passing: passingOf(level) },
      this.#random,
    );
  }

  #halves(day: number): Float64Array {
    const halves = new Float64Array(2 * FIELDS);
    for (const half of [0, 1]) joinBars(this.#quarters(day, half), halves, half * FIELDS);
    return halves;
  }

  /** The two quarters of half a day. */
  #quarters(day: number, half: number): Float64Array {
    return this.#days.quarters(day).subarray(half * 2 * FIELDS, (half + 1) * 2 * FIELDS);
  }

  #activity(level: number, parent: number): readonly number[] {
    const span = LEVEL_SPANS[level] as number;
    const even = EVEN_ACTIVITY[level] as readonly number[];
    if (span < HOUR_MS) return even;
    return even.map((_, i) => spanActivity((parent * even.length + i) * span, span));
  }
}
