import { invariant, type AccountId, type Instrument, type InstrumentId, type OrderId, type PositionIndex } from '@tapedeck/domain';
import { TriggerBook } from './trigger-book.ts';
import type { WaitingOrder } from './waiting-order.ts';

const NONE: readonly WaitingOrder[] = [];

/** Every order of the exchange that waits: by account, by what it waits for, and those that fired and have to be carried out. */
export class Triggers {
  readonly #books: TriggerBook[] = [];
  /** Of each account that has any, by rising id. */
  readonly #accounts = new Map<AccountId, WaitingOrder[]>();
  /** Closes by margin rate, by rising id. */
  readonly #marginRates: WaitingOrder[] = [];
  /** Fired and not carried out yet, in the order in which they fired. Empty whenever a command is done. */
  readonly due: WaitingOrder[] = [];

  book(instrument: InstrumentId): TriggerBook {
    const book = this.#books[instrument];
    if (book !== undefined) return book;
    // Without a hole, so that the list stays fast.
    while (this.#books.length <= instrument) this.#books.push(new TriggerBook());
    return this.#books[instrument] as TriggerBook;
  }

  get books(): readonly TriggerBook[] {
    return this.#books;
  }

  /** Closes by margin rate, oldest first. */
  get marginRates(): readonly WaitingOrder[] {
    return this.#marginRates;
  }

  /** Whether an account has any order that waits. */
  has(account: AccountId): boolean {
    return this.#accounts.has(account);
  }

  /** Orders of an account that wait, oldest first. */
  of(account: AccountId): readonly WaitingOrder[] {
    return this.#accounts.get(account) ?? NONE;
  }

  get(account: AccountId, orderId: OrderId): WaitingOrder | undefined {
    return this.of(account).find((order) => order.terms.orderId === orderId);
  }

  ofInstrument(account: AccountId, { id }: Pick<Instrument, 'id'>): WaitingOrder[] {
    return this.of(account).filter((order) => order.terms.instrument.id === id);
  }

  ofPosition(account: AccountId, instrument: Pick<Instrument, 'id'>, index: PositionIndex): WaitingOrder[] {
    return this.of(account).filter(({ terms }) => terms.instrument.id === instrument.id && terms.positionIndex === index);
  }

  /** All of them by rising id. */
  all(): WaitingOrder[] {
    return [...this.#accounts.values()].flat().sort((a, b) => a.terms.orderId - b.terms.orderId);
  }

  add(order: WaitingOrder): void {
    const { account, orderId, instrument, marginRate } = order.terms;
    const list = this.#accounts.get(account) ?? [];
    const last = list.at(-1);
    invariant(last === undefined || last.terms.orderId < orderId, 'order ids rise');
    list.push(order);
    this.#accounts.set(account, list);
    if (marginRate === undefined) this.book(instrument.id).watch(order);
    else this.#marginRates.push(order);
  }

  /** Ends the wait of an order; `watched` is false when it came out of its book already. */
  remove(order: WaitingOrder, watched = true): void {
    if (watched && order.terms.marginRate === undefined) this.book(order.terms.instrument.id).unwatch(order);
    const { account, marginRate } = order.terms;
    const list = this.#accounts.get(account) ?? [];
    const at = list.indexOf(order);
    invariant(at >= 0, 'B17 an order that stops waiting was waiting');
    list.splice(at, 1);
    if (list.length === 0) this.#accounts.delete(account);
    if (marginRate !== undefined) this.#marginRates.splice(this.#marginRates.indexOf(order), 1);
    if (order.partner !== undefined) {
      order.partner.partner = undefined;
      order.partner = undefined;
    }
  }

  /** Two legs of which the first to fire cancels the other. */
  static pair(a: WaitingOrder, b: WaitingOrder): void {
    a.partner = b;
    b.partner = a;
  }
}
