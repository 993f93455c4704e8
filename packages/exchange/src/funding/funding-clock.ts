import {
  divNearest,
  SCALE,
  fundingRateOf,
  interestRate,
  invariant,
  milliseconds,
  rate,
  rateUnits,
  timestamp,
  type Instrument,
  type Rate,
  type Timestamp,
} from '@tapedeck/domain';
import type { StateReader, StateWriter } from '../codec/state-bytes.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;

const minuteOf = (now: Timestamp): number => Math.floor(milliseconds(now) / MINUTE);

/** Average prices at which the impact notional would fill, in 1e-8 quote; 0 without a book. */
export interface ImpactPrices {
  readonly bid: bigint;
  readonly ask: bigint;
}

/**
 * The premium index of one funding interval and the next settlement time. The index takes one sample a minute, weighted
 * 1, 2, 3 …, so that the newest weighs most (docs/concepts/funding.md).
 */
export class FundingClock {
  #nextAt: number;
  #sampledMinute = -1;
  #weighted = 0n;
  #weights = 0n;
  #settledRate: Rate;

  constructor(
    readonly instrument: Instrument,
    genesis: Timestamp,
  ) {
    this.#nextAt = this.#settlementAfter(milliseconds(genesis));
    this.#settledRate = interestRate(instrument.fundingIntervalHours);
  }

  /** Settlements occur at whole multiples of the interval since midnight UTC. */
  #settlementAfter(time: number): number {
    const interval = this.instrument.fundingIntervalHours * HOUR;
    return (Math.floor(time / interval) + 1) * interval;
  }

  get nextAt(): Timestamp {
    return timestamp(this.#nextAt);
  }

  /** The rate of the last settlement. */
  get settledRate(): Rate {
    return this.#settledRate;
  }

  /** Predicted rate of the next settlement from the samples so far. */
  get estimate(): Rate {
    const average = this.#weights === 0n ? 0n : divNearest(this.#weighted, this.#weights);
    return fundingRateOf(rate(average), this.instrument.fundingIntervalHours, this.instrument.fundingCap);
  }

  /** Whether the minute has no sample yet. The minute in which an interval ends belongs to the next interval. */
  wantsSample(now: Timestamp): boolean {
    return minuteOf(now) !== this.#sampledMinute;
  }

  /**
   * Samples the premium of a minute, [max(0, impact bid − index) − max(0, index − impact ask)] ÷ index: 0 while the
   * index lies between the two.
   */
  sample(now: Timestamp, index: bigint, { bid, ask }: ImpactPrices): void {
    invariant(this.wantsSample(now) && !this.due(now), 'each minute has one sample, in the interval that it belongs to');
    this.#sampledMinute = minuteOf(now);
    const over = bid > index ? bid - index : 0n;
    const under = ask > 0n && index > ask ? index - ask : 0n;
    const intervalStart = this.#nextAt - this.instrument.fundingIntervalHours * HOUR;
    const weight = BigInt(Math.floor((milliseconds(now) - intervalStart) / MINUTE) + 1);
    this.#weighted += divNearest((over - under) * SCALE, index) * weight;
    this.#weights += weight;
  }

  due(now: Timestamp): boolean {
    return milliseconds(now) >= this.#nextAt;
  }

  /** Ends the interval and returns its funding rate. Each interval ends exactly once. */
  settle(now: Timestamp): Rate {
    invariant(this.due(now), 'funding settles when it is due');
    this.#settledRate = this.estimate;
    this.#weighted = 0n;
    this.#weights = 0n;
    this.#nextAt += this.instrument.fundingIntervalHours * HOUR;
    return this.#settledRate;
  }

  write(writer: StateWriter): void {
    writer.number(this.#nextAt);
    writer.number(this.#sampledMinute);
    writer.bigint(this.#weighted);
    writer.bigint(this.#weights);
    writer.bigint(rateUnits(this.#settledRate));
  }

  read(reader: StateReader): void {
    this.#nextAt = reader.number();
    this.#sampledMinute = reader.number();
    this.#weighted = reader.bigint();
    this.#weights = reader.bigint();
    this.#settledRate = rate(reader.bigint());
  }
}
