import { invariant } from '@tapedeck/domain';

/** No order: the end of a queue, an empty free list. */
export const NONE = -1;

/** Fields of an order in `links`, which holds `LINK_FIELDS` integers for each slot. */
export const LINK_FIELDS = 4;
export const NEXT = 0;
export const PREVIOUS = 1;
/** Tick × 2 + side. */
export const PLACE = 2;
export const OWNER = 3;

/** Fields of an order in `amounts`, which holds `AMOUNT_FIELDS` doubles for each slot. */
export const AMOUNT_FIELDS = 2;
/** Lots that rest; 0 marks a free slot. */
export const LOTS = 0;
export const REFERENCE = 1;

const SLOTS_INITIAL = 256;
/** Keeps `slot × LINK_FIELDS` a 32-bit index. */
export const SLOTS_MAX = 1 << 28;

/**
 * The resting orders of one book: 32 bytes each, in two typed arrays that grow by doubling. A slot keeps its number for as long as
 * its order rests; a free slot is used again, the one freed last first.
 */
export class OrderSlots {
  links = new Int32Array(SLOTS_INITIAL * LINK_FIELDS);
  amounts = new Float64Array(SLOTS_INITIAL * AMOUNT_FIELDS);
  /** Slots that were ever used: the next one beyond them is fresh. */
  used = 0;
  /** Orders that rest. */
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

  /** Free slots in the order in which they will be taken. */
  freeSlots(): number[] {
    const slots: number[] = [];
    for (let slot = this.#free; slot !== NONE; slot = this.links[slot * LINK_FIELDS + NEXT] as number) {
      slots.push(slot);
      invariant(slots.length <= this.used, 'the free list ends');
    }
    return slots;
  }

  /** Makes room for `used` slots, none of them free, whose orders the caller puts back. For a book that is being read. */
  restore(used: number): void {
    invariant(this.used === 0 && Number.isInteger(used) && used >= 0 && used <= SLOTS_MAX, 'slots are restored into an empty store');
    this.#grow(used);
    this.used = used;
  }

  /** Puts the free list back; `slots` in the order in which they will be taken. */
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
    const links = new Int32Array(capacity * LINK_FIELDS);
    links.set(this.links);
    this.links = links;
    const amounts = new Float64Array(capacity * AMOUNT_FIELDS);
    amounts.set(this.amounts);
    this.amounts = amounts;
  }
}
