import { invariant } from '@tapedeck/domain';
import type { StateReader, StateWriter } from '../codec/state-bytes.ts';
import { AMOUNT_FIELDS, LINK_FIELDS, LOTS, NEXT, NONE, OWNER, OrderSlots, PLACE, PREVIOUS, REFERENCE } from './order-slots.ts';
import { COUNT, FIRST, LAST, PriceLevels, QUEUE_FIELDS, TICK_LIMIT } from './price-levels.ts';

/** 0 for buys, 1 for sells. */
export type BookSide = 0 | 1;
export const BUY = 0;
export const SELL = 1;

/**
 * The order book of one instrument: price-time priority, prices as tick counts, quantities as lot counts.
 *
 * It holds resting orders and their priority; its caller decides which accounts may trade with each other, and at what
 * cost. A handle names a resting order until that order leaves the book, and may then name another one. -1 stands for
 * no order and for no price.
 */
export class OrderBook {
  readonly minTick: number;
  readonly maxTick: number;
  readonly #slots = new OrderSlots();
  readonly #levels: PriceLevels;
  #bestBid = NONE;
  #bestAsk = NONE;

  constructor(minTick: number, maxTick: number) {
    invariant(Number.isInteger(minTick) && Number.isInteger(maxTick), 'the price range of a book is whole ticks');
    invariant(minTick >= 0 && minTick <= maxTick && maxTick < TICK_LIMIT, 'the price range of a book is in order');
    this.minTick = minTick;
    this.maxTick = maxTick;
    this.#levels = new PriceLevels(maxTick);
  }

  /** Highest bid tick, -1 without bids. */
  get bestBid(): number {
    return this.#bestBid;
  }

  /** Lowest ask tick, -1 without asks. */
  get bestAsk(): number {
    return this.#bestAsk;
  }

  /** Resting orders of both sides. */
  get size(): number {
    return this.#slots.live;
  }

  /** Best tick of a side, -1 if empty. */
  best(side: BookSide): number {
    return side === BUY ? this.#bestBid : this.#bestAsk;
  }

  /**
   * Appends an order at the end of its level's queue. The order must not cross: match it first. `owner` is a 32-bit
   * integer, `reference` any number of the caller.
   */
  rest(side: BookSide, tick: number, lots: number, owner: number, reference: number): number {
    invariant(tick >= this.minTick && tick <= this.maxTick && (tick | 0) === tick, 'an order rests on a tick of the price range');
    invariant(lots > 0 && Number.isSafeInteger(lots), 'an order rests with a positive count of lots');
    invariant((owner | 0) === owner, 'the owner of an order is a 32-bit integer');
    if (side === BUY) {
      invariant(this.#bestAsk === NONE || tick < this.#bestAsk, 'a buy rests below the best ask');
      if (tick > this.#bestBid) this.#bestBid = tick;
    } else {
      invariant(tick > this.#bestBid, 'a sell rests above the best bid');
      if (this.#bestAsk === NONE || tick < this.#bestAsk) this.#bestAsk = tick;
    }
    const slot = this.#slots.take();
    this.#fill(slot, side, tick, lots, owner, reference);
    return slot;
  }

  /** Removes an order from the book. */
  remove(handle: number): void {
    invariant(this.#slots.holds(handle), 'a handle names a resting order');
    this.#unlink(handle, this.#slots.amounts[handle * AMOUNT_FIELDS + LOTS] as number);
  }

  /** Reduces an order by `lots`: it keeps its queue position, or leaves the book at zero. */
  reduce(handle: number, lots: number): void {
    const slots = this.#slots;
    invariant(slots.holds(handle), 'a handle names a resting order');
    const amounts = slots.amounts;
    const at = handle * AMOUNT_FIELDS + LOTS;
    const left = (amounts[at] as number) - lots;
    invariant(lots > 0 && left >= 0 && Number.isInteger(lots), 'an order is reduced by at most what is left of it');
    if (left === 0) {
      this.#unlink(handle, lots);
      return;
    }
    amounts[at] = left;
    const levels = this.#levels;
    const level = levels.index((slots.links[handle * LINK_FIELDS + PLACE] as number) >> 1);
    levels.addLots(level, -lots);
  }

  /** The first order of a side in priority, -1 if empty. */
  head(side: BookSide): number {
    const tick = side === BUY ? this.#bestBid : this.#bestAsk;
    return tick === NONE ? NONE : this.#firstAt(tick);
  }

  /** The next order in priority: later in its level, then first at the next worse level; -1 at the end. */
  next(handle: number): number {
    invariant(this.#slots.holds(handle), 'a handle names a resting order');
    const links = this.#slots.links;
    const later = links[handle * LINK_FIELDS + NEXT] as number;
    if (later !== NONE) return later;
    const place = links[handle * LINK_FIELDS + PLACE] as number;
    const tick = this.nextLevel((place & 1) as BookSide, place >> 1);
    return tick === NONE ? NONE : this.#firstAt(tick);
  }

  /** Whether the handle names a resting order. */
  holds(handle: number): boolean {
    return this.#slots.holds(handle);
  }

  tickOf(handle: number): number {
    return (this.#slots.links[handle * LINK_FIELDS + PLACE] as number) >> 1;
  }

  sideOf(handle: number): BookSide {
    return ((this.#slots.links[handle * LINK_FIELDS + PLACE] as number) & 1) as BookSide;
  }

  /** Resting lots of an order; 0 for an invalid handle. */
  lotsOf(handle: number): number {
    return this.#slots.amounts[handle * AMOUNT_FIELDS + LOTS] as number;
  }

  ownerOf(handle: number): number {
    return this.#slots.links[handle * LINK_FIELDS + OWNER] as number;
  }

  referenceOf(handle: number): number {
    return this.#slots.amounts[handle * AMOUNT_FIELDS + REFERENCE] as number;
  }

  /** The next worse occupied tick of a side after `tick`, which must be in the price range; -1 for none. */
  nextLevel(side: BookSide, tick: number): number {
    if (side === BUY) {
      if (this.#bestBid === NONE) return NONE;
      return tick > this.#bestBid ? this.#bestBid : this.#levels.below(tick);
    }
    if (this.#bestAsk === NONE) return NONE;
    return tick < this.#bestAsk ? this.#bestAsk : this.#levels.above(tick);
  }

  /** The best `levels` levels of a side: tick, lots, tick, lots … */
  depth(side: BookSide, levels: number): number[] {
    const rows: number[] = [];
    for (let tick = this.best(side); tick !== NONE && rows.length < levels * 2; tick = this.nextLevel(side, tick)) {
      rows.push(tick, this.#levels.lotsOf(this.#levels.index(tick)));
    }
    return rows;
  }

  /** Writes each side in priority order, then the free slots: a restored book returns the same handles as this one. */
  write(writer: StateWriter): void {
    writer.number(this.minTick);
    writer.number(this.maxTick);
    writer.number(this.#slots.used);
    for (const side of [BUY, SELL] as const) {
      for (let handle = this.head(side); handle !== NONE; handle = this.next(handle)) {
        writer.number(handle);
        writer.number(this.tickOf(handle));
        writer.number(this.lotsOf(handle));
        writer.number(this.ownerOf(handle));
        writer.number(this.referenceOf(handle));
      }
      writer.number(NONE);
    }
    const free = this.#slots.freeSlots();
    writer.number(free.length);
    for (const slot of free) writer.number(slot);
  }

  static read(reader: StateReader): OrderBook {
    const minTick = reader.number();
    const book = new OrderBook(minTick, reader.number());
    book.#slots.restore(reader.number());
    for (const side of [BUY, SELL] as const) {
      for (let handle = reader.number(); handle !== NONE; handle = reader.number()) {
        invariant(handle >= 0 && handle < book.#slots.used && !book.#slots.holds(handle), 'a slot is read once');
        const tick = reader.number();
        invariant(tick >= minTick && tick <= book.maxTick, 'an order that is read has a tick of the price range');
        book.#slots.live += 1;
        book.#fill(handle, side, tick, reader.number(), reader.number(), reader.number());
        if (side === BUY && book.#bestBid === NONE) book.#bestBid = tick;
        if (side === SELL && book.#bestAsk === NONE) book.#bestAsk = tick;
      }
    }
    const free: number[] = [];
    for (let left = reader.number(); left > 0; left -= 1) free.push(reader.number());
    book.#slots.restoreFree(free);
    book.audit();
    return book;
  }

  /** Throws `InvariantBroken` if links, sums, bits or best prices are wrong, or the book is crossed (B1, B5). */
  audit(): void {
    const ticks = this.#levels.audit();
    let orders = 0;
    let bestBid = NONE;
    let bestAsk = NONE;
    for (const tick of ticks) {
      const side = this.sideOf(this.#firstAt(tick));
      orders += this.#auditLevel(side, tick);
      if (side === BUY) {
        invariant(bestAsk === NONE, 'the book is not crossed');
        bestBid = tick;
      } else if (bestAsk === NONE) bestAsk = tick;
    }
    invariant(bestBid === this.#bestBid && bestAsk === this.#bestAsk, 'the best prices are those of the best levels');
    invariant(orders === this.#slots.live, 'each live order rests in one level');
    invariant(orders + this.#slots.freeSlots().length === this.#slots.used, 'each slot either rests or is free');
  }

  #auditLevel(side: BookSide, tick: number): number {
    const { links } = this.#slots;
    const level = this.#levels.index(tick);
    let count = 0;
    let lots = 0;
    let previous = NONE;
    for (let handle = this.#firstAt(tick); handle !== NONE; handle = links[handle * LINK_FIELDS + NEXT] as number) {
      invariant(this.#slots.holds(handle), 'a queue links resting orders');
      invariant(links[handle * LINK_FIELDS + PREVIOUS] === previous, 'a queue is linked both ways');
      invariant(this.tickOf(handle) === tick && this.sideOf(handle) === side, 'an order rests at its own price');
      count += 1;
      lots += this.lotsOf(handle);
      previous = handle;
      invariant(count <= this.#slots.live, 'a queue ends');
    }
    invariant(previous === this.#levels.queues[level * QUEUE_FIELDS + LAST], 'a level knows its last order');
    invariant(count === this.#levels.queues[level * QUEUE_FIELDS + COUNT], 'a level counts its orders');
    invariant(lots === this.#levels.lotsOf(level), 'a level sums its orders');
    return count;
  }

  #firstAt(tick: number): number {
    return this.#levels.queues[this.#levels.index(tick) * QUEUE_FIELDS + FIRST] as number;
  }

  #fill(slot: number, side: BookSide, tick: number, lots: number, owner: number, reference: number): void {
    const levels = this.#levels;
    const { links, amounts } = this.#slots;
    const level = levels.claim(tick);
    const queue = level * QUEUE_FIELDS;
    const queues = levels.queues;
    const count = queues[queue + COUNT] as number;
    const link = slot * LINK_FIELDS;
    links[link + NEXT] = NONE;
    links[link + PLACE] = tick * 2 + side;
    links[link + OWNER] = owner;
    amounts[slot * AMOUNT_FIELDS + LOTS] = lots;
    amounts[slot * AMOUNT_FIELDS + REFERENCE] = reference;
    if (count === 0) {
      links[link + PREVIOUS] = NONE;
      queues[queue + FIRST] = slot;
      levels.occupy(tick);
    } else {
      const last = queues[queue + LAST] as number;
      links[link + PREVIOUS] = last;
      links[last * LINK_FIELDS + NEXT] = slot;
    }
    queues[queue + LAST] = slot;
    queues[queue + COUNT] = count + 1;
    levels.addLots(level, lots);
  }

  #unlink(slot: number, lots: number): void {
    const links = this.#slots.links;
    const levels = this.#levels;
    const link = slot * LINK_FIELDS;
    const next = links[link + NEXT] as number;
    const previous = links[link + PREVIOUS] as number;
    const tick = (links[link + PLACE] as number) >> 1;
    const level = levels.index(tick);
    const queue = level * QUEUE_FIELDS;
    const queues = levels.queues;
    if (previous === NONE) queues[queue + FIRST] = next;
    else links[previous * LINK_FIELDS + NEXT] = next;
    if (next === NONE) queues[queue + LAST] = previous;
    else links[next * LINK_FIELDS + PREVIOUS] = previous;
    const count = (queues[queue + COUNT] as number) - 1;
    queues[queue + COUNT] = count;
    levels.addLots(level, -lots);
    this.#slots.release(slot);
    if (count !== 0) return;
    if (tick === this.#bestBid) this.#bestBid = levels.below(tick);
    else if (tick === this.#bestAsk) this.#bestAsk = levels.above(tick);
    levels.vacate(tick);
  }
}
