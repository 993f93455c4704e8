import { beforeEach, describe, expect, test } from 'vitest';
import { lots, money, price, timestamp, type OrderFilled } from '@tapedeck/domain';
import { closedPnlPage } from '@tapedeck/protocol';
import { START, fakeFill, fakeOrder, units } from '../testing/fake-venue.ts';
import { createWorld, sessionOf, type World } from '../testing/fake-world.ts';

let world: World;
beforeEach(() => {
  world = createWorld();
});

async function download(query: Record<string, string>): Promise<{ readonly name: string | undefined; readonly lines: readonly string[] }> {
  const { status, content } = await world.get('/contract/v5/history/export', query, sessionOf());
  expect(status).toBe(200);
  let text = '';
  for await (const part of content?.parts ?? '') text += part;
  expect(text.endsWith('\r\n')).toBe(true);
  return { name: content?.name, lines: text.trimEnd().split('\r\n') };
}

const closing = (changes: Partial<OrderFilled> = {}): OrderFilled => ({
  ...fakeFill(5, fakeOrder(1, { side: 'Sell' })),
  side: 'Sell',
  price: price(units('65000')),
  quantity: lots(10),
  closedQuantity: lots(4),
  closedPnl: money(units('4')),
  ...changes,
});

describe('lists of the past', () => {
  test.each([
    ['/contract/v5/order/history', { side: 'Sell', status: 'Filled,Cancelled', kind: 'Limit,TakeProfit' }],
    ['/contract/v5/execution/list', { side: 'Buy', kind: 'Funding' }],
    ['/contract/v5/account/transaction-log', { coin: 'BTC', kind: 'fee,funding' }],
  ])('%s is narrowed by what its rows have', async (path, filters: Record<string, string>) => {
    expect((await world.get(path, filters, sessionOf())).body.ret_code).toBe(0);
    const { status, kind, ...same } = filters;
    expect(world.history.queries).toEqual([
      {
        account: 100,
        cursor: '',
        limit: 50,
        ...same,
        ...(status === undefined ? {} : { statuses: status.split(',') }),
        ...(kind === undefined ? {} : { kinds: kind.split(',') }),
      },
    ]);
    for (const [field] of Object.entries(filters)) {
      const answer = await world.get(path, { [field]: 'Nonsense' }, sessionOf());
      expect([answer.status, answer.body.ret_msg.replace(/must be one of .*\.$/, 'is not valid.')]).toEqual([
        400,
        `The parameter ${field} is not valid.`,
      ]);
    }
  });

  test('funding, borrowing and transfers are movements of their kinds', async () => {
    for (const list of ['funding', 'borrow', 'transfer']) await world.get(`/contract/v5/account/${list}-history`, {}, sessionOf());
    expect(world.history.queries.map((query) => (query as { kinds?: unknown }).kinds)).toEqual([
      ['funding'],
      ['borrow', 'repay', 'interest'],
      ['deposit', 'transfer', 'subscription', 'redemption'],
    ]);
  });

  test('closed P&L says at what price the closed part was opened', async () => {
    // 0.004 BTC sold at 65,000 are worth 260; 4 earned, so they were bought for 256, at 64,000.
    world.history.executionRows = [{ sequence: 9, index: 1, time: timestamp(START), execution: closing() }];
    const { list } = closedPnlPage.parse((await world.get('/contract/v5/position/closed-pnl', {}, sessionOf())).body.result);
    expect(list).toMatchObject([
      { symbol: 'BTCUSDT', side: 'Sell', closedSize: '0.004', avgEntryPrice: '64000.0', avgExitPrice: '65000.0', closedPnl: '4' },
    ]);
    expect(world.history.queries).toMatchObject([{ closing: true }]);
  });

  test('ORD-11 users on trial get no orders, executions and closed P&L, as lists or as a file', async () => {
    const trial = sessionOf(100, { labels: { vipLevel: 0, proLevel: 0, copyRole: 'none', isTrial: true } });
    for (const path of ['order/history', 'execution/list', 'position/closed-pnl', 'history/export']) {
      const answer = await world.get(`/contract/v5/${path}`, { list: 'orders' }, trial);
      expect([answer.status, answer.body.ret_code]).toEqual([403, 10005]);
    }
    expect(world.history.queries).toEqual([]);
  });
});

describe('export', () => {
  test('a file holds every row once, over all pages, under the names of its columns', async () => {
    world.history.orderRows = Array.from({ length: 450 }, (_, at) => fakeOrder(450 - at, { createdAt: timestamp(START) }));
    const { name, lines } = await download({ list: 'orders', side: 'Buy' });
    expect(name).toBe('orders.csv');
    expect(lines.length).toBe(451);
    const columns = lines[0]?.split(',') ?? [];
    expect(columns.slice(0, 4)).toEqual(['orderId', 'orderLinkId', 'symbol', 'side']);
    const cells = lines[1]?.split(',') ?? [];
    expect(cells.length).toBe(columns.length);
    expect(cells[columns.indexOf('createdAt')]).toBe('2023-11-14T22:13:00.000Z');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(Array.from({ length: 450 }, (_, at) => String(450 - at)));
    expect(world.history.queries).toMatchObject([{ side: 'Buy', limit: 200 }, { cursor: '200' }, { cursor: '400' }]);
  });

  test('S-15 what a spreadsheet could run is text', async () => {
    world.history.orderRows = [fakeOrder(1, { clientOrderId: '-1-1' })];
    const { lines } = await download({ list: 'orders' });
    expect(lines[1]?.split(',')[1]).toBe("'-1-1");
  });

  test.each(['executions', 'closed-pnl', 'transactions', 'funding', 'borrowing', 'transfers'])('%s as a file', async (list) => {
    world.history.executionRows = [{ sequence: 9, index: 1, time: timestamp(START), execution: closing() }];
    const line = {
      type: 'CashChanged',
      account: 100,
      coin: 'USDT',
      kind: 'fee',
      amount: money(-1n),
      cash: money(2n),
      instrument: -1,
    } as const;
    world.history.transactionRows = [{ sequence: 9, index: 1, time: timestamp(START), transaction: line }];
    const { lines } = await download({ list });
    expect(lines.length).toBe(2);
    expect(lines[1]).not.toContain('undefined');
    expect(lines[1]).not.toContain('[object');
  });

  test('an unknown symbol, list or span is refused before a byte is sent', async () => {
    for (const query of [{ list: 'orders', symbol: 'NOPE' }, { list: 'secrets' }, {}, { list: 'orders', from: '9', to: '5' }]) {
      const answer = await world.get('/contract/v5/history/export', query, sessionOf());
      expect([answer.body.ret_code, answer.content]).toEqual([10001, undefined]);
    }
  });
});
