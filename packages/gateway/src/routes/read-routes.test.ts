import { beforeEach, describe, expect, test } from 'vitest';
import { money, timestamp } from '@tapedeck/domain';
import {
  accountStateResult,
  candlesResult,
  decodeInstrument,
  dynamicSymbolResult,
  executionPage,
  oneTimeTokenResult,
  orderBookResult,
  orderPage,
  riskLimitListResult,
  sessionResult,
  symbolListResult,
  tickersResult,
  transactionPage,
  visitorProfileResult,
  parseWire,
} from '@tapedeck/protocol';
import { ACCOUNT, BTC, ETH, START, fakeCandle, fakeFill, fakeOrder, fakePosition } from '../testing/fake-venue.ts';
import { createWorld, sessionOf, type World } from '../testing/fake-world.ts';

let world: World;
beforeEach(() => {
  world = createWorld();
});

describe('products', () => {
  test('the catalogue lists every contract by family, and gives back the instruments whole', async () => {
    const list = parseWire(symbolListResult, (await world.get('/contract/v5/product/brief-symbol-list')).body.result);
    expect(list.LinearPerpetual.map(decodeInstrument)).toEqual([BTC, ETH]);
    expect(list.UsdcFutures).toEqual([]);
    expect(list.version).toMatch(/^[0-9a-f]{16}$/);
  });

  test('a filter leaves the other families out; one that does not exist is named', async () => {
    const ask = (filter: string) => world.get('/contract/v5/product/brief-symbol-list', { filter, version: 'old', token: 'x' });
    const answer = parseWire(symbolListResult, (await ask('InversePerpetual,UsdcPerpetual')).body.result);
    expect(answer.LinearPerpetual).toEqual([]);
    for (const filter of ['Linear', '', ',', 'constructor']) expect((await ask(filter)).body.ret_msg).toContain('filter');
  });

  test('LEV-06 the risk limits of a symbol, raw by the scales of the wire and converted', async () => {
    const raw = parseWire(riskLimitListResult, (await world.get('/position/risk-limit-list', { symbol: 'BTCUSDT' })).body.result).list;
    expect(raw[0]).toEqual({
      id: 1,
      symbol: '0',
      limit: '2000000',
      startingMarginE8: '1000000',
      maintainMarginE8: '500000',
      isLowestRisk: true,
      section: expect.any(Array) as unknown,
      contractType: 'LinearPerpetual',
      symbolName: 'BTCUSDT',
      maxLeverageE2: '10000',
      mmDeduction: '0',
    });
    const { item } = parseWire(
      dynamicSymbolResult,
      (await world.get('/contract/v5/product/dynamic-symbol-item', { symbol: 'BTCUSDT' })).body.result,
    );
    expect(decodeInstrument({ ...item, riskLimits: raw }).tiers).toEqual(BTC.tiers);
  });

  test('one contract, its risk limits, and none for a symbol that does not exist', async () => {
    const item = await world.get('/contract/v5/product/dynamic-symbol-item', { symbol: 'ETHUSDT' });
    expect(decodeInstrument(parseWire(dynamicSymbolResult, item.body.result).item)).toEqual(ETH);
    const limits = await world.get('/position/risk-limit-list', { symbol: 'BTCUSDT' });
    expect(parseWire(riskLimitListResult, limits.body.result).list).toMatchObject([
      { limit: '2000000', maxLeverageE2: '10000', isLowestRisk: true },
    ]);
    for (const path of ['/contract/v5/product/dynamic-symbol-item', '/position/risk-limit-list']) {
      expect((await world.get(path, { symbol: 'NOPE' })).body).toMatchObject({ ret_code: 10001, result: {} });
      expect((await world.get(path)).status).toBe(400);
    }
  });

  test('the visitor profile says who is banned', async () => {
    const ask = async (session?: ReturnType<typeof sessionOf>) =>
      parseWire(visitorProfileResult, (await world.get('/contract/v5/settings/visitor-profile', { lang: 'en' }, session)).body.result);
    expect(await ask()).toEqual({ isBanned: false });
    expect(await ask(sessionOf())).toEqual({ isBanned: false });
    expect(await ask(sessionOf(100, { banned: true }))).toEqual({ isBanned: true });
  });
});

describe('sessions', () => {
  test('the session says who is logged in and which market this is', async () => {
    const market = { source: 'simulated', label: 'seed 1', speed: 1 };
    const visitor = parseWire(sessionResult, (await world.get('/user/public/session')).body.result);
    const open = { needsPassphrase: false, registrationOpen: true, venue: world.venue.capabilities };
    expect(visitor).toEqual({ loggedIn: false, ...open, market });
    const user = parseWire(sessionResult, (await world.get('/user/public/session', {}, sessionOf())).body.result);
    expect(user).toEqual({
      loggedIn: true,
      user: {
        id: '100',
        username: 'trader-100',
        accountKind: 'UTA2',
        isDemo: false,
        vipLevel: 0,
        proLevel: 0,
        copyRole: 'none',
        isTrial: false,
        accounts: [{ id: '100', accountKind: 'UTA2', isDemo: false }],
      },
      ...open,
      market,
    });
  });

  test('a log-in sets a new session and ends the old one', async () => {
    world.sessions.needsPassphrase = true;
    const refused = await world.post('/user/public/login', { passphrase: 'wrong' }, sessionOf());
    expect([refused.status, refused.body.ret_code, refused.session]).toEqual([401, 10007, undefined]);
    expect(world.sessions.ended).toEqual([]);
    const answer = await world.post('/user/public/login', { passphrase: 'open sesame' }, sessionOf());
    expect(answer).toMatchObject({ status: 200, session: { kind: 'set', session: { id: 'new-1' } } });
    expect(world.sessions.ended).toEqual(['session-100']);
    expect(JSON.stringify(answer.body)).not.toContain('new-1');
  });

  test('a log-out ends the session and clears the cookie', async () => {
    const answer = await world.post('/user/private/logout', {}, sessionOf());
    expect(answer).toMatchObject({ status: 200, session: { kind: 'clear' }, body: { result: { loggedIn: false } } });
    expect(world.sessions.ended).toEqual(['session-100']);
  });

  test('NTF-03 a one-time token is given to a session, never twice the same', async () => {
    const ask = async () => parseWire(oneTimeTokenResult, (await world.post('/user/private/ott', {}, sessionOf())).body.result);
    const [first, second] = [await ask(), await ask()];
    expect(first.expiresInMs).toBe(30_000);
    expect(first.token).not.toBe(second.token);
    expect(first.token).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('market data', () => {
  test('candles are those before a moment, of a series and a resolution', async () => {
    world.venue.bars = () => [fakeCandle(START - 60_000, '63999.9'), fakeCandle(START, '64000')];
    const answer = await world.get('/contract/v5/market/candles', {
      symbol: 'BTCUSDT',
      resolution: '1W',
      series: 'mark',
      to: '5',
      limit: '7',
    });
    expect(parseWire(candlesResult, answer.body.result).rows).toEqual([]);
    expect(world.venue.candleQueries).toEqual([{ instrument: 0, series: 'mark', minutes: 'week', before: 5, limit: 7 }]);
    const newest = await world.get('/contract/v5/market/candles', { symbol: 'BTCUSDT', resolution: '1' });
    expect(parseWire(candlesResult, newest.body.result)).toEqual({
      rows: [[START - 60_000, '63999.9', '63999.9', '63999.9', '63999.9', '1', '63999.9']],
      complete: false,
    });
  });

  test('the book is the best levels, best first', async () => {
    world.venue.changeBook(BTC.id, [640_000, 5, 639_999, 3], [640_001, 2, 640_002, 4]);
    const answer = await world.get('/contract/v5/market/orderbook', { symbol: 'BTCUSDT', limit: '1' });
    expect(parseWire(orderBookResult, answer.body.result)).toEqual({
      s: 'BTCUSDT',
      u: 1,
      ts: START,
      b: [['64000.0', '0.005']],
      a: [['64000.1', '0.002']],
    });
  });

  test('tickers are of one symbol or of all', async () => {
    const all = parseWire(tickersResult, (await world.get('/contract/v5/market/tickers')).body.result).list;
    expect(all.map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT']);
    const one = parseWire(tickersResult, (await world.get('/contract/v5/market/tickers', { symbol: 'ETHUSDT' })).body.result).list;
    expect(one).toMatchObject([{ symbol: 'ETHUSDT', lastPrice: '64000.00', volume24h: '12.5', bid1Price: '', ask1Price: '6400.01' }]);
  });

  test.each([
    ['candles', { symbol: 'BTCUSDT' }, 'resolution'],
    ['candles', { symbol: 'BTCUSDT', resolution: '7' }, 'resolution'],
    ['candles', { symbol: 'BTCUSDT', resolution: '1', limit: '0' }, 'limit'],
    ['candles', { symbol: 'BTCUSDT', resolution: '1', limit: '1501' }, 'limit'],
    ['candles', { symbol: 'BTCUSDT', resolution: '1', to: '-1' }, 'to'],
    ['candles', { symbol: 'BTCUSDT', resolution: '1', series: 'premium' }, 'series'],
    ['candles', { symbol: 'NOPE', resolution: '1' }, 'symbol'],
    ['orderbook', { symbol: 'BTCUSDT', limit: '201' }, 'limit'],
    ['orderbook', { symbol: 'NOPE' }, 'symbol'],
    ['tickers', { symbol: 'NOPE' }, 'symbol'],
    ['tickers', { symbol: '' }, 'symbol'],
  ])('%s: %o is refused and says why: %s', async (name, query, words) => {
    const answer = await world.get(`/contract/v5/market/${name}`, query);
    expect(answer.body.ret_code).toBe(10001);
    expect(answer.body.ret_msg).toContain(words);
    expect(world.venue.candleQueries).toEqual([]);
  });
});

describe('the account', () => {
  test('its state is that of one moment, without the orders', async () => {
    world.venue.sequence = 42;
    const state = world.venue.accounts.get(100);
    if (state) world.venue.accounts.set(100, { ...state, positions: [fakePosition()] });
    const answer = await world.get('/contract/v5/account/state', {}, sessionOf());
    expect(parseWire(accountStateResult, answer.body.result)).toMatchObject({
      seq: 42,
      wallet: [{ coin: 'USDT', cash: '100000' }],
      positions: [{ symbol: 'BTCUSDT', size: '0.004', entryValue: '256', leverageE2: '1000', realisedPnl: '-0.1408' }],
      settings: [{ symbol: 'BTCUSDT' }, { symbol: 'ETHUSDT', marginMode: 'cross', mode: 'MergedSingle' }],
    });
  });

  test('an account that the venue does not know is refused', async () => {
    for (const path of ['/contract/v5/account/state', '/contract/v5/order/list']) {
      expect((await world.get(path, {}, sessionOf(999))).body.ret_code).toBe(131207);
    }
  });

  test('open orders are newest first, of one symbol when it is given', async () => {
    const all = parseWire(orderPage, (await world.get('/contract/v5/order/list', {}, sessionOf())).body.result);
    expect(all.list.map(({ orderId }) => orderId)).toEqual(['2', '1']);
    const some = parseWire(orderPage, (await world.get('/contract/v5/order/list', { symbol: 'BTCUSDT' }, sessionOf())).body.result);
    expect(some.list.map(({ orderId }) => orderId)).toEqual(['1']);
    expect((await world.get('/contract/v5/order/list', { symbol: 'NOPE' }, sessionOf())).body.ret_code).toBe(10001);
  });

  test('OPS-05 open orders come in pages of at most 500, each once', async () => {
    const orders = Array.from({ length: 1_100 }, (_, at) => fakeOrder(at + 1));
    const state = world.venue.accounts.get(ACCOUNT);
    if (state !== undefined) world.venue.accounts.set(ACCOUNT, { ...state, orders });
    const pages: number[] = [];
    const ids: number[] = [];
    let cursor = '';
    do {
      const { body } = await world.get('/contract/v5/order/list', cursor === '' ? {} : { cursor }, sessionOf());
      const page = parseWire(orderPage, body.result);
      pages.push(page.list.length);
      ids.push(...page.list.map(({ orderId }) => Number(orderId)));
      cursor = page.nextPageCursor;
    } while (cursor !== '');
    expect(pages).toEqual([500, 500, 100]);
    expect(ids).toEqual(orders.map(({ orderId }) => orderId).reverse());
    const few = parseWire(orderPage, (await world.get('/contract/v5/order/list', { limit: '2', cursor: '4' }, sessionOf())).body.result);
    expect([few.list.map(({ orderId }) => orderId), few.nextPageCursor]).toEqual([['3', '2'], '2']);
    for (const wrong of [{ limit: '501' }, { limit: '0' }, { cursor: 'abc' }])
      expect((await world.get('/contract/v5/order/list', wrong, sessionOf())).body.ret_code).toBe(10001);
  });

  test('history is paged by cursor: every row once, and an empty cursor on the last page', async () => {
    world.history.orderRows = [3, 2, 1].map((id) => fakeOrder(id));
    const ids: string[] = [];
    let cursor = '';
    do {
      const query = { limit: '2', cursor, symbol: 'BTCUSDT' };
      const page = parseWire(orderPage, (await world.get('/contract/v5/order/history', query, sessionOf())).body.result);
      ids.push(...page.list.map(({ orderId }) => orderId));
      cursor = page.nextPageCursor;
    } while (cursor !== '');
    expect(ids).toEqual(['3', '2', '1']);
    expect(world.history.queries[0]).toEqual({ account: 100, instruments: [0], cursor: '', limit: 2 });
  });

  test('executions and transactions carry their place and time', async () => {
    const place = { sequence: 9, index: 1, time: timestamp(START) };
    world.history.executionRows = [{ ...place, execution: fakeFill(5, fakeOrder(1)) }];
    const line = {
      type: 'CashChanged',
      account: 100,
      coin: 'USDT',
      kind: 'deposit',
      amount: money(1n),
      cash: money(2n),
      instrument: -1,
    } as const;
    world.history.transactionRows = [
      { ...place, transaction: line },
      { ...place, index: 0, transaction: { ...line, kind: 'fee', instrument: 1 } },
    ];
    const executions = parseWire(executionPage, (await world.get('/contract/v5/execution/list', {}, sessionOf())).body.result);
    expect(executions.list).toMatchObject([{ execId: '5', execPrice: '64000.0', execTimeE3: START, leavesQty: '0.01' }]);
    const transactions = parseWire(transactionPage, (await world.get('/contract/v5/account/transaction-log', {}, sessionOf())).body.result);
    expect(transactions.list).toMatchObject([
      { id: '9-1', symbol: '', amount: '0.00000001' },
      { id: '9-0', symbol: 'ETHUSDT', type: 'fee' },
    ]);
    expect(world.history.queries).toEqual([
      { account: 100, cursor: '', limit: 50 },
      { account: 100, cursor: '', limit: 50 },
    ]);
  });

  test.each([
    '/contract/v5/order/history',
    '/contract/v5/execution/list',
    '/contract/v5/account/transaction-log',
    '/contract/v5/position/closed-pnl',
    '/contract/v5/account/funding-history',
    '/contract/v5/account/borrow-history',
    '/contract/v5/account/transfer-history',
  ])(
    '%s takes a span of time and refuses a foreign cursor, a wrong limit, a span that ends before it begins and an unknown symbol',
    async (path) => {
      expect((await world.get(path, { from: '5', to: '9' }, sessionOf())).body.ret_code).toBe(0);
      expect(world.history.queries).toMatchObject([{ account: 100, cursor: '', limit: 50, from: 5, to: 9 }]);
      for (const [query, words] of [
        [{ from: '9', to: '5' }, 'The parameter to must not be before from.'],
        [{ from: 'today' }, 'The parameter from '],
        [{ cursor: 'foreign' }, 'The parameter cursor '],
        [{ cursor: 'a=b' }, 'The parameter cursor '],
        [{ limit: '201' }, 'The parameter limit must be from 1 to 200.'],
        [{ limit: '0' }, 'The parameter limit '],
        [{ symbol: 'NOPE' }, 'This symbol does not exist.'],
      ] as const) {
        const answer = await world.get(path, query, sessionOf());
        expect(answer.body.ret_code).toBe(10001);
        expect(answer.body.ret_msg).toContain(words);
      }
      expect(world.faults).toEqual([]);
    },
  );
});
