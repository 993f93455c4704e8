import { STRATEGY_KINDS, timestamp, type CashChanged, type OrderFilled, type OrderRecord } from '@tapedeck/domain';
import {
  CursorUnknown,
  HISTORY_PAGE_MAX,
  type ExecutionQuery,
  type ExecutionRow,
  type HistoryQuery,
  type OrderKind,
  type OrderQuery,
  type Page,
  type TransactionQuery,
  type TransactionRow,
} from '@tapedeck/venue';
import { decodeRecord } from './record-text.ts';
import type { Int8, SqlRunner } from './sql-database.ts';

/** Conditions joined by AND, with their parameters. The SQL texts are constants; request values are always parameters. */
export class Where {
  readonly #conditions: string[] = [];
  readonly parameters: unknown[] = [];

  /** `condition` has one `?` for each value. */
  add(condition: string, ...values: readonly unknown[]): void {
    let next = 0;
    this.#conditions.push(condition.replace(/\?/g, () => this.place(values[next++])));
  }

  /** Placeholder of a parameter. */
  place(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}`;
  }

  get text(): string {
    return this.#conditions.join(' AND ');
  }
}

export function whereOf(query: HistoryQuery, timeColumn: string): Where {
  const where = new Where();
  where.add('account = ?', query.account);
  const { instruments } = query;
  // A single condition has its own index.
  if (instruments?.length === 1) where.add('instrument = ?', instruments[0]);
  else if (instruments !== undefined) where.add('instrument = ANY(?::integer[])', instruments);
  if (query.from !== undefined) where.add(`${timeColumn} >= ?`, query.from);
  if (query.to !== undefined) where.add(`${timeColumn} < ?`, query.to);
  return where;
}

interface Selection {
  readonly table: 'orders' | PlacedTable;
  readonly columns: string;
  /** Newest first. */
  readonly order: string;
  /** The newest rows of each of these disjoint conditions form the page. */
  readonly parts: readonly string[];
  readonly limit: number;
}

/** Part by part, each read in index order; with several conditions at once, a database would sort all rows. */
function select<Row>(runner: SqlRunner, where: Where, { table, columns, order, parts, limit }: Selection): Promise<readonly Row[]> {
  const end = `ORDER BY ${order} LIMIT ${where.place(limit)}`;
  const selects = parts.map((part) => `SELECT ${columns} FROM ${table} WHERE ${where.text}${part} ${end}`);
  const [only = ''] = selects;
  const text = selects.length === 1 ? only : `SELECT * FROM (${selects.map((one) => `(${one})`).join(' UNION ALL ')}) AS parts ${end}`;
  return runner.query<Row>(text, where.parameters);
}

const ALL: readonly string[] = [''];
/** Each row once: parts must be disjoint. */
const once = <Value>(values: readonly Value[]): readonly Value[] => [...new Set(values)];

/** Orders of some kinds, or parts of strategies of some kinds; an order of both counts as a part. */
function orderParts(where: Where, { kinds, statuses }: OrderQuery): readonly string[] {
  const strategies = once(kinds?.filter(isStrategy) ?? []);
  const others = once(kinds?.filter((kind) => !isStrategy(kind)) ?? []);
  const apart = (): string => (strategies.length === 0 ? '' : ` AND NOT strategy = ANY(${where.place(strategies)}::text[])`);
  const ofKind = (kind: OrderKind): string => ` AND kind = ${where.place(kind)}${apart()}`;
  const byKind =
    kinds === undefined
      ? ALL
      : [...others.map(ofKind), ...strategies.map((kind) => ` AND strategy <> 'None' AND strategy = ${where.place(kind)}`)];
  const byStatus = statuses === undefined ? ALL : once(statuses).map((status) => ` AND status = ${where.place(status)}`);
  return byKind.flatMap((kind) => byStatus.map((status) => kind + status));
}

const isStrategy = (kind: OrderKind): boolean => STRATEGY_KINDS.some((own) => own === kind);

export async function readOrders(runner: SqlRunner, query: OrderQuery): Promise<Page<OrderRecord>> {
  const where = whereOf(query, 'created_at');
  if (query.side !== undefined) where.add('side = ?', query.side);
  if (query.orderIds !== undefined) where.add('order_id = ANY(?::bigint[])', query.orderIds);
  if (query.clientOrderId !== undefined) where.add("client_id <> '.' AND client_id = ?", query.clientOrderId);
  if (query.cursor !== '') where.add('(created_at, order_id) < (?::bigint, ?::bigint)', ...readCursor('o', query.cursor));
  const limit = pageLimit(query);
  const parts = orderParts(where, query);
  if (parts.length === 0) return { rows: [], next: '' };
  const rows = await select<{ readonly created_at: Int8; readonly order_id: Int8; readonly api_key: string; readonly record: string }>(
    runner,
    where,
    {
      table: 'orders',
      columns: 'created_at, order_id, api_key, record',
      order: 'created_at DESC, order_id DESC',
      parts,
      limit: limit + 1,
    },
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page.map(({ record, api_key: apiKey }) => ({ ...(decodeRecord(record) as OrderRecord), ...(apiKey !== '' && { apiKey }) })),
    next: rows.length > limit && last !== undefined ? `o${last.created_at}-${last.order_id}` : '',
  };
}

/** Position of a row in the journal. */
export interface Place {
  readonly sequence: Int8;
  readonly place: number;
  readonly time: Int8;
}

interface PlacedRecord extends Place {
  readonly record: string;
}

export async function readExecutions(runner: SqlRunner, query: ExecutionQuery): Promise<Page<ExecutionRow>> {
  const where = whereOf(query, 'time');
  if (query.side !== undefined) where.add('side = ?', query.side);
  if (query.orderId !== undefined) where.add('order_id <> 0 AND order_id = ?', query.orderId);
  const parts = kindParts(where, query.kinds, (kind) => (kind === 'Trade' ? '' : " AND kind <> 'Trade'"));
  const { rows, next } = await readPlaced(runner, { table: 'executions', parts, columns: 'record' }, query, where);
  return { rows: rows.map((row) => ({ ...placeOf(row), execution: decodeRecord((row as PlacedRecord).record) as OrderFilled })), next };
}

export async function readTransactions(runner: SqlRunner, query: TransactionQuery): Promise<Page<TransactionRow>> {
  const where = whereOf(query, 'time');
  if (query.coin !== undefined) where.add('coin = ?', query.coin);
  const parts = kindParts(where, query.kinds, () => '');
  const { rows, next } = await readPlaced(runner, { table: 'transactions', parts, columns: 'record' }, query, where);
  return { rows: rows.map((row) => ({ ...placeOf(row), transaction: decodeRecord((row as PlacedRecord).record) as CashChanged })), next };
}

/** One part per kind; `narrowed` adds the condition for a narrower index. */
export function kindParts<Kind extends string>(
  where: Where,
  kinds: readonly Kind[] | undefined,
  narrowed: (kind: Kind) => string,
): readonly string[] {
  return kinds === undefined ? ALL : once(kinds).map((kind) => ` AND kind = ${where.place(kind)}${narrowed(kind)}`);
}

const CURSORS = { executions: 'e', transactions: 't', closings: 'c', settlements: 's' } as const;
type PlacedTable = keyof typeof CURSORS;

/** Columns to read, besides those that order the rows. */
interface PlacedPage {
  readonly table: PlacedTable;
  readonly parts: readonly string[];
  readonly columns: string;
}

export async function readPlaced(
  runner: SqlRunner,
  { table, parts, columns: further }: PlacedPage,
  query: Pick<HistoryQuery, 'cursor' | 'limit'>,
  where: Where,
): Promise<{ readonly rows: readonly Place[]; readonly next: string }> {
  const kind = CURSORS[table];
  if (query.cursor !== '') where.add('(time, sequence, place) < (?::bigint, ?::bigint, ?::integer)', ...readCursor(kind, query.cursor));
  if (parts.length === 0) return { rows: [], next: '' };
  const limit = pageLimit(query);
  const columns = `sequence, place, time, ${further}`;
  const order = 'time DESC, sequence DESC, place DESC';
  const rows = await select<Place>(runner, where, { table, columns, order, parts, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last !== undefined ? `${kind}${last.time}-${last.sequence}-${last.place}` : '' };
}

export const placeOf = (row: Place) => ({ sequence: Number(row.sequence), index: row.place, time: timestamp(Number(row.time)) });

const pageLimit = (query: Pick<HistoryQuery, 'limit'>): number => Math.max(1, Math.min(HISTORY_PAGE_MAX, Math.trunc(query.limit)));

const CURSOR_NUMBERS = { o: 2, e: 3, t: 3, c: 3, s: 3 } as const;
const PLACE_MAX = 0x7fffffff;

/** `o5-12` is the position after order 12, created at 5; `e5-12-3` after row 3 of sequence 12, at time 5. */
function readCursor(kind: keyof typeof CURSOR_NUMBERS, cursor: string): readonly number[] {
  const match = /^([oetcs])(\d{1,15}(?:-\d{1,15}){1,2})$/.exec(cursor);
  const numbers = match?.[2]?.split('-').map(Number) ?? [];
  if (match?.[1] !== kind || numbers.length !== CURSOR_NUMBERS[kind] || (numbers[2] ?? 0) > PLACE_MAX)
    throw new CursorUnknown('this server did not issue the cursor');
  return numbers;
}
