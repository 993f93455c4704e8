import { yearsBetween, type Coin, type VolatilitySurface } from '@tapedeck/domain';
import { coinProfile } from '../path/coin-profiles.ts';
import { DAY_MS } from '../path/calendar.ts';
import { hashIntegers, hashText } from '../random/hash.ts';

const HOUR_MS = 3_600_000;
const YEAR_DAYS = 365;
/** Periods of the slow waves behind all values here, and their weights, which add up to 1. */
const WAVES: readonly (readonly [period: number, weight: number])[] = [
  [45 * DAY_MS, 0.5],
  [6 * DAY_MS, 0.3],
  [8 * HOUR_MS, 0.2],
];
const HASH_RANGE = 4_294_967_296;

const CARRY = 0.07;
const CARRY_SWING = 0.05;
/** Options are priced slightly above the average volatility of the path's days. */
const LEVEL_OVER_PATH = 0.72;
const LEVEL_SWING = 0.35;
const NEAR_PREMIUM = 0.12;
const NEAR_PREMIUM_SWING = 0.25;
const SKEW = -0.045;
const SKEW_SWING = 0.04;
const CURVATURE = 0.055;
const CURVATURE_SWING = 0.02;

/** Prices of each coin's futures and options over time: functions of the seed and the time alone, so that they need no state. */
export class TermStructure {
  readonly #seed: number;
  readonly #salts = new Map<string, number>();

  constructor(seed: number) {
    this.#seed = hashIntegers(seed | 0, Math.floor(seed / HASH_RANGE));
  }

  /** A slow wave between −1 and 1: values hashed at whole periods, joined smoothly. */
  #wave(coin: Coin, what: string, time: number): number {
    const name = `${coin} ${what}`;
    const salt = this.#salts.get(name) ?? hashText(name);
    this.#salts.set(name, salt);
    let sum = 0;
    for (const [period, weight] of WAVES) {
      const place = Math.floor(time / period);
      const part = time / period - place;
      const at = (index: number): number => (hashIntegers(this.#seed, salt, period, index) / HASH_RANGE) * 2 - 1;
      sum += weight * (at(place) + (at(place + 1) - at(place)) * part * part * (3 - 2 * part));
    }
    return sum;
  }

  /** Yearly growth of forwards over the index. */
  carryAt(coin: Coin, time: number): number {
    return CARRY + CARRY_SWING * this.#wave(coin, 'carry', time);
  }

  /** Premium over the index of a future that ends at `deliveryAt`, as a share of the index; 0 at delivery. */
  basisAt(coin: Coin, time: number, deliveryAt: number): number {
    return this.carryAt(coin, time) * yearsBetween(time, deliveryAt);
  }

  surfaceAt(coin: Coin, time: number): VolatilitySurface {
    const yearly = coinProfile(coin).dailyVolatility * Math.sqrt(YEAR_DAYS);
    return {
      level: yearly * LEVEL_OVER_PATH * (1 + LEVEL_SWING * this.#wave(coin, 'level', time)),
      nearPremium: NEAR_PREMIUM + NEAR_PREMIUM_SWING * this.#wave(coin, 'near', time),
      skew: SKEW + SKEW_SWING * this.#wave(coin, 'skew', time),
      curvature: CURVATURE + CURVATURE_SWING * this.#wave(coin, 'curvature', time),
      carry: this.carryAt(coin, time),
    };
  }
}
