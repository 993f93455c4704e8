import { closedPnlPage, executionPage, orderPage, transactionPage, type HistoryList } from '@tapedeck/protocol';
import type { Http, Schema } from '../connection/http.ts';
import { succeeded } from '../store/loadable.ts';
import type { HistoryFilter, TerminalClient } from './terminal-client.ts';

/** The first page is a view's; whoever scrolls on wants many rows. */
const FIRST_PAGE = 50;
const NEXT_PAGE = 200;

type Histories = Pick<TerminalClient, 'orderHistory' | 'executions' | 'closedPnl' | 'transactions' | 'historyFile'>;
type Query = Readonly<Record<string, string | number | undefined>>;

const queryOf = ({ symbol, search, from, to, kinds }: HistoryFilter): Query => ({
  symbol,
  search,
  from,
  to,
  kind: kinds === undefined || kinds.length === 0 ? undefined : kinds.join(','),
});

const pageOf = (cursor: string, filter: HistoryFilter): Query => ({
  ...queryOf(filter),
  limit: cursor === '' ? FIRST_PAGE : NEXT_PAGE,
  cursor: cursor === '' ? undefined : cursor,
});

interface WirePage<Row> {
  readonly list: readonly Row[];
  readonly nextPageCursor: string;
  readonly behindSinceE3?: number | undefined;
}

/** The past by pages, and as files. */
export function createHistories(http: Http, origin: string): Histories {
  const past =
    <Row>(path: string, schema: Schema<WirePage<Row>>) =>
    async (cursor: string, filter: HistoryFilter = {}) => {
      const answer = await http.get(path, pageOf(cursor, filter), schema);
      if (!answer.ok) return answer;
      const { list, nextPageCursor, behindSinceE3 } = answer.value;
      return succeeded({ rows: list, cursor: nextPageCursor, behindSince: behindSinceE3 });
    };
  return {
    orderHistory: past('/contract/v5/order/history', orderPage),
    executions: past('/contract/v5/execution/list', executionPage),
    closedPnl: past('/contract/v5/position/closed-pnl', closedPnlPage),
    transactions: past('/contract/v5/account/transaction-log', transactionPage),
    historyFile: (list: HistoryList, filter = {}) => {
      const query: Query = { list, ...queryOf(filter) };
      const words = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]));
      return `${origin}/contract/v5/history/export?${words.join('&')}`;
    },
  };
}
