import { tickCount, type TriggerDirection } from '@tapedeck/domain';
import type { ConditionalOrder } from './conditional-order.ts';

const NEVER = Infinity;

/** Price that an order in a ladder waits for, in ticks. */
interface Rung {
  /** Grows with the distance from the price: the tick itself, or its negative for a falling trigger. */
  readonly key: number;
  readonly order: ConditionalOrder;
}

/** Whether `a` triggers before `b` when one price reaches both: the one passed first, then the older one. */
const before = (a: Rung, b: Rung): boolean => a.key < b.key || (a.key === b.key && a.order.terms.orderId < b.order.terms.orderId);

/** The orders of one instrument that wait for one source to move in one direction, in trigger order. */
export class TriggerLadder {
  readonly #rungs: Rung[] = [];
  readonly #sign: 1 | -1;

  constructor(readonly direction: TriggerDirection) {
    this.#sign = direction === 'Rising' ? 1 : -1;
  }

  /** The tick at which the first order triggers; an infinity of the right sign if empty. */
  get nearest(): number {
    return (this.#rungs[0]?.key ?? NEVER) * this.#sign;
  }

  get size(): number {
    return this.#rungs.length;
  }

  add(order: ConditionalOrder, tick: number): void {
    const rung = { key: tick * this.#sign, order };
    this.#rungs.splice(this.#find(rung), 0, rung);
  }

  /** `tick` is the value given at insertion. */
  remove(order: ConditionalOrder, tick: number): boolean {
    const at = this.#find({ key: tick * this.#sign, order });
    if (this.#rungs[at]?.order !== order) return false;
    this.#rungs.splice(at, 1);
    return true;
  }

  /** Removes every order that a price at `tick` reaches, in trigger order. */
  take(tick: number): ConditionalOrder[] {
    const limit = tick * this.#sign;
    let count = 0;
    while (count < this.#rungs.length && (this.#rungs[count]?.key ?? NEVER) <= limit) count += 1;
    return count === 0 ? [] : this.#rungs.splice(0, count).map(({ order }) => order);
  }

  orders(): ConditionalOrder[] {
    return this.#rungs.map(({ order }) => order);
  }

  #find(rung: Rung): number {
    let low = 0;
    let high = this.#rungs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const there = this.#rungs[middle];
      if (there !== undefined && before(there, rung)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Trigger price of an order, in ticks. */
export const triggerTick = (order: ConditionalOrder): number => (order.trigger === undefined ? 0 : tickCount(order.trigger.price));
