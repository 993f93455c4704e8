import { invariant } from '@tapedeck/domain';

/** No order: the end of a queue, an empty free list. */
export const NONE = -1;

/** Fields of an order in `links`: the first integers of its slot, which is `LINK_FIELDS` integers long. */
export const LINK_FIELDS = 8;
export const NEXT = 0;
export const PREVIOUS = 1;
/** Tick × 2 + side. */
export const PLACE = 2;
export const OWNER = 3;

/** Fields of an order in `amounts`: the last doubles of its slot, which is `AMOUNT_FIELDS` doubles long. */
export const AMOUNT_FIELDS = 4;
/** Resting lots; 0 marks a free slot. */
export const LOTS = 2;
export const REFERENCE = 3;

const SLOTS_INITIAL = 256;
/** Keeps `slot × LINK_FIELDS` a 32-bit index. */
export const SLOTS_MAX = 1 << 27;

/**
 * The resting orders of one book: 32 bytes each, side by side in one buffer that grows by doubling, so that an order is
 * in one cache line. A slot keeps its number while its order rests; free slots are reused, last freed first.
 */
export class OrderSlots {
  amounts = new Float64Array(SLOTS_INITIAL * AMOUNT_FIELDS);
  links = new Int32Array(this.amounts.buffer);
  /** Number of slots ever used: the next one is fresh. */
  used = 0;
  /** Resting orders. */
  live = 0;
  #free = NONE;

  /** A slot for a new order; the caller fills it. */
  take(): number {
    this.live += 1;
    const slot = this.#free;
    if (slot !== NONE) {
      this.#free = this.links[slot * LINK_FIELDS + NEXT] as number;
      return slot;
    }
    if (this.used * LINK_FIELDS === this.links.length) this.#grow(this.used + 1);
    this.used += 1;
    return this.used - 1;
  }

  release(slot: number): void {
    this.live -= 1;
    this.amounts[slot * AMOUNT_FIELDS + LOTS] = 0;
    this.links[slot * LINK_FIELDS + NEXT] = this.#free;
    this.#free = slot;
  }

  holds(slot: number): boolean {
    return slot >= 0 && slot < this.used && (this.amounts[slot * AMOUNT_FIELDS + LOTS] as number) > 0;
  }

  /** Free slots in the order of reuse. */
  freeSlots(): number[] {
    const slots: number[] = [];
    for (let slot = this.#free; slot !== NONE; slot = this.links[slot * LINK_FIELDS + NEXT] as number) {
      slots.push(slot);
      invariant(slots.length <= this.used, 'the free list ends');
    }
    return slots;
  }

  /** Reserves `used` occupied slots, whose orders the caller restores. Used to read a book. */
  restore(used: number): void {
    invariant(this.used === 0 && Number.isInteger(used) && used >= 0 && used <= SLOTS_MAX, 'slots are restored into an empty store');
    this.#grow(used);
    this.used = used;
  }

  /** Restores the free list; `slots` in the order of reuse. */
  restoreFree(slots: readonly number[]): void {
    for (const slot of slots) invariant(slot >= 0 && slot < this.used && !this.holds(slot), 'a free slot holds no order');
    invariant(slots.length + this.live === this.used, 'each slot either holds an order or is free');
    let next = NONE;
    for (const slot of slots.toReversed()) {
      this.links[slot * LINK_FIELDS + NEXT] = next;
      next = slot;
    }
    this.#free = next;
    invariant(this.freeSlots().length === slots.length, 'no slot is free twice');
  }

  #grow(slots: number): void {
    let capacity = this.links.length / LINK_FIELDS;
    while (capacity < slots) capacity *= 2;
    invariant(capacity <= SLOTS_MAX, 'a book has room for its orders');
    const amounts = new Float64Array(capacity * AMOUNT_FIELDS);
    // As integers: a copy of doubles may change the bits of those that are no numbers.
    const links = new Int32Array(amounts.buffer);
    links.set(this.links);
    this.links = links;
    this.amounts = amounts;
  }
}
