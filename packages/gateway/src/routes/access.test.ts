import { describe, expect, test } from 'vitest';
import { money } from '@tapedeck/domain';
import { envelope, parseWire, readWire } from '@tapedeck/protocol';
import type { GatewayResponse, Session } from '../ports.ts';
import { fakeOrder, fakePosition, units } from '../testing/fake-venue.ts';
import { createWorld, sessionOf } from '../testing/fake-world.ts';
import { SIGNAL, VALID } from '../testing/valid-calls.ts';
import type { Route } from './route.ts';
import { ROUTES } from './table.ts';

/** Routes that a visitor may call, and all that need a log-in; a new route has to be put into one of them. */
const PUBLIC = [
  'GET /cdn/spot/default-trade-recommended.json',
  'GET /contract/v5/asset/coin-terms',
  'GET /contract/v5/market/candles',
  'GET /contract/v5/market/delivery-history',
  'GET /contract/v5/market/funding-history',
  'GET /contract/v5/market/insurance',
  'GET /contract/v5/market/open-interest',
  'GET /contract/v5/market/orderbook',
  'GET /contract/v5/market/tickers',
  'GET /contract/v5/product/brief-symbol-list',
  'GET /contract/v5/product/dynamic-symbol-item',
  'GET /contract/v5/product/option-symbol-list',
  'GET /contract/v5/settings/visitor-profile',
  'GET /position/risk-limit-list',
  'GET /public/instrument/slippage',
  'GET /spot/api/basic/symbol_list_all',
  'GET /spot/api/basic/symbol_list_v2',
  'GET /spot/api/basic/symbol_list_v3',
  'GET /static/spot/symbol-list.production.json',
  'GET /static/spot/symbol-list.test.json',
  'GET /static/spot/symbol-list.testnet.json',
  'GET /udf/config',
  'GET /udf/history',
  'GET /udf/search',
  'GET /udf/symbols',
  'GET /udf/time',
  'GET /user/public/session',
  'POST /contract/v5/strategy/signal',
  'POST /contract/v5/telemetry/logger',
  'POST /contract/v5/telemetry/metrics',
  'POST /user/public/login',
  'POST /user/public/register',
];
const USER = [
  'GET /contract/v5/account/borrow-history',
  'GET /contract/v5/account/fee-rate',
  'GET /contract/v5/account/funding-history',
  'GET /contract/v5/account/state',
  'GET /contract/v5/account/transaction-log',
  'GET /contract/v5/account/transfer-history',
  'GET /contract/v5/execution/list',
  'GET /contract/v5/history/export',
  'GET /contract/v5/order/history',
  'GET /contract/v5/order/list',
  'GET /contract/v5/position/closed-pnl',
  'GET /contract/v5/strategy/list',
  'GET /fapi/beehive/private/v1/common/copy/state',
  'GET /fapi/beehive/private/v1/common/leader/list',
  'GET /user/private/api-keys',
  'GET /v3/private/user/member/pref-setting',
  'POST /contract/v5/account/paper-funds',
  'POST /contract/v5/account/set-collateral-switch',
  'POST /contract/v5/account/switch',
  'POST /contract/v5/asset/account-transfer',
  'POST /contract/v5/asset/borrow',
  'POST /contract/v5/asset/redeem',
  'POST /contract/v5/asset/repay',
  'POST /contract/v5/asset/subscribe',
  'POST /contract/v5/asset/transfer',
  'POST /contract/v5/market/step',
  'POST /contract/v5/order/cancel',
  'POST /contract/v5/order/cancel-all',
  'POST /contract/v5/order/cancel-batch',
  'POST /contract/v5/order/cancel-totally',
  'POST /contract/v5/order/create',
  'POST /contract/v5/order/create-batch',
  'POST /contract/v5/order/create-mmr-close',
  'POST /contract/v5/order/create-pair',
  'POST /contract/v5/order/disconnected-cancel-all',
  'POST /contract/v5/order/replace',
  'POST /contract/v5/order/replace-batch',
  'POST /contract/v5/position/set-leverage',
  'POST /contract/v5/position/set-margin-mode',
  'POST /contract/v5/position/set-position-mode',
  'POST /contract/v5/position/set-tp-sl-ts',
  'POST /contract/v5/strategy/create',
  'POST /contract/v5/strategy/stop',
  'POST /fapi/beehive/private/v1/common/follow/set',
  'POST /fapi/beehive/private/v1/common/follow/stop',
  'POST /fapi/beehive/private/v1/common/leader/set',
  'POST /fapi/beehive/private/v1/common/order/close-all',
  'POST /fapi/beehive/private/v1/common/order/create',
  'POST /private/position/add-margin',
  'POST /private/position/pre-add-margin',
  'POST /private/position/set-auto-add-margin',
  'POST /user/private/api-keys/change',
  'POST /user/private/api-keys/create',
  'POST /user/private/api-keys/revoke',
  'POST /user/private/change-password',
  'POST /user/private/logout',
  'POST /user/private/ott',
  'POST /v3/private/user/member/pref-setting',
];

const named = (access: 'public' | 'user'): string[] =>
  ROUTES.filter((route) => route.access === access)
    .map(({ method, path }) => `${method} ${path}`)
    .sort();

/** The envelope's result, or the body that replaced the envelope. */
function resultOf({ body, content }: GatewayResponse): unknown {
  if (content === undefined) return body.result;
  return content.type.startsWith('application/json') && typeof content.parts === 'string' ? JSON.parse(content.parts) : {};
}

describe('access', () => {
  test('API-06 the table holds exactly the routes of this list', () => {
    expect(named('public')).toEqual(PUBLIC);
    expect(named('user')).toEqual(USER);
  });

  /** The input with the order of this account in it, where it names one. */
  function withOrderOf(account: number, input: object): Record<string, unknown> {
    const rename = (row: object): object => ('orderId' in row ? { ...row, orderId: String(account * 10) } : row);
    const rows: unknown = 'request' in input ? input.request : undefined;
    return { ...rename(input), ...(Array.isArray(rows) && { request: (rows as object[]).map(rename) }) };
  }

  /** Effect and answer of one call, in a fresh world where both users hold a position. */
  async function ask(route: Route, session?: Session) {
    const world = createWorld();
    for (const account of [100, 101]) {
      const state = world.venue.accounts.get(100);
      const position = fakePosition({ account, marginMode: 'isolated', margin: money(units('30')) });
      const orders = [fakeOrder(account * 10, { account })];
      if (state !== undefined) world.venue.accounts.set(account, { ...state, account, positions: [position], orders });
    }
    const isDemo = session?.isDemo ?? false;
    world.users.opened.push({ account: 100, kind: 'UTA2', isDemo }, { account: 110, kind: 'regular', isDemo });
    const input = withOrderOf(session?.account ?? 100, VALID[route.path] ?? {});
    if (session?.account === 101 && 'token' in input) input['token'] = `101-7-${'a'.repeat(32)}`;
    const answer =
      route.method === 'GET'
        ? await world.get(route.path, input as Record<string, string>, session)
        : await world.post(route.path, input, session);
    expect(world.faults).toEqual([]);
    return { world, answer, code: [answer.status, answer.body.ret_code] as const };
  }

  /** A copy trader, so that no route is closed for that reason. */
  const trader = (account: number, changes: Partial<Session> = {}): Session =>
    sessionOf(account, { labels: { vipLevel: 0, proLevel: 0, copyRole: 'leader', isTrial: false }, ...changes });

  test.each(ROUTES)('API-07 S-31 E11 $method $path: anonymous, banned, demo, real and another user', async (route) => {
    const done = [200, 0];

    const visitor = await ask(route);
    expect(visitor.code).toEqual(route.access === 'public' ? done : [401, 10007]);
    expect(visitor.world.venue.commands).toHaveLength(route.path === SIGNAL ? 1 : 0);

    const banned = await ask(route, trader(100, { banned: true }));
    expect(banned.code).toEqual(route.effect === 'trade' ? [403, 10008] : done);
    expect(banned.world.venue.commands).toEqual([]);

    for (const session of [trader(100), trader(100, { isDemo: true }), trader(101)]) {
      const { world, answer, code } = await ask(route, session);
      expect(code).toEqual(done);
      expect(readWire(route.result, resultOf(answer))).toMatchObject({ ok: true });
      expect(world.venue.commands.length + world.users.funded.length).toBe(route.effect === 'trade' ? 1 : 0);
      // Nothing but the caller's own account is written or read.
      expect(world.venue.commands.every(({ account }) => account === session.account)).toBe(true);
      expect(world.users.funded.every((key) => key.startsWith(`${session.account} `))).toBe(true);
      expect(world.history.queries.every((query) => !('account' in query) || query.account === session.account)).toBe(true);
      const other = session.account === 100 ? '1010' : '1000';
      expect(JSON.stringify(answer.body.result)).not.toContain(`"orderId":"${other}"`);
    }
  });

  test.each(ROUTES.filter(({ effect }) => effect === 'trade'))(
    'S-32 S-35 $method $path takes no field that is not the caller to set, and no price of its own',
    async (route) => {
      const own = VALID[route.path] ?? {};
      const given = {
        account: 101,
        accountId: '101',
        userId: 2,
        isAdmin: true,
        status: 'Filled',
        fee: '0',
        feeRate: '0',
        execPrice: '1',
        margin: '0',
      };
      const foreign = Object.fromEntries(Object.entries(given).filter(([field]) => !(field in own)));
      const did = async (input: object): Promise<readonly unknown[]> => {
        const world = createWorld();
        world.users.opened.push({ account: 110, kind: 'regular', isDemo: false });
        const state = world.venue.accounts.get(100);
        const position = fakePosition({ marginMode: 'isolated', margin: money(units('30')) });
        if (state !== undefined) world.venue.accounts.set(100, { ...state, positions: [position] });
        const { status, body } = await world.post(route.path, input, trader(100));
        return [status, body, world.venue.commands, world.users.funded];
      };
      const plain = await did(own);
      expect(plain.slice(0, 2)).toMatchObject([200, { ret_code: 0 }]);
      expect(await did({ ...own, ...foreign })).toEqual(plain);
    },
  );

  test('a visitor learns nothing about a request: the log-in is asked for before the parameters are read', async () => {
    const world = createWorld();
    const answer = await world.post('/contract/v5/order/create', { qty: 'lots' });
    expect(answer.body.ret_code).toBe(10007);
  });

  test('API-06 an unknown route, and a known one by another method, answer 10017', async () => {
    const world = createWorld();
    for (const [method, path, status] of [
      ['GET', '/', 404],
      ['GET', '/contract/v5/order/create', 405],
      ['POST', '/contract/v5/market/tickers', 405],
      ['DELETE', '/contract/v5/order/cancel', 405],
      ['GET', '/contract/v5/market/tickers/', 404],
      ['GET', '/__proto__', 404],
    ] as const) {
      const answer = await world.call({ method, path, session: sessionOf() });
      expect([answer.status, answer.body.ret_code]).toEqual([status, 10017]);
    }
  });

  test('API-03 every answer is an envelope with a code, a message, a result and the time', async () => {
    const world = createWorld();
    for (const answer of [
      await world.get('/contract/v5/market/tickers'),
      await world.get('/contract/v5/market/candles'),
      await world.get('/nowhere'),
      await world.post('/user/private/ott'),
    ]) {
      expect(parseWire(envelope, answer.body)).toEqual(answer.body);
      expect(answer.body).toMatchObject({ result: expect.any(Object), time_now: world.now });
    }
  });

  test('an unexpected error is reported to the operator and answered without its text', async () => {
    const world = createWorld();
    const error = new Error('secret: /var/data');
    world.venue.respond = () => Promise.reject(error);
    const answer = await world.post('/contract/v5/order/cancel-all', {}, sessionOf());
    expect([answer.status, answer.body.ret_code]).toEqual([500, 10016]);
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(world.faults).toEqual([error]);
  });
});
