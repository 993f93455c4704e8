import { refusal } from '@tapedeck/domain';
import type { Instrument } from '@tapedeck/domain';
import {
  accountStateResult,
  emptyRequest,
  encodeExecution,
  encodeOrder,
  encodeTransaction,
  executionPage,
  historyQuery,
  orderPage,
  pastQuery,
  transactionPage,
} from '@tapedeck/protocol';
import type { ExecutionPage, HistoryQuery, OrderPage, PastQuery, TransactionPage } from '@tapedeck/protocol';
import { CursorUnknown, HISTORY_PAGE_MAX } from '@tapedeck/venue';
import type { HistoryReader, Page, HistoryQuery as ReaderQuery } from '@tapedeck/venue';
import { badParameter, done, refused, type Reply } from '../answers.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Session } from '../ports.ts';
import { encodeAccountState, encodeOpenOrders } from '../wire.ts';
import { countWithin, route, type Route, type Services } from './route.ts';

const PAGE_DEFAULT = 50;

/** One list of the history: how its rows are read, and the page that the wire carries. */
interface Listing<Row> {
  readonly read: (history: HistoryReader, query: ReaderQuery) => Promise<Page<Row>>;
  readonly encode: (page: Page<Row>, catalogue: Catalogue) => OrderPage | ExecutionPage | TransactionPage;
}

function listing<Row>({ read, encode }: Listing<Row>) {
  return async (query: PastQuery, services: Services, session: Session): Promise<Reply> => {
    const limit = countWithin(query.limit, PAGE_DEFAULT, 1, HISTORY_PAGE_MAX);
    if (limit === undefined) return badParameter('limit', `must be from 1 to ${HISTORY_PAGE_MAX}`);
    const instrument = instrumentOf(query.symbol, services);
    if (instrument === 'unknown') return refused(refusal('symbolUnknown'));
    const span = spanOf(query);
    if (span.from !== undefined && span.to !== undefined && span.from > span.to) return badParameter('to', 'must not be before from');
    const all: ReaderQuery = { account: session.account, cursor: query.cursor ?? '', limit, ...span };
    try {
      const page = await read(services.history, instrument === undefined ? all : { ...all, instrument: instrument.id });
      return done(encode(page, services.catalogue));
    } catch (error) {
      if (error instanceof CursorUnknown) return badParameter('cursor');
      throw error;
    }
  };
}

const spanOf = ({ from, to }: PastQuery): Pick<ReaderQuery, 'from' | 'to'> => ({
  ...(from !== undefined && { from: Number(from) }),
  ...(to !== undefined && { to: Number(to) }),
});

function instrumentOf(symbol: string | undefined, { catalogue }: Services): Instrument | 'unknown' | undefined {
  return symbol === undefined ? undefined : (catalogue.bySymbol(symbol) ?? 'unknown');
}

async function openOrders(query: HistoryQuery, services: Services, session: Session): Promise<Reply> {
  if (instrumentOf(query.symbol, services) === 'unknown') return refused(refusal('symbolUnknown'));
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
  route<PastQuery>({
    method: 'GET',
    path: '/contract/v5/order/history',
    access: 'user',
    effect: 'none',
    closedOnTrial: true,
    summary: 'All orders ever, each as it stands now, newest first.',
    request: pastQuery,
    result: orderPage,
    answer: listing({
      read: (history, query) => history.orders(query),
      encode: ({ rows, next }, catalogue) => ({
        list: rows.map((order) => encodeOrder(order, catalogue.byId(order.instrument))),
        nextPageCursor: next,
      }),
    }),
  }),
  route<PastQuery>({
    method: 'GET',
    path: '/contract/v5/execution/list',
    access: 'user',
    effect: 'none',
    closedOnTrial: true,
    summary: 'Fills and funding payments, newest first.',
    request: pastQuery,
    result: executionPage,
    answer: listing({
      read: (history, query) => history.executions(query),
      encode: ({ rows, next }, catalogue) => ({
        list: rows.map(({ execution, time }) => encodeExecution(execution, time, catalogue.byId(execution.instrument))),
        nextPageCursor: next,
      }),
    }),
  }),
  route<PastQuery>({
    method: 'GET',
    path: '/contract/v5/account/transaction-log',
    access: 'user',
    effect: 'none',
    summary: 'Every movement of cash, newest first.',
    request: pastQuery,
    result: transactionPage,
    answer: listing({
      read: (history, query) => history.transactions(query),
      encode: ({ rows, next }, catalogue) => ({
        list: rows.map(({ transaction, time, sequence, index }) => {
          const instrument = transaction.instrument < 0 ? undefined : catalogue.byId(transaction.instrument);
          return encodeTransaction(`${sequence}-${index}`, time, transaction, instrument);
        }),
        nextPageCursor: next,
      }),
    }),
  }),
];
