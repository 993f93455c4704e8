import type { Coin, VolatilitySurface } from '@tapedeck/domain';
import { SCENARIOS, StateUnreadable, type ScenarioKind, type StageScenario, type StateReader, type StateWriter } from '@tapedeck/exchange';

const POINTS = 10_000;
/** A flash crash peaks after this share of its duration. */
const CRASH_SHARE = 0.25;
/** Minimum depth of a book as a share of its usual depth. */
const LEAST_DEPTH = 0.02;
/** Ended scenarios are kept for this time in ms, because the index of that time may still be requested. */
const KEPT_MS = 3_600_000;

interface Staged {
  readonly kind: ScenarioKind;
  readonly coin: Coin;
  readonly from: number;
  readonly to: number;
  readonly size: number;
}

/** Strength of a scenario at a time: a crash comes and goes, all others start in full and fade evenly. */
function strength({ kind, from, to }: Staged, time: number): number {
  if (time < from || time >= to) return 0;
  const share = (time - from) / (to - from);
  if (kind !== 'flashCrash') return 1 - share;
  return share < CRASH_SHARE ? share / CRASH_SHARE : (1 - share) / (1 - CRASH_SHARE);
}

/** From the instant after its staging, so that a step can detect its start. */
const isOn = ({ from, to }: Staged, time: number): boolean => time > from && time < to;

/** Scenarios that operators staged. Effects depend on the list and the time alone, so past results never change. */
export class Scenarios {
  #staged: readonly Staged[] = [];

  stage({ scenario, coin, basisPoints, duration, time }: StageScenario): void {
    const from = Number(time);
    const kept = this.#staged.filter(({ to }) => to > from - KEPT_MS);
    this.#staged = [...kept, { kind: scenario, coin, from, to: from + duration, size: basisPoints / POINTS }];
  }

  /** Factor that scenarios apply to the price of a coin. */
  priceFactor(coin: Coin, time: number): number {
    let factor = 1;
    for (const one of this.#staged) {
      if (one.coin === coin && (one.kind === 'flashCrash' || one.kind === 'gap')) factor *= 1 + one.size * strength(one, time);
    }
    return factor;
  }

  volatility(coin: Coin, time: number, surface: VolatilitySurface): VolatilitySurface {
    let { level } = surface;
    for (const one of this.#staged) if (one.coin === coin && one.kind === 'volatilityJump') level *= 1 + one.size * strength(one, time);
    return { ...surface, level };
  }

  /** Factor that scenarios apply to the depth of a coin's books, in full while they last. */
  depthFactor(coin: Coin, time: number): number {
    let factor = 1;
    for (const one of this.#staged) if (one.coin === coin && one.kind === 'thinBook' && isOn(one, time)) factor *= 1 + one.size;
    return Math.max(LEAST_DEPTH, factor);
  }

  /** Delay in milliseconds of the prices that the makers of a coin's books quote by. */
  lateness(coin: Coin, time: number): number {
    let late = 0;
    for (const one of this.#staged) if (one.coin === coin && one.kind === 'latency' && isOn(one, time)) late += Math.abs(one.size) * POINTS;
    return Math.min(late, time - this.#began(coin, time));
  }

  /** Start of the oldest active latency: a delay never exceeds the latency's own age. */
  #began(coin: Coin, time: number): number {
    const on = this.#staged.filter((one) => one.coin === coin && one.kind === 'latency' && isOn(one, time));
    return on.reduce((first, { from }) => Math.min(first, from), time);
  }

  /** Time at which the sources of a coin's index stopped, during an outage. */
  outageOf(coin: Coin, time: number): number | undefined {
    return this.#staged.find((one) => one.coin === coin && one.kind === 'feedOutage' && time >= one.from && time < one.to)?.from;
  }

  write(writer: StateWriter): void {
    writer.number(this.#staged.length);
    for (const { kind, coin, from, to, size } of this.#staged) {
      writer.number(SCENARIOS.indexOf(kind));
      writer.text(coin);
      for (const value of [from, to, size]) writer.number(value);
    }
  }

  read(reader: StateReader): void {
    const staged: Staged[] = [];
    for (let left = reader.number(); left > 0; left -= 1) {
      const kind = SCENARIOS[reader.number()];
      if (kind === undefined) throw new StateUnreadable('there is no such scenario');
      staged.push({ kind, coin: reader.text(), from: reader.number(), to: reader.number(), size: reader.number() });
    }
    this.#staged = staged;
  }
}
