import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lots, money, price, rate, ticks, timestamp, type OrderRecord } from '@tapedeck/domain';
import type { EventBatch, MinuteBar } from '@tapedeck/venue';
import { HistoryDatabase } from '../apps/server/src/history/history-database.ts';
import { openPglite } from '../apps/server/src/history/pglite-database.ts';
import { finish, median, mustEqual, perSecond, reportAtMost } from './measure.ts';
import { seededRandom } from './random.ts';

/** Pages out of a large history, in the database inside. */
const ROWS = Number(process.env['TAPEDECK_BENCH_ROWS'] ?? 2_500_000);
/** Four rows in five are minutes of one symbol; the others are orders, executions and lines of cash, a third each. */
const MINUTES = Math.floor(ROWS * 0.8);
const TRADES = Math.floor((ROWS - MINUTES) / 3);
const PER_WRITE = 10_000;
const MINUTE_MS = 60_000;
const BARS = 1_000;
const PAGE = 200;
const GOAL_MS = 100;
const ROUNDS = 7;
const ACCOUNTS = 5;
const START = Date.UTC(2022, 0, 1);
const random = seededRandom(7);

function barAt(at: number): MinuteBar {
  const open = 60_000_00000000n + BigInt(Math.floor(random() * 1e11));
  const candle = {
    start: START + at * MINUTE_MS,
    open,
    high: open + 900n,
    low: open - 900n,
    close: open + 5n,
    volume: 123_000n,
    turnover: 10n ** 15n,
  };
  return { instrument: 0, series: 'trade', closed: true, candle };
}

function tradeAt(at: number): EventBatch {
  const time = timestamp(START + at * 1_000);
  const account = 100 + (at % ACCOUNTS);
  const instrument = at % 40;
  const order: OrderRecord = {
    orderId: at + 1,
    clientOrderId: `bench-${at}`,
    account,
    instrument,
    side: at % 2 === 0 ? 'Buy' : 'Sell',
    orderType: 'Limit',
    price: ticks(600_000),
    quantity: lots(10),
    filled: lots(10),
    filledValue: money(600_00000000n),
    fee: money(3_300_000n),
    timeInForce: 'GoodTillCancel',
    reduceOnly: false,
    positionIndex: 0,
    status: 'Filled',
    source: 'form',
    createdAt: time,
    updatedAt: time,
  };
  return {
    sequence: at + 1,
    time,
    events: [
      {
        type: 'OrderFilled',
        kind: 'Trade',
        executionId: at + 1,
        account,
        instrument,
        positionIndex: 0,
        side: order.side,
        price: price(60_000_00000000n),
        quantity: lots(10),
        value: money(600_00000000n),
        fee: money(3_300_000n),
        feeRate: rate(55_000n),
        maker: false,
        closedPnl: money(0n),
        closedQuantity: lots(at % 3),
        order,
      },
      {
        type: 'CashChanged',
        account,
        coin: 'USDT',
        kind: at % 50 === 0 ? 'funding' : 'fee',
        amount: money(-3_300_000n),
        cash: money(10n ** 13n),
        instrument,
      },
    ],
  };
}

async function fill(history: HistoryDatabase): Promise<void> {
  for (let at = 0; at < MINUTES; at += PER_WRITE) {
    await history.apply(
      [],
      Array.from({ length: Math.min(PER_WRITE, MINUTES - at) }, (_, i) => barAt(at + i)),
      0,
    );
  }
  for (let at = 0; at < TRADES; at += PER_WRITE) {
    await history.apply(
      Array.from({ length: Math.min(PER_WRITE, TRADES - at) }, (_, i) => tradeAt(at + i)),
      [],
      at + PER_WRITE,
    );
  }
}

/** Median milliseconds of a page, and that it is full. */
async function measure(name: string, size: number, read: () => Promise<{ readonly length: number }>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const rows = await read();
    times.push(performance.now() - began);
    mustEqual(`rows of ${name} and its page`, rows.length, size);
  }
  reportAtMost(name, median(times), GOAL_MS, ' ms');
}

const folder = mkdtempSync(path.join(tmpdir(), 'tapedeck-history-bench-'));
try {
  const history = await HistoryDatabase.open(await openPglite(path.join(folder, 'history')));
  const began = performance.now();
  await fill(history);
  console.log(`history: ${ROWS} rows written, ${perSecond(ROWS, performance.now() - began)}`);
  const end = START + MINUTES * MINUTE_MS;
  for (const width of [1, 3, 5, 15, 30, 60, 120, 240, 360, 720]) {
    const length = width * MINUTE_MS;
    const to = Math.floor(end / length) * length;
    const query = { instrument: 0, series: 'trade', from: to - BARS * length, to, width } as const;
    if (query.from >= START) await measure(`${BARS} candles of ${width} minutes`, BARS, () => history.minuteBars(query));
  }
  const days = Math.min(BARS, Math.floor((end - START) / (1_440 * MINUTE_MS)));
  await measure(`${days} candles of a day`, days, () =>
    history.minuteBars({ instrument: 0, series: 'trade', from: START, to: START + days * 1_440 * MINUTE_MS, width: 1_440 }),
  );
  const base = { account: 100, cursor: '', limit: PAGE };
  const middle = START + (TRADES / 2) * 1_000;
  await measure('200 orders, newest', PAGE, async () => (await history.orders(base)).rows);
  await measure('200 orders of a symbol', PAGE, async () => (await history.orders({ ...base, instruments: [0] })).rows);
  await measure('200 orders before the middle', PAGE, async () => (await history.orders({ ...base, to: middle })).rows);
  await measure(
    '200 filled buys',
    PAGE,
    async () => (await history.orders({ ...base, side: 'Buy', statuses: ['Filled'], kinds: ['Limit'] })).rows,
  );
  // Nothing is found of these, and not by looking through everything.
  await measure('no rejected orders', 0, async () => (await history.orders({ ...base, statuses: ['Rejected'] })).rows);
  await measure('no trailing stops', 0, async () => (await history.orders({ ...base, kinds: ['TrailingStop', 'StopLoss'] })).rows);
  await measure('200 executions, newest', PAGE, async () => (await history.executions(base)).rows);
  await measure('200 rows of closed P&L', PAGE, async () => (await history.closings(base)).rows);
  await measure('200 executions by cursor, in the middle', PAGE, async () => {
    const cursor = `e${middle}-${Math.floor(TRADES / 2)}-0`;
    return (await history.executions({ ...base, cursor })).rows;
  });
  await measure('200 lines of cash before the middle', PAGE, async () => (await history.transactions({ ...base, to: middle })).rows);
  await measure('200 fundings', PAGE, async () => (await history.transactions({ ...base, kinds: ['funding'] })).rows);
  await history.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
finish();
