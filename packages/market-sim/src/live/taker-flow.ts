import type { StateReader, StateWriter } from '@tapedeck/exchange';
import type { Random } from '../random/random.ts';

/** Trades excite further trades: this share of all trades is the answer to earlier ones, within about this time. */
const EXCITED_SHARE = 0.6;
const EXCITATION_MS = 1_500;
const EXCITATION_MAX = 8;
/** How much likelier a trade is on the side of the one before, and on the side that fair value pulls to. */
const SIDE_PERSISTENCE = 0.16;
const FAIR_PULL = 0.3;
/** Largest trade in mean trades. */
const TRADE_MAX = 60;
/** Time over which traded volume is steered back to the path's. */
const VOLUME_MEMORY_MS = 30_000;
const ROUND_SHARE = 0.3;

/** Whole decimal steps that people like to trade in: 1, 2, 5, 10, 20, 50 and so on. */
function roundSize(lots: number): number {
  let unit = 1;
  while (unit * 10 <= lots) unit *= 10;
  const lead = Math.floor(lots / unit);
  return unit * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
}

/** When takers come, how much they take and on which side. */
export class TakerFlow {
  /** Excited part of the arrival rate, in multiples of the mean rate. */
  #excitement = EXCITED_SHARE;
  /** Arrivals are a Poisson process in a time of its own: what is left of the wait for the next one. */
  #wait = 1;
  #lastBuys = true;
  /** Volume that the path has and the tape has not, lots. */
  #owed = 0;

  /** Lets `elapsed` ms pass and returns how many takers come; `rate` is their mean number a second, `volume` the mean lots a ms. */
  arrivals(random: Random, elapsed: number, rate: number, volume: number): number {
    this.#owed = Math.max(-VOLUME_MEMORY_MS * volume, Math.min(VOLUME_MEMORY_MS * volume, this.#owed + volume * elapsed));
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

  /** A size in lots whose mean is `typical`, steered by the volume that is owed. */
  size(random: Random, typical: number, volume: number): number {
    const behind = this.#owed / (volume * VOLUME_MEMORY_MS);
    const steer = behind > 0 ? 1 + 2 * behind : 1 + 0.8 * behind;
    const lots = Math.max(1, Math.round(typical * steer * random.pareto(TRADE_MAX) * (0.3 + 0.7 * random.exponential())));
    return random.unit() < ROUND_SHARE ? roundSize(lots) : lots;
  }

  /** `pull` is the distance of fair value from the middle of the book, in units of what the maker tolerates. */
  buys(random: Random, pull: number): boolean {
    const lean = 0.5 + (this.#lastBuys ? SIDE_PERSISTENCE : -SIDE_PERSISTENCE) + FAIR_PULL * Math.max(-1, Math.min(1, pull));
    this.#lastBuys = random.unit() < lean;
    return this.#lastBuys;
  }

  traded(lots: number): void {
    this.#owed -= lots;
  }

  write(writer: StateWriter): void {
    writer.number(this.#excitement);
    writer.number(this.#wait);
    writer.boolean(this.#lastBuys);
    writer.number(this.#owed);
  }

  read(reader: StateReader): void {
    this.#excitement = reader.number();
    this.#wait = reader.number();
    this.#lastBuys = reader.boolean();
    this.#owed = reader.number();
  }
}
