import { type InputOf } from '@tapedeck/protocol';
import { v5OrderExecutionQuery, v5OrderListQuery } from '@tapedeck/protocol/v5';
import type { ExecutionKind, OrderId, OrderRecord, OrderSelection, OrderStatus } from '@tapedeck/domain';
import type { OrderQuery } from '@tapedeck/venue';
import { countWithin, type Services } from '../../routes/route.ts';
import { pastOf } from '../past.ts';
import type { Caller } from '../ports.ts';
import { badField, closedOnTrial, paged, positionIn, symbolUnknown } from '../replies.ts';
import { isUnknown } from '../symbols.ts';
import { v5Done, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';
import { encodeV5Execution, encodeV5Order, v5StatusOf } from './encode-order.ts';
import { filtered, isMeant, isOfFilter, isOrderId, openOrders } from './narrowed.ts';

const READ_LIMIT = 50;
const PAGE_MAX = 50;
const PAGE_DEFAULT = 20;
const EXECUTIONS_MAX = 100;

type ListQuery = InputOf<typeof v5OrderListQuery>;

const CLOSED: readonly OrderStatus[] = ['Filled', 'Cancelled', 'Rejected', 'Deactivated'];
/** An empty id counts as absent. */
const isNamed = ({ orderId = '', orderLinkId = '' }: ListQuery): boolean => orderId !== '' || orderLinkId !== '';
/** The one open order that a query names, if it names one. No order has the id 0. */
const openName = ({ orderId = '', orderLinkId = '' }: ListQuery): Pick<OrderSelection, 'orderId' | 'clientOrderId'> => {
  if (orderId !== '') return { orderId: isOrderId(orderId) ? Number(orderId) : 0 };
  return orderLinkId === '' ? {} : { clientOrderId: orderLinkId };
};

/** Open orders, newest first; by id also recently ended ones. */
async function realtime(query: ListQuery, services: Services, caller: Caller): Promise<V5Reply> {
  const limit = countWithin(query.limit, PAGE_DEFAULT, 1, PAGE_MAX);
  if (limit === undefined) return badField('limit');
  if (query.category === 'linear' && !isNamed(query) && [query.symbol, query.baseCoin, query.settleCoin].every((one) => one === undefined))
    return badField('symbol', 'or settleCoin or baseCoin is missing');
  if (query.openOnly === '1' && !isNamed(query)) return history(query, services, caller);
  const { catalogue } = services;
  if (isUnknown(catalogue, query)) return symbolUnknown();
  const before = positionIn(query.cursor);
  if (before === undefined) return badField('cursor');
  // One more shows whether there is another page.
  const open = await openOrders(query, services, caller, { most: limit + 1, before, ...openName(query) });
  if (open.length === 0 && isNamed(query)) return history(query, services, caller);
  const page = open.slice(0, limit);
  return v5Done({
    category: query.category,
    list: page.map((order) => encodeV5Order(order, catalogue.byId(order.instrument))),
    nextPageCursor: open.length > limit ? String(page.at(-1)?.orderId) : '',
  });
}

/** Range and filters of a query. */
const pastIn = (query: ListQuery, { catalogue }: Services, caller: Caller, limit: number) =>
  pastOf(
    query,
    caller,
    limit,
    catalogue.instruments.filter((one) => isMeant(one, query)).map(({ id }) => id),
  );

/** The one order that a query names; an unknown id names none. */
function nameOf({ orderId, orderLinkId }: ListQuery): Pick<OrderQuery, 'orderIds' | 'clientOrderId'> {
  if (orderId !== undefined && orderId !== '') return { orderIds: isOrderId(orderId) ? [Number(orderId)] : [] };
  return orderLinkId === undefined || orderLinkId === '' ? {} : { clientOrderId: orderLinkId };
}

/** Statuses of the public API. */
const STATUSES = ['New', 'PartiallyFilled', 'Untriggered', 'Triggered', ...CLOSED, 'PartiallyFilledCanceled'] as const;

function history(query: ListQuery, services: Services, caller: Caller): Promise<V5Reply> | V5Reply {
  const closed = closedOnTrial(caller);
  if (closed !== undefined) return closed;
  const limit = countWithin(query.limit, PAGE_DEFAULT, 1, PAGE_MAX);
  if (limit === undefined) return badField('limit');
  const { orderFilter, orderStatus = '' } = query;
  if (orderStatus !== '' && !STATUSES.some((status) => status === orderStatus)) return badField('orderStatus');
  const { catalogue } = services;
  if (isUnknown(catalogue, query)) return symbolUnknown();
  // Cancelled orders of pairs that are partly filled have a status of their own here, but not in the history.
  const kept = orderStatus === 'PartiallyFilledCanceled' && query.category === 'spot' ? 'Cancelled' : orderStatus;
  const statuses = CLOSED.filter((status) => kept === '' || status === kept);
  const isWanted = (order: OrderRecord): boolean =>
    isOfFilter(order, orderFilter, query.category) &&
    (orderStatus === '' || v5StatusOf(order, catalogue.byId(order.instrument)) === orderStatus);
  const past = pastIn(query, services, caller, limit);
  return paged(async () => {
    const page = await services.history.orders({ ...past, ...nameOf(query), statuses });
    const list = page.rows.filter(isWanted).map((order) => encodeV5Order(order, catalogue.byId(order.instrument)));
    return v5Done({ category: query.category, list, nextPageCursor: page.next });
  });
}

/** The order of the requested fills: by its id, or by its client order id. */
async function orderAsked(query: ListQuery, { history: past }: Services, { session }: Caller): Promise<OrderId | undefined> {
  const name = nameOf(query);
  if (name.orderIds !== undefined) return name.orderIds[0] ?? 0;
  if (name.clientOrderId === undefined) return undefined;
  const { rows } = await past.orders({ account: session.account, ...name, cursor: '', limit: 1 });
  return rows[0]?.orderId ?? 0;
}

/** Kinds of fills by their name in the public API. The exchange has no block trades and moves no positions. */
const KINDS: Readonly<Record<string, readonly ExecutionKind[]>> = {
  Trade: ['Trade'],
  Funding: ['Funding'],
  BustTrade: ['BustTrade'],
  AdlTrade: ['AdlTrade'],
  Delivery: ['Delivery'],
  Settle: ['Settle'],
  SessionSettlePnL: ['SessionSettlement'],
  BlockTrade: [],
  MovePosition: [],
  FutureSpread: [],
  UNKNOWN: [],
};

function executions(query: InputOf<typeof v5OrderExecutionQuery>, services: Services, caller: Caller): Promise<V5Reply> | V5Reply {
  const closed = closedOnTrial(caller);
  if (closed !== undefined) return closed;
  const limit = countWithin(query.limit, PAGE_MAX, 1, EXECUTIONS_MAX);
  if (limit === undefined) return badField('limit');
  const { execType = '' } = query;
  const kinds = Object.hasOwn(KINDS, execType) ? KINDS[execType] : undefined;
  if (execType !== '' && kinds === undefined) return badField('execType');
  if (isUnknown(services.catalogue, query)) return symbolUnknown();
  const past = pastIn(query, services, caller, limit);
  return paged(async () => {
    const orderId = await orderAsked(query, services, caller);
    const page = await services.history.executions({
      ...past,
      ...(orderId !== undefined && { orderId }),
      ...(kinds !== undefined && { kinds }),
    });
    const list = page.rows.map(({ execution, time }) => encodeV5Execution(execution, time, services.catalogue.byId(execution.instrument)));
    return v5Done({ category: query.category, list, nextPageCursor: page.next });
  });
}

export const ORDER_LIST_ROUTES: readonly V5Route[] = [
  v5Route<ListQuery>({
    method: 'GET',
    path: '/v5/order/realtime',
    cost: 'list',
    access: 'read',
    limit: READ_LIMIT,
    summary: 'Open orders, newest first. A query by id also finds ended orders.',
    request: v5OrderListQuery,
    answer: filtered(realtime),
  }),
  v5Route<ListQuery>({
    method: 'GET',
    path: '/v5/order/history',
    cost: 'past',
    access: 'read',
    limit: READ_LIMIT,
    summary: 'Ended orders, newest first.',
    request: v5OrderListQuery,
    answer: filtered(history),
  }),
  v5Route<InputOf<typeof v5OrderExecutionQuery>>({
    method: 'GET',
    path: '/v5/execution/list',
    cost: 'past',
    access: 'read',
    limit: READ_LIMIT,
    summary: 'Fills, newest first.',
    request: v5OrderExecutionQuery,
    answer: executions,
  }),
];
