import { milliseconds } from '@tapedeck/domain';
import type { LedgerKind } from '@tapedeck/domain';
import { encodeClosedPnl, encodeExecution, encodeOrder, encodeTransaction } from '@tapedeck/protocol';
import type { CsvCell, HistoryList } from '@tapedeck/protocol';
import type { ExecutionQuery, HistoryQuery, HistoryReader, OrderQuery, Page, TransactionQuery, TransactionRow } from '@tapedeck/venue';
import type { Catalogue } from './catalogue.ts';

/** Filters of a list; the route's schema has validated the values. */
export interface Filters {
  readonly side?: 'Buy' | 'Sell' | undefined;
  readonly status?: string | undefined;
  readonly kind?: string | undefined;
  readonly coin?: string | undefined;
}

/** One history list, newest first: its rows on the wire and in a file. */
export interface ListOfPast {
  readonly read: (history: HistoryReader, query: HistoryQuery, filters: Filters, catalogue: Catalogue) => Promise<Page<object>>;
  /** Columns of the file; `…E3` times become ISO 8601. */
  readonly columns: readonly string[];
}

const wordsOf = (text: string | undefined): readonly string[] | undefined => text?.split(',');
const sideOf = ({ side }: Filters): Pick<OrderQuery, 'side'> => (side === undefined ? {} : { side });
const coinOf = ({ coin }: Filters): Pick<TransactionQuery, 'coin'> => (coin === undefined ? {} : { coin });

const map = <Row>({ rows, next }: Page<Row>, item: (row: Row) => object): Page<object> => ({ rows: rows.map(item), next });

function transactionItem({ transaction, time, sequence, index }: TransactionRow, catalogue: Catalogue): object {
  const instrument = transaction.instrument < 0 ? undefined : catalogue.byId(transaction.instrument);
  return encodeTransaction(`${sequence}-${index}`, time, transaction, instrument);
}

const TRANSACTION_COLUMNS = ['id', 'timeE3', 'coin', 'type', 'wallet', 'symbol', 'amount', 'cashBalance', 'basis', 'hourlyRate'];

const orders: ListOfPast = {
  read: async (history, query, filters, catalogue) => {
    const statuses = wordsOf(filters.status) as OrderQuery['statuses'];
    const kinds = wordsOf(filters.kind) as OrderQuery['kinds'];
    const page = await history.orders({ ...query, ...sideOf(filters), ...(statuses && { statuses }), ...(kinds && { kinds }) });
    return map(page, (order) => encodeOrder(order, catalogue.byId(order.instrument)));
  },
  columns: [
    ...['orderId', 'orderLinkId', 'symbol', 'side', 'orderType', 'price', 'qty', 'cumExecQty', 'leavesQty', 'avgPrice', 'cumExecValue'],
    ...['cumExecFee', 'feeCurrency', 'timeInForce', 'reduceOnly', 'positionIdx', 'orderStatus', 'cxlRejReason', 'stop.stopOrderType'],
    ...['stop.triggerPrice', 'stop.triggerBy', 'source', 'createdAtE3', 'updatedAtE3'],
  ],
};

function narrowExecutions(query: HistoryQuery, filters: Filters): ExecutionQuery {
  const kinds = wordsOf(filters.kind) as ExecutionQuery['kinds'];
  return { ...query, ...sideOf(filters), ...(kinds && { kinds }) };
}

const executions: ListOfPast = {
  read: async (history, query, filters, catalogue) =>
    map(await history.executions(narrowExecutions(query, filters)), ({ execution, time }) =>
      encodeExecution(execution, time, catalogue.byId(execution.instrument)),
    ),
  columns: [
    ...['execId', 'execType', 'orderId', 'orderLinkId', 'symbol', 'side', 'execPrice', 'execQty', 'execValue', 'execFee'],
    ...['feeCurrency', 'feeRate', 'isMaker', 'closedPnl', 'closedSize', 'leavesQty', 'positionIdx', 'execTimeE3'],
  ],
};

const closedPnl: ListOfPast = {
  read: async (history, query, filters, catalogue) =>
    map(await history.closings(narrowExecutions(query, filters)), ({ closing, time }) =>
      encodeClosedPnl(closing, time, catalogue.byId(closing.instrument)),
    ),
  columns: [
    ...['execId', 'orderId', 'fillCount', 'symbol', 'side', 'positionIdx', 'execType', 'closedSize', 'avgEntryPrice', 'avgExitPrice'],
    ...['closedPnl', 'execFee', 'feeCurrency', 'fees', 'funding', 'settledPnl', 'netPnl', 'createdAtE3', 'updatedAtE3'],
  ],
};

const transactions: ListOfPast = {
  read: async (history, query, filters, catalogue) => {
    const kinds = wordsOf(filters.kind) as TransactionQuery['kinds'];
    const page = await history.transactions({ ...query, ...coinOf(filters), ...(kinds && { kinds }) });
    return map(page, (row) => transactionItem(row, catalogue));
  },
  columns: TRANSACTION_COLUMNS,
};

/** The ledger lines of some kinds. */
const movements = (kinds: readonly LedgerKind[]): ListOfPast => ({
  read: async (history, query, filters, catalogue) =>
    map(await history.transactions({ ...query, ...coinOf(filters), kinds }), (row) => transactionItem(row, catalogue)),
  columns: TRANSACTION_COLUMNS,
});

export const LISTS: Readonly<Record<HistoryList, ListOfPast>> = {
  orders,
  executions,
  'closed-pnl': closedPnl,
  transactions,
  funding: movements(['funding']),
  borrowing: movements(['borrow', 'repay', 'interest']),
  transfers: movements(['deposit', 'transfer', 'subscription', 'redemption']),
};

/** The cells of a row under the columns of its list. */
export function cellsOf(row: object, columns: readonly string[]): readonly CsvCell[] {
  return columns.map((column) => {
    const [name = '', part] = column.split('.');
    const value = (row as Readonly<Record<string, unknown>>)[name];
    const cell = part === undefined ? value : (value as Readonly<Record<string, unknown>> | undefined)?.[part];
    if (name.endsWith('E3')) return new Date(milliseconds(cell as never)).toISOString();
    return cell as CsvCell;
  });
}

export const columnName = (column: string): string => (column.split('.').at(-1) ?? '').replace(/E3$/, '');
