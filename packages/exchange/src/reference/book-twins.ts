import { invariant } from '@tapedeck/domain';
import { matchOrder } from '../matching/match.ts';
import { BUY, OrderBook, SELL, type BookSide } from '../matching/order-book.ts';
import { ByteStateReader, ByteStateWriter } from '../codec/state-bytes.ts';
import { PlainTaker } from '../testing/plain-taker.ts';
import { SlowBook, type SlowTrade } from './slow-book.ts';

/** A command to a book alone. `pick` selects one of the resting orders. */
export type BookCommand =
  | { readonly kind: 'place'; readonly side: BookSide; readonly tick: number; readonly lots: number; readonly rests: boolean }
  | { readonly kind: 'cancel'; readonly pick: number }
  | { readonly kind: 'reduce'; readonly pick: number; readonly lots: number }
  | { readonly kind: 'restore' };

const OWNERS = 7;

/** Sends the same commands to the real book, to a copy of it restored from bytes, and to the slow book. */
export class BookTwins {
  readonly #fast: OrderBook;
  #copy: OrderBook;
  readonly #slow = new SlowBook();
  /** Handles of the orders that may still rest, by reference. */
  readonly #handles = new Map<number, number>();
  #references = 0;

  constructor(minTick: number, maxTick: number) {
    this.#fast = new OrderBook(minTick, maxTick);
    this.#copy = OrderBook.read(new ByteStateReader(bytesOf(this.#fast)));
  }

  /** Applies a command to all books and throws `InvariantBroken` at the first difference. */
  apply(command: BookCommand): void {
    switch (command.kind) {
      case 'place':
        return this.#place(command.side, command.tick, command.lots, command.rests);
      case 'cancel': {
        const order = this.#pick(command.pick);
        if (order === undefined) return;
        this.#slow.cancel(order.reference);
        this.#fast.remove(order.handle);
        this.#copy.remove(order.handle);
        return;
      }
      case 'reduce': {
        const order = this.#pick(command.pick);
        if (order === undefined) return;
        const lots = Math.min(command.lots, this.#fast.lotsOf(order.handle));
        this.#slow.reduce(order.reference, lots);
        this.#fast.reduce(order.handle, lots);
        this.#copy.reduce(order.handle, lots);
        return;
      }
      case 'restore': {
        const bytes = bytesOf(this.#fast);
        this.#copy = OrderBook.read(new ByteStateReader(bytes));
        invariant(same([...bytesOf(this.#copy)], [...bytes]), 'a book that is read writes the same bytes');
      }
    }
  }

  /** Compares depth and priority of both sides. */
  compare(): void {
    for (const book of [this.#fast, this.#copy]) {
      for (const side of [BUY, SELL] as const) {
        const expected = this.#slow.priority(side);
        let handle = book.head(side);
        for (const order of expected) {
          invariant(handle >= 0, 'both books hold the same orders');
          const equal =
            book.referenceOf(handle) === order.reference && book.lotsOf(handle) === order.lots && book.tickOf(handle) === order.tick;
          invariant(equal && book.ownerOf(handle) === order.owner && book.sideOf(handle) === side, 'both books have the same priority');
          handle = book.next(handle);
        }
        invariant(handle === -1, 'the book holds no further orders');
        const depth = this.#slow.depth(side);
        invariant(same(book.depth(side, expected.length), depth), 'both books have the same depth');
        invariant(book.best(side) === (depth[0] ?? -1), 'both books have the same best price');
        invariant(same(book.depth(side, 2), depth.slice(0, 4)), 'depth stops at the levels asked for');
      }
    }
  }

  audit(): void {
    this.#fast.audit();
    this.#copy.audit();
  }

  get size(): number {
    return this.#fast.size;
  }

  #place(side: BookSide, tick: number, lots: number, rests: boolean): void {
    const reference = this.#references;
    this.#references += 1;
    const owner = reference % OWNERS;
    const order = { side, tick, lots, owner, reference };
    const trades = this.#slow.place(order, rests);
    const handle = trade(this.#fast, order, rests, trades);
    invariant(handle === trade(this.#copy, order, rests, trades), 'a book that was read gives out the same handles');
    if (handle >= 0) this.#handles.set(reference, handle);
    for (const { maker } of trades) {
      const made = this.#handles.get(maker);
      if (made !== undefined && !(this.#fast.holds(made) && this.#fast.referenceOf(made) === maker)) this.#handles.delete(maker);
    }
  }

  #pick(pick: number): { reference: number; handle: number } | undefined {
    if (this.#handles.size === 0) return undefined;
    const entry = [...this.#handles][pick % this.#handles.size];
    if (entry === undefined) return undefined;
    const [reference, handle] = entry;
    if (this.#fast.holds(handle) && this.#fast.referenceOf(handle) === reference) return { reference, handle };
    this.#handles.delete(reference);
    return this.#pick(pick);
  }
}

interface TwinOrder {
  readonly side: BookSide;
  readonly tick: number;
  readonly lots: number;
  readonly owner: number;
  readonly reference: number;
}

/** Places an order in the real book and compares its trades; returns the handle of the resting part, -1 for none. */
function trade(book: OrderBook, order: TwinOrder, rests: boolean, expected: readonly SlowTrade[]): number {
  const trades: SlowTrade[] = [];
  const taker = new PlainTaker(order.side, order.tick, (tick, lots, _, maker) => trades.push({ maker, tick, lots }));
  const left = order.lots - matchOrder(book, taker, order.lots);
  invariant(trades.length === expected.length, 'both books make as many trades');
  trades.forEach((made, at) => {
    const other = expected[at];
    invariant(made.maker === other?.maker && made.tick === other.tick && made.lots === other.lots, 'both books make the same trades');
  });
  return left > 0 && rests ? book.rest(order.side, order.tick, left, order.owner, order.reference) : -1;
}

function bytesOf(book: OrderBook): Uint8Array {
  const writer = new ByteStateWriter();
  book.write(writer);
  return writer.finish();
}

function same(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, at) => value === b[at]);
}
