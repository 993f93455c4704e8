import { isDated, isPerpetual, milliseconds, type Instrument } from '@tapedeck/domain';
import { hashIntegers, hashText } from '../random/hash.ts';
import { latticeNoise } from '../random/lattice-noise.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BASIS_POINT = 0.0001;
/** Average premium of a perpetual, and its dispersion across contracts. */
const MEAN = -1.6 * BASIS_POINT;
const MEAN_SPREAD = 1 * BASIS_POINT;
type Moods = readonly (readonly [period: number, deviation: number])[];
/** Periods of sentiment: days and hours. */
const SLOW: Moods = [
  [72 * HOUR_MS, 4 * BASIS_POINT],
  [4 * HOUR_MS, 1 * BASIS_POINT],
];
/** Share of the sentiment common to all contracts of a coin. */
const SHARED = 0.7;
/** Short-term premium of each market alone, from its own buyers and sellers. */
const FAST: Moods = [
  [20 * MINUTE_MS, 0.6 * BASIS_POINT],
  [MINUTE_MS, 0.3 * BASIS_POINT],
];
/** A larger basis would make trading one product against another profitable. */
const MOST = 9 * BASIS_POINT;
/** In its last days an expiring contract has no premium of its own left. */
const FADES_MS = 72 * HOUR_MS;
const FOR_EVER_MS = 1e15;

/**
 * Premium of a product over the coin, as a share of the coin's price: a function of the seed and the time alone. Demand for leverage varies
 * over days, so most funding rates stand at their base and some above or below it. The forward determines the premium of a dated contract.
 */
export class ProductBasis {
  readonly #seed: number;
  readonly #coinSeed: number;
  readonly #mean: number;
  readonly #slow: Moods;
  readonly #forward: ((time: number) => number) | undefined;
  readonly #endsAt: number;

  constructor(seed: number, instrument: Instrument, forward?: (time: number) => number) {
    this.#seed = hashIntegers(seed, hashText(instrument.symbol), hashText('premium path'));
    this.#coinSeed = hashIntegers(seed, hashText(instrument.baseCoin), hashText('premium of the coin'));
    this.#mean = isPerpetual(instrument) ? MEAN + MEAN_SPREAD * latticeNoise(this.#seed, FOR_EVER_MS, 0) : 0;
    this.#slow = isPerpetual(instrument) ? SLOW : [];
    this.#forward = forward;
    this.#endsAt = instrument.deliveryAt === undefined || !isDated(instrument) ? Infinity : milliseconds(instrument.deliveryAt);
  }

  at(time: number): number {
    let own = this.#mean;
    for (const [period, deviation] of this.#slow) {
      const shared = Math.sqrt(SHARED) * latticeNoise(this.#coinSeed ^ period, period, time);
      own += deviation * (shared + Math.sqrt(1 - SHARED) * latticeNoise(this.#seed ^ period, period, time));
    }
    for (const [period, deviation] of FAST) own += deviation * latticeNoise(this.#seed ^ period, period, time);
    const share = Math.max(0, Math.min(1, (this.#endsAt - time) / FADES_MS));
    return (this.#forward?.(Math.min(time, this.#endsAt)) ?? 0) + share * Math.max(-MOST, Math.min(MOST, own));
  }
}
