import { NO_ORDERS } from '@tapedeck/domain';
import { priceOfTicks, priceUnits, formatDecimal, refusal } from '@tapedeck/domain';
import type { CancelScope, Instrument, OrderTab, Outcome, PlaceOrder, Untimed } from '@tapedeck/domain';
import {
  cancelAllOrdersRequest,
  cancelAllOrdersResult,
  cancelOrderRequest,
  cancelOrderResult,
  createOrderRequest,
  createOrderResult,
  replaceOrderRequest,
  replaceOrderResult,
} from '@tapedeck/protocol';
import type { CANCEL_TYPES, CancelAllOrdersRequest, CancelOrderRequest, CreateOrderRequest, ReplaceOrderRequest } from '@tapedeck/protocol';
import { done, failed, refused, type Reply } from '../answers.ts';
import type { Session } from '../ports.ts';
import { orderIdOf } from './find-order.ts';
import { checkOrderLeverage, decodeOrderLeverage, decodePlaceOrder, risingOn } from './place-order.ts';
import { replaceOrder } from './replace-order.ts';
import { route, type Route, type Services } from './route.ts';

const ALL_INSTRUMENTS = -1;

/** Places an order. Throws `WireMalformed`. */
export async function createOrder(request: CreateOrderRequest, services: Services, session: Session): Promise<Reply> {
  const instrument = services.catalogue.bySymbol(request.symbol);
  if (instrument === undefined) return refused(refusal('symbolUnknown'));
  const leverage = decodeOrderLeverage(request);
  if (!leverage.ok) return leverage.reply;
  const command = decodePlaceOrder(request, session.account, instrument, risingOn(services.venue, instrument));
  if (!command.ok) return command.reply;
  if (leverage.value !== undefined) {
    const snapshot = await services.venue.account(session.account, NO_ORDERS);
    const settings = snapshot?.state.settings.find((record) => record.instrument === instrument.id);
    const reply = checkOrderLeverage(leverage.value, command.value, settings);
    if (reply !== undefined) return reply;
  }
  const { apiKey } = session;
  const sent = apiKey === undefined ? command.value : { ...command.value, apiKey };
  return placed(await services.venue.submit(sent), sent, instrument);
}

function placed(outcome: Outcome, command: Untimed<PlaceOrder>, instrument: Instrument): Reply {
  if (outcome.refusal !== undefined) return refused(outcome.refusal);
  if (outcome.orderId === undefined) return failed('serverError');
  const limit = formatDecimal(priceUnits(priceOfTicks(command.price, instrument.tickSize)), undefined, instrument.priceDigits);
  return done({
    orderId: String(outcome.orderId),
    orderLinkId: command.clientOrderId,
    price: command.orderType === 'Market' ? '' : limit,
  });
}

/** Cancels a resting or conditional order. */
export async function cancelOrder(request: CancelOrderRequest, services: Services, session: Session): Promise<Reply> {
  if (services.catalogue.bySymbol(request.symbol) === undefined) return refused(refusal('symbolUnknown'));
  const orderId = await orderIdOf(request, services, session);
  if (typeof orderId !== 'number') return orderId;
  const outcome = await services.venue.submit({ type: 'CancelOrder', account: session.account, orderId });
  return outcome.refusal === undefined ? done({ orderId: String(orderId) }) : refused(outcome.refusal);
}

/** The tabs of the types of the cancel calls. */
export const CANCEL_TABS: Readonly<Record<(typeof CANCEL_TYPES)[number], OrderTab>> = {
  Activity: 'activity',
  Conditions: 'condition',
  TpSl: 'tpSl',
  TrailingStop: 'trailingStop',
  MmRateClose: 'mmr',
  TakeProfitStopLossOCO: 'oco',
  FutureSpread: 'futureSpread',
};

function scopeOf({ type, keepProtective = false }: CancelAllOrdersRequest): CancelScope | undefined {
  if (type === undefined && !keepProtective) return undefined;
  return { tab: type === undefined ? 'every' : CANCEL_TABS[type], ...(keepProtective && { keepsProtective: true }) };
}

async function cancelAllOrders(request: CancelAllOrdersRequest, services: Services, session: Session): Promise<Reply> {
  const { symbol } = request;
  const instrument = symbol === undefined ? undefined : services.catalogue.bySymbol(symbol);
  if (symbol !== undefined && instrument === undefined) return refused(refusal('symbolUnknown'));
  const only = scopeOf(request);
  const outcome = await services.venue.submit({
    type: 'CancelAllOrders',
    account: session.account,
    instrument: instrument?.id ?? ALL_INSTRUMENTS,
    ...(only !== undefined && { only }),
  });
  return outcome.refusal === undefined ? done({ cancelled: outcome.cancelled ?? 0 }) : refused(outcome.refusal);
}

export const ORDER_ROUTES: readonly Route[] = [
  route<CreateOrderRequest>({
    method: 'POST',
    path: '/contract/v5/order/create',
    cost: 'command',
    access: 'user',
    effect: 'trade',
    summary: 'Places an order. The answer confirms that it is accepted and durable; fills and changes arrive on the private stream.',
    request: createOrderRequest,
    result: createOrderResult,
    answer: createOrder,
  }),
  route<ReplaceOrderRequest>({
    method: 'POST',
    path: '/contract/v5/order/replace',
    cost: 'command',
    access: 'user',
    effect: 'trade',
    summary:
      'Changes price, quantity, trigger or TP/SL of an open order; the order keeps its queue position only if its quantity alone falls.',
    request: replaceOrderRequest,
    result: replaceOrderResult,
    answer: replaceOrder,
  }),
  route<CancelOrderRequest>({
    method: 'POST',
    path: '/contract/v5/order/cancel',
    cost: 'command',
    access: 'user',
    effect: 'trade',
    summary: 'Cancels an open order; for a pair or a TP/SL entry, both legs.',
    request: cancelOrderRequest,
    result: cancelOrderResult,
    answer: cancelOrder,
  }),
  route<CancelAllOrdersRequest>({
    method: 'POST',
    path: '/contract/v5/order/cancel-all',
    cost: 'command',
    access: 'user',
    effect: 'trade',
    summary: 'Cancels all open orders, or those of one symbol or kind; on request, orders that protect a position remain.',
    request: cancelAllOrdersRequest,
    result: cancelAllOrdersResult,
    answer: cancelAllOrders,
  }),
];
