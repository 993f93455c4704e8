import { beforeEach, describe, expect, test } from 'vitest';
import { refusal } from '@tapedeck/domain';
import { ACCOUNT, fakeOrder } from '../../testing/fake-venue.ts';
import { createWorld, settle, type World } from '../../testing/fake-world.ts';
import { NamedKeys, ProgramSocket } from '../../testing/program-socket.ts';

const ORDER = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01', price: '64000' };

let world: World;
let keys: NamedKeys;
beforeEach(() => {
  keys = new NamedKeys();
  world = createWorld(undefined, keys);
});

function loggedIn(key = 'trader'): ProgramSocket {
  const socket = new ProgramSocket(world.gateway, 'trade').say({ op: 'auth', reqId: 'a', args: [key, world.now + 5_000, 'right'] });
  expect(socket.take()).toEqual([{ reqId: 'a', retCode: 0, retMsg: 'OK', op: 'auth', connId: expect.any(String) }]);
  return socket;
}
const asked = (op: string, args: unknown, more: object = {}): object => ({
  op,
  args: [args],
  header: { 'X-BAPI-TIMESTAMP': String(world.now), 'X-BAPI-RECV-WINDOW': '5000', Referer: 'bot' },
  ...more,
});
async function answers(socket: ProgramSocket, ...messages: readonly object[]): Promise<Readonly<Record<string, unknown>>[]> {
  for (const message of messages) socket.say(message);
  await settle();
  return socket.take();
}

describe('orders', () => {
  test('BOT-01 BOT-04 an order is answered in the form of the exchange', async () => {
    expect(await answers(loggedIn(), asked('order.create', ORDER, { reqId: '1' }))).toEqual([
      {
        reqId: '1',
        retCode: 0,
        retMsg: 'OK',
        op: 'order.create',
        data: { orderId: '7', orderLinkId: '' },
        retExtInfo: {},
        header: {
          'X-Bapi-Limit': '10',
          'X-Bapi-Limit-Status': '9',
          'X-Bapi-Limit-Reset-Timestamp': String(world.now),
          Traceid: expect.stringMatching(/^[0-9a-f]{32}$/),
          Timenow: String(world.now),
        },
        connId: expect.any(String),
      },
    ]);
    expect(world.venue.commands).toMatchObject([{ type: 'PlaceOrder', account: 100 }]);
  });

  test('API-06 OPS-05 orders of a socket and of HTTP share what their user gets', async () => {
    world = createWorld(undefined, keys, { callsPerSecond: 2 });
    const socket = loggedIn();
    const found = await answers(socket, asked('order.create', ORDER), asked('order.create', ORDER), asked('order.create', ORDER));
    expect(found.map(({ retCode }) => retCode).toSorted()).toEqual([0, 0, 10006]);
    expect(world.venue.commands).toHaveLength(2);
  });

  test('BOT-04 a refusal has its code, and without a name the answer has none', async () => {
    world.venue.respond = () => ({ refusal: refusal('insufficientBalance') });
    const [answer] = await answers(loggedIn(), asked('order.create', ORDER));
    expect(answer).toMatchObject({ retCode: 110007, data: {}, op: 'order.create' });
    expect(Object.keys(answer ?? {})).not.toContain('reqId');
  });

  test('BOT-04 E9 changes, cancels and batches go through the same routes', async () => {
    const socket = loggedIn();
    const { category, ...row } = ORDER;
    const found = await answers(
      socket,
      asked('order.cancel', { category, symbol: 'BTCUSDT', orderId: '1' }),
      asked('order.amend', { category, symbol: 'BTCUSDT', orderId: '1', qty: '0.02' }),
      asked('order.create-batch', { category, request: [row, { ...row, qty: 'x' }] }),
      asked('order.cancel-batch', { category, request: [{ symbol: 'BTCUSDT', orderId: '1' }] }),
      asked('order.amend-batch', { category, request: [{ symbol: 'BTCUSDT', orderId: '1', qty: '0.03' }] }),
    );
    const of = (op: string) => found.find((answer) => answer['op'] === op);
    expect(of('order.cancel')).toMatchObject({ retCode: 0, data: { orderId: '1' } });
    expect(of('order.amend')).toMatchObject({ retCode: 0 });
    expect(of('order.create-batch')).toMatchObject({
      retCode: 0,
      data: { list: [{ orderId: '7' }, { orderId: '' }] },
      retExtInfo: { list: [{ code: 0 }, { code: 10001 }] },
    });
    expect(of('order.cancel-batch')).toMatchObject({ retCode: 0, retExtInfo: { list: [{ code: 0 }] } });
    expect(of('order.amend-batch')).toMatchObject({ retCode: 0 });
  });

  test.each([['order.amend'], ['order.cancel'], ['order.amend-batch'], ['order.cancel-batch']])(
    'API-06 BOT-04 %s by both ids is answered with the ids of the order that its id names',
    async (op) => {
      const account = world.venue.accounts.get(ACCOUNT);
      if (account !== undefined) world.venue.accounts.set(ACCOUNT, { ...account, orders: [fakeOrder(1, { clientOrderId: 'mine' })] });
      const row = { symbol: 'BTCUSDT', orderId: '1', orderLinkId: 'other', price: '63000' };
      const input = op.endsWith('batch') ? { category: 'linear', request: [row] } : { category: 'linear', ...row };
      const [answer] = await answers(loggedIn(), asked(op, input));
      const ids = { orderId: '1', orderLinkId: 'mine' };
      expect(answer).toMatchObject({ retCode: 0, data: op.endsWith('batch') ? { list: [ids] } : ids });
    },
  );

  test('E9 BOT-04 the rows of a batch reach the venue in their order, and one that is no tick stops none of the rest', async () => {
    const { category, ...row } = ORDER;
    const request = ['64000', '64000.01', '64000.2'].map((price, at) => ({ ...row, price, orderLinkId: `row-${at}` }));
    const [answer] = await answers(loggedIn(), asked('order.create-batch', { category, request }));
    expect(world.venue.commands).toMatchObject([{ clientOrderId: 'row-0' }, { clientOrderId: 'row-2' }]);
    const { list } = answer?.['retExtInfo'] as { readonly list: readonly { readonly code: number }[] };
    expect(list.map(({ code }) => code === 0)).toEqual([true, false, true]);
  });

  test('E5 BOT-04 orders over all sockets and over HTTP count against one limit', async () => {
    const [first, second] = [loggedIn(), loggedIn()];
    for (let at = 0; at < 6; at += 1) expect(await answers(first, asked('order.create', ORDER))).toMatchObject([{ retCode: 0 }]);
    for (let at = 0; at < 3; at += 1) expect(await answers(second, asked('order.create', ORDER))).toMatchObject([{ retCode: 0 }]);
    const headers = { 'x-bapi-api-key': 'trader', 'x-bapi-sign': 'right', 'x-bapi-timestamp': String(world.now) };
    const body = {
      method: 'POST',
      path: '/v5/order/create',
      query: '',
      parameters: {},
      body: '',
      value: ORDER,
      headers,
      client: '192.0.2.1',
      address: '192.0.2.1',
    };
    expect((await world.gateway.handleV5(body)).headers['X-Bapi-Limit-Status']).toBe('0');
    expect(await answers(first, asked('order.create', ORDER))).toMatchObject([
      { retCode: 10006, header: { 'X-Bapi-Limit-Status': '0', 'X-Bapi-Limit-Reset-Timestamp': String(world.now + 1_000) } },
    ]);
    expect(world.venue.commands).toHaveLength(10);
    world.now += 1_001;
    expect(await answers(first, asked('order.create', ORDER))).toMatchObject([{ retCode: 0 }]);
  });
});

describe('who may send orders', () => {
  test('BOT-02 E7 nobody before a log-in', async () => {
    const socket = new ProgramSocket(world.gateway, 'trade');
    expect(await answers(socket, asked('order.create', ORDER, { reqId: 'x' }))).toMatchObject([{ reqId: 'x', retCode: 10007 }]);
    expect(world.venue.commands).toEqual([]);
  });

  test.each([
    ['a forged signature', 'trader', 'forged', 5_000, 10004],
    ['an unknown key', 'nobody', 'right', 5_000, 10003],
    ['an expired moment', 'trader', 'right', 0, 10002],
  ])('BOT-02 E7 %s opens nothing', async (_what, key, signature, ahead, code) => {
    const socket = new ProgramSocket(world.gateway, 'trade').say({ op: 'auth', args: [key, world.now + ahead, signature] });
    expect(socket.take()).toMatchObject([{ retCode: code, op: 'auth' }]);
    expect(await answers(socket, asked('order.create', ORDER))).toMatchObject([{ retCode: 10007 }]);
  });

  test('BOT-02 E7 a key that reads is refused, and scopes that change act at once', async () => {
    const socket = loggedIn('reader');
    expect(await answers(socket, asked('order.create', ORDER))).toMatchObject([{ retCode: 10005 }]);
    keys.scopes = { reader: ['read', 'trade'] };
    expect(await answers(socket, asked('order.create', ORDER))).toMatchObject([{ retCode: 0 }]);
    keys.scopes = { reader: ['read'] };
    expect(await answers(socket, asked('order.create', ORDER))).toMatchObject([{ retCode: 10005 }]);
    expect(world.venue.commands).toHaveLength(1);
  });

  test('BOT-02 E7 a revoked key sends nothing more, even before its connection is cut', async () => {
    const socket = loggedIn();
    keys.revoked.add('trader');
    socket.say(asked('order.create', ORDER));
    await settle();
    expect(world.venue.commands).toEqual([]);
    expect(socket.closed?.code).toBe(4401);
  });

  test('BOT-01 a second log-in is told so', () => {
    const socket = loggedIn().say({ op: 'auth', args: ['trader', world.now + 5_000, 'right'] });
    expect(socket.take()).toMatchObject([{ retCode: 20001 }]);
  });
});

describe('what is wrong with a request', () => {
  test.each([
    ['the window ago', -5_000, 0],
    ['longer ago', -5_001, 10002],
    ['a little ahead', 999, 0],
    ['a second ahead', 1_000, 10002],
  ])('E4 BOT-04 a request of %s', async (_what, offset, code) => {
    const header = { 'X-BAPI-TIMESTAMP': world.now + offset };
    expect(await answers(loggedIn(), { op: 'order.create', args: [ORDER], header })).toMatchObject([{ retCode: code }]);
  });

  test.each([
    ['no header', { op: 'order.create', args: [ORDER] }, 10002],
    ['a header that is no time', { op: 'order.create', args: [ORDER], header: { 'X-BAPI-TIMESTAMP': 'soon' } }, 10002],
    ['an unknown op', { op: 'order.explode', args: [ORDER] }, 10404],
    ['an op of objects', { op: 'constructor', args: [ORDER] }, 10404],
    ['a long name', { op: 'order.create', args: [ORDER], reqId: 'x'.repeat(37) }, 10001],
  ])('BOT-04 %s', async (_what, message, code) => {
    expect(await answers(loggedIn(), message)).toMatchObject([{ retCode: code, op: message.op }]);
    expect(world.venue.commands).toEqual([]);
  });

  test.each([[[]], [[ORDER, ORDER]], [['text']], [[null]], [[[ORDER]]]])('BOT-04 args that are not one object: %j', async (args) => {
    const header = { 'X-BAPI-TIMESTAMP': world.now };
    expect(await answers(loggedIn(), { op: 'order.create', args, header })).toMatchObject([{ retCode: 10001 }]);
    expect(world.venue.commands).toEqual([]);
  });

  test('BOT-04 a name is good for one request', async () => {
    const message = asked('order.create', ORDER, { reqId: '1' });
    const [first, second] = await answers(loggedIn(), message, message);
    expect([first, second].map((answer) => answer?.['retCode']).sort()).toEqual([0, 20006]);
    expect(world.venue.commands).toHaveLength(1);
  });

  test('BOT-01 what is no message, and a ping', () => {
    const socket = new ProgramSocket(world.gateway, 'trade').say('{').say({ op: 'ping' });
    expect(socket.take()).toEqual([
      { retCode: 10001, retMsg: expect.any(String), op: '', connId: expect.any(String) },
      { retCode: 0, retMsg: 'OK', op: 'pong', data: [String(world.now)], connId: expect.any(String) },
    ]);
  });

  test('BOT-04 a failure of the server names nothing of it', async () => {
    world.venue.respond = () => Promise.reject(new Error('secret detail'));
    const [answer] = await answers(loggedIn(), asked('order.create', ORDER));
    expect(answer).toMatchObject({ retCode: 10016 });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(world.faults).toHaveLength(1);
  });
});
