import type { Instrument, OrderRecord, Outcome } from '@tapedeck/domain';
import { createOrderResult, type CreateOrderRequest } from '@tapedeck/protocol';
import { NO_ANSWER, NOT_ARRIVED, NOT_LOGGED_IN, OUTCOME_UNKNOWN, REPORTS_OFF, STEP_INCOMPLETE } from '../connection/failure-codes.ts';
import type { Http } from '../connection/http.ts';
import type { OrderTerms } from '../forms/order/order-terms.ts';
import type { ClientPorts } from '../ports/ports.ts';
import type { AccountMirror } from '../raw/account-mirror.ts';
import { createSentOrders, type SentOrders } from '../storage/sent-orders.ts';
import { failed, succeeded, type Failure, type Result } from '../store/loadable.ts';
import { createStore, type Readable } from '../store/readable.ts';
import type { Guard } from './guard.ts';
import type { MissedOrder } from './missed-ends.ts';
import { lookUpOrder, mirroredOrder } from './order-lookup.ts';
import { orderParts, splitFailed } from './order-parts.ts';
import { newOrderLinkId, orderRequest, pendingRecord } from './order-request.ts';

/** A sent order that the private stream has not reported yet. */
export interface PendingOrder {
  readonly record: OrderRecord;
  readonly state: 'pending' | 'checking';
}
export type PendingOrders = ReadonlyMap<string, PendingOrder>;

/** Order states that only this page knows: unanswered, never arrived, or found later. */
export interface PlacingNews {
  readonly kind: 'orderUnanswered' | 'orderMissing' | 'orderMade';
  readonly order: OrderRecord;
}

export interface OrderPlacing {
  /** By client-made order id. */
  readonly pending: Readable<PendingOrders>;
  /**
   * Sends one order; a repeated order of the same gesture while it is in progress receives its answer. A quantity above the maximum per
   * order is sent in parts, one after the other, until one fails or its answer is lost: a part sent after a look-up would meet another
   * market than the press did. The answer then has the ids of all parts. While the account is not live, only orders that reduce a position
   * are sent.
   */
  place(gesture: string, terms: OrderTerms): Promise<Result<Outcome>>;
  /** Determines the outcome of orders that an earlier page sent. */
  resume(): void;
  /** Stops all look-ups: the account has changed. */
  forget(): void;
  onNews(listener: (news: PlacingNews) => void): () => void;
}

export interface OrderPlacingContext {
  readonly ports: ClientPorts;
  readonly http: Http;
  readonly guard: Guard;
  readonly mirror: Readable<AccountMirror | undefined>;
  /** Whether the account is live. */
  reportsFlow(): boolean;
  /** The stream has not reported this order: it may have ended without a listener. */
  onUnseen(order: MissedOrder): void;
  instrument(symbol: string): Instrument | undefined;
}

const CREATE = '/contract/v5/order/create';
const COPY_CREATE = '/fapi/beehive/private/v1/common/order/create';
/** Referer of both orders of a reversal. */
export const REVERSE_REFERER = 'reversePosition';
/** Maximum wait for the stream's report of an acknowledged order before its pending row is removed. */
const STREAM_WAIT_MS = 5_000;
/** The order already exists: an earlier attempt succeeded. */
const DUPLICATE_ORDER_ID = 110072;

/** The answer to one order; `late` if it took a look-up. */
interface Sending {
  readonly answer: Result<Outcome>;
  readonly late?: true;
}

export function createOrderPlacing(context: OrderPlacingContext): OrderPlacing {
  return new GuardedPlacing(context);
}

class GuardedPlacing implements OrderPlacing {
  readonly pending = createStore<PendingOrders>(new Map());
  readonly #context: OrderPlacingContext;
  readonly #sent: SentOrders;
  readonly #listeners = new Set<{ readonly tell: (news: PlacingNews) => void }>();
  #made = 0;
  #generation = 0;

  constructor(context: OrderPlacingContext) {
    this.#context = context;
    this.#sent = createSentOrders(context.ports.storage);
  }

  place(gesture: string, terms: OrderTerms): Promise<Result<Outcome>> {
    // A reversal checks before its first step; it is never left half done.
    const isHeld = !terms.reduceOnly && terms.reverse === undefined && !this.#context.reportsFlow();
    if (isHeld) return Promise.resolve(failed({ code: REPORTS_OFF, message: '' }));
    const asked = JSON.stringify(orderRequest(terms, ''));
    return this.#context.guard.run(`place:${gesture}:${asked}`, () => this.#sendParts(orderParts(terms)));
  }

  onNews(listener: (news: PlacingNews) => void): () => void {
    const own = { tell: listener };
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  #tell(kind: PlacingNews['kind'], order: OrderRecord): void {
    for (const listener of [...this.#listeners]) listener.tell({ kind, order });
  }

  resume(): void {
    for (const { request } of this.#sent.list()) {
      const { orderLinkId, symbol } = request;
      const instrument = this.#context.instrument(symbol);
      if (instrument === undefined || this.pending.get().has(orderLinkId)) continue;
      try {
        void this.#check(orderLinkId, this.#record(request, orderLinkId, instrument), symbol, { code: NO_ANSWER, message: '' });
      } catch {
        // Stored text that does not match this instrument.
        this.#sent.remove(orderLinkId);
      }
    }
  }

  forget(): void {
    this.#generation += 1;
    this.pending.set(new Map());
  }

  #show(orderLinkId: string, order: PendingOrder | undefined): void {
    const next = new Map(this.pending.get());
    if (order === undefined) next.delete(orderLinkId);
    else next.set(orderLinkId, order);
    this.pending.set(next);
  }

  #record(request: CreateOrderRequest, orderLinkId: string, instrument: Instrument): OrderRecord {
    this.#made += 1;
    return pendingRecord(request, orderLinkId, instrument, { id: this.#made, now: this.#context.ports.now() });
  }

  /** The order exists: its pending row stays until the stream reports the real one. */
  #accepted(orderLinkId: string, order: MissedOrder): void {
    const { mirror, ports, onUnseen } = this.#context;
    this.#sent.remove(orderLinkId);
    const own = this.#generation;
    const seen = (): boolean => mirroredOrder(mirror.get(), orderLinkId) !== undefined;
    const finish = (): void => {
      stop();
      cancelTimer();
      if (own !== this.#generation) return;
      this.#show(orderLinkId, undefined);
      // A snapshot shows an open order without reporting its creation.
      const open = mirror.get()?.orders.get(order.orderId);
      if (open !== undefined) this.#tell('orderMade', open);
      else if (!seen()) onUnseen(order);
    };
    const stop = mirror.subscribe(() => {
      if (seen()) finish();
    });
    const cancelTimer = ports.setTimer(finish, STREAM_WAIT_MS);
    if (seen()) finish();
  }

  /** Looks up an order without an answer, or one that `unanswered` reports as existing. */
  async #check(orderLinkId: string, order: OrderRecord, symbol: string, unanswered: Failure): Promise<Result<Outcome>> {
    const { http, ports, mirror } = this.#context;
    this.#show(orderLinkId, { record: order, state: 'checking' });
    if (unanswered.code !== DUPLICATE_ORDER_ID) this.#tell('orderUnanswered', order);
    const own = this.#generation;
    const fate = await lookUpOrder(http, ports, mirror, { symbol, orderLinkId, active: () => own === this.#generation });
    if (fate.kind === 'exists') {
      this.#accepted(orderLinkId, { orderId: fate.orderId, instrument: order.instrument });
      return succeeded({ orderId: fate.orderId });
    }
    this.#show(orderLinkId, undefined);
    // A log-out ends the look-up without a result: the order stays stored for the next log-in.
    if (own !== this.#generation) return failed({ ...unanswered, unsettled: true });
    this.#sent.remove(orderLinkId);
    this.#tell('orderMissing', order);
    return failed({ code: NOT_ARRIVED, message: '' });
  }

  async #sendParts(parts: readonly OrderTerms[]): Promise<Result<Outcome>> {
    const [only] = parts;
    if (only !== undefined && parts.length === 1) return (await this.#send(only)).answer;
    const orderIds: number[] = [];
    const own = this.#generation;
    let late: true | undefined;
    for (const [at, part] of parts.entries()) {
      // The user has logged out: the remaining parts are not sent.
      const code = own !== this.#generation ? NOT_LOGGED_IN : late && STEP_INCOMPLETE;
      const sent = code === undefined ? await this.#send(part) : { answer: failed({ code, message: '' }) };
      const { answer } = sent;
      late = sent.late;
      if (!answer.ok) {
        const quantities = parts.map(({ quantity }) => quantity);
        const split = { placed: quantities.slice(0, at), failed: quantities.slice(at) };
        return at === 0 ? answer : failed(splitFailed(split, part.instrument, answer.failure));
      }
      if (answer.value.orderId !== undefined) orderIds.push(answer.value.orderId);
    }
    const last = orderIds.at(-1);
    return succeeded({ orderIds, ...(last !== undefined && { orderId: last }) });
  }

  async #send(terms: OrderTerms): Promise<Sending> {
    const { http, ports } = this.#context;
    const orderLinkId = newOrderLinkId(ports);
    const request = orderRequest(terms, orderLinkId);
    const order = this.#record(request, orderLinkId, terms.instrument);
    this.#sent.add({ request, sentAt: ports.now() });
    this.#show(orderLinkId, { record: order, state: 'pending' });
    const answer = await http.post(terms.copyTrade === true ? COPY_CREATE : CREATE, request, createOrderResult, {
      tagged: true,
      ...(terms.reverse !== undefined && { referer: REVERSE_REFERER }),
    });
    if (answer.ok) {
      const orderId = Number(answer.value.orderId);
      this.#accepted(orderLinkId, { orderId, instrument: order.instrument });
      return { answer: succeeded({ orderId }) };
    }
    if (OUTCOME_UNKNOWN.has(answer.failure.code) || answer.failure.code === DUPLICATE_ORDER_ID) {
      return { answer: await this.#check(orderLinkId, order, terms.instrument.symbol, answer.failure), late: true };
    }
    this.#sent.remove(orderLinkId);
    this.#show(orderLinkId, undefined);
    return { answer: failed(answer.failure) };
  }
}
