import { describe, expect, test } from 'vitest';
import { REFUSALS, ticks, type StopOrderType, type StopRecord } from '@tapedeck/domain';
import { FAILURES } from '../answers.ts';
import type { GatewayOptions } from '../ports.ts';
import { fakeOrder, fakePosition } from '../testing/fake-venue.ts';
import { createWorld, sessionOf } from '../testing/fake-world.ts';
import type { ApiKeyPort, Caller, SignedText, V5Request, V5Response } from './ports.ts';
import { signatureOf, timeRefusal } from './signed-request.ts';
import { V5_ROUTES } from './table.ts';

const NOW = 1_700_000_000_000;

/** Knows keys by name; the right signature of anything is `right`. */
class Keys implements ApiKeyPort {
  readonly asked: SignedText[] = [];
  session = sessionOf();

  verify(signed: SignedText): ReturnType<ApiKeyPort['verify']> {
    this.asked.push(signed);
    const scopes = { reader: ['read'], trader: ['read', 'trade'] }[signed.apiKey];
    if (signed.apiKey === 'elsewhere') return { code: 10010, message: 'Unmatched IP.' };
    if (scopes === undefined) return { code: 10003, message: 'API key is invalid.' };
    if (signed.signature !== 'right') return { code: 10004, message: `error sign! origin_string[${signed.text}]` };
    return { keyId: signed.apiKey, scopes: new Set(scopes) as Caller['scopes'], session: this.session };
  }

  isValid(): boolean {
    return true;
  }
}

function v5(options: Partial<GatewayOptions> = {}) {
  const keys = new Keys();
  const world = createWorld(undefined, keys, options);
  world.now = NOW;
  const ask = (change: Partial<V5Request>): Promise<V5Response> => {
    const headers = {
      'x-bapi-api-key': 'trader',
      'x-bapi-sign': 'right',
      'x-bapi-timestamp': String(world.now),
      'x-bapi-recv-window': '5000',
    };
    const plain = {
      method: 'GET',
      path: '/v5/user/query-api',
      query: '',
      parameters: {},
      body: '',
      value: undefined,
      client: '127.0.0.1',
      address: '127.0.0.1',
    };
    return world.gateway.handleV5({ ...plain, ...change, headers: { ...headers, ...change.headers } });
  };
  return { keys, ask, world };
}

describe('the text that is signed', () => {
  const base = { path: '/v5/x', parameters: {}, value: undefined, client: '127.0.0.1', address: '127.0.0.1' };
  const headers = { 'x-bapi-api-key': 'testkey', 'x-bapi-sign': 's', 'x-bapi-timestamp': '1700000000000', 'x-bapi-recv-window': '5000' };

  test.each([
    [
      'a query',
      { method: 'GET', query: 'category=linear&symbol=BTCUSDT', body: '' },
      '1700000000000testkey5000category=linear&symbol=BTCUSDT',
    ],
    ['no query', { method: 'GET', query: '', body: '' }, '1700000000000testkey5000'],
    [
      'a query with escapes stays as it was sent',
      { method: 'GET', query: 'coin=USDT%2CBTC', body: '' },
      '1700000000000testkey5000coin=USDT%2CBTC',
    ],
    ['a body', { method: 'POST', query: '', body: '{"qty": "0.001"}' }, '1700000000000testkey5000{"qty": "0.001"}'],
  ])('BOT-01 of %s is what came over the wire', (_what, part, text) => {
    expect(signatureOf({ ...base, ...part, headers })).toMatchObject({ text, apiKey: 'testkey', signature: 's', recvWindow: 5_000 });
  });

  test.each([
    ['x-bapi-api-key', 10003],
    ['x-bapi-sign', 10004],
    ['x-bapi-timestamp', 10002],
  ])('BOT-01 without %s the code is %i', (header, code) => {
    expect(signatureOf({ ...base, method: 'GET', query: '', body: '', headers: { ...headers, [header]: undefined } })).toMatchObject({
      code,
    });
  });

  test.each([
    ['', 5_000],
    ['20000', 20_000],
    ['60000', 60_000],
    ['60001', 60_000],
    ['999999999999999', 60_000],
  ])('BOT-04 OPS-05 a window of %j lets a request be %i ms old, at most a minute', (window, recvWindow) => {
    const asked = { ...headers, 'x-bapi-recv-window': window };
    expect(signatureOf({ ...base, method: 'GET', query: '', body: '', headers: asked })).toMatchObject({ recvWindow });
  });

  test.each([
    ['now', 0, undefined],
    ['the window ago', -5_000, undefined],
    ['longer ago than the window', -5_001, 10002],
    ['a little ahead', 999, undefined],
    ['a second ahead', 1_000, 10002],
  ])('BOT-01 BOT-04 E4 a time of %s', (_what, offset, code) => {
    expect(timeRefusal({ timestamp: NOW + offset, recvWindow: 5_000 }, NOW)?.code).toBe(code);
  });
});

describe('who may do what', () => {
  const signedRoutes = V5_ROUTES.filter(({ access }) => access !== 'public');

  test.each(signedRoutes.map(({ method, path }) => [method, path] as const))(
    'BOT-02 %s %s is closed without a key, to a wrong signature and to a late one',
    async (method, path) => {
      const { ask } = v5();
      expect(await ask({ method, path, headers: { 'x-bapi-api-key': undefined } })).toMatchObject({
        status: 401,
        body: { retCode: 10003, result: {} },
      });
      expect(await ask({ method, path, headers: { 'x-bapi-api-key': 'nobody' } })).toMatchObject({ status: 401, body: { retCode: 10003 } });
      expect(await ask({ method, path, headers: { 'x-bapi-sign': 'wrong' } })).toMatchObject({ body: { retCode: 10004 } });
      expect(await ask({ method, path, headers: { 'x-bapi-timestamp': String(NOW - 6_000) } })).toMatchObject({
        body: { retCode: 10002 },
      });
    },
  );

  test.each(V5_ROUTES.filter(({ access }) => access === 'trade').map(({ path }) => path))(
    'BOT-02 POST %s is closed to a key that only reads',
    async (path) => {
      const { ask } = v5();
      expect(await ask({ method: 'POST', path, headers: { 'x-bapi-api-key': 'reader' } })).toMatchObject({
        body: { retCode: 10005 },
      });
    },
  );

  test.each(V5_ROUTES.map(({ path, access }) => [path, access] as const).filter(([, access]) => access !== 'public'))(
    'BAN-01 %s is closed to a banned user where it changes something',
    async (path, access) => {
      const { ask, keys } = v5();
      keys.session = sessionOf(undefined, { banned: true });
      const method = access === 'trade' ? 'POST' : 'GET';
      const { body } = await ask({ method, path, value: {} });
      expect(body.retCode === FAILURES.banned.code).toBe(access === 'trade');
    },
  );

  const ROWS = signedRoutes.flatMap(({ method, path, access }) =>
    (
      [
        ['no key', undefined, 10003],
        ['a key that reads', 'reader', access === 'trade' ? 10005 : undefined],
        ['a key that trades', 'trader', undefined],
        ['a revoked key', 'revoked', 10003],
        ['a key of another address', 'elsewhere', 10010],
      ] as const
    ).map(([who, key, code]) => ({ method, path, who, key, code })),
  );

  test.each(ROWS)('BOT-02 E7 the matrix: $method $path, $who', async ({ method, path, key, code }) => {
    const { ask, world } = v5();
    const { body } = await ask({ method, path, headers: { 'x-bapi-api-key': key }, ...(method === 'POST' && { value: {} }) });
    const CLOSED = [10002, 10003, 10004, 10005, 10010];
    // Past the access checks, only the request itself can be refused.
    if (code === undefined) expect(CLOSED).not.toContain(body.retCode);
    else expect([body.retCode, body.result, world.venue.commands]).toEqual([code, {}, []]);
    expect(world.faults).toEqual([]);
  });

  test('BOT-02 everything that changes something asks for the scope to trade', () => {
    for (const { method, access, path } of V5_ROUTES) if (method === 'POST') expect([path, access]).toEqual([path, 'trade']);
  });
});

describe('limits and envelopes', () => {
  test('BOT-04 E5 calls over the limit of a second are refused, and headers say what is left and when it is free again', async () => {
    const { ask, world } = v5();
    for (let call = 1; call <= 10; call += 1) {
      const { headers, body } = await ask({});
      expect([body.retCode, headers['X-Bapi-Limit'], headers['X-Bapi-Limit-Status']]).toEqual([0, '10', String(10 - call)]);
    }
    const over = await ask({});
    expect(over.body.retCode).toBe(10006);
    expect(over.headers['X-Bapi-Limit-Reset-Timestamp']).toBe(String(NOW + 1_000));
    world.now += 1_000;
    expect((await ask({})).body.retCode).toBe(0);
  });

  test('BOT-04 OPS-05 made-up categories share one limit', async () => {
    const { ask } = v5();
    const codes: number[] = [];
    for (let call = 0; call < 12; call += 1) {
      const { body } = await ask({ method: 'POST', path: '/v5/order/create', value: { category: `c${call}`, symbol: 'BTCUSDT' } });
      codes.push(body.retCode);
    }
    expect(codes).toEqual([...Array<number>(10).fill(10001), 10006, 10006]);
  });

  test('BOT-04 OPS-05 the calls that the operator gives each user a second are shared with those of sessions', async () => {
    const { ask, keys, world } = v5({ callsPerSecond: 2 });
    const create = async (): Promise<number> => (await ask({ method: 'POST', path: '/v5/order/create', value: {} })).body.retCode;
    expect(world.gateway.callBudgets?.take('/contract/v5/order/create', {}, keys.session)?.granted).toBe(true);
    expect([await create(), await create()]).toEqual([10001, 10006]);
    const rows = { category: 'linear', request: [{}, {}, {}] };
    world.now += 1_000;
    expect((await ask({ method: 'POST', path: '/v5/order/create-batch', value: rows })).body.retCode).toBe(10006);
    expect((await ask({})).body.retCode).toBe(0);
  });

  test('API-06 OPS-05 each order of a batch of options counts for its user, though the batch is one call of its route', async () => {
    const { ask, world } = v5({ callsPerSecond: 100 });
    const batch = async (): Promise<number> => {
      const value = { category: 'option', request: Array.from({ length: 20 }, () => ({})) };
      return (await ask({ method: 'POST', path: '/v5/order/create-batch', value })).body.retCode;
    };
    const codes: number[] = [];
    for (let call = 0; call < 6; call += 1) codes.push(await batch());
    expect(codes).toEqual([0, 0, 0, 0, 0, 10006]);
    world.now += 1_000;
    expect(await batch()).toBe(0);
  });

  test('BOT-01 E8 an unknown route, a body that is no object and a repeated name are refused in the envelope', async () => {
    const { ask } = v5();
    expect(await ask({ path: '/v5/nowhere' })).toMatchObject({
      status: 404,
      body: { retCode: 10017, result: {}, retExtInfo: {}, time: NOW },
    });
    expect((await ask({ method: 'POST', path: '/v5/order/create', value: [1] })).body.retCode).toBe(10001);
    expect((await ask({ path: '/v5/market/tickers', parameters: undefined })).body.retCode).toBe(10001);
  });

  test.each(['/v5/order/history', '/v5/execution/list', '/v5/position/closed-pnl'])(
    'BOT-01 %s is closed to a user on trial, as it is in the terminal',
    async (path) => {
      const { ask, keys } = v5();
      const { labels } = sessionOf();
      keys.session = sessionOf(undefined, { labels: { ...labels, isTrial: true } });
      expect((await ask({ path, parameters: { category: 'linear' } })).body.retCode).toBe(10005);
      keys.session = sessionOf();
      expect((await ask({ path, parameters: { category: 'linear' } })).body.retCode).toBe(0);
    },
  );
});

describe('what orders and lists mean', () => {
  const stop = (kind: StopOrderType): StopRecord => ({
    kind,
    trigger: { price: ticks(500_000), source: 'LastPrice', direction: 'Falling' },
    closeOnTrigger: false,
    wholePosition: false,
    parent: 0,
  });

  function withOrders() {
    const found = v5();
    const { venue } = found.world;
    const account = venue.accounts.get(100);
    const orders = [
      fakeOrder(1, { clientOrderId: 'mine' }),
      fakeOrder(2, { stop: stop('Stop') }),
      fakeOrder(3, { stop: stop('StopLoss') }),
    ];
    if (account !== undefined) venue.accounts.set(100, { ...account, orders });
    return found;
  }
  const post = (ask: ReturnType<typeof v5>['ask'], path: string, value: object) => ask({ method: 'POST', path, value });

  test.each([
    ['every kind', {}, [1, 2, 3]],
    ['plain orders', { orderFilter: 'Order' }, [1]],
    ['stop orders', { orderFilter: 'StopOrder' }, [2, 3]],
    ['conditional orders, but what protects a position stays', { orderFilter: 'StopOrder', stopOrderType: 'Stop' }, [2]],
  ])('BOT-01 cancel-all takes %s', async (_what, filter, expected) => {
    const { ask, world } = withOrders();
    const { body } = await post(ask, '/v5/order/cancel-all', { category: 'linear', symbol: 'BTCUSDT', ...filter });
    expect(body.retCode).toBe(0);
    expect(world.venue.commands.map((command) => 'orderId' in command && command.orderId)).toEqual(expected);
  });

  test.each(['Everything', 'OpenOrder'])('BOT-04 cancel-all refuses the filter %s', async (orderFilter) => {
    const { ask, world } = withOrders();
    const { body } = await post(ask, '/v5/order/cancel-all', { category: 'linear', symbol: 'BTCUSDT', orderFilter });
    expect([body.retCode, body.retMsg, world.venue.commands]).toEqual([10001, 'params error: orderFilter invalid', []]);
  });

  test('BOT-01 an empty id is none, and a cursor that no page handed out is refused', async () => {
    const { ask } = withOrders();
    const realtime = (more: Readonly<Record<string, string>>) =>
      ask({ path: '/v5/order/realtime', parameters: { category: 'linear', symbol: 'BTCUSDT', ...more } });
    expect((await realtime({ orderId: '', orderLinkId: '' })).body.result).toMatchObject({ list: { length: 3 } });
    expect((await realtime({ cursor: 'abc' })).body).toMatchObject({ retCode: 10001, retMsg: 'params error: cursor invalid' });
  });

  test('BOT-01 a quantity of 0 that only closes is the whole position', async () => {
    const { ask, world } = v5();
    const close = (more: object) =>
      post(ask, '/v5/order/create', {
        ...{ category: 'linear', symbol: 'BTCUSDT', side: 'Sell', orderType: 'Market', qty: '0' },
        ...more,
      });
    const whole = { reduceOnly: true, closeOnTrigger: true };
    const codes = [(await close(whole)).body.retCode];
    const account = world.venue.accounts.get(100);
    if (account !== undefined) world.venue.accounts.set(100, { ...account, positions: [fakePosition()] });
    codes.push((await close(whole)).body.retCode);
    expect(codes).toEqual([REFUSALS.noPosition.code, 0]);
    expect(world.venue.commands).toMatchObject([{ type: 'PlaceOrder', quantity: fakePosition().size, reduceOnly: true }]);
  });

  test('BOT-04 an order of one symbol is not changed in the ticks of another one', async () => {
    const { ask, world } = withOrders();
    const { body } = await post(ask, '/v5/order/amend', { category: 'linear', symbol: 'ETHUSDT', orderId: '1', price: '3000.05' });
    expect([body.retCode, world.venue.commands]).toEqual([110001, []]);
  });

  test.each([
    ['by its id', 'BTCUSDT', { orderId: '1' }, 0],
    ['by its link', 'BTCUSDT', { orderLinkId: 'mine' }, 0],
    ['by its id, with the symbol of another one', 'ETHUSDT', { orderId: '1' }, 110001],
    ['by its link, with the symbol of another one', 'ETHUSDT', { orderLinkId: 'mine' }, 110001],
    ['by an id that nobody has', 'BTCUSDT', { orderId: '42' }, 110001],
    ['by no name', 'BTCUSDT', { orderId: '' }, 10001],
  ])('BOT-04 an order is cancelled %s', async (_how, symbol, name, code) => {
    const { ask, world } = withOrders();
    const alone = await post(ask, '/v5/order/cancel', { category: 'linear', symbol, ...name });
    const batch = await post(ask, '/v5/order/cancel-batch', { category: 'linear', request: [{ symbol, ...name }] });
    expect([alone.body.retCode, batch.body.retExtInfo]).toMatchObject([code, { list: [{ code }] }]);
    expect(world.venue.commands.map((command) => 'orderId' in command && command.orderId)).toEqual(code === 0 ? [1, 1] : []);
  });

  test.each([
    ['USDT', '100000.00000001'],
    ['BTC', '3'],
    ['USDT', '9000000000'],
  ])('BOT-04 paper funds of %s %s are refused as on the page', async (coin, amountStr) => {
    const { ask, world } = v5();
    const { body } = await post(ask, '/v5/account/demo-apply-money', { adjustType: 0, utaDemoApplyMoney: [{ coin, amountStr }] });
    expect([body.retCode, world.users.funded]).toEqual([10001, []]);
  });
});
