import { hashIntegers, hashText } from '../random/hash.ts';
import { latticeNoise } from '../random/lattice-noise.ts';

const HOUR_MS = 3_600_000;
const BASIS_POINT = 0.0001;
/** Where the premium of a contract stands on the average, and how far contracts differ in it. */
const MEAN = -1.6 * BASIS_POINT;
const MEAN_SPREAD = 1 * BASIS_POINT;
/** Moods of days and of hours. */
const MOODS: readonly (readonly [period: number, deviation: number])[] = [
  [72 * HOUR_MS, 4 * BASIS_POINT],
  [4 * HOUR_MS, 1 * BASIS_POINT],
];
/** More than this and trading the perpetual against the spot market would pay. */
const MOST = 9 * BASIS_POINT;
const FOR_EVER_MS = 1e15;

/**
 * What a perpetual is worth above its index as a share of it, apart from the noise of the moment: a function of the seed and the time
 * alone. Demand for leverage comes and goes over days, so most fundings stand at their base and some above or below.
 */
export class PremiumPath {
  readonly #seed: number;
  readonly #mean: number;

  constructor(seed: number, symbol: string) {
    this.#seed = hashIntegers(seed, hashText(symbol), hashText('premium path'));
    this.#mean = MEAN + MEAN_SPREAD * latticeNoise(this.#seed, FOR_EVER_MS, 0);
  }

  at(time: number): number {
    let premium = this.#mean;
    for (const [period, deviation] of MOODS) premium += deviation * latticeNoise(this.#seed ^ period, period, time);
    return Math.max(-MOST, Math.min(MOST, premium));
  }
}
