import { NO_ORDERS } from '@tapedeck/domain';
import {
  parseDecimal,
  priceUnits,
  refusal,
  spreadQuantityRefusal,
  tickCount,
  type CreateStrategy,
  type SpreadPair,
  type Untimed,
} from '@tapedeck/domain';
import { moneyText, readLots, type InputOf } from '@tapedeck/protocol';
import {
  v5SpreadCancelAllRequest,
  v5SpreadCancelRequest,
  v5SpreadOrderRequest,
  v5SpreadOrdersQuery,
  v5SpreadSizeQuery,
} from '@tapedeck/protocol/v5';
import { countWithin, type Services } from '../../routes/route.ts';
import { withState } from '../account/account-state.ts';
import { wholeMargins } from '../account/whole-margin.ts';
import { encodeV5Execution } from '../trade/encode-order.ts';
import { pastOf } from '../past.ts';
import { countCommands } from '../count-commands.ts';
import type { Caller } from '../ports.ts';
import { badField, closedOnTrial, paged, positionIn, symbolUnknown } from '../replies.ts';
import { v5Done, v5Refused, v5Route, type V5Reply, type V5Route } from '../v5-route.ts';
import { encodeEndedSpread, encodeOpenSpread, spreadOrderOf, type SpreadOrder } from './encode-spread.ts';
import { pairOf, spreadSymbol } from './spread-pairs.ts';

const PAGE_MAX = 50;
const PAGE_DEFAULT = 20;
const ORDER_LIMIT = 20;
const READ_LIMIT = 50;

type OrderRequest = InputOf<typeof v5SpreadOrderRequest>;

/** The worst spread price in ticks that an order accepts; a market order accepts any. A reply if the price is invalid. */
function limitOf({ orderType, side, price }: OrderRequest, { far }: SpreadPair): number | V5Reply {
  if (orderType === 'Market') return (side === 'Buy' ? 1 : -1) * tickCount(far.maxPrice);
  const units = price === undefined ? undefined : parseDecimal(price);
  const tick = priceUnits(far.tickSize);
  return units === undefined || units % tick !== 0n ? badField('price') : Number(units / tick);
}

async function create(request: OrderRequest, { catalogue, venue }: Services, { session }: Caller): Promise<V5Reply> {
  const pair = pairOf(catalogue, request.symbol);
  if (pair === undefined) return symbolUnknown();
  const { timeInForce = '', orderLinkId = '', orderType } = request;
  if (timeInForce === 'PostOnly' || timeInForce === 'FOK')
    return badField('timeInForce', 'must be GTC or IOC: spreads trade in the books of their legs');
  const limit = limitOf(request, pair);
  if (typeof limit !== 'number') return limit;
  const quantity = readLots(request.qty, 'qty', pair.near);
  const refused = spreadQuantityRefusal(pair, quantity);
  if (refused !== undefined) return v5Refused(refused);
  const immediate = orderType === 'Market' || timeInForce === 'IOC';
  const command: Untimed<CreateStrategy> = {
    type: 'CreateStrategy',
    account: session.account,
    instrument: pair.near.id,
    side: request.side,
    positionIndex: 0,
    reduceOnly: false,
    quantity,
    plan: { kind: 'FutureSpread', far: pair.far.id, limit, ...(immediate && { immediate }) },
    source: 'api',
    ...(orderLinkId !== '' && { requestId: orderLinkId }),
  };
  const outcome = await venue.submit(command);
  if (outcome.refusal !== undefined) return v5Refused(outcome.refusal);
  return v5Done({ orderId: String(outcome.orderId ?? ''), orderLinkId });
}

/** Spread orders, newest first: running ones, or recently ended ones. */
async function ordersOf(
  query: InputOf<typeof v5SpreadOrdersQuery>,
  running: boolean,
  { catalogue, venue }: Services,
  { session }: Caller,
): Promise<readonly SpreadOrder[]> {
  const strategies = (await venue.account(session.account, NO_ORDERS))?.state.strategies ?? [];
  const all = strategies.flatMap((record) => ((record.ended === undefined) === running ? (spreadOrderOf(record, catalogue) ?? []) : []));
  const wanted = all.filter(
    ({ record, pair }) =>
      (query.symbol === undefined || spreadSymbol(pair) === query.symbol) &&
      (query.baseCoin === undefined || pair.far.baseCoin === query.baseCoin) &&
      (query.orderId === undefined || String(record.strategyId) === query.orderId),
  );
  return wanted.sort((a, b) => b.record.strategyId - a.record.strategyId);
}

function list(running: boolean, encode: (order: SpreadOrder) => object) {
  return async (query: InputOf<typeof v5SpreadOrdersQuery>, services: Services, caller: Caller): Promise<V5Reply> => {
    const limit = countWithin(query.limit, PAGE_DEFAULT, 1, PAGE_MAX);
    if (limit === undefined) return badField('limit');
    const closed = running ? undefined : closedOnTrial(caller);
    if (closed !== undefined) return closed;
    const before = positionIn(query.cursor);
    if (before === undefined) return badField('cursor');
    const all = (await ordersOf(query, running, services, caller)).filter(({ record }) => record.strategyId < before);
    const page = all.slice(0, limit);
    const next = page.length < all.length ? String(page.at(-1)?.record.strategyId ?? '') : '';
    return v5Done({ nextPageCursor: next, list: page.map(encode) });
  };
}

/** The answer names the order as the lists do, which know no link id: the one in the request may be of any order. */
async function cancel({ orderId }: InputOf<typeof v5SpreadCancelRequest>, { venue }: Services, { session }: Caller): Promise<V5Reply> {
  if (orderId === undefined || !/^\d{1,15}$/.test(orderId))
    return orderId === undefined ? badField('orderId', 'is missing') : v5Refused(refusal('orderUnknown'));
  const { account } = session;
  const strategyId = Number(orderId);
  const strategies = (await venue.account(account, NO_ORDERS))?.state.strategies ?? [];
  // Other strategies of the account share the numbers.
  if (!strategies.some((one) => one.strategyId === strategyId && one.plan.kind === 'FutureSpread'))
    return v5Refused(refusal('orderUnknown'));
  const outcome = await venue.submit({ type: 'CancelStrategy', account, strategyId });
  return outcome.refusal === undefined ? v5Done({ orderId, orderLinkId: '' }) : v5Refused(outcome.refusal);
}

const CANCEL_ALL = '/v5/spread/order/cancel-all';

async function cancelAll({ symbol }: InputOf<typeof v5SpreadCancelAllRequest>, services: Services, caller: Caller): Promise<V5Reply> {
  const cancelled: object[] = [];
  const open = await ordersOf(symbol === undefined ? {} : { symbol }, true, services, caller);
  countCommands(CANCEL_ALL, open.length, services, caller);
  for (const { record } of open) {
    const { strategyId, account } = record;
    const outcome = await services.venue.submit({ type: 'CancelStrategy', account, strategyId });
    // An order that has ended meanwhile does not count as cancelled.
    if (outcome.refusal === undefined) cancelled.push({ orderId: String(strategyId), orderLinkId: '' });
  }
  return v5Done({ list: cancelled, success: '1' });
}

/** Fills of the legs of one spread, newest first. */
async function executions(query: InputOf<typeof v5SpreadOrdersQuery>, services: Services, caller: Caller): Promise<V5Reply> {
  const limit = countWithin(query.limit, PAGE_DEFAULT, 1, PAGE_MAX);
  if (limit === undefined) return badField('limit');
  const closed = closedOnTrial(caller);
  if (closed !== undefined) return closed;
  const { catalogue, history } = services;
  const pair = query.symbol === undefined ? undefined : pairOf(catalogue, query.symbol);
  if (query.symbol !== undefined && pair === undefined) return symbolUnknown();
  return paged(async () => {
    const legs = pair === undefined ? undefined : [pair.near.id, pair.far.id];
    const page = await history.executions(pastOf(query, caller, limit, legs));
    const rows = page.rows.flatMap(({ execution, time }) => {
      const tag = execution.order?.strategy;
      if (tag?.kind !== 'FutureSpread' || (query.orderId !== undefined && String(tag.id) !== query.orderId)) return [];
      const leg = encodeV5Execution(execution, time, catalogue.byId(execution.instrument));
      return [{ ...leg, spreadOrderId: String(tag.id) }];
    });
    return v5Done({ nextPageCursor: page.next, list: rows });
  });
}

/** Largest amount for a spread: the available balance in the settle coin. */
function maxSize({ symbol }: InputOf<typeof v5SpreadSizeQuery>, services: Services, caller: Caller): Promise<V5Reply> | V5Reply {
  const pair = pairOf(services.catalogue, symbol);
  if (pair === undefined) return symbolUnknown();
  return withState(services, caller, (state) => {
    const margins = wholeMargins(state, caller.session.accountKind, services);
    return v5Done({ ab: margins === undefined ? '0' : moneyText(margins.of(pair.far.settleCoin).available) });
  });
}

export const SPREAD_ORDER_ROUTES: readonly V5Route[] = [
  v5Route<OrderRequest>({
    method: 'POST',
    path: '/v5/spread/order/create',
    cost: 'command',
    access: 'trade',
    limit: ORDER_LIMIT,
    summary: 'Places an order of a spread.',
    request: v5SpreadOrderRequest,
    answer: create,
  }),
  v5Route<InputOf<typeof v5SpreadCancelRequest>>({
    method: 'POST',
    path: '/v5/spread/order/cancel',
    cost: 'command',
    access: 'trade',
    limit: ORDER_LIMIT,
    summary: 'Cancels an order of a spread.',
    request: v5SpreadCancelRequest,
    answer: cancel,
  }),
  v5Route<InputOf<typeof v5SpreadCancelAllRequest>>({
    method: 'POST',
    path: CANCEL_ALL,
    cost: 'command',
    access: 'trade',
    limit: 5,
    summary: 'Cancels the orders of one spread, or of all.',
    request: v5SpreadCancelAllRequest,
    answer: cancelAll,
  }),
  v5Route<InputOf<typeof v5SpreadOrdersQuery>>({
    method: 'GET',
    path: '/v5/spread/order/realtime',
    cost: 'list',
    access: 'read',
    limit: READ_LIMIT,
    summary: 'Running orders of spreads, newest first.',
    request: v5SpreadOrdersQuery,
    answer: list(true, encodeOpenSpread),
  }),
  v5Route<InputOf<typeof v5SpreadOrdersQuery>>({
    method: 'GET',
    path: '/v5/spread/order/history',
    cost: 'past',
    access: 'read',
    limit: READ_LIMIT,
    summary: 'Recently ended orders of spreads, newest first.',
    request: v5SpreadOrdersQuery,
    answer: list(false, encodeEndedSpread),
  }),
  v5Route<InputOf<typeof v5SpreadOrdersQuery>>({
    method: 'GET',
    path: '/v5/spread/execution/list',
    cost: 'past',
    access: 'read',
    limit: READ_LIMIT,
    summary: 'Fills of the legs of spreads, newest first.',
    request: v5SpreadOrdersQuery,
    answer: executions,
  }),
  v5Route<InputOf<typeof v5SpreadSizeQuery>>({
    method: 'GET',
    path: '/v5/spread/max-qty',
    cost: 'light',
    access: 'read',
    limit: READ_LIMIT,
    summary: 'Largest quantity of a spread that the account can trade.',
    request: v5SpreadSizeQuery,
    answer: maxSize,
  }),
];
