import { IDLE_STEP_MS, nextMoment } from '@tapedeck/venue-paper';
import type { Due, EngineClock } from './engine-clock.ts';
import type { ReplayPosition } from './replay-clock.ts';
import type { TapeEntry } from './replay-tape.ts';

/** Maximum per turn of the engine: a long step must leave room for other requests. */
const DUE_MAX = 500;
/** Interval of moves in a recorded market without trades, for events due by the clock alone. */
const QUIET_STEP_MS = 60_000;
/** Interval of the engine's turns while the market stands, so that observers do not take it for dead. */
const STANDING_MS = 1_000;

/**
 * Time that stands until a program requests a step, and then advances as fast as the machine allows. Due events depend
 * only on market time: the same steps and commands give the same market.
 */
export class StepClock implements EngineClock {
  /** Entries of a recording; a simulated market has none. */
  readonly #entries: readonly TapeEntry[] | undefined;
  #next: number;
  /** Time of the last entry taken. */
  #at: number;
  #until: number;
  /** Trades were taken since the last market move, which restores the depth around them. */
  #traded = false;

  constructor(position: ReplayPosition, entries?: readonly TapeEntry[]) {
    this.#entries = entries;
    this.#next = position.next;
    this.#at = position.time;
    this.#until = position.time;
  }

  /** Advances time by a number of milliseconds; returns the new time. */
  allow(milliseconds: number): number {
    this.#until += milliseconds;
    return this.#until;
  }

  /** Whether everything has been taken that the steps so far allow. */
  isThere(step: number): boolean {
    return this.#first(step) === undefined;
  }

  /** Whether a recording has no more trades. */
  get hasEnded(): boolean {
    return this.#entries !== undefined && this.#next >= this.#entries.length;
  }

  now(step: number): number {
    const first = this.#first(step);
    return first === undefined ? this.#until : this.#at;
  }

  take(step: number): readonly Due[] {
    const due: Due[] = [];
    for (let one = this.#first(step); one !== undefined && due.length < DUE_MAX; one = this.#first(step)) {
      due.push(one);
      this.#traded = typeof one !== 'number';
      if (this.#traded) this.#next += 1;
      this.#at = Math.max(this.#at, typeof one === 'number' ? one : one.time);
    }
    return due;
  }

  wait(step: number): number {
    return this.isThere(step) ? STANDING_MS : 0;
  }

  /** The next entry, if time may go that far. */
  #first(step: number): Due | undefined {
    const trade = this.#entries?.[this.#next];
    const moment = nextMoment(this.#at, this.#gridOf(step));
    const first = trade !== undefined && trade.time < moment ? trade : moment;
    return (typeof first === 'number' ? first : first.time) <= this.#until ? first : undefined;
  }

  #gridOf(step: number): number {
    if (this.#entries === undefined) return step;
    return this.#traded ? IDLE_STEP_MS : QUIET_STEP_MS;
  }
}
