import { beforeEach, describe, expect, test } from 'vitest';
import { lots, money, price, priceSumsOf, timestamp, type Closing, type OrderFilled } from '@tapedeck/domain';
import { closedPnlPage, parseWire } from '@tapedeck/protocol';
import type { ClosingRow } from '@tapedeck/venue';
import { START, fakeFill, fakeOrder, units } from '../testing/fake-venue.ts';
import { INVERSE, SPOT, everyCategory } from '../testing/program-markets.ts';
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

const at = { sequence: 9, index: 1, time: timestamp(START + 60_000) };

const fill = (): OrderFilled => ({
  ...fakeFill(5, fakeOrder(1, { side: 'Sell' })),
  side: 'Sell',
  price: price(units('65000')),
  quantity: lots(10),
  closedQuantity: lots(4),
  closedPnl: money(units('4')),
});

const closing = (changes: Partial<Closing> = {}): ClosingRow => ({
  ...at,
  closing: {
    account: 100,
    instrument: 0,
    positionIndex: 0,
    side: 'Sell',
    kind: 'Trade',
    orderId: 1,
    executionId: 5,
    fills: 1,
    size: lots(4),
    profit: money(units('4')),
    fee: money(units('0.1')),
    prices: priceSumsOf(price(units('65000')), lots(4)),
    firstAt: timestamp(START),
    ...changes,
  },
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
    world.history.closingRows = [closing()];
    const { list } = parseWire(closedPnlPage, (await world.get('/contract/v5/position/closed-pnl', {}, sessionOf())).body.result);
    expect(list).toMatchObject([
      { symbol: 'BTCUSDT', side: 'Sell', closedSize: '0.004', avgEntryPrice: '64000.0', avgExitPrice: '65000.0', closedPnl: '4' },
    ]);
    expect(list[0]?.updatedAtE3).toBe(START + 60_000);
  });

  test('POS-05 closed P&L is before costs, and beside it what remains after them; without the opening, no costs are stated', async () => {
    const costs = { openFees: money(units('0.2')), closeFees: money(units('0.1')), funding: money(units('-0.05')), settled: money(0n) };
    world.history.closingRows = [
      closing({ costs }),
      closing({ costs: { ...costs, settled: money(units('1.5')) } }),
      closing({ profit: money(units('0.25')), costs }),
      closing(),
    ];
    const { list } = parseWire(closedPnlPage, (await world.get('/contract/v5/position/closed-pnl', {}, sessionOf())).body.result);
    expect(list.map(({ closedPnl, fees, funding, settledPnl, netPnl }) => [closedPnl, fees, funding, settledPnl, netPnl])).toEqual([
      ['4', '0.3', '-0.05', undefined, '3.75'],
      ['4', '0.3', '-0.05', '1.5', '5.25'],
      ['0.25', '0.3', '-0.05', undefined, '0'],
      ['4', undefined, undefined, undefined, undefined],
    ]);
    const { lines } = await download({ list: 'closed-pnl' });
    const cells = lines.map((line) => line.split(','));
    const at = cells[0]?.indexOf('netPnl') ?? -1;
    expect(cells.map((row) => row.slice(at - 3, at + 1))).toEqual([
      ['fees', 'funding', 'settledPnl', 'netPnl'],
      ['0.3', '-0.05', '', '3.75'],
      ['0.3', '-0.05', '1.5', '5.25'],
      ['0.3', '-0.05', '', '0'],
      ['', '', '', ''],
    ]);
  });

  test('closed P&L adds up the fills of an order; a forced close has no order', async () => {
    // 0.003 BTC at 65,000 and 0.001 at 65,002: worth 260.002, 0.002 more than at one price.
    const [first, second] = [priceSumsOf(price(units('65000')), lots(3)), priceSumsOf(price(units('65002')), lots(1))];
    const prices = { priceSum: first.priceSum + second.priceSum, inverseSum: first.inverseSum + second.inverseSum };
    const { orderId: _, ...forced } = closing({ kind: 'BustTrade' }).closing;
    world.history.closingRows = [closing({ fills: 2, prices }), { ...at, closing: forced }];
    const { list } = parseWire(closedPnlPage, (await world.get('/contract/v5/position/closed-pnl', {}, sessionOf())).body.result);
    expect(list).toMatchObject([
      { fillCount: 2, avgExitPrice: '65000.5', orderId: '1' },
      { fillCount: 1, orderId: '', execType: 'BustTrade' },
    ]);
  });

  test('part of a symbol, in any case, finds every symbol that contains it, a whole one only itself', async () => {
    const asked = async (query: Record<string, string>) => {
      world.history.queries.length = 0;
      await world.get('/contract/v5/execution/list', query, sessionOf());
      return world.history.queries.map(({ instruments }) => instruments);
    };
    expect(await asked({ search: 'usdt' })).toEqual([[0, 1]]);
    expect(await asked({ search: 'eth' })).toEqual([[1]]);
    expect(await asked({ search: 'nothing' })).toEqual([[]]);
    expect(await asked({ symbol: 'ETHUSDT' })).toEqual([[1]]);
    expect(await asked({})).toEqual([undefined]);
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

describe('OPS-03 a history that lacks something', () => {
  const paths = ['/contract/v5/order/history', '/contract/v5/execution/list', '/contract/v5/account/transaction-log'];

  test('gives what it has, and since when it lacks something; a file is not made of it', async () => {
    world.history.behindSince = START;
    for (const path of paths)
      expect((await world.get(path, {}, sessionOf())).body.result).toMatchObject({ list: [], behindSinceE3: START });
    expect(await world.get('/contract/v5/history/export', { list: 'orders' }, sessionOf())).toMatchObject({ status: 503 });
    world.history.behindSince = undefined;
    expect((await world.get(paths[0] ?? '', {}, sessionOf())).body.result).toEqual({ list: [], nextPageCursor: '' });
  });

  test('that is away is said so, and is no fault of ours', async () => {
    world.history.isAway = true;
    for (const path of paths) {
      const { status, body } = await world.get(path, {}, sessionOf());
      expect([status, body.ret_code, body.ret_msg]).toEqual([503, 10016, 'The history is not available at the moment. Trading goes on.']);
    }
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
    world.history.executionRows = [{ ...at, execution: fill() }];
    world.history.closingRows = [closing()];
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

  test('WSP-05 each fee stands beside its coin: the received coin of a pair, else the settle coin', async () => {
    world = everyCategory();
    const of = (instrument: number, side: 'Buy' | 'Sell') => ({ instrument, side }) as const;
    const trades = [of(0, 'Buy'), of(SPOT.id, 'Buy'), of(SPOT.id, 'Sell'), of(INVERSE.id, 'Buy')];
    world.history.orderRows = trades.map((trade, id) => fakeOrder(id + 1, trade));
    world.history.executionRows = trades.map((trade) => ({ ...at, execution: { ...fill(), ...trade } }));
    world.history.closingRows = [closing(), closing({ instrument: INVERSE.id })];
    const coins = { orders: ['USDT', 'BTC', 'USDT', 'BTC'], executions: ['USDT', 'BTC', 'USDT', 'BTC'], 'closed-pnl': ['USDT', 'BTC'] };
    for (const [list, expected] of Object.entries(coins)) {
      const [head, ...rows] = (await download({ list })).lines.map((line) => line.split(','));
      const column = head?.findIndex((name) => name.endsWith('xecFee')) ?? 0;
      expect([list, head?.[column + 1], rows.map((cells) => cells[column + 1])]).toEqual([list, 'feeCurrency', expected]);
    }
  });

  test('an unknown symbol, list or span is refused before a byte is sent', async () => {
    for (const query of [{ list: 'orders', symbol: 'NOPE' }, { list: 'secrets' }, {}, { list: 'orders', from: '9', to: '5' }]) {
      const answer = await world.get('/contract/v5/history/export', query, sessionOf());
      expect([answer.body.ret_code, answer.content]).toEqual([10001, undefined]);
    }
  });
});
