import { isTerminal, lotCount, milliseconds, type OrderRecord, type OrderStatus } from '@tapedeck/domain';
import { writeBars } from './bar-store.ts';
import type { HistoryRows } from './history-rows.ts';
import { encodeRecord } from './record-text.ts';
import type { SqlRunner } from './sql-database.ts';

const TERMINAL = (
  ['New', 'PartiallyFilled', 'Filled', 'Cancelled', 'Rejected', 'Untriggered', 'Triggered', 'Deactivated'] satisfies OrderStatus[]
).filter(isTerminal);

/** Adds rows; executions and transactions that are there already stay as they are. */
export async function writeRows(runner: SqlRunner, rows: HistoryRows): Promise<void> {
  await writeOrders(runner, [...rows.orders.values()]);
  await writeExecutions(runner, rows.executions);
  await writeTransactions(runner, rows.transactions);
  await writeBars(runner, [...rows.bars.values()]);
}

async function writeOrders(runner: SqlRunner, orders: readonly OrderRecord[]): Promise<void> {
  if (orders.length === 0) return;
  await runner.query(
    `INSERT INTO orders (order_id, account, instrument, created_at, updated_at, side, status, kind, record)
     SELECT * FROM unnest($1::bigint[], $2::integer[], $3::integer[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[])
     ON CONFLICT (order_id) DO UPDATE SET record = excluded.record, status = excluded.status, kind = excluded.kind,
       updated_at = excluded.updated_at`,
    [
      orders.map((order) => order.orderId),
      orders.map((order) => order.account),
      orders.map((order) => order.instrument),
      orders.map((order) => milliseconds(order.createdAt)),
      orders.map((order) => milliseconds(order.updatedAt)),
      orders.map((order) => order.side),
      orders.map((order) => order.status),
      orders.map((order) => order.stop?.kind ?? order.orderType),
      orders.map((order) => encodeRecord(order)),
    ],
  );
}

async function writeExecutions(runner: SqlRunner, rows: HistoryRows['executions']): Promise<void> {
  if (rows.length === 0) return;
  await runner.query(
    `INSERT INTO executions (sequence, place, time, account, instrument, record, side, kind, closing)
     SELECT * FROM unnest($1::bigint[], $2::integer[], $3::bigint[], $4::integer[], $5::integer[], $6::text[], $7::text[], $8::text[],
       $9::boolean[])
     ON CONFLICT DO NOTHING`,
    [
      rows.map((row) => row.sequence),
      rows.map((row) => row.place),
      rows.map((row) => row.time),
      rows.map(({ event }) => event.account),
      rows.map(({ event }) => event.instrument),
      rows.map(({ event }) => encodeRecord(event)),
      rows.map(({ event }) => event.side),
      rows.map(({ event }) => event.kind),
      rows.map(({ event }) => lotCount(event.closedQuantity) > 0),
    ],
  );
}

async function writeTransactions(runner: SqlRunner, rows: HistoryRows['transactions']): Promise<void> {
  if (rows.length === 0) return;
  await runner.query(
    `INSERT INTO transactions (sequence, place, time, account, instrument, record, kind, coin)
     SELECT * FROM unnest($1::bigint[], $2::integer[], $3::bigint[], $4::integer[], $5::integer[], $6::text[], $7::text[], $8::text[])
     ON CONFLICT DO NOTHING`,
    [
      rows.map((row) => row.sequence),
      rows.map((row) => row.place),
      rows.map((row) => row.time),
      rows.map(({ event }) => event.account),
      rows.map(({ event }) => event.instrument),
      rows.map(({ event }) => encodeRecord(event)),
      rows.map(({ event }) => event.kind),
      rows.map(({ event }) => event.coin),
    ],
  );
}

/**
 * Forgets what is older than `before` (ms): ended orders by their last change, executions, transactions and minutes; wider bars and
 * open orders stay.
 */
export async function forgetBefore(runner: SqlRunner, before: number): Promise<void> {
  await runner.query('DELETE FROM orders WHERE updated_at < $1 AND status = ANY($2::text[])', [before, TERMINAL]);
  await runner.query('DELETE FROM executions WHERE time < $1', [before]);
  await runner.query('DELETE FROM transactions WHERE time < $1', [before]);
  await runner.query('DELETE FROM bars WHERE width = 1 AND start < $1', [before]);
}
