import type { OrderId } from '@tapedeck/domain';
import type { StateReader, StateWriter } from '../codec/state-bytes.ts';

/** Client order ids remembered per account; the oldest finished ones are dropped first. */
export const CLIENT_ORDER_IDS_MAX = 5_000;

/** The ids that a sender gave to orders, by age. */
export class ClientOrderIds {
  readonly #orders = new Map<string, OrderId>();
  readonly #isOpen: (id: OrderId) => boolean;
  /** Ids from the oldest unvisited one; a map keeps holes at its deleted first keys, which would slow every search. */
  #queue: string[] = [];
  #next = 0;
  /** Older than the queue: these orders were still open at their turn. */
  #passed: string[] = [];

  constructor(isOpen: (id: OrderId) => boolean) {
    this.#isOpen = isOpen;
  }

  get size(): number {
    return this.#orders.size;
  }

  has(id: string): boolean {
    return this.#orders.has(id);
  }

  get(id: string): OrderId | undefined {
    return this.#orders.get(id);
  }

  /** A remembered id is refused, so that no id is used twice. */
  remember(id: string, order: OrderId): void {
    this.#add(id, order);
    if (this.#orders.size > CLIENT_ORDER_IDS_MAX) this.#forgetOldest();
  }

  write(writer: StateWriter): void {
    writer.number(this.#orders.size);
    for (const [id, order] of this.#orders) {
      writer.text(id);
      writer.number(order);
    }
  }

  read(reader: StateReader): void {
    for (let left = reader.number(); left > 0; left -= 1) this.#add(reader.text(), reader.number());
  }

  #add(id: string, order: OrderId): void {
    this.#orders.set(id, order);
    this.#queue.push(id);
  }

  #forgetOldest(): void {
    for (const [at, id] of this.#passed.entries()) {
      if (this.#open(id)) continue;
      this.#passed.splice(at, 1);
      this.#orders.delete(id);
      return;
    }
    for (;;) {
      const id = this.#queue[this.#next];
      if (id === undefined) return;
      this.#next += 1;
      if (this.#next > CLIENT_ORDER_IDS_MAX) {
        this.#queue = this.#queue.slice(this.#next);
        this.#next = 0;
      }
      if (!this.#open(id)) {
        this.#orders.delete(id);
        return;
      }
      this.#passed.push(id);
    }
  }

  #open(id: string): boolean {
    const order = this.#orders.get(id);
    return order !== undefined && this.#isOpen(order);
  }
}
