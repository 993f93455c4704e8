import type { StateReader, StateWriter } from '@tapedeck/exchange';
import type { Random } from '../random/random.ts';

/** Trades excite further trades: this share of all trades responds to earlier ones, within about this time. */
const EXCITED_SHARE = 0.6;
const EXCITATION_MS = 1_500;
const EXCITATION_MAX = 8;
/** Orders too large for one trade are executed in parts: this many at a time, each with a side and a long-tailed number of parts. */
const PARENTS = 2;
/** Share of their trades that are parts of the faster one. */
const FIRST_SHARE = 0.9;
const PARTS_LEAST = 14;
const PARTS_MOST = 3_000;
/** Share of takers that are not parts of a larger order. */
const NOISE_SHARE = 0.04;
/** Share of takers that follow a move of the touch, which fades with time, and of takers pulled by fair value. */
const HERD_SHARE = 0.08;
const HERD_MS = 2_500;
const FAIR_PULL = 0.05;
/** Share of trades of a few lots, and their maximum. */
const DUST_SHARE = 0.14;
const DUST_LOTS = 4;
/** Maximum size of a trade, in mean trades. */
const TAIL_MAX = 60;
/** Time over which traded volume is steered back to the path's. */
const VOLUME_MEMORY_MS = 30_000;
const ROUND_SHARE = 0.3;

/** Preferred trade sizes, in decimal steps: 1, 2, 5, 10, 20, 50 and so on. */
function roundSize(lots: number): number {
  let unit = 1;
  while (unit * 10 <= lots) unit *= 10;
  const lead = Math.floor(lots / unit);
  return unit * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
}

/** An order executed in parts. */
interface Parent {
  buys: boolean;
  left: number;
}

/** Parts of a larger order: Pareto with a tail exponent of 8/7, by square roots alone, which are the same on every machine. */
function partsOf(random: Random): number {
  const half = Math.sqrt(1 - random.unit());
  const quarter = Math.sqrt(half);
  return Math.min(PARTS_MOST, Math.floor(PARTS_LEAST / (half * quarter * Math.sqrt(quarter))));
}

/** Arrival times, sizes and sides of takers. */
export class TakerFlow {
  /** Excited part of the arrival rate, in multiples of the mean rate. */
  #excitement = EXCITED_SHARE;
  /** Arrivals are a Poisson process in its own time: the rest of the wait for the next one. */
  #wait = 1;
  readonly #parents: Parent[] = Array.from({ length: PARENTS }, () => ({ buys: true, left: 0 }));
  /** Direction of the last touch move, and the time since. */
  #movedUp = true;
  #movedAgo = HERD_MS;
  /** Volume on the path that is not on the tape yet, lots. */
  #owed = 0;

  /** Advances by `elapsed` ms and returns the number of arriving takers; `rate` is their mean per second, `volume` the mean lots per ms. */
  arrivals(random: Random, elapsed: number, rate: number, volume: number): number {
    this.#owed = Math.max(-VOLUME_MEMORY_MS * volume, Math.min(VOLUME_MEMORY_MS * volume, this.#owed + volume * elapsed));
    this.#movedAgo = Math.min(HERD_MS, this.#movedAgo + elapsed);
    this.#wait -= (rate * (1 - EXCITED_SHARE + this.#excitement) * elapsed) / 1_000;
    this.#excitement *= Math.max(0, 1 - elapsed / EXCITATION_MS);
    let count = 0;
    while (this.#wait <= 0) {
      this.#wait += random.exponential();
      count += 1;
    }
    this.#excitement = Math.min(EXCITATION_MAX, this.#excitement + (count * EXCITED_SHARE * 1_000) / (rate * EXCITATION_MS));
    return count;
  }

  /** A size in lots with mean `typical`, steered by the outstanding volume. */
  size(random: Random, typical: number, volume: number): number {
    const behind = this.#owed / (volume * VOLUME_MEMORY_MS);
    const steer = behind > 0 ? 1 + 2 * behind : 1 + 0.8 * behind;
    const draw = random.uneven() * random.pareto(TAIL_MAX);
    if (random.chance(DUST_SHARE)) return random.between(1, DUST_LOTS);
    const lots = Math.max(1, Math.round(typical * steer * draw));
    return random.unit() < ROUND_SHARE ? roundSize(lots) : lots;
  }

  /** The touch moved: takers follow for a while. */
  moved(up: boolean): void {
    this.#movedUp = up;
    this.#movedAgo = 0;
  }

  /** `pull` is the distance of fair value from the mid price, in units of the maker's tolerance. */
  buys(random: Random, pull: number): boolean {
    const draw = random.unit();
    const herd = HERD_SHARE * (1 - this.#movedAgo / HERD_MS);
    if (draw < herd) return this.#movedUp;
    if (draw < herd + FAIR_PULL * Math.min(1, Math.abs(pull))) return pull > 0;
    if (draw > 1 - NOISE_SHARE) return random.chance(0.5);
    const parent = this.#parents[random.chance(FIRST_SHARE) ? 0 : 1] as Parent;
    if (parent.left === 0) {
      parent.buys = random.chance(0.5);
      parent.left = partsOf(random);
    }
    parent.left -= 1;
    return parent.buys;
  }

  traded(lots: number): void {
    this.#owed -= lots;
  }

  write(writer: StateWriter): void {
    writer.number(this.#excitement);
    writer.number(this.#wait);
    for (const { buys, left } of this.#parents) {
      writer.boolean(buys);
      writer.number(left);
    }
    writer.boolean(this.#movedUp);
    writer.number(this.#movedAgo);
    writer.number(this.#owed);
  }

  read(reader: StateReader): void {
    this.#excitement = reader.number();
    this.#wait = reader.number();
    for (const parent of this.#parents) {
      parent.buys = reader.boolean();
      parent.left = reader.number();
    }
    this.#movedUp = reader.boolean();
    this.#movedAgo = reader.number();
    this.#owed = reader.number();
  }
}
