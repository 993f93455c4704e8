import { invariant, type AccountId, type Instrument, type InstrumentId, type OrderId, type PositionIndex } from '@tapedeck/domain';
import { UntriggeredOrders } from './untriggered-orders.ts';
import type { ConditionalOrder } from './conditional-order.ts';

const NONE: readonly ConditionalOrder[] = [];

/** All conditional orders of the exchange: by account, by trigger, and the triggered ones that are not executed yet. */
export class Triggers {
  readonly #untriggered: UntriggeredOrders[] = [];
  /** By account, by ascending id. */
  readonly #accounts = new Map<AccountId, ConditionalOrder[]>();
  /** Closes by margin rate, by ascending id. */
  readonly #marginRates: ConditionalOrder[] = [];
  /** Triggered but not executed, in trigger order. Empty at the end of every command. */
  readonly due: ConditionalOrder[] = [];

  untriggered(instrument: InstrumentId): UntriggeredOrders {
    const orders = this.#untriggered[instrument];
    if (orders !== undefined) return orders;
    // Without holes, so that the list stays fast.
    while (this.#untriggered.length <= instrument) this.#untriggered.push(new UntriggeredOrders());
    return this.#untriggered[instrument] as UntriggeredOrders;
  }

  get everyUntriggered(): readonly UntriggeredOrders[] {
    return this.#untriggered;
  }

  /** Closes by margin rate, oldest first. */
  get marginRates(): readonly ConditionalOrder[] {
    return this.#marginRates;
  }

  /** Whether an account has any conditional order. */
  has(account: AccountId): boolean {
    return this.#accounts.has(account);
  }

  /** Conditional orders of an account, oldest first. */
  of(account: AccountId): readonly ConditionalOrder[] {
    return this.#accounts.get(account) ?? NONE;
  }

  get(account: AccountId, orderId: OrderId): ConditionalOrder | undefined {
    return this.of(account).find((order) => order.terms.orderId === orderId);
  }

  ofInstrument(account: AccountId, { id }: Pick<Instrument, 'id'>): ConditionalOrder[] {
    return this.of(account).filter((order) => order.terms.instrument.id === id);
  }

  ofPosition(account: AccountId, instrument: Pick<Instrument, 'id'>, index: PositionIndex): ConditionalOrder[] {
    return this.of(account).filter(({ terms }) => terms.instrument.id === instrument.id && terms.positionIndex === index);
  }

  /** All of them by ascending id. */
  all(): ConditionalOrder[] {
    return [...this.#accounts.values()].flat().sort((a, b) => a.terms.orderId - b.terms.orderId);
  }

  add(order: ConditionalOrder): void {
    const { account, orderId, instrument, marginRate } = order.terms;
    const list = this.#accounts.get(account) ?? [];
    const last = list.at(-1);
    invariant(last === undefined || last.terms.orderId < orderId, 'order ids rise');
    list.push(order);
    this.#accounts.set(account, list);
    if (marginRate === undefined) this.untriggered(instrument.id).watch(order);
    else this.#marginRates.push(order);
  }

  /** Removes a conditional order; `watched` is false if it has already left the untriggered orders. */
  remove(order: ConditionalOrder, watched = true): void {
    if (watched && order.terms.marginRate === undefined) this.untriggered(order.terms.instrument.id).unwatch(order);
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

  /** Two legs; the first to trigger cancels the other. */
  static pair(a: ConditionalOrder, b: ConditionalOrder): void {
    a.partner = b;
    b.partner = a;
  }
}
