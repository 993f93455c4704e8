import { WireMalformed, type InputOf, readWire, nameOfField, type WireRead, type WireSchema } from '@tapedeck/protocol';
import {
  v5AmendRequest,
  v5AmendRow,
  v5CancelAllRequest,
  v5CancelRequest,
  v5CancelRow,
  v5OrderBatchRequest,
  v5OrderRequest,
  v5OrderRow,
  type Category,
} from '@tapedeck/protocol/v5';
import { refusal, type OrderRecord } from '@tapedeck/domain';
import { refusalMessage } from '../../answers.ts';
import { findOpenOrder } from '../../routes/find-order.ts';
import { cancelOrder, createOrder } from '../../routes/order-routes.ts';
import { replaceFound, type FoundOrder } from '../../routes/replace-order.ts';
import type { Services } from '../../routes/route.ts';
import { countCommands } from '../count-commands.ts';
import type { Caller } from '../ports.ts';
import { badField, symbolUnknown, v5ReplyOf } from '../replies.ts';
import { instrumentOf } from '../symbols.ts';
import { TOO_MANY, v5Done, v5Refused, v5Route, type CallLimit, type V5Reply, type V5Route } from '../v5-route.ts';
import { CHECK_ROUTES } from './check-routes.ts';
import { ALL_KINDS, filtered, isOrderId, kindsOf, openOrders } from './narrowed.ts';
import { amendFields, placeFields, type AmendRow, type CancelRow, type OrderRow } from './order-fields.ts';
import { withQuotedPrice } from './quoted-price.ts';
import { ORDER_LIST_ROUTES } from './order-list-routes.ts';
import { withWholePosition } from './whole-position.ts';

const ORDER_LIMIT: CallLimit = { linear: 10, inverse: 10, option: 10, spot: 20 };
const AMEND_LIMIT = 10;
const BATCH_MAX: Readonly<Record<Category, number>> = { linear: 20, inverse: 20, option: 20, spot: 10 };
const ROWS_MAX = Math.max(...Object.values(BATCH_MAX));

const ids = (done: object): object => {
  const { orderId = '', orderLinkId = '' } = done as { readonly orderId?: string; readonly orderLinkId?: string };
  return { orderId, orderLinkId };
};

async function place(category: Category, row: OrderRow, services: Services, caller: Caller): Promise<V5Reply> {
  const instrument = instrumentOf(services.catalogue, category, row.symbol);
  if (instrument === undefined) return symbolUnknown();
  if (category === 'option' && (row.orderLinkId ?? '') === '') return badField('orderLinkId', 'is missing; an option order needs one');
  const sized = await withWholePosition(row, instrument, services, caller);
  if ('kind' in sized) return sized;
  const priced = await withQuotedPrice(sized, instrument, services);
  if ('kind' in priced) return priced;
  const fields = placeFields(priced, instrument);
  if (!fields.ok) return fields.reply;
  return v5ReplyOf(await createOrder(fields.request, services, caller.session), ids, category);
}

/** The open order of a request: by its id, which takes precedence, or by its client order id. An order of another symbol does not match. */
async function namedOrder(category: Category, row: CancelRow, services: Services, { session }: Caller): Promise<FoundOrder | V5Reply> {
  const instrument = instrumentOf(services.catalogue, category, row.symbol);
  if (instrument === undefined) return symbolUnknown();
  const { orderId = '', orderLinkId = '' } = row;
  if (orderId === '' && orderLinkId === '') return badField('orderId', 'or orderLinkId is missing');
  const which = orderId === '' ? { orderLinkId } : { orderId };
  const order = orderId === '' || isOrderId(orderId) ? await findOpenOrder(which, services, session) : undefined;
  return order?.instrument === instrument.id ? { order, instrument } : v5Refused(refusal('orderUnknown'), category);
}

/** Both ids of an order, whichever of them the request states. */
const idsOf = ({ orderId, clientOrderId }: OrderRecord): object => ({ orderId: String(orderId), orderLinkId: clientOrderId });

async function amend(category: Category, row: AmendRow, services: Services, caller: Caller): Promise<V5Reply> {
  const named = await namedOrder(category, row, services, caller);
  if ('kind' in named) return named;
  const fields = amendFields(row, named.instrument);
  if (!fields.ok) return fields.reply;
  return v5ReplyOf(await replaceFound(named, fields.request, services, caller.session), () => idsOf(named.order), category);
}

async function cancel(category: Category, row: CancelRow, services: Services, caller: Caller): Promise<V5Reply> {
  const named = await namedOrder(category, row, services, caller);
  if ('kind' in named) return named;
  const { order, instrument } = named;
  const request = { symbol: instrument.symbol, orderId: String(order.orderId) };
  return v5ReplyOf(await cancelOrder(request, services, caller.session), () => idsOf(order), category);
}

/** Code and message of one row of a batch. */
function rowOutcome(reply: V5Reply): { readonly code: number; readonly msg: string } {
  switch (reply.kind) {
    case 'done':
      return { code: 0, msg: 'OK' };
    case 'refused':
      return { code: reply.code, msg: refusalMessage(reply.refusal) };
    case 'error':
      return { code: reply.code, msg: reply.message };
  }
}

interface NamedRow {
  readonly symbol: string;
  readonly orderLinkId?: string | undefined;
}

/** Row of `result.list`; ids are empty if the row was refused. */
function rowResult(category: Category, row: NamedRow | undefined, reply: V5Reply): object {
  const { symbol = '', orderLinkId = '' } = row ?? {};
  if (reply.kind !== 'done') return { category, symbol, orderId: '', orderLinkId };
  return { category, symbol, orderId: '', orderLinkId, ...reply.result };
}

const valueOf = <Row>(read: WireRead<Row> | undefined): Row | undefined => (read?.ok === true ? read.value : undefined);

/** Only the rows state a reason. */
const CREATE_BATCH = '/v5/order/create-batch';

/** A text that fits its schema may still not be a whole tick or lot: the error concerns that row. */
async function answerOf(ask: () => Promise<V5Reply>): Promise<V5Reply> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof WireMalformed) return badField(error.field);
    throw error;
  }
}

type RowAnswer<Row> = (category: Category, row: Row, services: Services, caller: Caller) => Promise<V5Reply>;

/** Units of the limit that a batch consumes: one for each row, but one for all rows of options. */
const unitsOf = ({ category, request }: Readonly<Record<string, unknown>>): number =>
  category !== 'option' && Array.isArray(request) ? Math.max(1, Math.min(request.length, ROWS_MAX)) : 1;

/**
 * Submits the rows in order and makes them durable together. A refused row does not stop the others, and rows beyond the limit of calls are
 * refused; the answer states the outcome of each.
 */
function batch<Row extends NamedRow>(path: string, summary: string, schema: WireSchema<Row>, one: RowAnswer<Row>): V5Route {
  return v5Route<InputOf<typeof v5OrderBatchRequest>>({
    method: 'POST',
    path,
    cost: 'command',
    access: 'trade',
    limit: ORDER_LIMIT,
    units: unitsOf,
    summary,
    request: v5OrderBatchRequest,
    answer: async ({ category, request }, services, caller, granted) => {
      const most = BATCH_MAX[category];
      if (request.length > most)
        return badField('request', `has ${request.length} rows, but the limit of ${category} is ${most}; send the others in another batch`);
      const rows = request.map((row) => readWire(schema, row));
      // The venue receives them in the order of sending: none waits for the previous one to be on the disk.
      const replies = await Promise.all(
        rows.map((row, at) => {
          if (at >= granted && category !== 'option') return Promise.resolve(TOO_MANY);
          return row.ok ? answerOf(() => one(category, row.value, services, caller)) : Promise.resolve(badField(nameOfField(row.issue)));
        }),
      );
      const outcomes = replies.map(rowOutcome);
      const now = String(services.now());
      const list = replies.map((reply, at) => {
        const createAt = path === CREATE_BATCH ? { createAt: reply.kind === 'done' ? now : '' } : {};
        return { ...rowResult(category, valueOf(rows[at]), reply), ...createAt };
      });
      return v5Done({ list }, { retExtInfo: { list: outcomes } });
    },
  });
}

const CANCEL_ALL = '/v5/order/cancel-all';
/** Orders of one call: the newest. */
const CANCELLED_MAX = 500;

/** Spot requests mean plain orders unless a filter says otherwise. */
function kindsToCancel({ category, orderFilter = '', stopOrderType }: InputOf<typeof v5CancelAllRequest>): typeof ALL_KINDS {
  const kinds = kindsOf(orderFilter === '' && category === 'spot' ? 'Order' : orderFilter, category) ?? ALL_KINDS;
  return stopOrderType === 'Stop' ? kinds.filter((kind) => kind === 'Plain' || kind === 'Stop') : kinds;
}

async function cancelAll(query: InputOf<typeof v5CancelAllRequest>, services: Services, caller: Caller): Promise<V5Reply> {
  const { category, symbol, baseCoin, settleCoin } = query;
  const needsOne = category === 'linear' || category === 'inverse';
  if (needsOne && symbol === undefined && baseCoin === undefined && settleCoin === undefined)
    return badField('symbol', 'or baseCoin or settleCoin is missing');
  if (symbol !== undefined && instrumentOf(services.catalogue, category, symbol) === undefined) return symbolUnknown();
  const wanted = await openOrders(query, services, caller, { most: CANCELLED_MAX, kinds: kindsToCancel(query) });
  countCommands(CANCEL_ALL, wanted.length, services, caller);
  const list: object[] = [];
  for (const { orderId, clientOrderId } of wanted.toReversed()) {
    const outcome = await services.venue.submit({ type: 'CancelOrder', account: caller.session.account, orderId });
    // An order that filled meanwhile, or ended with the other leg of a pair, does not count as cancelled.
    if (outcome.refusal === undefined) list.push({ orderId: String(orderId), orderLinkId: clientOrderId });
  }
  return v5Done({ list, success: '1' });
}

export const TRADE_ROUTES: readonly V5Route[] = [
  ...ORDER_LIST_ROUTES,
  ...CHECK_ROUTES,
  v5Route<InputOf<typeof v5OrderRequest>>({
    method: 'POST',
    path: '/v5/order/create',
    cost: 'command',
    access: 'trade',
    limit: ORDER_LIMIT,
    summary: 'Places an order.',
    request: v5OrderRequest,
    answer: (row, services, caller) => place(row.category, row, services, caller),
  }),
  v5Route<InputOf<typeof v5AmendRequest>>({
    method: 'POST',
    path: '/v5/order/amend',
    cost: 'command',
    access: 'trade',
    limit: AMEND_LIMIT,
    summary: 'Changes an open order.',
    request: v5AmendRequest,
    answer: (row, services, caller) => amend(row.category, row, services, caller),
  }),
  v5Route<InputOf<typeof v5CancelRequest>>({
    method: 'POST',
    path: '/v5/order/cancel',
    cost: 'command',
    access: 'trade',
    limit: ORDER_LIMIT,
    summary: 'Cancels an open order.',
    request: v5CancelRequest,
    answer: (row, services, caller) => cancel(row.category, row, services, caller),
  }),
  v5Route<InputOf<typeof v5CancelAllRequest>>({
    method: 'POST',
    path: CANCEL_ALL,
    cost: 'command',
    access: 'trade',
    limit: { linear: 10, inverse: 10, option: 1, spot: 20 },
    summary: 'Cancels the open orders of a symbol, a coin or a category, the newest 500 of them in a call.',
    request: v5CancelAllRequest,
    answer: filtered(cancelAll),
  }),
  batch<OrderRow>(CREATE_BATCH, 'Places several orders.', v5OrderRow, place),
  batch<AmendRow>('/v5/order/amend-batch', 'Changes several open orders.', v5AmendRow, amend),
  batch<CancelRow>('/v5/order/cancel-batch', 'Cancels several open orders.', v5CancelRow, cancel),
];
