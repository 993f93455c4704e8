import { BASE_FEE_TIER, NO_ORDERS, refusal } from '@tapedeck/domain';
import {
  accountStateResult,
  emptyRequest,
  encodeFeeRates,
  feeRateQuery,
  feeRateResult,
  openOrdersQuery,
  orderPage,
} from '@tapedeck/protocol';
import type { FeeRateQuery, HistoryQuery, OrderPage } from '@tapedeck/protocol';
import { badParameter, done, refused, type Reply } from '../answers.ts';
import type { Session } from '../ports.ts';
import { encodeAccountState, encodeOpenOrders } from '../wire.ts';
import { countWithin, route, type Route, type Services } from './route.ts';

const OPEN_ORDERS_PAGE_MAX = 500;

async function openOrders({ symbol, limit, cursor = '' }: HistoryQuery, { catalogue, venue }: Services, session: Session): Promise<Reply> {
  const instrument = symbol === undefined ? undefined : catalogue.bySymbol(symbol);
  if (symbol !== undefined && instrument === undefined) return refused(refusal('symbolUnknown'));
  const most = countWithin(limit, OPEN_ORDERS_PAGE_MAX, 1, OPEN_ORDERS_PAGE_MAX);
  if (most === undefined) return badParameter('limit', `must be from 1 to ${OPEN_ORDERS_PAGE_MAX}`);
  if (!/^\d{0,15}$/.test(cursor)) return badParameter('cursor');
  const snapshot = await venue.account(session.account, {
    // One more shows whether there is another page.
    most: most + 1,
    ...(instrument !== undefined && { instruments: [instrument.id] }),
    ...(cursor !== '' && { before: Number(cursor) }),
  });
  if (snapshot === undefined) return refused(refusal('accountUnknown'));
  const list = encodeOpenOrders(snapshot.state, catalogue).slice(0, most);
  const isWhole = snapshot.state.orders.length <= most;
  return done({ list, nextPageCursor: isWhole ? '' : (list.at(-1)?.orderId ?? '') } satisfies OrderPage);
}

async function feeRates({ symbol }: FeeRateQuery, { catalogue, venue }: Services, session: Session): Promise<Reply> {
  const named = symbol === undefined ? undefined : catalogue.bySymbol(symbol);
  if (symbol !== undefined && named === undefined) return refused(refusal('symbolUnknown'));
  const snapshot = await venue.account(session.account, NO_ORDERS);
  if (snapshot === undefined) return refused(refusal('accountUnknown'));
  const wanted = named === undefined ? [...catalogue.contracts, ...catalogue.spots] : [named];
  return done(encodeFeeRates(wanted, snapshot.state.feeTier ?? BASE_FEE_TIER));
}

export const ACCOUNT_ROUTES: readonly Route[] = [
  route<object>({
    method: 'GET',
    path: '/contract/v5/account/state',
    cost: 'list',
    access: 'user',
    effect: 'none',
    summary: 'Cash, positions and settings of the account at one point in time.',
    request: emptyRequest,
    result: accountStateResult,
    answer: async (_query, services, { account }) => {
      const snapshot = await services.venue.account(account, NO_ORDERS);
      return snapshot === undefined ? refused(refusal('accountUnknown')) : done(encodeAccountState(snapshot, services.catalogue));
    },
  }),
  route<FeeRateQuery>({
    method: 'GET',
    path: '/contract/v5/account/fee-rate',
    cost: 'list',
    access: 'user',
    effect: 'none',
    summary: 'Maker and taker fees of the account, for one symbol or for all contracts and pairs.',
    request: feeRateQuery,
    result: feeRateResult,
    answer: feeRates,
  }),
  route<HistoryQuery>({
    method: 'GET',
    path: '/contract/v5/order/list',
    cost: 'list',
    access: 'user',
    effect: 'none',
    summary: 'Open orders, newest first, up to 500 in a page.',
    request: openOrdersQuery,
    result: orderPage,
    answer: openOrders,
  }),
];
