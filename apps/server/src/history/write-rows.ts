import { isTerminal, milliseconds, type CashChanged, type OrderFilled, type OrderRecord, type OrderStatus } from '@tapedeck/domain';
import { writeBars } from './bar-store.ts';
import { writeClosings } from './closings.ts';
import { writeSettlements } from './settlements.ts';
import type { HistoryRows, Placed } from './history-rows.ts';
import { insertRows, textsOf, unnested, type Column } from './insert-rows.ts';
import { encodeRecord } from './record-text.ts';
import type { SqlRunner } from './sql-database.ts';

const TERMINAL = (
  ['New', 'PartiallyFilled', 'Filled', 'Cancelled', 'Rejected', 'Untriggered', 'Triggered', 'Deactivated'] satisfies OrderStatus[]
).filter(isTerminal);

/** Adds rows; existing executions and transactions stay unchanged. */
export async function writeRows(runner: SqlRunner, rows: HistoryRows): Promise<void> {
  await insertRows(runner, [...rows.orders.values()], {
    table: 'orders',
    columns: ORDER_COLUMNS,
    onConflict: `(order_id) DO UPDATE SET record = excluded.record, status = excluded.status, kind = excluded.kind,
      updated_at = excluded.updated_at`,
  });
  await writeKeys(runner, [...rows.keys]);
  await insertRows(runner, rows.executions, { table: 'executions', columns: EXECUTION_COLUMNS, onConflict: 'DO NOTHING' });
  await writeClosings(runner, rows.executions);
  await insertRows(runner, rows.transactions, { table: 'transactions', columns: TRANSACTION_COLUMNS, onConflict: 'DO NOTHING' });
  await writeSettlements(runner, rows.settlements);
  await writeBars(runner, [...rows.bars.values()]);
}

const KEY_COLUMNS: readonly Column<readonly [orderId: number, apiKey: string]>[] = [
  { name: 'order_id', type: 'bigint', of: ([orderId]) => orderId },
  { name: 'api_key', type: 'text', of: ([, apiKey]) => apiKey },
];

/** Stores the API keys of orders whose rows exist by now. */
async function writeKeys(runner: SqlRunner, keys: readonly (readonly [orderId: number, apiKey: string])[]): Promise<void> {
  if (keys.length === 0) return;
  await runner.query(
    `UPDATE orders SET api_key = sent.api_key FROM ${unnested(KEY_COLUMNS)} AS sent (order_id, api_key)
      WHERE orders.order_id = sent.order_id`,
    textsOf(KEY_COLUMNS, keys),
  );
}

const ORDER_COLUMNS: readonly Column<OrderRecord>[] = [
  { name: 'order_id', type: 'bigint', of: (order) => order.orderId },
  { name: 'account', type: 'integer', of: (order) => order.account },
  { name: 'instrument', type: 'integer', of: (order) => order.instrument },
  { name: 'created_at', type: 'bigint', of: (order) => milliseconds(order.createdAt) },
  { name: 'updated_at', type: 'bigint', of: (order) => milliseconds(order.updatedAt) },
  { name: 'side', type: 'text', of: (order) => order.side },
  { name: 'status', type: 'text', of: (order) => order.status },
  { name: 'kind', type: 'text', of: (order) => order.stop?.kind ?? order.orderType },
  // A column holds no empty text.
  { name: 'client_id', type: 'text', of: (order) => (order.clientOrderId === '' ? '.' : order.clientOrderId) },
  { name: 'strategy', type: 'text', of: (order) => order.strategy?.kind ?? 'None' },
  { name: 'record', type: 'text', of: encodeRecord },
];

/** Columns of every event with a position of its own. */
const PLACED_COLUMNS: readonly Column<Placed<OrderFilled | CashChanged>>[] = [
  { name: 'sequence', type: 'bigint', of: (row) => row.sequence },
  { name: 'place', type: 'integer', of: (row) => row.place },
  { name: 'time', type: 'bigint', of: (row) => row.time },
  { name: 'account', type: 'integer', of: ({ event }) => event.account },
  { name: 'instrument', type: 'integer', of: ({ event }) => event.instrument },
  { name: 'kind', type: 'text', of: ({ event }) => event.kind },
  { name: 'record', type: 'text', of: ({ event }) => encodeRecord(event) },
];

const EXECUTION_COLUMNS: readonly Column<Placed<OrderFilled>>[] = [
  ...PLACED_COLUMNS,
  { name: 'side', type: 'text', of: ({ event }) => event.side },
  { name: 'order_id', type: 'bigint', of: ({ event }) => event.order?.orderId ?? 0 },
];

const TRANSACTION_COLUMNS: readonly Column<Placed<CashChanged>>[] = [
  ...PLACED_COLUMNS,
  { name: 'coin', type: 'text', of: ({ event }) => event.coin },
];

/**
 * Deletes rows older than `before` (ms): ended orders by their last change, executions, closings, transactions and minutes; longer bars,
 * settlements and open orders stay.
 */
export async function forgetBefore(runner: SqlRunner, before: number): Promise<void> {
  await runner.query('DELETE FROM orders WHERE updated_at < $1 AND status = ANY($2::text[])', [before, TERMINAL]);
  await runner.query('DELETE FROM executions WHERE time < $1', [before]);
  // An open order may continue to close, so its row keeps the sums.
  await runner.query(
    'DELETE FROM closings WHERE time < $1 AND NOT EXISTS (SELECT 1 FROM orders WHERE order_id = close_id AND NOT status = ANY($2::text[]))',
    [before, TERMINAL],
  );
  await runner.query('DELETE FROM transactions WHERE time < $1', [before]);
  await runner.query('DELETE FROM bars WHERE width = 1 AND start < $1', [before]);
}
