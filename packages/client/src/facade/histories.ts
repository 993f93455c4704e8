import {
  closedPnlPage,
  decodeDelivery,
  decodeFund,
  decodeFunding,
  deliveryPage,
  executionPage,
  fundingPage,
  insuranceResult,
  orderPage,
  transactionPage,
  type HistoryList,
} from '@tapedeck/protocol';
import type { Http, Schema } from '../connection/http.ts';
import { succeeded, type Result } from '../store/loadable.ts';
import type { HistoryFilter, Page, TerminalClient } from './terminal-client.ts';

/** The first page is a view's; whoever scrolls on wants many rows. */
const FIRST_PAGE = 50;
const NEXT_PAGE = 200;

type Histories = Pick<
  TerminalClient,
  'orderHistory' | 'executions' | 'closedPnl' | 'transactions' | 'fundings' | 'deliveries' | 'insurance' | 'historyFile'
>;
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

/** A page of what everybody may see; `decode` throws when the server's words cannot be read. */
async function publicPage<Item, Row>(
  http: Http,
  path: string,
  { query, schema, decode }: { readonly query: Query; readonly schema: Schema<WirePage<Item>>; readonly decode: (item: Item) => Row },
): Promise<Result<Page<Row>>> {
  const answer = await http.get(path, query, schema);
  if (!answer.ok) return answer;
  const { list, nextPageCursor, behindSinceE3 } = answer.value;
  return succeeded({ rows: list.map(decode), cursor: nextPageCursor, behindSince: behindSinceE3 });
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
    fundings: (symbol, cursor) =>
      publicPage(http, '/contract/v5/market/funding-history', {
        query: { ...pageOf(cursor, {}), symbol },
        schema: fundingPage,
        decode: decodeFunding,
      }),
    deliveries: (baseCoin, cursor) =>
      publicPage(http, '/contract/v5/market/delivery-history', {
        query: { ...pageOf(cursor, {}), baseCoin },
        schema: deliveryPage,
        decode: decodeDelivery,
      }),
    insurance: async () => {
      const answer = await http.get('/contract/v5/market/insurance', {}, insuranceResult);
      return answer.ok ? succeeded(answer.value.list.map(decodeFund)) : answer;
    },
    historyFile: (list: HistoryList, filter = {}) => {
      const query: Query = { list, ...queryOf(filter) };
      const words = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]));
      return `${origin}/contract/v5/history/export?${words.join('&')}`;
    },
  };
}
