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
  type WireSchema,
} from '@tapedeck/protocol';
import type { Http } from '../connection/http.ts';
import { succeeded, type Result } from '../store/loadable.ts';
import { queryOf, type HistoryQuery } from './history-file.ts';
import type { Histories, HistoryFilter, Markets, Page } from './terminal-client.ts';

/** The first page fills a view; scrolling needs many rows. */
const FIRST_PAGE = 50;
const NEXT_PAGE = 200;

const pageOf = (cursor: string, filter: HistoryFilter): HistoryQuery => ({
  ...queryOf(filter),
  limit: cursor === '' ? FIRST_PAGE : NEXT_PAGE,
  cursor: cursor === '' ? undefined : cursor,
});

interface WirePage<Row> {
  readonly list: readonly Row[];
  readonly nextPageCursor: string;
  readonly behindSinceE3?: number | undefined;
}

/** A page of public data; `decode` throws if the server's values are unreadable. */
async function publicPage<Item, Row>(
  http: Http,
  path: string,
  {
    query,
    schema,
    decode,
  }: { readonly query: HistoryQuery; readonly schema: WireSchema<WirePage<Item>>; readonly decode: (item: Item) => Row },
): Promise<Result<Page<Row>>> {
  const answer = await http.get(path, query, schema);
  if (!answer.ok) return answer;
  const { list, nextPageCursor, behindSinceE3 } = answer.value;
  return succeeded({ rows: list.map(decode), cursor: nextPageCursor, behindSince: behindSinceE3 });
}

/** Account history by pages. */
export function createHistories(http: Http): Omit<Histories, 'version' | 'file'> {
  const past =
    <Row>(path: string, schema: WireSchema<WirePage<Row>>) =>
    async (cursor: string, filter: HistoryFilter = {}) => {
      const answer = await http.get(path, pageOf(cursor, filter), schema);
      if (!answer.ok) return answer;
      const { list, nextPageCursor, behindSinceE3 } = answer.value;
      return succeeded({ rows: list, cursor: nextPageCursor, behindSince: behindSinceE3 });
    };
  return {
    orders: past('/contract/v5/order/history', orderPage),
    executions: past('/contract/v5/execution/list', executionPage),
    closedPnl: past('/contract/v5/position/closed-pnl', closedPnlPage),
    transactions: past('/contract/v5/account/transaction-log', transactionPage),
  };
}

/** Public market history. */
export type MarketPast = Pick<Markets, 'fundings' | 'deliveries' | 'insurance'>;

export const createMarketHistories = (http: Http): MarketPast => ({
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
});
