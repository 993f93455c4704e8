import { BASE_FEE_TIER, refusal } from '@tapedeck/domain';
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
import { done, refused, type Reply } from '../answers.ts';
import type { Session } from '../ports.ts';
import { encodeAccountState, encodeOpenOrders } from '../wire.ts';
import { route, type Route, type Services } from './route.ts';

async function openOrders(query: HistoryQuery, services: Services, session: Session): Promise<Reply> {
  if (query.symbol !== undefined && services.catalogue.bySymbol(query.symbol) === undefined) return refused(refusal('symbolUnknown'));
  const snapshot = await services.venue.account(session.account);
  if (snapshot === undefined) return refused(refusal('accountUnknown'));
  const orders = encodeOpenOrders(snapshot.state, services.catalogue);
  const result: OrderPage = {
    list: query.symbol === undefined ? orders : orders.filter((order) => order.symbol === query.symbol),
    nextPageCursor: '',
  };
  return done(result);
}

async function feeRates({ symbol }: FeeRateQuery, { catalogue, venue }: Services, session: Session): Promise<Reply> {
  const named = symbol === undefined ? undefined : catalogue.bySymbol(symbol);
  if (symbol !== undefined && named === undefined) return refused(refusal('symbolUnknown'));
  const snapshot = await venue.account(session.account);
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
      const snapshot = await services.venue.account(account);
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
    summary: 'Open orders, newest first, all in one page.',
    request: openOrdersQuery,
    result: orderPage,
    answer: openOrders,
  }),
];
