import { refusal, type InstrumentId } from '@tapedeck/domain';
import {
  csvLine,
  closedPnlPage,
  emptyResult,
  executionPage,
  executionQuery,
  exportQuery,
  movementQuery,
  orderHistoryQuery,
  orderPage,
  transactionPage,
  transactionQuery,
} from '@tapedeck/protocol';
import type { ExportQuery, HistoryList, PastQuery, WireSchema } from '@tapedeck/protocol';
import { CursorUnknown, HISTORY_PAGE_MAX } from '@tapedeck/venue';
import type { HistoryQuery, Page } from '@tapedeck/venue';
import { badParameter, done, failed, file, refused, type Reply } from '../answers.ts';
import type { Catalogue } from '../catalogue.ts';
import { LISTS, cellsOf, columnName, type Filters, type ListOfPast } from '../history-lists.ts';
import type { Session } from '../ports.ts';
import { COSTS } from '../costs.ts';
import { countWithin, route, type Route, type Services } from './route.ts';

export const PAGE_DEFAULT = 50;

type Past = Omit<PastQuery, 'limit' | 'cursor'> & Filters;
type Asked = Pick<HistoryQuery, 'account' | 'instruments' | 'from' | 'to'>;

/** Validates the filters of a history request; a reply if they are invalid. */
function askedOf({ symbol, search, from, to }: Past, { catalogue }: Services, { account }: Session): Asked | Reply {
  const instrument = symbol === undefined ? undefined : catalogue.bySymbol(symbol);
  if (symbol !== undefined && instrument === undefined) return refused(refusal('symbolUnknown'));
  if (from !== undefined && to !== undefined && Number(from) > Number(to)) return badParameter('to', 'must not be before from');
  const found = instrument === undefined ? search && searched(catalogue, search) : [instrument.id];
  return {
    account,
    ...(found && { instruments: found }),
    ...(from !== undefined && { from: Number(from) }),
    ...(to !== undefined && { to: Number(to) }),
  };
}

/** Instruments whose symbol contains the text, including ended ones, which the history names. */
function searched(catalogue: Catalogue, text: string): readonly InstrumentId[] {
  const part = text.trim().toUpperCase();
  return catalogue.instruments.filter(({ symbol }) => symbol.includes(part)).map(({ id }) => id);
}

/** A page, and the start of the period in which the history is incomplete. */
export async function pageReply({ history }: Services, reading: Promise<Page<object>>): Promise<Reply> {
  try {
    const page = await reading;
    const { behindSince } = history;
    return done({ list: page.rows, nextPageCursor: page.next, ...(behindSince !== undefined && { behindSinceE3: behindSince }) });
  } catch (error) {
    if (error instanceof CursorUnknown) return badParameter('cursor');
    throw error;
  }
}

const isReply = (asked: Asked | Reply): asked is Reply => 'kind' in asked;

function paged(list: ListOfPast) {
  return async (query: PastQuery & Filters, services: Services, session: Session): Promise<Reply> => {
    const limit = countWithin(query.limit, PAGE_DEFAULT, 1, HISTORY_PAGE_MAX);
    if (limit === undefined) return badParameter('limit', `must be from 1 to ${HISTORY_PAGE_MAX}`);
    const asked = askedOf(query, services, session);
    if (isReply(asked)) return asked;
    return pageReply(services, list.read(services.history, { ...asked, cursor: query.cursor ?? '', limit }, query, services.catalogue));
  };
}

/** A complete list, page after page: the first is read before the answer begins. */
async function download(query: ExportQuery, services: Services, session: Session): Promise<Reply> {
  const list = LISTS[query.list];
  const asked = askedOf(query, services, session);
  if (isReply(asked)) return asked;
  const read = (cursor: string): Promise<Page<object>> =>
    list.read(services.history, { ...asked, cursor, limit: HISTORY_PAGE_MAX }, query, services.catalogue);
  // An incomplete file could not say so.
  if (services.history.behindSince !== undefined) return failed('historyAway');
  const first = await read('');
  // Each further page costs what a call for it would, and takes its turn among them.
  const next = (cursor: string): Promise<Page<object>> => {
    services.workBudgets?.charge(COSTS.past.units, session.user);
    return services.lanes.run('users past', String(session.user), () => read(cursor));
  };
  return file({ type: 'text/csv; charset=utf-8', name: `${query.list}.csv`, parts: linesOf(list, first, next) });
}

async function* linesOf(list: ListOfPast, first: Page<object>, read: (cursor: string) => Promise<Page<object>>): AsyncGenerator<string> {
  const lines = ({ rows }: Page<object>): string => rows.map((row) => csvLine(cellsOf(row, list.columns))).join('');
  yield csvLine(list.columns.map(columnName)) + lines(first);
  for (let { next } = first; next !== '';) {
    const page = await read(next);
    yield lines(page);
    next = page.next;
  }
}

interface Shown {
  readonly path: string;
  readonly list: HistoryList;
  readonly summary: string;
  readonly request: WireSchema<PastQuery & Filters>;
  readonly result: WireSchema;
}

const SHOWN: readonly Shown[] = [
  {
    path: '/contract/v5/order/history',
    list: 'orders',
    summary: 'All orders in their current state, newest first.',
    request: orderHistoryQuery,
    result: orderPage,
  },
  {
    path: '/contract/v5/execution/list',
    list: 'executions',
    summary: 'Fills and funding payments, newest first.',
    request: executionQuery,
    result: executionPage,
  },
  {
    path: '/contract/v5/position/closed-pnl',
    list: 'closed-pnl',
    summary: 'Closed P&L: one row for each closing order, newest first.',
    request: executionQuery,
    result: closedPnlPage,
  },
  {
    path: '/contract/v5/account/transaction-log',
    list: 'transactions',
    summary: 'Cash movements, newest first.',
    request: transactionQuery,
    result: transactionPage,
  },
  {
    path: '/contract/v5/account/funding-history',
    list: 'funding',
    summary: 'Funding paid and received, newest first.',
    request: movementQuery,
    result: transactionPage,
  },
  {
    path: '/contract/v5/account/borrow-history',
    list: 'borrowing',
    summary: 'Loans, repayments and interest, newest first.',
    request: movementQuery,
    result: transactionPage,
  },
  {
    path: '/contract/v5/account/transfer-history',
    list: 'transfers',
    summary: 'Deposits, transfers between wallets, subscriptions and redemptions, newest first.',
    request: movementQuery,
    result: transactionPage,
  },
];

/** Lists closed to users on trial. */
const CLOSED_ON_TRIAL: ReadonlySet<HistoryList> = new Set(['orders', 'executions', 'closed-pnl']);

export const HISTORY_ROUTES: readonly Route[] = [
  ...SHOWN.map(({ path, list, summary, request, result }) =>
    route<PastQuery & Filters>({
      method: 'GET',
      path,
      cost: 'past',
      access: 'user',
      effect: 'none',
      closedOnTrial: CLOSED_ON_TRIAL.has(list),
      summary,
      fails: ['historyAway'],
      request,
      result,
      answer: paged(LISTS[list]),
    }),
  ),
  route<ExportQuery>({
    method: 'GET',
    path: '/contract/v5/history/export',
    cost: 'past',
    access: 'user',
    effect: 'none',
    closedOnTrial: true,
    summary: 'A complete history list as a CSV file; takes the filters of that list.',
    fails: ['historyAway'],
    request: exportQuery,
    result: emptyResult,
    contentType: 'text/csv; charset=utf-8',
    answer: download,
  }),
];
