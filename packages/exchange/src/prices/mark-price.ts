import {
  divFloor,
  divNearest,
  SCALE,
  milliseconds,
  price,
  priceUnits,
  rateUnits,
  toTick,
  type Instrument,
  type Price,
  type Rate,
  type Timestamp,
} from '@tapedeck/domain';
import type { StateReader, StateWriter } from '../codec/state-bytes.ts';

/** Averaging time of the basis of the mark price, in seconds (docs/concepts/mark-price.md). */
const BASIS_SECONDS = 150;

/** Averaging time of the price-limit premium, in seconds: for spot pairs, and for all other instruments (docs/concepts/price-limits.md). */
export const SPOT_PREMIUM_SECONDS = 120;
export const PREMIUM_SECONDS = 30;

/** Moving average of (mid − index) in 1e-8 quote, of its rate in 1e-8, or of (mid − mark); one sample a second. */
export class BasisAverage {
  readonly #samples: number[] = [];
  #next = 0;
  #sum = 0;

  constructor(readonly seconds = BASIS_SECONDS) {}

  add(sample: number): void {
    const replaced = this.#samples[this.#next] ?? 0;
    this.#samples[this.#next] = sample;
    this.#sum += sample - replaced;
    this.#next = (this.#next + 1) % this.seconds;
  }

  /** Rounded to nearest; 0 before the first sample. */
  get average(): bigint {
    return this.#samples.length === 0 ? 0n : divNearest(BigInt(this.#sum), BigInt(this.#samples.length));
  }

  write(writer: StateWriter): void {
    writer.number(this.#samples.length);
    for (const sample of this.#samples) writer.number(sample);
    writer.number(this.#next);
  }

  static read(reader: StateReader, seconds = BASIS_SECONDS): BasisAverage {
    const average = new BasisAverage(seconds);
    for (let left = reader.number(); left > 0; left -= 1) average.add(reader.number());
    average.#next = reader.number();
    return average;
  }
}

export interface MarkPriceInput {
  readonly instrument: Instrument;
  readonly index: Price;
  readonly last: Price;
  /** Average of (mid − index) in 1e-8 quote. */
  readonly basis: bigint;
  /** From the last settlement. */
  readonly fundingRate: Rate;
  readonly now: Timestamp;
  readonly nextFundingAt: Timestamp;
}

function median(a: bigint, b: bigint, c: bigint): bigint {
  const low = a < b ? a : b;
  const high = a < b ? b : a;
  if (c < low) return low;
  return c > high ? high : c;
}

/**
 * median(index × (1 + last funding rate × remaining share of the interval), index + average basis, last), rounded to
 * the nearest tick (docs/concepts/mark-price.md). On a tick, so that values at the mark price are exact.
 */
export function markPrice(input: MarkPriceInput): Price {
  const index = priceUnits(input.index);
  const interval = BigInt(input.instrument.fundingIntervalHours) * 3_600_000n;
  const left = BigInt(Math.max(0, milliseconds(input.nextFundingAt) - milliseconds(input.now)));
  const byFunding = index + divNearest(index * rateUnits(input.fundingRate) * left, interval * SCALE);
  return onTick(input.instrument, price(median(byFunding, index + input.basis, priceUnits(input.last))));
}

/** (mid − index) ÷ index in 1e-8, rounded down: a basis sample of a dated contract. */
export function basisRate(middle: bigint, index: bigint): number {
  return Number(divFloor((middle - index) * SCALE, index));
}

/** Rounds a price like a mark price: to the nearest tick, at least one. */
export function onTick(instrument: Instrument, value: Price): Price {
  const mark = toTick(value, instrument.tickSize, 'nearest');
  return priceUnits(mark) > 0n ? mark : instrument.tickSize;
}

/** Mark price of a dated contract: index × (1 + average basis rate), rounded to the nearest tick (docs/concepts/mark-price.md). */
export function datedMarkPrice(instrument: Instrument, index: Price, averageBasisRate: bigint): Price {
  return onTick(instrument, price(divNearest(priceUnits(index) * (SCALE + averageBasisRate), SCALE)));
}
