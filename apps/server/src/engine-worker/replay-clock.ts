import type { RecordedTrade } from '@tapedeck/venue-paper';
import type { EngineClock } from './engine-clock.ts';

/** A gap of the recording longer than this is crossed at once. */
export const GAP_MS_MAX = 60_000;
/** What is left of a crossed gap. */
const GAP_MS_LEFT = 1_000;
/** Trades in one turn of the engine: a fast replay must leave room for orders between. */
const TRADES_PER_TURN_MAX = 2_000;

export interface ReplayPosition {
  /** Recording time at which to go on, ms. */
  readonly time: number;
  /** Index of the first trade that was not printed yet. */
  readonly next: number;
}

/** Time of a recording, played at a speed; long gaps are crossed. */
export class ReplayClock implements EngineClock {
  readonly #trades: readonly RecordedTrade[];
  readonly #speed: number;
  readonly #steady: () => number;
  #next: number;
  #anchorTime: number;
  #anchorSteady: number;

  constructor(trades: readonly RecordedTrade[], position: ReplayPosition, speed: number, steady: () => number) {
    this.#trades = trades;
    this.#speed = speed;
    this.#steady = steady;
    this.#next = position.next;
    this.#anchorTime = position.time;
    this.#anchorSteady = steady();
  }

  /** Never past a trade that was not handed out: a turn that could not take all due trades holds the clock. */
  now(): number {
    const steady = this.#steady();
    const time = this.#anchorTime + (steady - this.#anchorSteady) * this.#speed;
    const next = this.#trades[this.#next];
    if (next === undefined) return Math.floor(time);
    if (next.time - time > GAP_MS_MAX) {
      this.#anchorTime = next.time - GAP_MS_LEFT;
      this.#anchorSteady = steady;
      return this.#anchorTime;
    }
    return Math.floor(time);
  }

  due(now: number): readonly RecordedTrade[] {
    const due: RecordedTrade[] = [];
    while (due.length < TRADES_PER_TURN_MAX) {
      const trade = this.#trades[this.#next];
      if (trade === undefined || trade.time > now) return due;
      this.#next += 1;
      due.push(trade);
    }
    this.#holdAtLast();
    return due;
  }

  /** The machine is slower than the asked speed: go on from the last trade that was taken. */
  #holdAtLast(): void {
    const last = this.#trades[this.#next - 1];
    if (last === undefined) return;
    this.#anchorTime = last.time;
    this.#anchorSteady = this.#steady();
  }
}
