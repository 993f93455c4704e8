import type { Instrument, OrderRecord, Outcome } from '@tapedeck/domain';
import { createOrderResult, type CreateOrderRequest } from '@tapedeck/protocol';
import { NO_ANSWER, NOT_ARRIVED, OUTCOME_UNKNOWN, REPORTS_OFF } from '../connection/failure-codes.ts';
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

/** An order that was sent and that the private stream has not shown yet. */
export interface PendingOrder {
  readonly record: OrderRecord;
  readonly state: 'pending' | 'checking';
}
export type PendingOrders = ReadonlyMap<string, PendingOrder>;

/** What only this page knows of an order: that nobody answered, that it never arrived, or that it is there after all. */
export interface PlacingNews {
  readonly kind: 'orderUnanswered' | 'orderMissing' | 'orderMade';
  readonly order: OrderRecord;
}

export interface OrderPlacing {
  /** By client-made order id. */
  readonly pending: Readable<PendingOrders>;
  /**
   * Sends one order; the same order of the same gesture, asked for again while it is under way, is given its answer. What is larger than
   * one order may be goes in parts, one after the other, until one fails; the answer then has the ids of all parts. While the account's
   * news do not arrive, only what reduces a position goes out.
   */
  place(gesture: string, terms: OrderTerms): Promise<Result<Outcome>>;
  /** Finds out about orders that an earlier page sent. */
  resume(): void;
  /** Stops looking: the account is no longer ours. */
  forget(): void;
  onNews(listener: (news: PlacingNews) => void): () => void;
}

export interface OrderPlacingContext {
  readonly ports: ClientPorts;
  readonly http: Http;
  readonly guard: Guard;
  readonly mirror: Readable<AccountMirror | undefined>;
  /** Whether the account's news arrive. */
  reportsFlow(): boolean;
  /** The stream has not shown this order: it may have ended while nobody listened. */
  onUnseen(order: MissedOrder): void;
  instrument(symbol: string): Instrument | undefined;
}

const CREATE = '/contract/v5/order/create';
const COPY_CREATE = '/fapi/beehive/private/v1/common/order/create';
/** What the orders of a reversal say they come from. */
export const REVERSE_REFERER = 'reversePosition';
/** How long an acknowledged order may take to come by the stream before its pending row goes. */
const STREAM_WAIT_MS = 5_000;
/** The order exists already: an earlier attempt got through. */
const DUPLICATE_ORDER_ID = 110072;

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
    // A reversal asks before its first step; it is not left half done.
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
        // Stored text that this instrument cannot have sent.
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

  /** The order exists: its pending row stays until the stream shows the real one. */
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
      // A snapshot shows an open order without telling that it was made.
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

  /** Finds out what became of an order that nobody answered, or that `unanswered` says is there already. */
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
    // A log-out ends the look-up without an answer: the order stays remembered for the next log-in.
    if (own !== this.#generation) return failed({ ...unanswered, unsettled: true });
    this.#sent.remove(orderLinkId);
    this.#tell('orderMissing', order);
    return failed({ code: NOT_ARRIVED, message: '' });
  }

  async #sendParts(parts: readonly OrderTerms[]): Promise<Result<Outcome>> {
    const [only] = parts;
    if (only !== undefined && parts.length === 1) return this.#send(only);
    const orderIds: number[] = [];
    for (const [at, part] of parts.entries()) {
      const answer = await this.#send(part);
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

  async #send(terms: OrderTerms): Promise<Result<Outcome>> {
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
      return succeeded({ orderId });
    }
    if (OUTCOME_UNKNOWN.has(answer.failure.code) || answer.failure.code === DUPLICATE_ORDER_ID) {
      return this.#check(orderLinkId, order, terms.instrument.symbol, answer.failure);
    }
    this.#sent.remove(orderLinkId);
    this.#show(orderLinkId, undefined);
    return failed(answer.failure);
  }
}
