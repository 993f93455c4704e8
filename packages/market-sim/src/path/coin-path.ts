import type { Coin } from '@tapedeck/domain';
import { hashIntegers, hashText } from '../random/hash.ts';
import { Random } from '../random/random.ts';
import { BarTree, LEVEL_PARTS, LEVEL_SPANS } from './bar-tree.ts';
import { DAY_MS } from './calendar.ts';
import { coinProfile } from './coin-profiles.ts';
import { DailyPath, FIRST_DAY, type MarketFactor } from './daily-path.ts';
import { FIELDS, splitBar } from './split-bar.ts';

const BLOCKS_KEPT = 1_024;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Share of the day's variance in each hour, UTC: quiet before Asia opens, busiest when Europe and America overlap. Measured over four years. */
const HOURLY_ACTIVITY = [
  1.07, 1.25, 0.89, 0.65, 0.52, 0.58, 0.8, 0.66, 0.73, 0.6, 0.58, 0.6, 0.9, 1.33, 1.95, 1.75, 1.25, 1.38, 1.26, 1.28, 1.1, 1.02, 0.98, 0.76,
] as const;
const EVEN_ACTIVITY: readonly (readonly number[])[] = LEVEL_PARTS.map((parts) => new Array<number>(parts).fill(1));

/** Quarters of a day differ more than what is in them: calm and busy ones last for hours. */
const burstOf = (level: number): number => ((LEVEL_SPANS[level] as number) >= 6 * HOUR_MS ? BURST_OF_QUARTERS : BURST_WITHIN);
/** Minutes and less keep closer to their open and close than wider bars do. */
const wickOf = (level: number): number => ((LEVEL_SPANS[level] as number) > MINUTE_MS ? WICK : WICK_OF_MINUTES);
const PASSING = 0.18;
const WICK = 0.95;
const WICK_OF_MINUTES = 0.65;
const BURST_OF_QUARTERS = 0.8;
const BURST_WITHIN = 0.38;

/** Mean activity of a span of the day that is a whole number of hours. */
function spanActivity(start: number, span: number): number {
  const first = (start % DAY_MS) / HOUR_MS;
  const hours = span / HOUR_MS;
  let sum = 0;
  for (let i = 0; i < hours; i += 1) sum += HOURLY_ACTIVITY[first + i] ?? 1;
  return sum / hours;
}

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
    const at = this.locate(level - 1, parent);
    this.#random.reseed(hashIntegers(this.#seeds[level] as number, parent));
    return splitBar(
      this.block,
      at,
      { activity: this.#activity(level, parent), burst: burstOf(level), wick: wickOf(level), passing: PASSING },
      this.#random,
    );
  }

  #activity(level: number, parent: number): readonly number[] {
    const span = LEVEL_SPANS[level] as number;
    const even = EVEN_ACTIVITY[level] as readonly number[];
    if (span < HOUR_MS) return even;
    return even.map((_, i) => spanActivity((parent * even.length + i) * span, span));
  }
}
