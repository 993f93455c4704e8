import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { COSTS, ROUTES, V5_ROUTES, WorkBudgets, type CostClass } from '@tapedeck/gateway';
import { startTestServer, type TestServer } from '../testing/straw-server.ts';
import { OPERATION_ROUTES } from './operation-routes.ts';

const SMALL = { perSecond: 1, atOnce: COSTS.list.units };
const AMPLE = { perSecond: 1_000_000, atOnce: 1_000_000 };
const ORDER = '/contract/v5/order/create';

let server: TestServer;
let budgets: WorkBudgets;
afterEach(() => server.stop());

/** Fresh budgets: of each client and user a list, and nothing more for seconds. */
function renew(shares: Partial<ConstructorParameters<typeof WorkBudgets>[0]> = {}): void {
  const limits = { client: SMALL, strangers: AMPLE, user: SMALL, users: AMPLE, underWay: { client: 8, strangers: 8 }, ...shares };
  budgets = new WorkBudgets(limits, () => server.now.value);
}

async function start(): Promise<void> {
  server = await startTestServer({
    trustedProxies: ['127.0.0.1'],
    workBudgets: {
      take: (cost, caller) => budgets.take(cost, caller),
      begin: (cost, caller) => budgets.begin(cost, caller),
      owed: (client, key) => budgets.owed(client, key),
    },
  });
  renew();
}

interface Call {
  readonly method?: string;
  readonly cookie?: string;
  readonly key?: string;
  readonly client?: string;
  readonly body?: string;
}

function call(path: string, { method = 'GET', cookie, key, client = '192.0.2.1', body = '{}' }: Call = {}): Promise<Response> {
  const headers = {
    'x-forwarded-for': client,
    ...(method === 'POST' && { 'content-type': 'application/json' }),
    ...(cookie !== undefined && { cookie }),
    ...(key !== undefined && { 'x-bapi-api-key': key }),
  };
  return fetch(`${server.url}${path}`, { method, headers, redirect: 'manual', ...(method === 'POST' && { body }) });
}

const codeOf = async (answer: Response): Promise<unknown> => {
  const body = (await answer.json()) as Readonly<Record<string, unknown>>;
  return body['ret_code'] ?? body['retCode'] ?? body['s'];
};

const TRANSPORT = [
  ...OPERATION_ROUTES,
  { method: 'GET', path: '/enter', cost: 'secret' },
  { method: 'GET', path: '/', cost: 'file' },
] as const;
const routes: readonly { readonly method: string; readonly path: string; readonly cost: CostClass }[] = [
  ...ROUTES,
  ...V5_ROUTES,
  ...TRANSPORT,
];

test('OPS-05 API-06 every route is refused with 429 once a stranger has used up its budget, and orders of users are taken meanwhile', async () => {
  await start();
  const cookie = await server.login();
  for (const { method, path, cost } of routes) {
    renew();
    const { units } = COSTS[cost];
    const stranger = { method, client: '192.0.2.7' };
    for (let left = units === 0 ? 20 : Math.floor(SMALL.atOnce / units); left > 0; left -= 1)
      expect((await call(path, stranger)).status, path).not.toBe(429);
    const asked = server.gateway.requests.length;
    const over = await call(path, stranger);
    expect(over.status === 429, path).toBe(units > 0);
    if (units === 0) continue;
    expect(Number(over.headers.get('retry-after')), path).toBeGreaterThanOrEqual(1);
    expect(await codeOf(over), path).toBe(path.startsWith('/udf/') && path !== '/udf/time' ? 'error' : 10006);
    expect(server.gateway.requests.length, path).toBe(asked);
    // The same machine, with a session.
    const order = await call(ORDER, { ...stranger, method: 'POST', cookie });
    expect([order.status, await codeOf(order)], path).toEqual([200, 0]);
  }
});

test('OPS-05 a call over the budget is refused before its body is read', async () => {
  await start();
  for (const kind of ['{', '{"a":1}']) {
    renew({ client: { perSecond: 1, atOnce: 0 } });
    const answer = await call('/contract/v5/telemetry/logger', { method: 'POST', body: kind });
    expect([answer.status, await codeOf(answer)]).toEqual([429, 10006]);
  }
});

test('OPS-05 the reads of a user are bounded, whichever address they come from, and no other user is', async () => {
  await start();
  const cookie = await server.login();
  const registered = await call('/user/public/register', {
    method: 'POST',
    body: '{"username":"alice","password":"correct horse battery"}',
  });
  const other = registered.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const read = async (from: Call): Promise<number> => (await call('/contract/v5/account/state', from)).status;
  expect([await read({ cookie }), await read({ cookie, client: '192.0.2.9' })]).toEqual([200, 429]);
  expect([await read({ cookie: other }), await read({ cookie: other })]).toEqual([200, 429]);
  expect((await call(ORDER, { method: 'POST', cookie })).status).toBe(200);
  expect((await call('/user/public/session')).status).toBe(200);
  server.now.value += 10_000;
  expect((await call('/contract/v5/account/state', { cookie })).status).toBe(200);
});

test('OPS-05 BOT-04 a signed call is the business of the user of its key; an invented key makes no user', async () => {
  await start();
  server.gateway.keys.add('TD1');
  renew({ client: { perSecond: 1, atOnce: 0 } });
  expect((await call('/v5/order/create', { method: 'POST', key: 'TD1' })).status).toBe(200);
  expect((await call('/v5/order/create', { method: 'POST', key: 'TD2' })).status).toBe(429);
  expect((await call('/v5/market/time', { key: 'TD1' })).status).toBe(429);
});

test('OPS-05 BOT-04 a client that owes for wrong signatures is refused before its body is read, and pays for nobody else', async () => {
  await start();
  server.gateway.keys.add('TD1');
  renew({ client: { perSecond: 1, atOnce: 0 } });
  const order = { method: 'POST', key: 'TD1', body: '{' };
  budgets.failedProof('192.0.2.1');
  const refused = await call('/v5/order/create', order);
  expect([refused.status, await codeOf(refused), refused.headers.get('retry-after')]).toEqual([429, 10006, '1']);
  expect((await call('/v5/order/create', { ...order, client: '192.0.2.2' })).status).toBe(400);
  budgets.proved('192.0.2.1', 'TD1');
  expect((await call('/v5/order/create', order)).status).toBe(400);
  server.gateway.keys.add('TD2');
  expect((await call('/v5/order/create', { ...order, key: 'TD2' })).status).toBe(429);
  server.now.value += 1_000;
  expect((await call('/v5/order/create', { ...order, key: 'TD2' })).status).toBe(400);
});

test('OPS-05 a client in use of its own budget leaves log-ins to itself and everything to other clients', async () => {
  await start();
  await call('/contract/v5/market/tickers');
  expect((await call('/contract/v5/market/tickers')).status).toBe(429);
  expect((await call('/user/public/login', { method: 'POST' })).status).toBe(401);
  expect((await call('/contract/v5/market/tickers', { client: '192.0.2.2' })).status).toBe(200);
});

test('OPS-05 dear calls are under way until their answer is made, also when the client goes away', async () => {
  await start();
  renew({ client: AMPLE, underWay: { client: 1, strangers: 8 } });
  const { handle } = server.gateway;
  const waiting: (() => void)[] = [];
  let arrived = (): void => undefined;
  server.gateway.handle = async (request) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      arrived();
    });
    return handle.call(server.gateway, request);
  };
  const begun = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const first = call('/contract/v5/market/tickers');
  await begun;
  expect((await call('/contract/v5/market/tickers')).status).toBe(429);
  waiting[0]?.();
  expect((await first).status).toBe(200);
  const next = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const leaving = new AbortController();
  const left = fetch(`${server.url}/contract/v5/market/tickers`, { signal: leaving.signal, headers: { 'x-forwarded-for': '192.0.2.1' } });
  await next;
  leaving.abort();
  await expect(left).rejects.toThrow();
  const free = (): Promise<boolean> => {
    const begin = budgets.begin('list', { name: '192.0.2.1', isStranger: true });
    const isFree = begin !== undefined && 'end' in begin;
    if (isFree) begin.end();
    return Promise.resolve(isFree);
  };
  await expect.poll(() => server.connections()).toBeLessThan(2);
  expect(await free()).toBe(false);
  for (const resolve of waiting) resolve();
  await expect.poll(free).toBe(true);
});

test('OPS-05 the sockets of a stranger cost it too, and private ones nothing', async () => {
  await start();
  renew({ client: { perSecond: 1, atOnce: 1 } });
  const open = async (path: string): Promise<unknown> => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}`, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    const settled = await once(socket, 'open').then(() => 'open', String);
    socket.terminate();
    return settled;
  };
  expect(await open('/realtime?v=2')).toBe('open');
  expect(await open('/realtime?v=2')).toContain('429');
  expect(await open('/v5/public/linear')).toContain('429');
  for (const path of ['/private?v=2', '/v5/private', '/v5/trade']) expect(await open(path)).toBe('open');
});
