import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inverseSumOf, lots, money, price, priceSumsOf, timestamp, type Event, type OrderFilled } from '@tapedeck/domain';
import {
  type Candle,
  type EventBatch,
  CursorUnknown,
  type ExecutionQuery,
  type HistoryQuery,
  type OrderQuery,
  type TransactionQuery,
} from '@tapedeck/venue';
import { ORDERS, barOf, batches, candleAt, cash, fill, merged, order, pastOf } from '../testing/history-samples.ts';
import { findPostgres, startPostgres, type PostgresProcess } from '../testing/postgres-server.ts';
import { HistoryDatabase } from './history-database.ts';
import { MIGRATIONS } from './migrations.ts';
import { openPglite } from './pglite-database.ts';
import { openPostgres } from './postgres-database.ts';
import { encodeRecord } from './record-text.ts';
import type { SqlDatabase } from './sql-database.ts';

/** On both databases: PostgreSQL where the machine has it, which `TAPEDECK_POSTGRES=required` makes sure of. */
const programs = findPostgres();
let postgres: PostgresProcess | undefined;
beforeAll(async () => {
  if (programs !== undefined) postgres = await startPostgres(programs);
});
afterAll(() => postgres?.stop());

const KINDS = programs === undefined ? (['PGlite'] as const) : (['PGlite', 'PostgreSQL'] as const);
let schemas = 0;

function openSql(kind: (typeof KINDS)[number]): Promise<SqlDatabase> {
  if (kind === 'PGlite') return openPglite(undefined);
  schemas += 1;
  const raise = (error: Error): never => {
    throw error;
  };
  return openPostgres({ url: postgres?.url ?? '', schema: `history_${schemas}` }, { onLost: raise, onDamaged: raise });
}

test('the history is tested on PostgreSQL too, unless this machine has none and need not', () => {
  if (programs === undefined) console.warn('No PostgreSQL on this machine (initdb, postgres): the history was tested on PGlite only.');
  expect(programs !== undefined || process.env['TAPEDECK_POSTGRES'] !== 'required').toBe(true);
});

const query = <Query extends HistoryQuery = HistoryQuery>(changes: Partial<Query> = {}) => ({
  account: 100,
  cursor: '',
  limit: 10,
  ...changes,
});

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

describe.each(KINDS)('history in %s', (kind) => {
  let database: HistoryDatabase;
  beforeAll(async () => {
    database = await HistoryDatabase.open(await openSql(kind));
  });
  afterAll(() => database.close());

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
    const odd = await all((cursor) => database.orders(query({ cursor, instruments: [1] })));
    expect(odd.length).toBe(13);
    expect(new Set(odd.map((row) => row.instrument))).toEqual(new Set([1]));
    expect((await database.executions(query({ account: 200 }))).rows).toEqual([]);
    for (const cursor of ['x', 'e1-2-3', 'o', 'o5', "o1-1'; DROP TABLE orders", 'o1-99999999999999999999', 'o1-2-3']) {
      await expect(database.orders(query({ cursor }))).rejects.toThrow(CursorUnknown);
    }
    await expect(database.executions(query({ cursor: 'o5-1' }))).rejects.toThrow(CursorUnknown);
  });

  test('BOT-01 orders by their ids and by the id of their sender, and the fills of one order', async () => {
    const ids = (changes: Partial<OrderQuery>) => all((cursor) => database.orders(query<OrderQuery>({ ...changes, cursor })));
    expect((await ids({ orderIds: [3, 20, 999] })).map((row) => row.orderId)).toEqual([20, 3]);
    expect(await ids({ orderIds: [] })).toEqual([]);
    expect((await ids({ clientOrderId: 'mine-7' })).map((row) => row.orderId)).toEqual([7]);
    // The empty filter equals no account's id.
    for (const clientOrderId of ['.', '', "' OR true"]) expect(await ids({ clientOrderId })).toEqual([]);
    expect(await ids({ clientOrderId: 'mine-7', account: 200 })).toEqual([]);
    const fills = await database.executions(query<ExecutionQuery>({ orderId: 4 }));
    expect(fills.rows.map(({ execution }) => execution.order?.orderId)).toEqual([4]);
    expect((await database.executions(query<ExecutionQuery>({ orderId: 0 }))).rows).toEqual([]);
  });

  test('JRN-03 BOT-02 an order keeps the key that sent it, whatever becomes of it', async () => {
    const sent: Event = { type: 'OrderSent', account: 400, orderId: 900, apiKey: 'TD1' };
    const at = (sequence: number, events: readonly Event[]) => ({ sequence, time: timestamp(sequence), events });
    const mine = order(900, { account: 400 });
    const own = await HistoryDatabase.open(await openSql(kind));
    await own.apply([at(5_001, [{ type: 'OrderAccepted', order: mine }, sent])], [], 5_001);
    await own.apply([at(5_002, [{ type: 'OrderCancelled', order: { ...mine, status: 'Cancelled' } }])], [], 5_002);
    expect((await own.orders(query({ account: 400 }))).rows).toEqual([{ ...mine, status: 'Cancelled', apiKey: 'TD1' }]);
    await own.close();
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
    const odd = await all((cursor) => database.transactions(query({ ...span, cursor, to: 5, instruments: [1] })));
    expect(odd.map((row) => Number(row.time))).toEqual([3, 1]);
    expect((await database.orders(query({ from: 1_005, to: 1_005 }))).rows).toEqual([]);
  });

  test('a history of the first version is brought up to date with all its rows', async () => {
    const old = await openSql(kind);
    await old.script(`CREATE TABLE migrations (number integer PRIMARY KEY); ${MIGRATIONS[0]} INSERT INTO migrations VALUES (1);`);
    await old.query('INSERT INTO orders VALUES (7, 100, 1, $1)', [encodeRecord(order(7, { status: 'Filled' }))]);
    await old.query('INSERT INTO executions VALUES (1, 0, 7, 100, 1, $1)', [encodeRecord(fill(order(7)))]);
    const closes = { ...fill(order(8, { account: 300 })), closedQuantity: lots(2), closedPnl: money(9n) };
    const { order: _, ...forced } = { ...closes, executionId: 9_000, kind: 'BustTrade' as const };
    for (const [place, one] of [closes, { ...closes, executionId: 9_001, price: price(7n) }, forced].entries()) {
      await old.query('INSERT INTO executions VALUES (2, $1, 8, 300, 1, $2)', [place, encodeRecord(one)]);
    }
    await old.query('INSERT INTO transactions VALUES (1, 1, 7, 100, 1, $1)', [encodeRecord(cash(100, 1))]);
    await old.script("INSERT INTO minute_bars VALUES (3, 'mark', 60000, 1, 3, 1, 2, 1, 1), (3, 'mark', 240000, 2, 4, 2, 3, 1, 1)");
    const opened = await HistoryDatabase.open(old);
    expect((await opened.orders(query<OrderQuery>({ from: 1_007, to: 1_008, statuses: ['Filled'] }))).rows.length).toBe(1);
    expect((await opened.orders(query({ from: 1_008 }))).rows).toEqual([]);
    expect((await opened.executions(query<ExecutionQuery>({ kinds: ['Trade'], side: 'Buy' }))).rows.length).toBe(1);
    expect((await opened.transactions(query<TransactionQuery>({ kinds: ['fee'], coin: 'USDT' }))).rows.length).toBe(1);
    const sums = [priceSumsOf(closes.price, lots(2)), priceSumsOf(price(7n), lots(2))];
    const of = (key: 'priceSum' | 'inverseSum'): bigint => sums.reduce((sum, one) => sum + one[key], 0n);
    expect((await opened.closings(query<ExecutionQuery>({ account: 300 }))).rows.map(({ closing }) => closing)).toMatchObject([
      { executionId: 9_000, kind: 'BustTrade', fills: 1, size: lots(2) },
      {
        ...{ orderId: 8, executionId: 7_008, fills: 2, size: lots(4), profit: money(18n), fee: money(-2n), firstAt: timestamp(8) },
        prices: { priceSum: of('priceSum'), inverseSum: of('inverseSum') },
      },
    ]);
    const bars = await opened.minuteBars({ instrument: 3, series: 'mark', from: 0, to: 86_400_000, width: 1440 });
    expect(bars).toEqual([{ start: 60_000, open: 1n, high: 4n, low: 1n, close: 3n, volume: 2n, turnover: 2n }]);
    await opened.close();
  });

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

  test('S-27 what was asked for is never read as SQL, wherever it stands', async () => {
    const before = await database.orders(query<OrderQuery>({}));
    for (const hostile of ["x'; DROP TABLE orders --", "') OR 1=1 --", '$1', '%', '\\', '"', 'chr(31)']) {
      const kinds = [hostile] as never;
      expect((await database.orders(query<OrderQuery>({ kinds }))).rows).toEqual([]);
      expect((await database.orders(query<OrderQuery>({ statuses: kinds, side: hostile as never }))).rows).toEqual([]);
      expect((await database.executions(query<ExecutionQuery>({ kinds, side: hostile as never }))).rows).toEqual([]);
      expect((await database.transactions(query<TransactionQuery>({ kinds, coin: hostile }))).rows).toEqual([]);
      expect(await database.minuteBars({ instrument: 0, series: hostile as never, from: 0, to: 1, width: 1 })).toEqual([]);
      await expect(database.orders(query<OrderQuery>({ cursor: hostile }))).rejects.toThrow(CursorUnknown);
    }
    expect(await database.orders(query<OrderQuery>({}))).toEqual(before);
  });

  test('a page is read in the order of an index: nothing is sorted that is not on it', async () => {
    const sql = await openSql(kind);
    const plans: string[] = [];
    const explained = new Set(['orders', 'executions', 'closings', 'transactions'].map((table) => `FROM ${table} WHERE`));
    const history = await HistoryDatabase.open({
      ...sql,
      query: async (text, parameters) => {
        if (![...explained].some((part) => text.includes(part))) return sql.query(text, parameters);
        const lines = await sql.query<{ readonly 'QUERY PLAN': string }>(`EXPLAIN ${text}`, parameters);
        plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
        return [];
      },
    });
    const span = { from: 1, to: 9_000 } as const;
    const orders: readonly Partial<OrderQuery>[] = [
      {},
      span,
      { instruments: [1] },
      { cursor: 'o5-5' },
      { side: 'Buy', statuses: ['Filled'], kinds: ['Limit'] },
      { statuses: ['Rejected'] },
      { kinds: ['TrailingStop'] },
      { kinds: ['TWAP'] },
    ];
    for (const changes of orders) await history.orders(query<OrderQuery>(changes));
    const executions: readonly Partial<ExecutionQuery>[] = [
      {},
      span,
      { instruments: [1] },
      { instruments: [0, 1] },
      { kinds: ['BustTrade'] },
    ];
    for (const changes of executions) await history.executions(query<ExecutionQuery>(changes));
    for (const changes of executions) await history.closings(query<ExecutionQuery>(changes));
    const transactions: readonly Partial<TransactionQuery>[] = [{}, span, { instruments: [1] }, { kinds: ['funding'] }];
    for (const changes of transactions) await history.transactions(query<TransactionQuery>(changes));
    expect(plans.length).toBe(orders.length + 2 * executions.length + transactions.length);
    for (const plan of plans) {
      expect(plan).toMatch(/Index (Only )?Scan/);
      expect(plan).not.toMatch(/Sort|Seq Scan|Bitmap/);
    }
    // Rare or not, a kind is not looked for among the others: an account may have a million of those.
    plans.length = 0;
    for (const kinds of [['Market'], ['Limit'], ['StopLoss']] as const) await history.orders(query<OrderQuery>({ kinds }));
    for (const plan of plans) expect(plan).toMatch(/orders_of_kind/);
    // With several kinds, each is read the same way; only the rows read are sorted.
    plans.length = 0;
    await history.orders(query<OrderQuery>({ kinds: ['TakeProfit', 'StopLoss'], statuses: ['Untriggered', 'Cancelled'] }));
    expect(plans[0]?.match(/Index (Only )?Scan/g)).toHaveLength(4);
    expect(plans[0]).not.toMatch(/Seq Scan|Bitmap/);
    await history.close();
  });

  test('lists are narrowed by side, status, kind, coin, and to what closed something', async () => {
    const other = { account: 200 } as const;
    const limit = order(2_001, { ...other, status: 'Cancelled' });
    const part = order(2_005, { ...other, strategy: { kind: 'TWAP', id: 2_004, part: 1 } });
    const stop = order(2_002, {
      ...other,
      side: 'Sell',
      status: 'Untriggered',
      stop: { kind: 'TakeProfit', closeOnTrigger: true, wholePosition: true, parent: 0 },
    });
    const closing = { ...fill(order(2_003, { ...other, orderType: 'Market' })), kind: 'BustTrade' as const, closedQuantity: lots(4) };
    await database.apply(
      [
        {
          sequence: 101,
          time: timestamp(90_000),
          events: [
            { type: 'OrderAccepted', order: limit },
            { type: 'OrderAccepted', order: stop },
            { type: 'OrderAccepted', order: part },
            fill(order(2_004, { ...other, side: 'Sell' })),
            closing,
            cash(200, 0),
            { ...cash(200, 0), kind: 'funding', coin: 'BTC' } as Event,
          ],
        },
      ],
      [],
      101,
    );
    const ids = async (changes: Partial<OrderQuery>): Promise<readonly number[]> =>
      (await database.orders(query<OrderQuery>({ ...other, ...changes }))).rows.map((row) => row.orderId);
    expect(await ids({ side: 'Sell' })).toEqual([2_004, 2_002]);
    expect(await ids({ statuses: ['Cancelled', 'Untriggered'] })).toEqual([2_002, 2_001]);
    expect(await ids({ kinds: ['TakeProfit'] })).toEqual([2_002]);
    expect(await ids({ kinds: ['TWAP'] })).toEqual([2_005]);
    expect(await ids({ kinds: ['Iceberg'] })).toEqual([]);
    expect(await ids({ kinds: ['TakeProfit', 'TWAP'] })).toEqual([2_005, 2_002]);
    expect(await ids({ kinds: ['Limit', 'Market'], instruments: [1] })).toEqual([2_005, 2_003, 2_001]);
    // An order with a kind and a strategy appears once, as does a kind that is requested twice.
    expect(await ids({ kinds: ['Limit', 'TWAP', 'Limit', 'TWAP'] })).toEqual([2_005, 2_004, 2_001]);
    expect(await ids({ kinds: ['Limit', 'TakeProfit'], statuses: ['Untriggered', 'Cancelled'] })).toEqual([2_002, 2_001]);
    expect(await ids({ kinds: ['Market'], statuses: ['Cancelled'] })).toEqual([]);
    expect([await ids({ kinds: [] }), await ids({ statuses: [] })]).toEqual([[], []]);
    const many = { kinds: ['Limit', 'Market', 'TakeProfit', 'TWAP'], statuses: ['New', 'Cancelled', 'Untriggered'], limit: 1 } as const;
    const one = await database.orders(query<OrderQuery>({ ...other, ...many }));
    const rest = await database.orders(query<OrderQuery>({ ...other, ...many, limit: 4, cursor: one.next }));
    expect([...one.rows, ...rest.rows].map((row) => row.orderId)).toEqual(await ids({ ...many, limit: 9 }));
    expect([one.rows.length, rest.next]).toEqual([1, '']);
    const executions = async (changes: Partial<ExecutionQuery>): Promise<readonly (number | undefined)[]> =>
      (await database.executions(query<ExecutionQuery>({ ...other, ...changes }))).rows.map((row) => row.execution.order?.orderId);
    expect(await executions({ kinds: ['Trade'] })).toEqual([2_004]);
    expect(await executions({ kinds: ['Trade', 'BustTrade'] })).toEqual([2_003, 2_004]);
    expect(await executions({ kinds: ['BustTrade', 'BustTrade'] })).toEqual([2_003]);
    expect(await executions({ side: 'Buy' })).toEqual([2_003, 2_004]);
    const kinds = async (changes: Partial<TransactionQuery>): Promise<readonly string[]> =>
      (await database.transactions(query<TransactionQuery>({ ...other, ...changes }))).rows.map((row) => row.transaction.kind);
    expect(await kinds({ kinds: ['funding', 'deposit'] })).toEqual(['funding']);
    expect(await kinds({ coin: 'USDT' })).toEqual(['fee']);
  });

  test('the closing fills of an order are one row of closed P&L, also when they come in several batches', async () => {
    const closer = order(3_001, { account: 300, side: 'Sell' });
    const closes = (executionId: number, at: bigint, closed: number, changes: Partial<OrderFilled> = {}): OrderFilled => ({
      ...fill(closer),
      executionId,
      side: 'Sell',
      price: price(at),
      closedQuantity: lots(closed),
      closedPnl: money(BigInt(closed)),
      fee: money(2n),
      ...changes,
    });
    const { order: _, ...forced } = closes(95, 7n, 5, { kind: 'BustTrade' });
    const batchOf = (sequence: number, ...events: readonly Event[]): EventBatch => ({ sequence, time: timestamp(sequence), events });
    const several = [batchOf(201, closes(91, 10n, 3, { closedEntry: price(4n) }), closes(92, 20n, 1)), batchOf(202, closes(93, 30n, 0))];
    await database.apply(several, [], 202);
    await database.apply([...several, batchOf(203, closes(94, 40n, 2, { closedEntry: price(5n) }), forced)], [], 203);
    const { rows } = await database.closings(query<ExecutionQuery>({ account: 300 }));
    expect(rows.map(({ sequence, closing }) => [sequence, closing.orderId, closing.executionId, closing.kind, closing.fills])).toEqual([
      [203, undefined, 95, 'BustTrade', 1],
      [203, 3_001, 91, 'Trade', 3],
    ]);
    expect(rows[1]?.closing).toMatchObject({
      ...{ account: 300, side: 'Sell', size: lots(6), profit: money(6n), fee: money(6n), firstAt: timestamp(201) },
      prices: { priceSum: 10n * 3n + 20n + 40n * 2n },
      entryInverseSum: inverseSumOf(price(4n), lots(3)) + inverseSumOf(price(5n), lots(2)),
    });
    expect(rows[0]?.closing.entryInverseSum).toBeUndefined();
    const only = await database.closings(query<ExecutionQuery>({ account: 300, kinds: ['BustTrade'] }));
    expect(only.rows.map(({ closing }) => closing.executionId)).toEqual([95]);
  });

  const trade = (executionId: number, quantity: number, closed: number, changes: Partial<OrderFilled> = {}): OrderFilled => ({
    ...fill(order(executionId, { account: 500, side: closed > 0 ? 'Sell' : 'Buy' })),
    ...{ executionId, quantity: lots(quantity), closedQuantity: lots(closed), fee: money(5n), ...changes },
  });
  const pay = (executionId: number, size: number, fee: bigint): OrderFilled =>
    trade(executionId, size, 0, { kind: 'Funding', fee: money(fee), instrument: trade(4_000, 1, 0).instrument });
  const batchOf = (sequence: number, ...events: readonly Event[]): EventBatch => ({ sequence, time: timestamp(sequence), events });
  const costs = (openFees: bigint, closeFees: bigint, funding: bigint) => ({
    ...{ openFees: money(openFees), closeFees: money(closeFees), funding: money(funding), settled: money(0n) },
  });

  test('POS-05 a close keeps its share of the costs of its position, also over several batches that come twice', async () => {
    const past = [
      batchOf(1, trade(4_000, 10, 0), pay(4_001, 10, 40n)),
      batchOf(2, trade(4_002, 4, 4)),
      batchOf(3, pay(4_003, 6, -10n)),
      batchOf(4, trade(4_004, 6, 6)),
    ];
    const own = await HistoryDatabase.open(await openSql(kind));
    await own.apply(past.slice(0, 1), [], 1);
    await own.apply(past.slice(0, 3), [], 3);
    await own.apply(past, [], 4);
    await own.apply(past, [], 4);
    const { rows } = await own.closings(query<ExecutionQuery>({ account: 500 }));
    expect(rows.map(({ closing }) => closing.costs)).toEqual([costs(3n, 5n, 14n), costs(2n, 5n, 16n)]);
    await own.close();
  });

  test('POS-05 costs of what was open when an older history was brought up to date are unknown, later ones are not', async () => {
    const LANDED = MIGRATIONS.findIndex((statements) => statements.includes('CREATE TABLE open_costs'));
    const old = await openSql(kind);
    await old.script('CREATE TABLE migrations (number integer PRIMARY KEY)');
    for (const [at, statements] of MIGRATIONS.slice(0, LANDED).entries()) {
      await old.script(statements);
      await old.query('INSERT INTO migrations VALUES ($1)', [at + 1]);
    }
    // The fills of the earlier version: 10 lots, of which 4 were closed. The funding is no fill.
    for (const [place, event] of [trade(4_000, 10, 0), trade(4_002, 4, 4), pay(4_003, 6, 9n)].entries()) {
      await old.query(
        "INSERT INTO executions (sequence, place, time, account, instrument, record, side, kind) VALUES (1, $1, 1, 500, $2, $3, 'Buy', $4)",
        [place, event.instrument, encodeRecord(event), event.kind],
      );
    }
    const opened = await HistoryDatabase.open(old);
    await opened.apply([batchOf(2, trade(4_004, 6, 6)), batchOf(3, trade(4_006, 2, 0)), batchOf(4, trade(4_008, 2, 2))], [], 4);
    const { rows } = await opened.closings(query<ExecutionQuery>({ account: 500 }));
    expect(rows.map(({ closing }) => closing.costs)).toEqual([costs(5n, 5n, 0n), undefined]);
    await opened.close();
  });

  test('D15 a history built again, in parts of any size and with a bound on its age, holds the same rows', async () => {
    const DAYS = 6;
    const KEEP = 2;
    const past = pastOf(DAYS);
    const sql = await openSql(kind);
    const tables = ['orders', 'executions', 'closings', 'transactions', 'settlements', 'bars', 'progress', 'open_costs'];
    const dump = async (parts: readonly (readonly EventBatch[])[]): Promise<unknown> => {
      const rebuilt = await HistoryDatabase.open(sql, { keepDays: KEEP });
      for (const part of parts) await rebuilt.apply(part, part.map(barOf), part.at(-1)?.sequence ?? 0);
      const rows: unknown[] = [];
      for (const table of tables) rows.push(await sql.query(`SELECT ${table}::text AS row FROM ${table} ORDER BY 1`));
      await sql.script(`DROP TABLE migrations, ${tables.join(', ')}`);
      return rows;
    };
    const lived = await dump(past.map((batch) => [batch]));
    expect(await dump([past])).toEqual(lived);
    expect(await dump([past.slice(0, 17), past.slice(17, 18), past.slice(18)])).toEqual(lived);
    const [orders, executions, closings, , settlements, bars] = lived as readonly (readonly unknown[])[];
    // Each batch has one order; those of the first days are forgotten, except one that is still open.
    expect(orders?.length).toBe((past.length / DAYS) * (KEEP + 1) + 1);
    expect(executions?.length).toBe((past.length / DAYS) * (KEEP + 1) + 1);
    expect(closings?.length).toBe((past.length / DAYS) * (KEEP + 1) + 1);
    // The market's past is small, and is never forgotten.
    expect(settlements?.length).toBe(past.length);
    expect(bars?.length).toBeGreaterThan(past.length);
    await sql.close();
  });

  test('bars of any width are those that the minutes give', async () => {
    // Minutes with holes, over four days, written in two parts.
    const minutes = Array.from({ length: 900 }, (_, at) => candleAt(at * 7 + (at % 5)));
    const asBars = minutes.map((candle) => ({ instrument: 5, series: 'index' as const, closed: true, candle }));
    await database.apply([], asBars.slice(0, 400), 102);
    await database.apply([], asBars.slice(399), 103);
    const MINUTE_MS = 60_000;
    for (const width of [1, 3, 5, 15, 30, 60, 120, 240, 360, 720, 1440]) {
      const [from, to] = [61 * MINUTE_MS, 5_003 * MINUTE_MS];
      const wanted = new Map<number, Candle[]>();
      for (const candle of minutes) {
        if (candle.start < from || candle.start >= to) continue;
        const bucket = Math.floor(candle.start / MINUTE_MS / width);
        wanted.set(bucket, [...(wanted.get(bucket) ?? []), candle]);
      }
      expect(await database.minuteBars({ instrument: 5, series: 'index', from, to, width })).toEqual([...wanted.values()].map(merged));
    }
  });
});
