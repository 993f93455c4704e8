import { triggerReached, type SourceTicks } from '@tapedeck/domain';
import { triggerTick } from './trigger-ladder.ts';
import type { ConditionalOrder } from './conditional-order.ts';

/**
 * The active trailing stops of one instrument. A last price between `low` and `high` (both exclusive) neither moves nor
 * reaches a stop, so that most trades cost two comparisons.
 */
export class TrailingStops {
  #orders: ConditionalOrder[] = [];
  low = -Infinity;
  high = Infinity;

  get size(): number {
    return this.#orders.length;
  }

  orders(): readonly ConditionalOrder[] {
    return this.#orders;
  }

  add(order: ConditionalOrder): void {
    this.#orders.push(order);
    this.#narrow(order);
  }

  remove(order: ConditionalOrder): boolean {
    const at = this.#orders.indexOf(order);
    if (at < 0) return false;
    this.#orders.splice(at, 1);
    this.#review();
    return true;
  }

  /** Applies the last price to every stop: reached stops are removed and returned, the others follow. */
  take(at: SourceTicks): ConditionalOrder[] {
    if (at.ceil > this.low && at.floor < this.high) return [];
    const fired: ConditionalOrder[] = [];
    const kept: ConditionalOrder[] = [];
    for (const order of this.#orders) {
      if (!order.follow(at) && order.trigger !== undefined && triggerReached(order.trigger, at)) fired.push(order);
      else kept.push(order);
    }
    this.#orders = kept;
    this.#review();
    return fired;
  }

  #review(): void {
    this.low = -Infinity;
    this.high = Infinity;
    for (const order of this.#orders) this.#narrow(order);
  }

  #narrow(order: ConditionalOrder): void {
    const stop = triggerTick(order);
    if (order.trigger?.direction === 'Falling') {
      this.low = Math.max(this.low, stop);
      this.high = Math.min(this.high, order.best + 1);
    } else {
      this.low = Math.max(this.low, order.best - 1);
      this.high = Math.min(this.high, stop);
    }
  }
}
