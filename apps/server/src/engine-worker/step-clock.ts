import { IDLE_STEP_MS, nextMoment } from '@tapedeck/venue-paper';
import type { Due, EngineClock } from './engine-clock.ts';
import type { ReplayPosition } from './replay-clock.ts';
import type { TapeEntry } from './replay-tape.ts';

/** In one turn of the engine: a long step must leave room for whoever else asks something. */
const DUE_MAX = 500;
/** A recorded market in which nothing was traded moves this often: for what falls due by the clock alone. */
const QUIET_STEP_MS = 60_000;
/** While the market stands, the engine has a turn this often: whoever looks on must not take it for dead. */
const STANDING_MS = 1_000;

/**
 * Time that stands until a program asks for a step, and then goes on as fast as the machine allows. What falls due depends on nothing
 * but the market's own time: the same steps and the same commands give the same market.
 */
export class StepClock implements EngineClock {
  /** Of a recording; a simulated market has none. */
  readonly #entries: readonly TapeEntry[] | undefined;
  #next: number;
  /** Of the last thing that was taken. */
  #at: number;
  #until: number;
  /** Trades were taken since the market last moved: the depth around them comes back with its next move. */
  #traded = false;

  constructor(position: ReplayPosition, entries?: readonly TapeEntry[]) {
    this.#entries = entries;
    this.#next = position.next;
    this.#at = position.time;
    this.#until = position.time;
  }

  /** Lets time go on by so many milliseconds; answers until when. */
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

  /** What comes next, if time may go that far. */
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
