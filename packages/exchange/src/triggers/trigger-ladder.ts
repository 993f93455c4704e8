import { tickCount, type TriggerDirection } from '@tapedeck/domain';
import type { WaitingOrder } from './waiting-order.ts';

const NEVER = Infinity;

/** What an order in a ladder waits for, in ticks. */
interface Rung {
  /** Rises with the distance from the price: the tick itself, or its negative where a fall is awaited. */
  readonly key: number;
  readonly order: WaitingOrder;
}

/** Whether `a` fires before `b` when one price reaches both: the one that it passed first, then the older one. */
const before = (a: Rung, b: Rung): boolean => a.key < b.key || (a.key === b.key && a.order.terms.orderId < b.order.terms.orderId);

/** The orders of one instrument that wait for one source to move in one direction, the first to fire first. */
export class TriggerLadder {
  readonly #rungs: Rung[] = [];
  readonly #sign: 1 | -1;

  constructor(readonly direction: TriggerDirection) {
    this.#sign = direction === 'Rising' ? 1 : -1;
  }

  /** The tick at which the first order fires; an infinity of the right sign without one. */
  get nearest(): number {
    return (this.#rungs[0]?.key ?? NEVER) * this.#sign;
  }

  get size(): number {
    return this.#rungs.length;
  }

  add(order: WaitingOrder, tick: number): void {
    const rung = { key: tick * this.#sign, order };
    this.#rungs.splice(this.#find(rung), 0, rung);
  }

  /** `tick` is the one it was added with. */
  remove(order: WaitingOrder, tick: number): boolean {
    const at = this.#find({ key: tick * this.#sign, order });
    if (this.#rungs[at]?.order !== order) return false;
    this.#rungs.splice(at, 1);
    return true;
  }

  /** Takes out every order that a price at `tick` reaches, in the order in which they fire. */
  take(tick: number): WaitingOrder[] {
    const limit = tick * this.#sign;
    let count = 0;
    while (count < this.#rungs.length && (this.#rungs[count]?.key ?? NEVER) <= limit) count += 1;
    return count === 0 ? [] : this.#rungs.splice(0, count).map(({ order }) => order);
  }

  orders(): WaitingOrder[] {
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

/** The tick an order waits for, of its trigger. */
export const triggerTick = (order: WaitingOrder): number => (order.trigger === undefined ? 0 : tickCount(order.trigger.price));
