import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lots, money, price, rate, ticks, timestamp, type Event, type OrderFilled, type OrderRecord } from '@tapedeck/domain';
import { CursorUnknown, type EventBatch, type HistoryQuery } from '@tapedeck/venue';
import { HistoryDatabase } from './history-database.ts';
import { MIGRATIONS } from './migrations.ts';
import { encodeRecord } from './record-text.ts';

let database: HistoryDatabase;
beforeAll(async () => {
  database = await HistoryDatabase.open(undefined);
}, 60_000);
afterAll(() => database.close());

const ORDERS = 25;

function order(orderId: number, changes: Partial<OrderRecord> = {}): OrderRecord {
  return {
    orderId,
    clientOrderId: `mine-${orderId}`,
    account: 100,
    instrument: orderId % 2,
    side: 'Buy',
    orderType: 'Limit',
    price: ticks(5_000),
    quantity: lots(10),
    filled: lots(0),
    filledValue: money(0n),
    fee: money(0n),
    timeInForce: 'GoodTillCancel',
    reduceOnly: false,
    positionIndex: 0,
    status: 'New',
    source: 'form',
    createdAt: timestamp(1_000 + orderId),
    updatedAt: timestamp(1_000 + orderId),
    ...changes,
  };
}

function fill(filled: OrderRecord): OrderFilled {
  return {
    type: 'OrderFilled',
    kind: 'Trade',
    executionId: filled.orderId + 7_000,
    account: filled.account,
    instrument: filled.instrument,
    positionIndex: 0,
    side: 'Buy',
    price: price(50_000_00000000n),
    quantity: lots(10),
    // More than a double can hold.
    value: money(123_456_789_012_345_678_901n),
    fee: money(-1n),
    feeRate: rate(55_000n),
    maker: true,
    closedPnl: money(0n),
    closedQuantity: lots(0),
    order: filled,
  };
}

const cash = (account: number, instrument: number): Event => ({
  type: 'CashChanged',
  account,
  coin: 'USDT',
  kind: 'fee',
  amount: money(-5n),
  cash: money(99_999n),
  instrument,
});

/** Each order is accepted by one command and filled by the next, with a fee line; the house is on the other side. */
function batches(): EventBatch[] {
  return Array.from({ length: ORDERS }, (_, at) => at + 1).flatMap((orderId) => {
    const filled = order(orderId, { filled: lots(10), status: 'Filled' });
    const houseFill = fill(order(orderId + 900, { account: 1 }));
    return [
      { sequence: orderId * 2 - 1, time: timestamp(orderId), events: [{ type: 'OrderAccepted', order: order(orderId) }] },
      { sequence: orderId * 2, time: timestamp(orderId), events: [houseFill, fill(filled), cash(100, orderId % 2), cash(1, 0)] },
    ] satisfies EventBatch[];
  });
}

const query = (changes: Partial<HistoryQuery> = {}): HistoryQuery => ({ account: 100, cursor: '', limit: 10, ...changes });

async function all<Row>(read: (cursor: string) => Promise<{ rows: readonly Row[]; next: string }>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor = '';
  do {
    const page = await read(cursor);
    rows.push(...page.rows);
    cursor = page.next;
    expect(cursor).toMatch(/^[A-Za-z0-9_-]*$/);
  } while (cursor !== '');
  return rows;
}

describe('history', () => {
  test('what was applied is read back to the last digit, newest first, page by page, once', async () => {
    // Twice, and in overlapping parts, as after a crash.
    const everything = batches();
    await database.apply(everything.slice(0, 20), [], 20);
    await database.apply(everything.slice(0, 30), [], 30);
    await database.apply(everything, [], 60);
    await database.apply(everything, [], 55);
    expect(database.applied).toBe(60);

    const orders = await all((cursor) => database.orders(query({ cursor })));
    expect(orders.map((row) => row.orderId)).toEqual(Array.from({ length: ORDERS }, (_, at) => ORDERS - at));
    expect(orders[0]).toEqual(order(ORDERS, { filled: lots(10), status: 'Filled' }));
    const executions = await all((cursor) => database.executions(query({ cursor, limit: 7 })));
    expect(executions.length).toBe(ORDERS);
    expect(executions[0]).toEqual({
      sequence: ORDERS * 2,
      index: 1,
      time: timestamp(ORDERS),
      execution: fill(order(ORDERS, { filled: lots(10), status: 'Filled' })),
    });
    const transactions = await all((cursor) => database.transactions(query({ cursor, limit: 1 })));
    expect(transactions.map((row) => row.sequence)).toEqual(Array.from({ length: ORDERS }, (_, at) => (ORDERS - at) * 2));
  });

  test('one instrument, another account, foreign cursors', async () => {
    const odd = await all((cursor) => database.orders(query({ cursor, instrument: 1 })));
    expect(odd.length).toBe(13);
    expect(new Set(odd.map((row) => row.instrument))).toEqual(new Set([1]));
    expect((await database.executions(query({ account: 1 }))).rows).toEqual([]);
    for (const cursor of ['x', 'e1-2', 'o', "o1'; DROP TABLE orders", 'o99999999999999999999']) {
      await expect(database.orders(query({ cursor }))).rejects.toThrow(CursorUnknown);
    }
    await expect(database.executions(query({ cursor: 'o5' }))).rejects.toThrow(CursorUnknown);
  });

  test('a span of time begins with its first moment, ends before its last, and is paged like the whole', async () => {
    const span = { limit: 2 };
    // Order 5 was created at 1,005 and filled at 5.
    const orders = await all((cursor) => database.orders(query({ ...span, cursor, from: 1_005, to: 1_010 })));
    expect(orders.map((row) => row.orderId)).toEqual([9, 8, 7, 6, 5]);
    const executions = await all((cursor) => database.executions(query({ ...span, cursor, from: 5, to: 10 })));
    expect(executions.map((row) => row.execution.order?.orderId)).toEqual([9, 8, 7, 6, 5]);
    const transactions = await all((cursor) => database.transactions(query({ ...span, cursor, from: 23 })));
    expect(transactions.map((row) => Number(row.time))).toEqual([25, 24, 23]);
    const odd = await all((cursor) => database.transactions(query({ ...span, cursor, to: 5, instrument: 1 })));
    expect(odd.map((row) => Number(row.time))).toEqual([3, 1]);
    expect((await database.orders(query({ from: 1_005, to: 1_005 }))).rows).toEqual([]);
  });

  test('orders of a history made before orders had a time are found by time', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'tapedeck-history-')), 'history');
    const old = await PGlite.create({ dataDir: folder });
    await old.exec(`CREATE TABLE migrations (number integer PRIMARY KEY); ${MIGRATIONS[0]} INSERT INTO migrations VALUES (1);`);
    await old.query('INSERT INTO orders VALUES (7, 100, 1, $1)', [encodeRecord(order(7))]);
    await old.close();
    const opened = await HistoryDatabase.open(folder);
    expect((await opened.orders(query({ from: 1_007, to: 1_008 }))).rows).toEqual([order(7)]);
    expect((await opened.orders(query({ from: 1_008 }))).rows).toEqual([]);
    await opened.close();
    rmSync(dirname(folder), { recursive: true });
  }, 60_000);

  test('minute bars are kept once and by their newest value', async () => {
    const bar = (start: number, close: bigint) => ({
      instrument: 3,
      series: 'trade' as const,
      closed: true,
      candle: { start, open: 1n, high: 9n, low: 1n, close, volume: 2n, turnover: 3n },
    });
    await database.apply([], [bar(60_000, 4n), bar(120_000, 5n)], 61);
    await database.apply([], [bar(120_000, 6n)], 62);
    const bars = await database.minuteBars({ instrument: 3, series: 'trade', from: 60_000, to: 180_000, width: 1 });
    expect(bars.map((candle) => candle.close)).toEqual([4n, 6n]);
    const [rolled] = await database.minuteBars({ instrument: 3, series: 'trade', from: 0, to: 300_000, width: 5 });
    expect(rolled).toEqual({ start: 60_000, open: 1n, high: 9n, low: 1n, close: 6n, volume: 4n, turnover: 6n });
  });
});
