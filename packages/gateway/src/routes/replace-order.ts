import { refusal, type AttachedExits, type ExitLeg, type Instrument, type OrderChanges, type OrderRecord } from '@tapedeck/domain';
import { decodeLeg, readTicks, type ReplaceOrderRequest } from '@tapedeck/protocol';
import { badParameter, done, refused, type Reply } from '../answers.ts';
import type { Session } from '../ports.ts';
import { findOpenOrder } from './find-order.ts';
import { decodePrice, decodeQuantity, type Decoded } from './place-order.ts';
import type { Services } from './route.ts';

type Which = 'takeProfit' | 'stopLoss';

const namesExits = (request: ReplaceOrderRequest): boolean => request.takeProfit !== undefined || request.stopLoss !== undefined;

/** The TP/SL after the change: an absent leg stays, "0" removes it; `null` if none is left. Throws `WireMalformed`. */
function exitsAfter(request: ReplaceOrderRequest, before: AttachedExits | undefined, instrument: Instrument): AttachedExits | null {
  const legAfter = (which: Which): ExitLeg | undefined => {
    const leg = decodeLeg(request, which, instrument);
    return leg === undefined ? before?.[which] : (leg ?? undefined);
  };
  const [takeProfit, stopLoss] = [legAfter('takeProfit'), legAfter('stopLoss')];
  if (takeProfit === undefined && stopLoss === undefined) return null;
  const { tpSlMode } = request;
  const mode = tpSlMode === 'Full' || tpSlMode === 'Partial' ? tpSlMode : (before?.mode ?? 'Full');
  return { mode, ...(takeProfit !== undefined && { takeProfit }), ...(stopLoss !== undefined && { stopLoss }) };
}

function triggerAfter({ triggerPrice, triggerBy }: ReplaceOrderRequest, instrument: Instrument): OrderChanges {
  return {
    ...(triggerPrice !== undefined && { trigger: readTicks(triggerPrice, 'triggerPrice', instrument) }),
    ...(triggerBy !== undefined && { triggerSource: triggerBy === 'UNKNOWN' ? 'LastPrice' : triggerBy }),
  };
}

/** The requested changes, in ticks and lots. Throws `WireMalformed`. */
function changesOf(request: ReplaceOrderRequest, { exits }: OrderRecord, instrument: Instrument): Decoded<OrderChanges> {
  const { price, qty, qtyX } = request;
  const limit = price === undefined ? undefined : decodePrice({ orderType: 'Limit', price }, instrument);
  if (limit?.ok === false) return limit;
  const size = qty === undefined && qtyX === undefined ? undefined : decodeQuantity({ qty, qtyX }, instrument);
  if (size?.ok === false) return size;
  const value: OrderChanges = {
    ...(limit !== undefined && { price: limit.value }),
    ...(size !== undefined && { quantity: size.value }),
    ...triggerAfter(request, instrument),
    ...(namesExits(request) && { exits: exitsAfter(request, exits, instrument) }),
  };
  return Object.keys(value).length === 0
    ? { ok: false, reply: badParameter('qty', 'or price, trigger or TP/SL is missing') }
    : { ok: true, value };
}

/** Amends an open order, resting or conditional. */
export async function replaceOrder(request: ReplaceOrderRequest, services: Services, session: Session): Promise<Reply> {
  const instrument = services.catalogue.bySymbol(request.symbol);
  if (instrument === undefined) return refused(refusal('symbolUnknown'));
  if (request.orderId === undefined && (request.orderLinkId ?? '') === '') return badParameter('orderId');
  const order = await findOpenOrder(request, services, session);
  // Prices and quantities were parsed in ticks and lots of that instrument: they are invalid for an order in another
  // one.
  if (order === undefined || order.instrument !== instrument.id) return refused(refusal('orderUnknown'));
  return replaceFound({ order, instrument }, request, services, session);
}

/** An open order, and its instrument. */
export interface FoundOrder {
  readonly order: OrderRecord;
  readonly instrument: Instrument;
}

/** Changes an order that was found already; the ids of the request have no effect. */
export async function replaceFound(
  { order, instrument }: FoundOrder,
  request: ReplaceOrderRequest,
  services: Services,
  session: Session,
): Promise<Reply> {
  const changes = changesOf(request, order, instrument);
  if (!changes.ok) return changes.reply;
  const { orderId } = order;
  const outcome = await services.venue.submit({ type: 'AmendOrder', account: session.account, orderId, changes: changes.value });
  return outcome.refusal === undefined ? done({ orderId: String(orderId) }) : refused(outcome.refusal);
}
