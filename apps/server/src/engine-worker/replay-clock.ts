import type { Due, EngineClock } from './engine-clock.ts';
import type { TapeEntry } from './replay-tape.ts';

/** A longer gap in the recording is crossed at once. */
export const GAP_MS_MAX = 60_000;
/** Rest of a crossed gap. */
const GAP_MS_LEFT = 1_000;
/** Maximum trades per turn of the engine: a fast replay must leave room for orders in between. */
const TRADES_PER_TURN_MAX = 2_000;

export interface ReplayPosition {
  /** Recording time at which to continue, ms. */
  readonly time: number;
  /** Index of the first trade that was not printed yet. */
  readonly next: number;
}

/** Time of a recording, played at a speed; long gaps are skipped. */
export class ReplayClock implements EngineClock {
  readonly #entries: readonly TapeEntry[];
  readonly #speed: number;
  readonly #steady: () => number;
  #next: number;
  #anchorTime: number;
  #anchorSteady: number;
  /** Time of the last market move, by the monotonic clock. */
  #tickedAt: number;

  constructor(entries: readonly TapeEntry[], position: ReplayPosition, speed: number, steady: () => number) {
    this.#entries = entries;
    this.#speed = speed;
    this.#steady = steady;
    this.#next = position.next;
    this.#anchorTime = position.time;
    this.#anchorSteady = steady();
    this.#tickedAt = this.#anchorSteady;
  }

  /** A late trade is still printed at its own time: no command gets ahead of it. */
  now(): number {
    const time = this.#read();
    return Math.min(time, this.#entries[this.#next]?.time ?? time);
  }

  take(_step: number, tick: boolean): readonly Due[] {
    const due: Due[] = [...this.#dueTrades()];
    if (!tick) return due;
    this.#tickedAt = this.#steady();
    due.push(this.now());
    return due;
  }

  wait(step: number): number {
    return Math.max(0, this.#tickedAt + step - this.#steady());
  }

  #read(): number {
    const steady = this.#steady();
    const time = this.#anchorTime + (steady - this.#anchorSteady) * this.#speed;
    const next = this.#entries[this.#next];
    if (next === undefined || next.time - time <= GAP_MS_MAX) return Math.floor(time);
    this.#anchorTime = next.time - GAP_MS_LEFT;
    this.#anchorSteady = steady;
    return this.#anchorTime;
  }

  #dueTrades(): readonly TapeEntry[] {
    const now = this.#read();
    const due: TapeEntry[] = [];
    while (due.length < TRADES_PER_TURN_MAX) {
      const trade = this.#entries[this.#next];
      if (trade === undefined || trade.time > now) return due;
      this.#next += 1;
      due.push(trade);
    }
    this.#holdAtLast();
    return due;
  }

  /** The machine is slower than the requested speed: continue from the last trade taken. */
  #holdAtLast(): void {
    const last = this.#entries[this.#next - 1];
    if (last === undefined) return;
    this.#anchorTime = last.time;
    this.#anchorSteady = this.#steady();
  }
}
