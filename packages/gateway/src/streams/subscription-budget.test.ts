import { beforeEach, expect, test } from 'vitest';
import { ACCOUNT } from '../testing/fake-venue.ts';
import { FakeSocket, createWorld, sessionOf, settle, type World } from '../testing/fake-world.ts';
import { ProgramSocket } from '../testing/program-socket.ts';

const SHARE = { perSecond: 1, atOnce: 3 };
const CALLER = { keyId: 'bot', scopes: new Set(['read', 'trade'] as const), session: sessionOf() };
const TOPICS = ['recently_trade.BTCUSDT', 'instrument_info.BTCUSDT', 'recently_trade.ETHUSDT'];

let world: World;
beforeEach(() => {
  const workLimits = {
    client: SHARE,
    strangers: { perSecond: 10, atOnce: 100 },
    user: SHARE,
    users: { perSecond: 10, atOnce: 100 },
    underWay: { client: 1, strangers: 1 },
  };
  world = createWorld(undefined, { verify: () => CALLER, isValid: () => true }, { workLimits });
});

const subscribe = (socket: FakeSocket, ...args: readonly string[]): unknown => {
  socket.take();
  socket.say({ op: 'subscribe', args });
  const [answer] = socket.take();
  return answer?.['ret_code'];
};

async function privateSocket(): Promise<FakeSocket> {
  const session = sessionOf();
  const { body } = await world.post('/user/private/ott', {}, session);
  const socket = new FakeSocket(world.gateway, 'private', session);
  socket.say({ op: 'login', args: [(body.result as { readonly token: string }).token] });
  return socket;
}

test('OPS-05 subscriptions of strangers are refused beyond the budget of their client, all of a message or none, and private ones are not', async () => {
  const socket = new FakeSocket(world.gateway, 'public');
  expect(subscribe(socket, ...TOPICS.slice(0, 2))).toBe(0);
  expect(subscribe(socket, ...TOPICS.slice(2), 'liquidation.BTCUSDT')).toBe(10006);
  expect(subscribe(socket, ...TOPICS.slice(2))).toBe(0);
  expect(subscribe(new FakeSocket(world.gateway, 'public'), 'symbol_list')).toBe(10006);
  // Known topics and farewells cost nothing.
  expect(subscribe(socket, ...TOPICS)).toBe(0);
  socket.say({ op: 'unsubscribe', args: TOPICS });
  expect(socket.take()[0]?.['ret_code']).toBe(0);
  expect(subscribe(await privateSocket(), 'user.order', 'user.wallet')).toBe(0);
  world.now += 1_000;
  expect(subscribe(socket, 'symbol_list')).toBe(0);
});

test('OPS-05 subscriptions of a session count for its user, public and private', async () => {
  expect(subscribe(new FakeSocket(world.gateway, 'public', sessionOf()), ...TOPICS)).toBe(0);
  expect(subscribe(await privateSocket(), 'user.order')).toBe(10006);
  expect(subscribe(new FakeSocket(world.gateway, 'public', sessionOf(ACCOUNT + 1)), ...TOPICS)).toBe(0);
});

test('OPS-05 BOT-02 the v5 streams refuse subscriptions beyond the budget of the client, or of the user of a key', async () => {
  const open = new ProgramSocket(world.gateway, 'linear');
  const ask = async (socket: ProgramSocket, ...args: readonly string[]): Promise<unknown> => {
    socket.say({ op: 'subscribe', args });
    await settle();
    return socket.take().find((frame) => frame['op'] === 'subscribe');
  };
  expect(await ask(open, 'publicTrade.BTCUSDT', 'tickers.BTCUSDT', 'priceLimit.BTCUSDT')).toMatchObject({ success: true });
  expect(await ask(open, 'publicTrade.ETHUSDT')).toMatchObject({ success: false, ret_msg: 'error:Too many visits!' });
  const own = new ProgramSocket(world.gateway, 'private');
  own.say({ op: 'auth', args: ['bot', world.now + 1_000, 'right'] });
  expect(await ask(own, 'order', 'position', 'wallet')).toMatchObject({ success: true });
  expect(await ask(own, 'execution')).toMatchObject({ success: false, ret_msg: 'error:Too many visits!' });
});

test('OPS-05 BOT-04 the reads of a key are bounded by its user, and its orders are not', async () => {
  const headers = { 'x-bapi-api-key': 'bot', 'x-bapi-sign': 's', 'x-bapi-timestamp': String(world.now), 'x-bapi-recv-window': '' };
  const ask = (method: string, path: string) =>
    world.gateway.handleV5({
      method,
      path,
      query: '',
      parameters: {},
      body: '',
      value: {},
      headers,
      client: '192.0.2.1',
      address: '192.0.2.1',
    });
  for (let read = 0; read < 3; read += 1) expect((await ask('GET', '/v5/account/info')).status).toBe(200);
  const over = await ask('GET', '/v5/account/info');
  expect([over.status, over.body.retCode, over.headers['Retry-After']]).toEqual([429, 10006, '1']);
  expect((await ask('POST', '/v5/position/confirm-pending-mmr')).body.retCode).not.toBe(10006);
});

test('OPS-05 S-21 a connection belongs to the user of its session, or of its key from the log-in on', () => {
  const session = sessionOf();
  expect(new FakeSocket(world.gateway, 'public').connection.user).toBeUndefined();
  expect(new FakeSocket(world.gateway, 'public', session).connection.user).toBe(session.user);
  expect(new ProgramSocket(world.gateway, 'linear').user).toBeUndefined();
  for (const channel of ['private', 'trade'] as const) {
    const socket = new ProgramSocket(world.gateway, channel);
    expect(socket.user).toBeUndefined();
    expect(socket.auth('bot', world.now).user).toBe(session.user);
  }
});
