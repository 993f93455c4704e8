import { formatDecimal, lots, moneyUnits, ticks, timestamp, ZERO_MONEY } from '@tapedeck/domain';
import type { Instrument, OrderRecord, Outcome } from '@tapedeck/domain';
import {
  createOrderResult,
  decodeOrderOptions,
  encodeOrderOptions,
  encodeReverse,
  lotsText,
  readLots,
  readTicks,
  ticksText,
  type CreateOrderRequest,
  type ReverseFields,
} from '@tapedeck/protocol';
import { OUTCOME_UNKNOWN } from '../connection/failure-codes.ts';
import type { Http } from '../connection/http.ts';
import { randomId } from '../connection/random-id.ts';
import type { OrderTerms } from '../forms/order/order-terms.ts';
import type { ClientPorts } from '../ports/ports.ts';
import type { AccountMirror } from '../raw/account-mirror.ts';
import { failed, succeeded, type Result } from '../store/loadable.ts';
import { createStore, type Readable } from '../store/readable.ts';
import type { Guard } from './guard.ts';
import { orderParts, splitFailed } from './order-parts.ts';
import { lookUpOrder, mirroredOrder } from './order-lookup.ts';
import { createSentOrders, type SentOrders } from '../storage/sent-orders.ts';

/** An order that was sent and that the private stream has not shown yet. */
export interface PendingOrder {
  readonly record: OrderRecord;
  readonly state: 'pending' | 'checking';
}
export type PendingOrders = ReadonlyMap<string, PendingOrder>;

export interface OrderPlacing {
  /** By client-made order id. */
  readonly pending: Readable<PendingOrders>;
  /**
   * Sends one order; a second call with the same gesture while it is under way answers with the first. What is larger than one order may
   * be goes in parts, one after the other, until one fails; the answer then has the ids of all parts.
   */
  place(gesture: string, terms: OrderTerms): Promise<Result<Outcome>>;
  /** Finds out about orders that an earlier page sent. */
  resume(): void;
  /** Stops looking: the account is no longer ours. */
  forget(): void;
}

export interface OrderPlacingContext {
  readonly ports: ClientPorts;
  readonly http: Http;
  readonly guard: Guard;
  readonly mirror: Readable<AccountMirror | undefined>;
  instrument(symbol: string): Instrument | undefined;
}

const CREATE = '/contract/v5/order/create';
const COPY_CREATE = '/fapi/beehive/private/v1/common/order/create';
const LINK_ID_LENGTH = 20;
/** What the orders of a reversal say they come from. */
export const REVERSE_REFERER = 'reversePosition';
/** How long an acknowledged order may take to come by the stream before its pending row goes. */
const STREAM_WAIT_MS = 5_000;
/** The order exists already: an earlier attempt got through. */
const DUPLICATE_ORDER_ID = 110072;

/** An id for an order that is about to be sent. */
export const newOrderLinkId = (ports: Pick<ClientPorts, 'random'>): string => `td-${randomId(ports, LINK_ID_LENGTH)}`;

export type OrderRequest = CreateOrderRequest & Partial<Omit<ReverseFields, 'closeOnTrigger'>> & { readonly orderLinkId: string };

export function orderRequest(terms: OrderTerms, orderLinkId: string): OrderRequest {
  const {
    instrument,
    side,
    orderType,
    price,
    quantity,
    timeInForce,
    reduceOnly,
    positionIndex,
    source,
    options,
    borrows,
    reverse,
    quoteAmount,
  } = terms;
  return {
    symbol: instrument.symbol,
    side,
    orderType,
    ...(quoteAmount === undefined
      ? { qty: lotsText(quantity, instrument) }
      : { qty: formatDecimal(moneyUnits(quoteAmount)), marketUnit: 'quoteCoin' as const }),
    ...(price !== undefined && orderType === 'Limit' && { price: ticksText(price, instrument) }),
    timeInForce: orderType === 'Market' ? 'ImmediateOrCancel' : timeInForce,
    reduceOnly,
    positionIdx: positionIndex,
    type: options?.trigger === undefined ? 'Activity' : 'Conditions',
    orderLinkId,
    source,
    ...(options !== undefined && encodeOrderOptions(options, instrument)),
    ...(borrows === true && { isLeverage: true }),
    ...(reverse !== undefined && encodeReverse({ ...reverse, instrument, quantity })),
  };
}

/** A row for an order that only this page knows. Its id is negative: the server has given none yet. */
function pendingRecord(
  request: CreateOrderRequest,
  orderLinkId: string,
  instrument: Instrument,
  at: { readonly id: number; readonly now: number },
): OrderRecord {
  const time = timestamp(Math.trunc(at.now));
  const { trigger, exits, slippage } = decodeOrderOptions(request, instrument, () => true) ?? {};
  return {
    orderId: -at.id,
    clientOrderId: orderLinkId,
    account: 0,
    instrument: instrument.id,
    side: request.side,
    orderType: request.orderType,
    price: request.price === undefined ? ticks(0) : readTicks(request.price, 'price', instrument),
    quantity: request.qty === undefined || request.marketUnit === 'quoteCoin' ? lots(0) : readLots(request.qty, 'qty', instrument),
    filled: lots(0),
    filledValue: ZERO_MONEY,
    fee: ZERO_MONEY,
    timeInForce: request.timeInForce ?? 'GoodTillCancel',
    reduceOnly: request.reduceOnly ?? false,
    positionIndex: request.positionIdx ?? 0,
    status: trigger === undefined ? 'New' : 'Untriggered',
    source: request.source ?? 'form',
    createdAt: time,
    updatedAt: time,
    ...(trigger !== undefined && {
      stop: { kind: 'Stop', trigger, closeOnTrigger: request.closeOnTrigger === true, wholePosition: false, parent: 0 },
    }),
    ...(exits !== undefined && { exits }),
    ...(slippage !== undefined && { slippage }),
  };
}

export function createOrderPlacing(context: OrderPlacingContext): OrderPlacing {
  return new GuardedPlacing(context);
}

class GuardedPlacing implements OrderPlacing {
  readonly pending = createStore<PendingOrders>(new Map());
  readonly #context: OrderPlacingContext;
  readonly #sent: SentOrders;
  #made = 0;
  #generation = 0;

  constructor(context: OrderPlacingContext) {
    this.#context = context;
    this.#sent = createSentOrders(context.ports.storage);
  }

  place(gesture: string, terms: OrderTerms): Promise<Result<Outcome>> {
    return this.#context.guard.run(`place:${gesture}`, () => this.#sendParts(orderParts(terms)));
  }

  resume(): void {
    for (const { request } of this.#sent.list()) {
      const { orderLinkId, symbol } = request;
      const instrument = this.#context.instrument(symbol);
      if (instrument === undefined || this.pending.get().has(orderLinkId)) continue;
      try {
        void this.#check(orderLinkId, this.#record(request, orderLinkId, instrument), symbol);
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
  #accepted(orderLinkId: string): void {
    const { mirror, ports } = this.#context;
    this.#sent.remove(orderLinkId);
    const seen = (): boolean => mirroredOrder(mirror.get(), orderLinkId) !== undefined;
    if (seen()) {
      this.#show(orderLinkId, undefined);
      return;
    }
    const finish = (): void => {
      stop();
      cancelTimer();
      this.#show(orderLinkId, undefined);
    };
    const stop = mirror.subscribe(() => {
      if (seen()) finish();
    });
    const cancelTimer = ports.setTimer(finish, STREAM_WAIT_MS);
  }

  async #check(orderLinkId: string, order: OrderRecord, symbol: string): Promise<number | undefined> {
    const { http, ports, mirror } = this.#context;
    this.#show(orderLinkId, { record: order, state: 'checking' });
    const own = this.#generation;
    const fate = await lookUpOrder(http, ports, mirror, { symbol, orderLinkId, active: () => own === this.#generation });
    if (fate.kind === 'exists') {
      this.#accepted(orderLinkId);
      return fate.orderId;
    }
    // A log-out ends the look-up without an answer: the order stays remembered for the next log-in.
    if (own === this.#generation) this.#sent.remove(orderLinkId);
    this.#show(orderLinkId, undefined);
    return undefined;
  }

  async #sendParts(parts: readonly OrderTerms[]): Promise<Result<Outcome>> {
    const [only] = parts;
    if (only !== undefined && parts.length === 1) return this.#send(only);
    const orderIds: number[] = [];
    for (const [at, part] of parts.entries()) {
      const answer = await this.#send(part);
      if (!answer.ok) {
        const left = parts.slice(at).map(({ quantity }) => quantity);
        return at === 0 ? answer : failed(splitFailed(left, part.instrument, answer.failure));
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
      this.#accepted(orderLinkId);
      return succeeded({ orderId: Number(answer.value.orderId) });
    }
    if (OUTCOME_UNKNOWN.has(answer.failure.code) || answer.failure.code === DUPLICATE_ORDER_ID) {
      const orderId = await this.#check(orderLinkId, order, terms.instrument.symbol);
      return orderId === undefined ? answer : succeeded({ orderId });
    }
    this.#sent.remove(orderLinkId);
    this.#show(orderLinkId, undefined);
    return failed(answer.failure);
  }
}
