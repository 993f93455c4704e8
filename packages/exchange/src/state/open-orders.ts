import { invariant, type OrderId } from '@tapedeck/domain';
import { OpenOrder } from './open-order.ts';
import type { OrderRows } from './order-rows.ts';

/** Integers of an order in the list: its id and its row. */
const WIDTH = 2;
const ROW = 1;

/**
 * The open orders of one account by ascending id. A short sorted list, not a map: frequent insertion and removal makes
 * a small map rebuild itself at every other order.
 */
export class OpenOrders {
  /** Id and row of each order in sequence. */
  readonly #listed: number[] = [];

  constructor(readonly store: OrderRows) {}

  get size(): number {
    return this.#listed.length / WIDTH;
  }

  /** Oldest first; a copy, so that orders may end during the iteration. */
  list(): OpenOrder[] {
    return Array.from({ length: this.size }, (_, at) => this.#at(at * WIDTH));
  }

  get(id: OrderId): OpenOrder | undefined {
    const at = this.#find(id);
    return this.#listed[at] === id ? this.#at(at) : undefined;
  }

  has(id: OrderId): boolean {
    return this.#listed[this.#find(id)] === id;
  }

  add({ orderId, row }: OpenOrder): void {
    const listed = this.#listed;
    if (listed.length === 0 || (listed[listed.length - WIDTH] as OrderId) < orderId) {
      listed.push(orderId, row);
      return;
    }
    // A triggered or amended order has an older id.
    const at = this.#find(orderId);
    invariant(listed[at] !== orderId, 'an order is listed once');
    listed.splice(at, 0, orderId, row);
  }

  remove(order: OpenOrder): void {
    const listed = this.#listed;
    const at = this.#find(order.orderId);
    invariant(listed[at + ROW] === order.row, 'an order that ends was open');
    for (let to = at; to + WIDTH < listed.length; to += WIDTH) {
      listed[to] = listed[to + WIDTH] as number;
      listed[to + ROW] = listed[to + WIDTH + ROW] as number;
    }
    listed.pop();
    listed.pop();
  }

  #at(at: number): OpenOrder {
    return new OpenOrder(this.store, this.#listed[at + ROW] as number);
  }

  /** Position of the id, or its insertion point. */
  #find(id: OrderId): number {
    const listed = this.#listed;
    let low = 0;
    let high = listed.length;
    while (low < high) {
      // The lower one of the two middle entries, aligned to the start of an order.
      const middle = ((low + high) >> 2) << 1;
      if ((listed[middle] ?? id) < id) low = middle + WIDTH;
      else high = middle;
    }
    return low;
  }
}
