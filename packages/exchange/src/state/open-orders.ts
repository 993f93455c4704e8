import { invariant, type OrderId } from '@tapedeck/domain';
import type { OpenOrder } from './open-order.ts';

/**
 * The open orders of one account by rising id. A pair of short sorted lists, not a map: orders come and go all the time, which makes a
 * small map rebuild itself at every other one.
 */
export class OpenOrders {
  readonly #ids: OrderId[] = [];
  readonly #orders: OpenOrder[] = [];

  get size(): number {
    return this.#ids.length;
  }

  /** Oldest first; a copy, so that orders may end meanwhile. */
  list(): OpenOrder[] {
    return [...this.#orders];
  }

  get(id: OrderId): OpenOrder | undefined {
    const at = this.#find(id);
    return this.#ids[at] === id ? this.#orders[at] : undefined;
  }

  has(id: OrderId): boolean {
    return this.#ids[this.#find(id)] === id;
  }

  add(order: OpenOrder): void {
    const { orderId } = order;
    const last = this.#ids.at(-1);
    if (last === undefined || last < orderId) {
      this.#ids.push(orderId);
      this.#orders.push(order);
      return;
    }
    // An order that waited for its trigger, or was changed, has an older id.
    const at = this.#find(orderId);
    invariant(this.#ids[at] !== orderId, 'an order is listed once');
    this.#ids.splice(at, 0, orderId);
    this.#orders.splice(at, 0, order);
  }

  remove(order: OpenOrder): void {
    const at = this.#find(order.orderId);
    invariant(this.#orders[at] === order, 'an order that ends was open');
    for (let to = at; to + 1 < this.#ids.length; to += 1) {
      this.#ids[to] = this.#ids[to + 1] as OrderId;
      this.#orders[to] = this.#orders[to + 1] as OpenOrder;
    }
    this.#ids.pop();
    this.#orders.pop();
  }

  /** Where the id is, or would be. */
  #find(id: OrderId): number {
    let low = 0;
    let high = this.#ids.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ids[middle] ?? id) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
