import {
  v5AmendRequest,
  v5AmendRow,
  v5CancelAllRequest,
  v5CancelRequest,
  v5CancelRow,
  v5OrderBatchRequest,
  v5OrderRequest,
  v5OrderRow,
  WireMalformed,
  type Category,
  type InputOf,
} from '@tapedeck/protocol';
import { REFUSALS, refusal, type OrderRecord } from '@tapedeck/domain';
import { refusalMessage } from '../../answers.ts';
import { findOpenOrder } from '../../routes/find-order.ts';
import { cancelOrder, createOrder } from '../../routes/order-routes.ts';
import { replaceOrder } from '../../routes/replace-order.ts';
import type { Services } from '../../routes/route.ts';
import type { Caller } from '../ports.ts';
import { badField, symbolUnknown, v5ReplyOf } from '../replies.ts';
import { instrumentOf } from '../symbols.ts';
import { v5Done, v5Refused, v5Route, type CallLimit, type V5Reply, type V5Route } from '../v5-route.ts';
import { CHECK_ROUTES } from './check-routes.ts';
import { isMeant, isOfFilter, openOrders } from './narrowed.ts';
import { amendFields, placeFields, type AmendRow, type CancelRow, type OrderRow } from './order-fields.ts';
import { withQuotedPrice } from './quoted-price.ts';
import { ORDER_LIST_ROUTES } from './order-list-routes.ts';
import { withWholePosition } from './whole-position.ts';

const ORDER_LIMIT: CallLimit = { linear: 10, inverse: 10, option: 10, spot: 20 };
const AMEND_LIMIT = 10;
const BATCH_MAX: Readonly<Record<Category, number>> = { linear: 20, inverse: 20, option: 20, spot: 10 };

const ids = (done: object): object => {
  const { orderId = '', orderLinkId = '' } = done as { readonly orderId?: string; readonly orderLinkId?: string };
  return { orderId, orderLinkId };
};
const isOurs = (orderId: string | undefined): boolean => orderId === undefined || orderId === '' || /^\d{1,15}$/.test(orderId);

async function place(category: Category, row: OrderRow, services: Services, caller: Caller): Promise<V5Reply> {
  const instrument = instrumentOf(services.catalogue, category, row.symbol);
  if (instrument === undefined) return symbolUnknown();
  const sized = await withWholePosition(row, instrument, services, caller);
  if ('kind' in sized) return sized;
  const priced = await withQuotedPrice(sized, instrument, services);
  if ('kind' in priced) return priced;
  const fields = placeFields(priced, instrument);
  if (!fields.ok) return fields.reply;
  return v5ReplyOf(await createOrder(fields.request, services, caller.session), ids);
}

async function amend(category: Category, row: AmendRow, services: Services, { session }: Caller): Promise<V5Reply> {
  const instrument = instrumentOf(services.catalogue, category, row.symbol);
  if (instrument === undefined) return symbolUnknown();
  if (!isOurs(row.orderId)) return v5Refused(refusal('orderUnknown'));
  const fields = amendFields(row, instrument);
  if (!fields.ok) return fields.reply;
  return v5ReplyOf(await replaceOrder(fields.request, services, session), (done) => ({ ...ids(done), orderLinkId: row.orderLinkId ?? '' }));
}

async function cancel(category: Category, row: CancelRow, services: Services, caller: Caller): Promise<V5Reply> {
  const instrument = instrumentOf(services.catalogue, category, row.symbol);
  if (instrument === undefined) return symbolUnknown();
  if (!isOurs(row.orderId)) return v5Refused(refusal('orderUnknown'));
  const which = {
    ...(row.orderId !== undefined && row.orderId !== '' && { orderId: row.orderId }),
    ...(row.orderLinkId !== undefined && row.orderLinkId !== '' && { orderLinkId: row.orderLinkId }),
  };
  const isNamed = Object.keys(which).length > 0;
  const order = isNamed ? await findOpenOrder(which, services, caller.session) : undefined;
  // An order of another symbol is not the one that is meant.
  if (isNamed && order?.instrument !== instrument.id) return v5Refused(refusal('orderUnknown'));
  const request = { symbol: instrument.symbol, ...(order !== undefined && { orderId: String(order.orderId) }) };
  return v5ReplyOf(await cancelOrder(request, services, caller.session), (done) => ({
    ...ids(done),
    orderLinkId: row.orderLinkId ?? '',
  }));
}

/** Code and words of one row of a batch. */
function rowOutcome(reply: V5Reply): { readonly code: number; readonly msg: string } {
  switch (reply.kind) {
    case 'done':
      return { code: 0, msg: 'OK' };
    case 'refused':
      return { code: REFUSALS[reply.refusal.reason].code, msg: refusalMessage(reply.refusal) };
    case 'error':
      return { code: reply.code, msg: reply.message };
  }
}

interface NamedRow {
  readonly symbol: string;
  readonly orderLinkId?: string | undefined;
}

/** What of one row is told in `result.list`: ids that are empty where it was refused. */
function rowResult(category: Category, row: NamedRow | undefined, reply: V5Reply): object {
  const { symbol = '', orderLinkId = '' } = row ?? {};
  if (reply.kind !== 'done') return { category, symbol, orderId: '', orderLinkId };
  return { category, symbol, orderId: '', orderLinkId, ...reply.result };
}

/** Only its rows say when. */
const CREATE_BATCH = '/v5/order/create-batch';

/** A text that fits its schema may still be no tick or lot: that is the row's own mistake. */
async function answerOf(ask: () => Promise<V5Reply>): Promise<V5Reply> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof WireMalformed) return badField(error.field);
    throw error;
  }
}

type RowAnswer<Row> = (category: Category, row: Row, services: Services, caller: Caller) => Promise<V5Reply>;

/** The rows in their order, made durable together; one that is refused stops none of the rest, and the answer says of each what became of it. */
function batch<Row extends NamedRow>(
  path: string,
  summary: string,
  schema: { safeParse(value: unknown): { success: boolean; data?: Row; error?: { issues: { path: PropertyKey[] }[] } } },
  one: RowAnswer<Row>,
): V5Route {
  return v5Route<InputOf<typeof v5OrderBatchRequest>>({
    method: 'POST',
    path,
    access: 'trade',
    limit: ORDER_LIMIT,
    summary,
    request: v5OrderBatchRequest,
    answer: async ({ category, request }, services, caller) => {
      if (request.length > BATCH_MAX[category]) return badField('request', `has more than ${BATCH_MAX[category]} rows`);
      const rows = request.map((row) => ({ row: schema.safeParse(row) }));
      // The venue takes them in the order in which they are sent: none has to wait for the one before to be on the disk.
      const replies = await Promise.all(
        rows.map(({ row }) => {
          if (row.success && row.data !== undefined) return answerOf(() => one(category, row.data as Row, services, caller));
          return Promise.resolve(badField(row.error?.issues[0]?.path.map(String).join('.') ?? ''));
        }),
      );
      const outcomes = replies.map(rowOutcome);
      const now = String(services.now());
      const list = replies.map((reply, at) => {
        const createAt = path === CREATE_BATCH ? { createAt: reply.kind === 'done' ? now : '' } : {};
        return { ...rowResult(category, rows[at]?.row.data, reply), ...createAt };
      });
      return v5Done({ list }, { retExtInfo: { list: outcomes } });
    },
  });
}

async function cancelAll(query: InputOf<typeof v5CancelAllRequest>, services: Services, caller: Caller): Promise<V5Reply> {
  const { category, symbol, baseCoin, settleCoin, orderFilter = '', stopOrderType } = query;
  const needsOne = category === 'linear' || category === 'inverse';
  if (needsOne && symbol === undefined && baseCoin === undefined && settleCoin === undefined)
    return badField('symbol', 'or baseCoin or settleCoin is missing');
  if (symbol !== undefined && instrumentOf(services.catalogue, category, symbol) === undefined) return symbolUnknown();
  // Of pairs only plain orders, unless a filter says otherwise.
  const filter = orderFilter === '' && category === 'spot' ? 'Order' : orderFilter;
  const isWanted = (order: OrderRecord): boolean =>
    isMeant(services.catalogue.byId(order.instrument), query) &&
    isOfFilter(order, filter) &&
    (stopOrderType !== 'Stop' || order.stop === undefined || order.stop.kind === 'Stop');
  const wanted = (await openOrders(services, caller)).filter(isWanted);
  const list: object[] = [];
  for (const { orderId, clientOrderId } of wanted) {
    const outcome = await services.venue.submit({ type: 'CancelOrder', account: caller.session.account, orderId });
    // One that filled meanwhile, or went with the other leg of a pair, is none of those cancelled here.
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
    access: 'trade',
    limit: ORDER_LIMIT,
    summary: 'Places an order.',
    request: v5OrderRequest,
    answer: (row, services, caller) => place(row.category, row, services, caller),
  }),
  v5Route<InputOf<typeof v5AmendRequest>>({
    method: 'POST',
    path: '/v5/order/amend',
    access: 'trade',
    limit: AMEND_LIMIT,
    summary: 'Changes an open order.',
    request: v5AmendRequest,
    answer: (row, services, caller) => amend(row.category, row, services, caller),
  }),
  v5Route<InputOf<typeof v5CancelRequest>>({
    method: 'POST',
    path: '/v5/order/cancel',
    access: 'trade',
    limit: ORDER_LIMIT,
    summary: 'Cancels an open order.',
    request: v5CancelRequest,
    answer: (row, services, caller) => cancel(row.category, row, services, caller),
  }),
  v5Route<InputOf<typeof v5CancelAllRequest>>({
    method: 'POST',
    path: '/v5/order/cancel-all',
    access: 'trade',
    limit: { linear: 10, inverse: 10, option: 1, spot: 20 },
    summary: 'Cancels the open orders of a symbol, a coin or a category.',
    request: v5CancelAllRequest,
    answer: cancelAll,
  }),
  batch<OrderRow>(CREATE_BATCH, 'Places several orders.', v5OrderRow, place),
  batch<AmendRow>('/v5/order/amend-batch', 'Changes several open orders.', v5AmendRow, amend),
  batch<CancelRow>('/v5/order/cancel-batch', 'Cancels several open orders.', v5CancelRow, cancel),
];
