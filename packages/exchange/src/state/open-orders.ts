import { invariant, type OrderId } from '@tapedeck/domain';
import { OpenOrder } from './open-order.ts';
import type { OrderRows } from './order-rows.ts';

/**
 * The open orders of one account by rising id. A pair of short sorted lists, not a map: orders come and go all the time, which makes a
 * small map rebuild itself at every other one.
 */
export class OpenOrders {
  readonly #ids: OrderId[] = [];
  /** The row of each. */
  readonly #rows: number[] = [];

  constructor(readonly store: OrderRows) {}

  get size(): number {
    return this.#ids.length;
  }

  /** Oldest first; a copy, so that orders may end meanwhile. */
  list(): OpenOrder[] {
    return this.#rows.map((row) => new OpenOrder(this.store, row));
  }

  get(id: OrderId): OpenOrder | undefined {
    const at = this.#find(id);
    return this.#ids[at] === id ? new OpenOrder(this.store, this.#rows[at] as number) : undefined;
  }

  has(id: OrderId): boolean {
    return this.#ids[this.#find(id)] === id;
  }

  add(order: OpenOrder): void {
    const { orderId, row } = order;
    const last = this.#ids.at(-1);
    if (last === undefined || last < orderId) {
      this.#ids.push(orderId);
      this.#rows.push(row);
      return;
    }
    // An order that waited for its trigger, or was changed, has an older id.
    const at = this.#find(orderId);
    invariant(this.#ids[at] !== orderId, 'an order is listed once');
    this.#ids.splice(at, 0, orderId);
    this.#rows.splice(at, 0, row);
  }

  remove(order: OpenOrder): void {
    const at = this.#find(order.orderId);
    invariant(this.#rows[at] === order.row, 'an order that ends was open');
    for (let to = at; to + 1 < this.#ids.length; to += 1) {
      this.#ids[to] = this.#ids[to + 1] as OrderId;
      this.#rows[to] = this.#rows[to + 1] as number;
    }
    this.#ids.pop();
    this.#rows.pop();
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
