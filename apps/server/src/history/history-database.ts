import { PGlite, type Transaction } from '@electric-sql/pglite';
import { timestamp, type CashChanged, type OrderFilled, type OrderRecord } from '@tapedeck/domain';
import {
  CursorUnknown,
  HISTORY_PAGE_MAX,
  type Candle,
  type EventBatch,
  type ExecutionRow,
  type HistoryQuery,
  type HistoryReader,
  type MinuteBar,
  type Page,
  type TransactionRow,
} from '@tapedeck/venue';
import { rowsOf, type PlacedRows } from './history-rows.ts';
import { MIGRATIONS } from './migrations.ts';
import { decodeRecord, encodeRecord } from './record-text.ts';

const MINUTE_MS = 60_000;

/** How the database gives a bigint: as a number while it is safe. */
type Int8 = number | bigint;

interface PlacedRecord {
  readonly sequence: Int8;
  readonly place: number;
  readonly time: Int8;
  readonly record: string;
}

export interface BarsQuery {
  readonly instrument: number;
  readonly series: MinuteBar['series'];
  /** Start of the first bar, ms; bars before `to`. */
  readonly from: number;
  readonly to: number;
  /** Minutes that become one bar, a divisor of a day. */
  readonly width: number;
}

interface BarRow {
  readonly start: Int8;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly turnover: string;
}

/** The view of the past, built from events. It may be deleted: the journal builds it again. */
export class HistoryDatabase implements HistoryReader {
  readonly #database: PGlite;
  #applied: number;

  private constructor(database: PGlite, applied: number) {
    this.#database = database;
    this.#applied = applied;
  }

  /** `folder` undefined keeps everything in memory. */
  static async open(folder: string | undefined): Promise<HistoryDatabase> {
    const database = await PGlite.create(folder === undefined ? {} : { dataDir: folder });
    await migrate(database);
    const { rows } = await database.query<{ applied: Int8 }>('SELECT applied FROM progress');
    return new HistoryDatabase(database, Number(rows[0]?.applied ?? 0));
  }

  /** Everything up to this sequence is in it. */
  get applied(): number {
    return this.#applied;
  }

  /** Adds what batches after `applied` did, in one transaction; earlier ones are known and passed over. */
  async apply(batches: readonly EventBatch[], bars: readonly MinuteBar[], upTo: number): Promise<void> {
    const rows = rowsOf(batches, bars, this.#applied);
    const applied = Math.max(this.#applied, upTo);
    await this.#database.transaction(async (transaction) => {
      if (rows.orders.size > 0) await upsertOrders(transaction, [...rows.orders.values()]);
      await insertPlaced(transaction, 'executions', rows.executions);
      await insertPlaced(transaction, 'transactions', rows.transactions);
      if (rows.bars.size > 0) await upsertBars(transaction, [...rows.bars.values()]);
      await transaction.query('UPDATE progress SET applied = $1', [applied]);
    });
    this.#applied = applied;
  }

  async orders(query: HistoryQuery): Promise<Page<OrderRecord>> {
    const limit = pageLimit(query);
    const before = query.cursor === '' ? Number.MAX_SAFE_INTEGER : (readCursor('o', query.cursor)[0] ?? 0);
    const { rows } = await this.#database.query<{ record: string }>(
      `SELECT record FROM orders
       WHERE account = $1 AND ($2::integer IS NULL OR instrument = $2) AND order_id < $3
         AND created_at >= $4 AND created_at < $5
       ORDER BY order_id DESC LIMIT $6`,
      [query.account, query.instrument ?? null, before, ...spanOf(query), limit + 1],
    );
    const records = rows.slice(0, limit).map((row) => decodeRecord(row.record) as OrderRecord);
    const last = records.at(-1);
    return { rows: records, next: rows.length > limit && last !== undefined ? `o${last.orderId}` : '' };
  }

  async executions(query: HistoryQuery): Promise<Page<ExecutionRow>> {
    return this.#placedPage('executions', 'e', query, (row) => ({ ...placeOf(row), execution: decodeRecord(row.record) as OrderFilled }));
  }

  async transactions(query: HistoryQuery): Promise<Page<TransactionRow>> {
    return this.#placedPage('transactions', 't', query, (row) => ({
      ...placeOf(row),
      transaction: decodeRecord(row.record) as CashChanged,
    }));
  }

  /** Oldest first; each starts with the first minute that is in it. */
  async minuteBars(query: BarsQuery): Promise<readonly Candle[]> {
    const { rows } = await this.#database.query<BarRow>(
      `SELECT min(start) AS start, (array_agg(open ORDER BY start))[1]::text AS open, max(high)::text AS high, min(low)::text AS low,
         (array_agg(close ORDER BY start DESC))[1]::text AS close, sum(volume)::text AS volume, sum(turnover)::text AS turnover
       FROM minute_bars WHERE instrument = $1 AND series = $2 AND start >= $3 AND start < $4
       GROUP BY start / $5::bigint ORDER BY 1`,
      [query.instrument, query.series, query.from, query.to, query.width * MINUTE_MS],
    );
    return rows.map((row) => ({
      start: Number(row.start),
      open: BigInt(row.open),
      high: BigInt(row.high),
      low: BigInt(row.low),
      close: BigInt(row.close),
      volume: BigInt(row.volume),
      turnover: BigInt(row.turnover),
    }));
  }

  async close(): Promise<void> {
    await this.#database.close();
  }

  async #placedPage<Row>(
    table: 'executions' | 'transactions',
    kind: string,
    query: HistoryQuery,
    decode: (row: PlacedRecord) => Row,
  ): Promise<Page<Row>> {
    const limit = pageLimit(query);
    const [sequence, place] = query.cursor === '' ? [Number.MAX_SAFE_INTEGER, 0] : readCursor(kind, query.cursor);
    const { rows } = await this.#database.query<PlacedRecord>(
      `SELECT sequence, place, time, record FROM ${table}
       WHERE account = $1 AND ($2::integer IS NULL OR instrument = $2) AND (sequence, place) < ($3::bigint, $4::integer)
         AND time >= $5 AND time < $6
       ORDER BY sequence DESC, place DESC LIMIT $7`,
      [query.account, query.instrument ?? null, sequence, place ?? 0, ...spanOf(query), limit + 1],
    );
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return { rows: page.map(decode), next: rows.length > limit && last !== undefined ? `${kind}${last.sequence}-${last.place}` : '' };
  }
}

async function migrate(database: PGlite): Promise<void> {
  await database.exec('CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY)');
  const { rows } = await database.query<{ done: number }>('SELECT count(*)::integer AS done FROM migrations');
  const done = rows[0]?.done ?? 0;
  for (const [at, statements] of MIGRATIONS.entries()) {
    if (at < done) continue;
    await database.transaction(async (transaction) => {
      await transaction.exec(statements);
      await transaction.query('INSERT INTO migrations (number) VALUES ($1)', [at + 1]);
    });
  }
}

async function upsertOrders(transaction: Transaction, orders: readonly OrderRecord[]): Promise<void> {
  await transaction.query(
    `INSERT INTO orders (order_id, account, instrument, created_at, record)
     SELECT * FROM unnest($1::bigint[], $2::integer[], $3::integer[], $4::bigint[], $5::text[])
     ON CONFLICT (order_id) DO UPDATE SET record = excluded.record`,
    [
      orders.map((order) => order.orderId),
      orders.map((order) => order.account),
      orders.map((order) => order.instrument),
      orders.map((order) => Number(order.createdAt)),
      orders.map((order) => encodeRecord(order)),
    ],
  );
}

async function insertPlaced(transaction: Transaction, table: 'executions' | 'transactions', rows: PlacedRows): Promise<void> {
  if (rows.sequence.length === 0) return;
  await transaction.query(
    `INSERT INTO ${table} (sequence, place, time, account, instrument, record)
     SELECT * FROM unnest($1::bigint[], $2::integer[], $3::bigint[], $4::integer[], $5::integer[], $6::text[])
     ON CONFLICT DO NOTHING`,
    [rows.sequence, rows.place, rows.time, rows.account, rows.instrument, rows.record],
  );
}

async function upsertBars(transaction: Transaction, bars: readonly MinuteBar[]): Promise<void> {
  await transaction.query(
    `INSERT INTO minute_bars (instrument, series, start, open, high, low, close, volume, turnover)
     SELECT * FROM unnest($1::integer[], $2::text[], $3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[],
       $8::numeric[], $9::numeric[])
     ON CONFLICT (instrument, series, start) DO UPDATE SET open = excluded.open, high = excluded.high, low = excluded.low,
       close = excluded.close, volume = excluded.volume, turnover = excluded.turnover`,
    [
      bars.map((bar) => bar.instrument),
      bars.map((bar) => bar.series),
      bars.map((bar) => bar.candle.start),
      ...(['open', 'high', 'low', 'close', 'volume', 'turnover'] as const).map((field) => bars.map((bar) => bar.candle[field].toString())),
    ],
  );
}

const placeOf = (row: PlacedRecord) => ({ sequence: Number(row.sequence), index: row.place, time: timestamp(Number(row.time)) });

const spanOf = ({ from = 0, to = Number.MAX_SAFE_INTEGER }: HistoryQuery): readonly [number, number] => [from, to];

const pageLimit = (query: HistoryQuery): number => Math.max(1, Math.min(HISTORY_PAGE_MAX, Math.trunc(query.limit)));

/** `e12-3` is the place after row (12, 3) of the executions. */
function readCursor(kind: string, cursor: string): readonly number[] {
  const match = /^([oet])(\d{1,15})(?:-(\d{1,9}))?$/.exec(cursor);
  if (match === null || match[1] !== kind || (match[3] === undefined) !== (kind === 'o'))
    throw new CursorUnknown('this cursor is not one of ours');
  return [Number(match[2]), Number(match[3] ?? 0)];
}
