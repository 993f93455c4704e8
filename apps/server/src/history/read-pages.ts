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

/** Conditions that are all to hold, with their parameters. Texts are ours; what was asked for is always a parameter. */
class Where {
  readonly #conditions: string[] = [];
  readonly parameters: unknown[] = [];

  /** `condition` has one `?` for each value. */
  add(condition: string, ...values: readonly unknown[]): void {
    let next = 0;
    this.#conditions.push(condition.replace(/\?/g, () => this.place(values[next++])));
  }

  /** Where a parameter stands. */
  place(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}`;
  }

  /** One of some; all when none are given. */
  oneOf(column: string, values: readonly string[] | undefined): void {
    if (values !== undefined) this.add(`${column} = ANY(?::text[])`, values);
  }

  get text(): string {
    return this.#conditions.join(' AND ');
  }
}

function whereOf(query: HistoryQuery, timeColumn: string): Where {
  const where = new Where();
  where.add('account = ?', query.account);
  if (query.instrument !== undefined) where.add('instrument = ?', query.instrument);
  if (query.from !== undefined) where.add(`${timeColumn} >= ?`, query.from);
  if (query.to !== undefined) where.add(`${timeColumn} < ?`, query.to);
  return where;
}

const isStrategy = (kind: OrderKind): boolean => STRATEGY_KINDS.some((own) => own === kind);

/** Of some kinds, or parts of strategies of some kinds: an order may be both. */
function whereKind(where: Where, kinds: OrderQuery['kinds']): void {
  const ofStrategies = kinds?.filter(isStrategy) ?? [];
  if (ofStrategies.length === 0) where.oneOf('kind', kinds);
  else if (ofStrategies.length === kinds?.length) where.add("strategy <> 'None' AND strategy = ANY(?::text[])", kinds);
  else where.add('(kind = ANY(?::text[]) OR strategy = ANY(?::text[]))', kinds, ofStrategies);
}

export async function readOrders(runner: SqlRunner, query: OrderQuery): Promise<Page<OrderRecord>> {
  const where = whereOf(query, 'created_at');
  if (query.side !== undefined) where.add('side = ?', query.side);
  where.oneOf('status', query.statuses);
  whereKind(where, query.kinds);
  if (query.cursor !== '') where.add('(created_at, order_id) < (?::bigint, ?::bigint)', ...readCursor('o', query.cursor));
  const limit = pageLimit(query);
  const rows = await runner.query<{ readonly created_at: Int8; readonly order_id: Int8; readonly record: string }>(
    `SELECT created_at, order_id, record FROM orders WHERE ${where.text} ORDER BY created_at DESC, order_id DESC
     LIMIT ${where.place(limit + 1)}`,
    where.parameters,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page.map((row) => decodeRecord(row.record) as OrderRecord),
    next: rows.length > limit && last !== undefined ? `o${last.created_at}-${last.order_id}` : '',
  };
}

interface PlacedRecord {
  readonly sequence: Int8;
  readonly place: number;
  readonly time: Int8;
  readonly record: string;
}

export async function readExecutions(runner: SqlRunner, query: ExecutionQuery): Promise<Page<ExecutionRow>> {
  const where = whereOf(query, 'time');
  if (query.side !== undefined) where.add('side = ?', query.side);
  where.oneOf('kind', query.kinds);
  if (query.closing === true) where.add('closing');
  const { rows, next } = await readPlaced(runner, 'executions', query, where);
  return { rows: rows.map((row) => ({ ...placeOf(row), execution: decodeRecord(row.record) as OrderFilled })), next };
}

export async function readTransactions(runner: SqlRunner, query: TransactionQuery): Promise<Page<TransactionRow>> {
  const where = whereOf(query, 'time');
  if (query.coin !== undefined) where.add('coin = ?', query.coin);
  where.oneOf('kind', query.kinds);
  const { rows, next } = await readPlaced(runner, 'transactions', query, where);
  return { rows: rows.map((row) => ({ ...placeOf(row), transaction: decodeRecord(row.record) as CashChanged })), next };
}

const CURSORS = { executions: 'e', transactions: 't' } as const;

async function readPlaced(
  runner: SqlRunner,
  table: keyof typeof CURSORS,
  query: HistoryQuery,
  where: Where,
): Promise<{ readonly rows: readonly PlacedRecord[]; readonly next: string }> {
  const kind = CURSORS[table];
  if (query.cursor !== '') where.add('(time, sequence, place) < (?::bigint, ?::bigint, ?::integer)', ...readCursor(kind, query.cursor));
  const limit = pageLimit(query);
  const rows = await runner.query<PlacedRecord>(
    `SELECT sequence, place, time, record FROM ${table} WHERE ${where.text}
     ORDER BY time DESC, sequence DESC, place DESC LIMIT ${where.place(limit + 1)}`,
    where.parameters,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last !== undefined ? `${kind}${last.time}-${last.sequence}-${last.place}` : '' };
}

const placeOf = (row: PlacedRecord) => ({ sequence: Number(row.sequence), index: row.place, time: timestamp(Number(row.time)) });

const pageLimit = (query: HistoryQuery): number => Math.max(1, Math.min(HISTORY_PAGE_MAX, Math.trunc(query.limit)));

const CURSOR_NUMBERS = { o: 2, e: 3, t: 3 } as const;
const PLACE_MAX = 0x7fffffff;

/** `o5-12` is the place after order 12, made at 5; `e5-12-3` after row 3 of sequence 12, at time 5. */
function readCursor(kind: keyof typeof CURSOR_NUMBERS, cursor: string): readonly number[] {
  const match = /^([oet])(\d{1,15}(?:-\d{1,15}){1,2})$/.exec(cursor);
  const numbers = match?.[2]?.split('-').map(Number) ?? [];
  if (match?.[1] !== kind || numbers.length !== CURSOR_NUMBERS[kind] || (numbers[2] ?? 0) > PLACE_MAX)
    throw new CursorUnknown('this cursor is not one of ours');
  return numbers;
}
