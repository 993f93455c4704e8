import { isInverse, moneyUnits, quantityUnits, type Instrument, type Side } from '@tapedeck/domain';
import { DAY_MINUTES, DAY_MS } from '../path/calendar.ts';
import type { PricePath } from '../path/price-path.ts';
import { hashIntegers, hashText } from '../random/hash.ts';
import { latticeNoise } from '../random/lattice-noise.ts';

const HOUR_MS = 3_600_000;
const UNITS = 100_000_000;
/** Average dollars of an account. */
const HOLDING = 20_000;
/** Small accounts trade against the move of the last day: by this share per deviation, plus their own sentiment. */
const LEAN = 0.09;
const LEAN_DEVIATIONS_MOST = 2.5;
const MOOD = 0.05;
const MOOD_MS = 2 * DAY_MS;
const SHARE_LEAST = 0.3;
const SHARE_MOST = 0.75;
const NEVER = -1;

/**
 * Sizes of the positions that accounts open in a contract. Both sides hold equal quantities: many small accounts on one
 * side face few large ones on the other.
 */
export class AccountSizes {
  readonly #instrument: Instrument;
  readonly #path: PricePath;
  readonly #seed: number;
  /** Share of longs among the accounts that open in an hour. */
  #longShare = 0.5;
  #hour = NEVER;

  constructor(seed: number, instrument: Instrument, path: PricePath) {
    this.#instrument = instrument;
    this.#path = path;
    this.#seed = hashIntegers(seed, hashText(instrument.symbol), hashText('accounts'));
  }

  /** Number of accounts that open these lots at a price in ticks; not whole. */
  opening(side: Side, time: number, { price, lots }: { readonly price: number; readonly lots: number }): number {
    const longs = this.#longShareAt(time);
    const share = side === 'Buy' ? longs : 1 - longs;
    return Math.max(1, (2 * share * lots * this.#dollarsPerLot(price)) / HOLDING);
  }

  #dollarsPerLot(price: number): number {
    const { lotSize, tickLotValue } = this.#instrument;
    if (isInverse(this.#instrument)) return Number(quantityUnits(lotSize)) / UNITS;
    return (price * Number(moneyUnits(tickLotValue))) / UNITS;
  }

  #longShareAt(time: number): number {
    const hour = Math.floor(time / HOUR_MS);
    if (hour === this.#hour) return this.#longShare;
    this.#hour = hour;
    const end = hour * HOUR_MS;
    const day = this.#path.span(this.#instrument.id, end - DAY_MS, end);
    const deviation = this.#path.minuteDeviation(this.#instrument.id, end) * Math.sqrt(DAY_MINUTES);
    const moved = day === undefined ? 0 : (day.close - day.open) / deviation;
    const lean = LEAN * Math.max(-LEAN_DEVIATIONS_MOST, Math.min(LEAN_DEVIATIONS_MOST, moved));
    const share = 0.5 - lean + MOOD * latticeNoise(this.#seed, MOOD_MS, end);
    this.#longShare = Math.max(SHARE_LEAST, Math.min(SHARE_MOST, share));
    return this.#longShare;
  }
}
