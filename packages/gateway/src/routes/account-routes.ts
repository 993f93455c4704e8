import { refusal } from '@tapedeck/domain';
import { accountStateResult, emptyRequest, historyQuery, orderPage } from '@tapedeck/protocol';
import type { HistoryQuery, OrderPage } from '@tapedeck/protocol';
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

export const ACCOUNT_ROUTES: readonly Route[] = [
  route<object>({
    method: 'GET',
    path: '/contract/v5/account/state',
    access: 'user',
    effect: 'none',
    summary: 'Cash, positions and settings of the account at one moment.',
    request: emptyRequest,
    result: accountStateResult,
    answer: async (_query, services, { account }) => {
      const snapshot = await services.venue.account(account);
      return snapshot === undefined ? refused(refusal('accountUnknown')) : done(encodeAccountState(snapshot, services.catalogue));
    },
  }),
  route<HistoryQuery>({
    method: 'GET',
    path: '/contract/v5/order/list',
    access: 'user',
    effect: 'none',
    summary: 'Open orders, newest first, all in one page.',
    request: historyQuery,
    result: orderPage,
    answer: openOrders,
  }),
];
