import {
  v5OrderBatchRequest,
  v5CancelAllRequest,
  v5OrderListQuery,
  v5OrderExecutionQuery,
  v5AmendRequest,
  v5AmendRow,
  v5CancelRequest,
  v5CancelRow,
  v5OrderRequest,
  v5OrderRow,
  type Category,
  type InputOf,
} from '@tapedeck/protocol';
import { REFUSALS, refusal, venueSymbol, type Instrument, type OrderRecord, type OrderStatus } from '@tapedeck/domain';
import { CursorUnknown, type HistoryQuery, type Page } from '@tapedeck/venue';
import { refusalMessage } from '../../answers.ts';
import { cancelOrder, createOrder } from '../../routes/order-routes.ts';
import { replaceOrder } from '../../routes/replace-order.ts';
import { countWithin, type Services } from '../../routes/route.ts';
import type { Caller } from '../ports.ts';
import { badField, closedOnTrial, symbolUnknown, v5ReplyOf } from '../replies.ts';
import { categoryOf, instrumentOf } from '../symbols.ts';
import { v5Done, v5Refused, v5Route, type CallLimit, type V5Reply, type V5Route } from '../v5-route.ts';
import { encodeV5Execution, encodeV5Order } from './encode-order.ts';
import { amendFields, placeFields, type AmendRow, type CancelRow, type OrderRow } from './order-fields.ts';

const ORDER_LIMIT: CallLimit = { linear: 10, inverse: 10, option: 10, spot: 20 };
const AMEND_LIMIT = 10;
const READ_LIMIT = 50;
const PAGE_MAX = 50;
const PAGE_DEFAULT = 20;
const EXECUTIONS_MAX = 100;
const BATCH_MAX: Readonly<Record<Category, number>> = { linear: 20, inverse: 20, option: 20, spot: 10 };

const ids = (done: object): object => {
  const { orderId = '', orderLinkId = '' } = done as { readonly orderId?: string; readonly orderLinkId?: string };
  return { orderId, orderLinkId };
};
const isOurs = (orderId: string | undefined): boolean => orderId === undefined || orderId === '' || /^\d{1,15}$/.test(orderId);

async function place(category: Category, row: OrderRow, services: Services, { session }: Caller): Promise<V5Reply> {
  const instrument = instrumentOf(services.catalogue, category, row.symbol);
  if (instrument === undefined) return symbolUnknown();
  const fields = placeFields(row, instrument);
  if (!fields.ok) return fields.reply;
  return v5ReplyOf(await createOrder(fields.request, services, session), ids);
}

async function amend(category: Category, row: AmendRow, services: Services, { session }: Caller): Promise<V5Reply> {
  const instrument = instrumentOf(services.catalogue, category, row.symbol);
  if (instrument === undefined) return symbolUnknown();
  if (!isOurs(row.orderId)) return v5Refused(refusal('orderUnknown'));
  const fields = amendFields(row, instrument);
  if (!fields.ok) return fields.reply;
  return v5ReplyOf(await replaceOrder(fields.request, services, session), (done) => ({ ...ids(done), orderLinkId: row.orderLinkId ?? '' }));
}

async function cancel(category: Category, row: CancelRow, services: Services, { session }: Caller): Promise<V5Reply> {
  const instrument = instrumentOf(services.catalogue, category, row.symbol);
  if (instrument === undefined) return symbolUnknown();
  if (!isOurs(row.orderId)) return v5Refused(refusal('orderUnknown'));
  const request = {
    symbol: instrument.symbol,
    ...(row.orderId !== undefined && row.orderId !== '' && { orderId: row.orderId }),
    ...(row.orderLinkId !== undefined && row.orderLinkId !== '' && { orderLinkId: row.orderLinkId }),
  };
  return v5ReplyOf(await cancelOrder(request, services, session), (done) => ({ ...ids(done), orderLinkId: row.orderLinkId ?? '' }));
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
function rowResult(category: Category, row: NamedRow | undefined, reply: V5Reply, now: number): object {
  const { symbol = '', orderLinkId = '' } = row ?? {};
  if (reply.kind !== 'done') return { category, symbol, orderId: '', orderLinkId, createAt: '' };
  return { category, symbol, orderId: '', orderLinkId, ...reply.result, createAt: String(now) };
}

type RowAnswer<Row> = (category: Category, row: Row, services: Services, caller: Caller) => Promise<V5Reply>;

/** One row after the other; the batch goes on after one that is refused, and its answer says of each what became of it. */
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
      const list: object[] = [];
      const outcomes: object[] = [];
      for (const row of request) {
        const parsed = schema.safeParse(row);
        const data = parsed.success ? parsed.data : undefined;
        const wrong = badField(parsed.error?.issues[0]?.path.map(String).join('.') ?? '');
        const reply = data === undefined ? wrong : await one(category, data, services, caller);
        outcomes.push(rowOutcome(reply));
        list.push(rowResult(category, data, reply, services.now()));
      }
      return v5Done({ list }, { retExtInfo: { list: outcomes } });
    },
  });
}

async function openOrders(services: Services, { session }: Caller): Promise<readonly OrderRecord[]> {
  return (await services.venue.account(session.account))?.state.orders ?? [];
}

/** Which kinds a filter means. */
function isOfFilter(order: OrderRecord, filter: string | undefined): boolean {
  if (filter === undefined || filter === '') return true;
  return filter === 'Order' ? order.stop === undefined : order.stop !== undefined;
}

/** What a list of orders is narrowed to; priority symbol > baseCoin > settleCoin. */
interface Narrowed {
  readonly category: Category;
  readonly symbol?: string | undefined;
  readonly baseCoin?: string | undefined;
  readonly settleCoin?: string | undefined;
}

function isMeant(instrument: Instrument, { category, symbol, baseCoin, settleCoin }: Narrowed): boolean {
  if (categoryOf(instrument) !== category) return false;
  if (symbol !== undefined) return venueSymbol(instrument) === symbol;
  if (baseCoin !== undefined) return instrument.baseCoin === baseCoin;
  return settleCoin === undefined || instrument.settleCoin === settleCoin;
}

async function cancelAll(query: InputOf<typeof v5CancelAllRequest>, services: Services, caller: Caller): Promise<V5Reply> {
  const { category, symbol, baseCoin, settleCoin, orderFilter } = query;
  const needsOne = category === 'linear' || category === 'inverse';
  if (needsOne && symbol === undefined && baseCoin === undefined && settleCoin === undefined)
    return badField('symbol', 'or baseCoin or settleCoin is missing');
  if (symbol !== undefined && instrumentOf(services.catalogue, category, symbol) === undefined) return symbolUnknown();
  // Of pairs only plain orders, unless a filter says otherwise.
  const filter = orderFilter ?? (category === 'spot' ? 'Order' : undefined);
  const isWanted = (order: OrderRecord): boolean => isMeant(services.catalogue.byId(order.instrument), query) && isOfFilter(order, filter);
  const wanted = (await openOrders(services, caller)).filter(isWanted);
  const list: object[] = [];
  for (const { orderId, clientOrderId } of wanted) {
    const outcome = await services.venue.submit({ type: 'CancelOrder', account: caller.session.account, orderId });
    // One that filled meanwhile, or went with the other leg of a pair, is none of those cancelled here.
    if (outcome.refusal === undefined) list.push({ orderId: String(orderId), orderLinkId: clientOrderId });
  }
  return v5Done({ list, success: '1' });
}

type ListQuery = InputOf<typeof v5OrderListQuery>;

const CLOSED: readonly OrderStatus[] = ['Filled', 'Cancelled', 'Rejected', 'Deactivated'];
const isNamed = ({ orderId, orderLinkId }: ListQuery): boolean => orderId !== undefined || orderLinkId !== undefined;
const hasName = (order: OrderRecord, { orderId, orderLinkId }: ListQuery): boolean =>
  orderId === undefined ? order.clientOrderId === orderLinkId : String(order.orderId) === orderId;

/** Open orders, newest first; by name also those that ended lately. */
async function realtime(query: ListQuery, services: Services, caller: Caller): Promise<V5Reply> {
  const limit = countWithin(query.limit, PAGE_DEFAULT, 1, PAGE_MAX);
  if (limit === undefined) return badField('limit');
  if (
    query.category === 'linear' &&
    [query.symbol, query.baseCoin, query.settleCoin, query.orderId, query.orderLinkId].every((one) => one === undefined)
  )
    return badField('symbol', 'or settleCoin or baseCoin is missing');
  if (query.openOnly === '1' && !isNamed(query)) return history(query, services, caller);
  const { catalogue } = services;
  const isWanted = (order: OrderRecord): boolean =>
    isMeant(catalogue.byId(order.instrument), query) && isOfFilter(order, query.orderFilter) && (!isNamed(query) || hasName(order, query));
  const open = (await openOrders(services, caller)).filter(isWanted).sort((a, b) => b.orderId - a.orderId);
  if (open.length === 0 && isNamed(query)) return history(query, services, caller);
  const before = query.cursor === undefined || query.cursor === '' ? Infinity : Number(query.cursor);
  const page = open.filter(({ orderId }) => orderId < before).slice(0, limit);
  const last = page.at(-1);
  const more = last !== undefined && open.at(-1) !== last;
  return v5Done({
    category: query.category,
    list: page.map((order) => encodeV5Order(order, catalogue.byId(order.instrument))),
    nextPageCursor: more ? String(last.orderId) : '',
  });
}

/** What of the past a query means. */
function pastOf(query: ListQuery, { catalogue }: Services, { session }: Caller, limit: number): HistoryQuery {
  const instruments = catalogue.instruments.filter((one) => isMeant(one, query)).map(({ id }) => id);
  return {
    account: session.account,
    instruments,
    ...(query.startTime !== undefined && { from: Number(query.startTime) }),
    ...(query.endTime !== undefined && { to: Number(query.endTime) + 1 }),
    cursor: query.cursor ?? '',
    limit,
  };
}

async function pageOf<Row>(reading: Promise<Page<Row>>, query: ListQuery, encode: (row: Row) => object | undefined): Promise<V5Reply> {
  try {
    const page = await reading;
    const list = page.rows.map(encode).filter((row) => row !== undefined);
    return v5Done({ category: query.category, list, nextPageCursor: page.next });
  } catch (error) {
    if (error instanceof CursorUnknown) return badField('cursor');
    throw error;
  }
}

async function history(query: ListQuery, services: Services, caller: Caller): Promise<V5Reply> {
  const closed = closedOnTrial(caller);
  if (closed !== undefined) return closed;
  const limit = countWithin(query.limit, PAGE_DEFAULT, 1, PAGE_MAX);
  if (limit === undefined) return badField('limit');
  const wanted = query.orderStatus === undefined || query.orderStatus === '' ? CLOSED : CLOSED.filter((one) => one === query.orderStatus);
  const past = pastOf(query, services, caller, isNamed(query) ? 200 : limit);
  return pageOf(services.history.orders({ ...past, statuses: wanted }), query, (order) =>
    isNamed(query) && !hasName(order, query) ? undefined : encodeV5Order(order, services.catalogue.byId(order.instrument)),
  );
}

async function executions(query: InputOf<typeof v5OrderExecutionQuery>, services: Services, caller: Caller): Promise<V5Reply> {
  const closed = closedOnTrial(caller);
  if (closed !== undefined) return closed;
  const limit = countWithin(query.limit, PAGE_MAX, 1, EXECUTIONS_MAX);
  if (limit === undefined) return badField('limit');
  const past = pastOf(query, services, caller, limit);
  const isWanted = ({ orderId, clientOrderId }: { readonly orderId: number; readonly clientOrderId: string }): boolean =>
    query.orderId === undefined ? clientOrderId === query.orderLinkId : String(orderId) === query.orderId;
  return pageOf(services.history.executions(past), query, ({ execution, time }) => {
    if (isNamed(query) && (execution.order === undefined || !isWanted(execution.order))) return undefined;
    if (query.execType !== undefined && query.execType !== '' && execution.kind !== query.execType) return undefined;
    return encodeV5Execution(execution, time, services.catalogue.byId(execution.instrument));
  });
}

export const TRADE_ROUTES: readonly V5Route[] = [
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
  batch<OrderRow>('/v5/order/create-batch', 'Places several orders.', v5OrderRow, place),
  batch<AmendRow>('/v5/order/amend-batch', 'Changes several open orders.', v5AmendRow, amend),
  batch<CancelRow>('/v5/order/cancel-batch', 'Cancels several open orders.', v5CancelRow, cancel),
  v5Route<ListQuery>({
    method: 'GET',
    path: '/v5/order/realtime',
    access: 'read',
    limit: READ_LIMIT,
    summary: 'Open orders, newest first; by name also those that ended.',
    request: v5OrderListQuery,
    answer: realtime,
  }),
  v5Route<ListQuery>({
    method: 'GET',
    path: '/v5/order/history',
    access: 'read',
    limit: READ_LIMIT,
    summary: 'Orders that ended, newest first.',
    request: v5OrderListQuery,
    answer: history,
  }),
  v5Route<InputOf<typeof v5OrderExecutionQuery>>({
    method: 'GET',
    path: '/v5/execution/list',
    access: 'read',
    limit: READ_LIMIT,
    summary: 'Fills, newest first.',
    request: v5OrderExecutionQuery,
    answer: executions,
  }),
];
