import { triggerReached, type SourceTicks } from '@tapedeck/domain';
import { triggerTick } from './trigger-ladder.ts';
import type { WaitingOrder } from './waiting-order.ts';

/**
 * The active trailing stops of one instrument. Between `low` and `high` (both excluded) a last price moves no stop and reaches none, so
 * that most trades cost two comparisons.
 */
export class TrailingStops {
  #orders: WaitingOrder[] = [];
  low = -Infinity;
  high = Infinity;

  get size(): number {
    return this.#orders.length;
  }

  orders(): readonly WaitingOrder[] {
    return this.#orders;
  }

  add(order: WaitingOrder): void {
    this.#orders.push(order);
    this.#narrow(order);
  }

  remove(order: WaitingOrder): boolean {
    const at = this.#orders.indexOf(order);
    if (at < 0) return false;
    this.#orders.splice(at, 1);
    this.#review();
    return true;
  }

  /** Gives every stop the last price: those that are reached are taken out and returned, the others follow. */
  take(at: SourceTicks): WaitingOrder[] {
    if (at.ceil > this.low && at.floor < this.high) return [];
    const fired: WaitingOrder[] = [];
    const kept: WaitingOrder[] = [];
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

  #narrow(order: WaitingOrder): void {
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
