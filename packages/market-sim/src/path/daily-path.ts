import { hashText } from '../random/hash.ts';
import { Random } from '../random/random.ts';
import { WEEK_DAYS, firstDayOfMonth, monthOfDay } from './calendar.ts';
import { FIRST_YEAR, type CoinProfile } from './coin-profiles.ts';
import { CLOSE, FIELDS, HIGH, LOW, OPEN, VALUE, VARIANCE, VOLUME } from './split-bar.ts';

/** 2019-01-01 UTC: no path exists before. */
export const FIRST_DAY = firstDayOfMonth(FIRST_YEAR, 1);

/** GARCH(1,1) on a variance whose mean is 1: what stays, what a shock adds, what remains of yesterday. */
const VARIANCE_BASE = 0.03;
const VARIANCE_SHOCK = 0.13;
const VARIANCE_MEMORY = 0.84;
const VARIANCE_MAX = 12;
/** Share of the distance to the anchor that a day takes back, and how much faster it does so from far away. */
const PULL = 0.04;
const PULL_FAR = 30;
const RETURN_MAX = 0.3;
const WEEKEND_ACTIVITY = 0.7;
/** Deviations of a day's return in those of the mean day. */
const WEEKEND_DEVIATION = 0.68;
const WORKDAY_DEVIATION = 1.11;

/** Shocks of unit variance whose size clusters. One per symbol and one that all symbols share. */
class ClusteredShocks {
  readonly #random: Random;
  readonly shocks: number[] = [];
  readonly variances: number[] = [];
  #variance = 1;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Draws days until `day` (0 is the first) is there. */
  reach(day: number): void {
    while (this.shocks.length <= day) {
      const shock = this.#random.heavyTailed() * Math.sqrt(this.#variance);
      this.shocks.push(shock);
      this.variances.push(this.#variance);
      this.#variance = Math.min(VARIANCE_MAX, VARIANCE_BASE + VARIANCE_SHOCK * shock * shock + VARIANCE_MEMORY * this.#variance);
    }
  }
}

/** What drives all symbols of one seed. */
export class MarketFactor extends ClusteredShocks {
  constructor(seed: number) {
    super(Random.stream(seed, '', 'market-factor'));
  }
}

/** The days of one coin, drawn one after another from the first and kept. */
export class DailyPath {
  readonly #profile: CoinProfile;
  readonly #factor: MarketFactor;
  readonly #own: ClusteredShocks;
  readonly #random: Random;
  #bars = new Float64Array(FIELDS * 4_096);
  #days = 0;
  #close: number;
  readonly #lastAnchor: number;
  /** Prices are counted in them: 1 ÷ tick, which is whole. */
  readonly #ticksPerUnit: number;

  constructor(seed: number, symbol: string, profile: CoinProfile, factor: MarketFactor) {
    this.#profile = profile;
    this.#ticksPerUnit = Math.round(1 / profile.tick);
    this.#factor = factor;
    this.#own = new ClusteredShocks(Random.stream(seed, symbol, 'days'));
    this.#random = new Random(seed ^ hashText(`${symbol} day shapes`));
    this.#lastAnchor = (profile.anchors[profile.anchors.length - 1] ?? 1) * this.#ticksPerUnit;
    this.#close = Math.max(1, Math.round(this.#anchor(FIRST_DAY) * this.#ticksPerUnit));
  }

  /** The fields of all days drawn so far; day `d` after the first stands at `d * FIELDS`. */
  reach(day: number): Float64Array {
    while (this.#days <= day) this.#draw();
    return this.#bars;
  }

  /** Straight between the starts of years. */
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
    const away = (anchor - open) / (anchor + open);
    const drift = growth + 2 * PULL * away * (1 + PULL_FAR * away * away);
    const change = Math.max(-RETURN_MAX, Math.min(RETURN_MAX, drift + dailyVolatility * shock));
    const close = Math.max(1, Math.round(open * (1 + change)));
    const deviation = dailyVolatility * Math.sqrt(variance) * open;
    const gap = (close - open) * (close - open);
    const reach = (): number => Math.sqrt(gap + 2 * deviation * deviation * Math.min(6, this.#random.exponential()));
    const high = Math.max(open, close, Math.round((open + close + reach()) / 2));
    const low = Math.max(1, Math.min(open, close, Math.round((open + close - reach()) / 2)));

    const activity = (0.35 + 0.35 * Math.sqrt(variance) + 0.3 * Math.abs(shock)) * (0.8 + 0.2 * this.#random.exponential());
    const coins =
      (dailyTurnover * Math.sqrt(anchor / this.#lastAnchor) * activity * (weekend ? WEEKEND_ACTIVITY : 1)) / (anchor / this.#ticksPerUnit);
    const volume = Math.max(1, Math.round(coins / lot));

    const at = day * FIELDS;
    const bars = this.#bars;
    bars[at + OPEN] = open;
    bars[at + HIGH] = high;
    bars[at + LOW] = low;
    bars[at + CLOSE] = close;
    bars[at + VOLUME] = volume;
    bars[at + VALUE] = Math.floor((volume * (open + high + low + close)) / 4);
    bars[at + VARIANCE] = deviation * deviation;
    this.#close = close;
  }
}
