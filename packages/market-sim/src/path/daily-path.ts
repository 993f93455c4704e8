import { hashIntegers, hashText } from '../random/hash.ts';
import { Random } from '../random/random.ts';
import { WEEK_DAYS, firstDayOfMonth, monthOfDay } from './calendar.ts';
import { FIRST_YEAR, type CoinProfile } from './coin-profiles.ts';
import { drawQuarters, joinBars, type DrawnDay } from './day-quarters.ts';
import { CLOSE, FIELDS, HIGH, OPEN, VARIANCE, VOLUME } from './split-bar.ts';

/** 2019-01-01 UTC: no path exists before. */
export const FIRST_DAY = firstDayOfMonth(FIRST_YEAR, 1);

/** GARCH(1,1) on a variance of mean 1: the constant part, the weight of a shock, the weight of yesterday. */
const VARIANCE_BASE = 0.03;
const VARIANCE_SHOCK = 0.13;
const VARIANCE_MEMORY = 0.84;
const VARIANCE_MAX = 12;
/**
 * Share of the distance to the anchor that reverts per day, beyond a free distance, both in approximate logarithms, and
 * the acceleration far from it. A stronger pull would be profitable to wait for.
 */
const PULL = 0.002;
const PULL_FREE = 0.3;
const PULL_FAR = 4;
const RETURN_MAX = 0.3;
const WEEKEND_ACTIVITY = 0.7;
/** Standard deviation of a day's return in units of the mean day's. */
const WEEKEND_DEVIATION = 0.68;
const WORKDAY_DEVIATION = 1.11;

/** Pull of a coin's price towards its anchor, as a share; `away` is the approximate logarithm of the distance. */
function pullOf(away: number): number {
  const beyond = Math.max(0, Math.abs(away) - PULL_FREE);
  return Math.sign(away) * PULL * beyond * (1 + PULL_FAR * beyond * beyond);
}

/** Shocks of unit variance with clustered sizes, and the variance of each draw. One stream per symbol and one shared by all. */
class ClusteredShocks {
  readonly #random: Random;
  readonly shocks: number[] = [];
  readonly variances: number[] = [];
  #variance = 1;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Draws days until `day` (0 is the first) exists. */
  reach(day: number): void {
    while (this.shocks.length <= day) {
      const wildness = this.#random.wildness();
      const shock = wildness * this.#random.normal() * Math.sqrt(this.#variance);
      this.shocks.push(shock);
      // A wild day is wild throughout: with halves drawn like those of any day, wild halves would continue and calm
      // ones reverse.
      this.variances.push(wildness * wildness * this.#variance);
      this.#variance = Math.min(VARIANCE_MAX, VARIANCE_BASE + VARIANCE_SHOCK * shock * shock + VARIANCE_MEMORY * this.#variance);
    }
  }
}

/** Common factor of all symbols of one seed. */
export class MarketFactor extends ClusteredShocks {
  constructor(seed: number) {
    super(Random.stream(seed, '', 'market-factor'));
  }
}

/** The days of one coin, drawn one after another from the first and kept. Within a day, only its own bar is drawn, once it is asked for. */
export class DailyPath {
  readonly #profile: CoinProfile;
  readonly #factor: MarketFactor;
  readonly #own: ClusteredShocks;
  readonly #random: Random;
  readonly #quarterSeed: number;
  readonly #quarterRandom = new Random(0);
  #bars = new Float64Array(FIELDS * 4_096);
  #days = 0;
  #close: number;
  readonly #lastAnchor: number;
  /** Grid of prices: 1 ÷ tick, a whole number. */
  readonly #ticksPerUnit: number;

  constructor(seed: number, symbol: string, profile: CoinProfile, factor: MarketFactor) {
    this.#profile = profile;
    this.#ticksPerUnit = Math.round(1 / profile.tick);
    this.#factor = factor;
    this.#own = new ClusteredShocks(Random.stream(seed, symbol, 'days'));
    this.#random = new Random(seed ^ hashText(`${symbol} day shapes`));
    this.#quarterSeed = hashIntegers(seed, hashText(symbol), hashText('quarters'));
    this.#lastAnchor = (profile.anchors[profile.anchors.length - 1] ?? 1) * this.#ticksPerUnit;
    this.#close = Math.max(1, Math.round(this.#anchor(FIRST_DAY) * this.#ticksPerUnit));
  }

  /** The array that holds the bar of the day (0 is the first) at `day * FIELDS`. */
  reach(day: number): Float64Array {
    while (this.#days <= day) this.#draw();
    // Years pass before a day of interest, and most of the work is inside of days.
    if (this.#bars[day * FIELDS + HIGH] === 0) joinBars(this.#drawQuarters(day), this.#bars, day * FIELDS);
    return this.#bars;
  }

  /** Linear between the starts of years. */
  #anchor(epochDay: number): number {
    const { year } = monthOfDay(epochDay);
    const { anchors } = this.#profile;
    const last = anchors[anchors.length - 1] ?? 1;
    const from = anchors[year - FIRST_YEAR] ?? last;
    const to = anchors[year - FIRST_YEAR + 1] ?? last;
    const start = firstDayOfMonth(year, 1);
    return from + ((to - from) * (epochDay - start)) / (firstDayOfMonth(year + 1, 1) - start);
  }

  #draw(): void {
    const day = this.#days;
    this.#days += 1;
    if (this.#bars.length < this.#days * FIELDS) {
      const grown = new Float64Array(this.#bars.length * 2);
      grown.set(this.#bars);
      this.#bars = grown;
    }
    this.#factor.reach(day);
    this.#own.reach(day);
    const { marketCorrelation, lot, dailyTurnover } = this.#profile;
    const weekend = (FIRST_DAY + day + 3) % WEEK_DAYS >= 5;
    const dailyVolatility = this.#profile.dailyVolatility * (weekend ? WEEKEND_DEVIATION : WORKDAY_DEVIATION);
    const apart = Math.sqrt(1 - marketCorrelation * marketCorrelation);
    const shock = marketCorrelation * (this.#factor.shocks[day] ?? 0) + apart * (this.#own.shocks[day] ?? 0);
    const variance =
      marketCorrelation * marketCorrelation * (this.#factor.variances[day] ?? 1) + apart * apart * (this.#own.variances[day] ?? 1);

    const open = this.#close;
    const anchor = this.#anchor(FIRST_DAY + day) * this.#ticksPerUnit;
    const growth = this.#anchor(FIRST_DAY + day + 1) / this.#anchor(FIRST_DAY + day) - 1;
    const drift = growth + pullOf((2 * (anchor - open)) / (anchor + open));
    const change = Math.max(-RETURN_MAX, Math.min(RETURN_MAX, drift + dailyVolatility * shock));
    const close = Math.max(1, Math.round(open * (1 + change)));
    const deviation = dailyVolatility * Math.sqrt(variance) * open;

    const activity = (0.35 + 0.35 * Math.sqrt(variance) + 0.3 * Math.abs(shock)) * (0.8 + 0.2 * this.#random.exponential());
    const coins =
      (dailyTurnover * Math.sqrt(anchor / this.#lastAnchor) * activity * (weekend ? WEEKEND_ACTIVITY : 1)) / (anchor / this.#ticksPerUnit);
    const volume = Math.max(1, Math.round(coins / lot));

    const at = day * FIELDS;
    this.#bars[at + OPEN] = open;
    this.#bars[at + CLOSE] = close;
    this.#bars[at + VARIANCE] = deviation * deviation;
    this.#bars[at + VOLUME] = volume;
    this.#close = close;
  }

  /** The quarters of a day, as four bars: the same at every call. */
  quarters(day: number): Float64Array {
    this.reach(day);
    return this.#drawQuarters(day);
  }

  /** The quarters of a day whose open, close, variance and volume are drawn. */
  #drawQuarters(day: number): Float64Array {
    const at = day * FIELDS;
    const drawn: DrawnDay = {
      open: this.#bars[at + OPEN] as number,
      close: this.#bars[at + CLOSE] as number,
      variance: this.#bars[at + VARIANCE] as number,
      volume: this.#bars[at + VOLUME] as number,
    };
    this.#quarterRandom.reseed(hashIntegers(this.#quarterSeed, day));
    return drawQuarters(drawn, this.#quarterRandom);
  }
}
