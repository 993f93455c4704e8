import { beforeEach, describe, expect, test } from 'vitest';
import { lots, money, price, timestamp, type Instrument } from '@tapedeck/domain';
import { ACCOUNT, BTC, ETH, FakeVenue, OTHER_ACCOUNT, fakeFill, fakeOrder, fakePosition, START } from '../../testing/fake-venue.ts';
import { createWorld, settle, type World } from '../../testing/fake-world.ts';
import { NamedKeys, ProgramSocket } from '../../testing/program-socket.ts';

let world: World;
let keys: NamedKeys;
beforeEach(() => {
  keys = new NamedKeys();
  world = createWorld(undefined, keys);
});

const open = (): ProgramSocket => new ProgramSocket(world.gateway, 'private');
/** Logged in, and following these. */
function following(key: string, ...topics: readonly string[]): ProgramSocket {
  const socket = open().auth(key, world.now);
  if (topics.length > 0) socket.subscribe(...topics);
  for (const answer of socket.take()) expect(answer['success']).toBe(true);
  return socket;
}
const accepted = (orderId: number, account = ACCOUNT, instrument = BTC.id) =>
  ({ type: 'OrderAccepted', order: fakeOrder(orderId, { account, instrument }) }) as const;

describe('auth', () => {
  test('BOT-01 a signature over a moment to come opens the account, whether it is a number or a text', () => {
    for (const expires of [START + 1, String(START + 1)]) {
      const socket = open().say({ op: 'auth', req_id: 'v5Private-auth', args: ['reader', expires, 'right'] });
      expect(socket.take()).toEqual([{ success: true, ret_msg: '', conn_id: expect.any(String), req_id: 'v5Private-auth', op: 'auth' }]);
    }
    expect(keys.asked[0]).toEqual({ apiKey: 'reader', signature: 'right', client: '192.0.2.1', text: `GET/realtime${START + 1}` });
  });

  test.each([
    ['a forged signature', ['reader', START + 5_000, 'forged'], /error sign/],
    ['an unknown key', ['nobody', START + 5_000, 'right'], /API key is invalid/],
    ['a moment that has passed', ['reader', START, 'right'], /expires/],
    ['a moment that is too far away', ['reader', START + 3_600_001, 'right'], /expires/],
    ['no number', ['reader', '1e15', 'right'], /Params Error/],
    ['a signature that is missing', ['reader', START + 5_000], /Params Error/],
    ['more than is asked for', ['reader', START + 5_000, 'right', 'more'], /Params Error/],
    ['a key that is no text', [{}, START + 5_000, 'right'], /Params Error/],
    ['no args', null, /Params Error/],
  ])('BOT-02 E7 %s opens nothing', (_what, args, why) => {
    const socket = open().say({ op: 'auth', args });
    expect(socket.take()).toMatchObject([{ success: false, op: 'auth', ret_msg: expect.stringMatching(why) }]);
    expect(socket.subscribe('order').take()).toMatchObject([{ success: false, ret_msg: 'Request not authorized' }]);
    world.venue.emit([accepted(1)]);
    expect(socket.take()).toEqual([]);
    expect(world.venue.followed.size).toBe(0);
  });

  test('BOT-02 an overheard signature opens nothing once it has expired', () => {
    const message = { op: 'auth', args: ['reader', START + 1_000, 'right'] };
    expect(open().say(message).take()).toMatchObject([{ success: true }]);
    world.now += 1_000;
    expect(open().say(message).take()).toMatchObject([{ success: false }]);
  });

  test('BOT-02 the third refusal ends the connection', () => {
    const socket = open();
    for (let attempt = 0; attempt < 4; attempt += 1) socket.auth('reader', world.now, 'forged');
    expect([socket.take().length, socket.closed?.code]).toEqual([3, 4403]);
  });

  test('BOT-04 a connection that does not log in is closed after ten seconds', () => {
    const [silent, loggedIn] = [open(), following('reader')];
    world.now += 10_001;
    silent.check();
    expect([silent.closed?.code, loggedIn.closed]).toEqual([4001, undefined]);
  });

  test('BOT-02 E7 a key that is revoked, or may not read any more, loses its connections', () => {
    const [first, second] = [following('reader', 'order'), following('trader', 'order')];
    keys.revoked.add('reader');
    first.check();
    expect([first.closed?.code, second.closed]).toEqual([4401, undefined]);
    keys.scopes = {};
    second.check();
    expect(second.closed?.code).toBe(4401);
    expect(world.venue.followed.size).toBe(0);
  });

  test('BOT-01 the same account may log in twice, another one may not', () => {
    const socket = following('reader').auth('trader', world.now).auth('other', world.now);
    expect(socket.take()).toMatchObject([{ success: true }, { success: false }]);
  });

  test('BOT-02 E7 who tried another account afterwards still loses the connection with the first key', () => {
    const socket = following('trader', 'order').auth('other', world.now);
    expect(socket.take()).toMatchObject([{ success: false, ret_msg: 'error:repeat auth' }]);
    keys.revoked.add('trader');
    socket.check();
    expect([socket.closed?.code, world.venue.followed.size]).toEqual([4401, 0]);
  });
});

describe('topics', () => {
  test.each([
    [['orders'], 'error:handler not found,topic:orders'],
    [['order.futures'], 'error:handler not found,topic:order.futures'],
    [['wallet.linear'], 'error:handler not found,topic:wallet.linear'],
    [['order', 'position.linear'], 'error:topics of all categories and of one cannot be mixed'],
    [[], 'error:args is invalid'],
  ])('BOT-04 %j is refused', (args, why) => {
    expect(
      following('reader')
        .subscribe(...args)
        .take(),
    ).toMatchObject([{ success: false, ret_msg: why }]);
  });

  test.each(['{"toString":1,"valueOf":1}', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'null', '7'])(
    'BOT-04 S-20 a topic that is no text is refused, and the connection goes on',
    (topic) => {
      const socket = following('reader').say(`{"op":"subscribe","args":[${topic}]}`);
      expect(socket.take()).toMatchObject([{ success: false, ret_msg: 'error:args is invalid' }]);
      expect([socket.closed, world.faults]).toEqual([undefined, []]);
    },
  );

  test('BOT-01 nothing is told of before the subscription, and nothing after it ended', () => {
    const socket = following('reader');
    world.venue.emit([accepted(1)]);
    socket.subscribe('order').take();
    world.venue.emit([accepted(2)]);
    expect(socket.take()).toMatchObject([{ topic: 'order', data: [{ orderId: '2' }] }]);
    socket.say({ op: 'unsubscribe', args: ['order'] }).take();
    world.venue.emit([accepted(3)]);
    expect(socket.take()).toEqual([]);
  });

  test('BOT-01 pong and errors have the form of the channel', () => {
    const socket = open().say({ op: 'ping', req_id: 'p' }).say({ op: 'fly' }).say('{');
    expect(socket.take()).toEqual([
      { req_id: 'p', op: 'pong', args: [String(START)], conn_id: expect.any(String) },
      expect.objectContaining({ success: false, ret_msg: 'error:invalid op' }),
      expect.objectContaining({ success: false, ret_msg: 'error:invalid request' }),
    ]);
  });
});

describe('what an account is told', () => {
  test('E2 BOT-01 orders and executions of a fill, once, in order, with the category', () => {
    const socket = following('reader', 'order', 'execution', 'execution.fast');
    const order = fakeOrder(7, { filled: lots(4), status: 'PartiallyFilled', clientOrderId: 'mine' });
    world.venue.emit([accepted(7), fakeFill(9, order)]);
    const frames = socket.take();
    expect(frames.map(({ topic }) => topic)).toEqual(['order', 'execution', 'execution.fast']);
    expect(frames[0]).toMatchObject({
      id: expect.any(String),
      creationTime: START + 1,
      data: [
        { orderId: '7', orderStatus: 'New', category: 'linear', tpslMode: '', feeCurrency: 'USDT' },
        { orderId: '7', orderStatus: 'PartiallyFilled' },
      ],
    });
    expect(frames[1]).toMatchObject({
      data: [{ orderId: '7', execId: '9', execPnl: '0', isLeverage: '0', category: 'linear', execType: 'Trade' }],
    });
    expect(frames[2]).toEqual({
      topic: 'execution.fast',
      creationTime: START + 1,
      data: [
        {
          category: 'linear',
          symbol: 'BTCUSDT',
          execId: '9',
          execPrice: '64000.0',
          execQty: '0.004',
          orderId: '7',
          isMaker: false,
          orderLinkId: 'mine',
          side: 'Buy',
          execTime: String(START + 1),
          seq: 9,
        },
      ],
    });
  });

  test('BOT-01 a suffix narrows to a category', () => {
    const [linear, spot] = [following('reader', 'order.linear'), following('trader', 'order.spot')];
    world.venue.emit([accepted(1)]);
    expect([linear.take().length, spot.take().length]).toEqual([1, 0]);
  });

  test('BOT-01 the position as it stands, also when it is flat, by the names of the stream', async () => {
    const socket = following('reader', 'position');
    const state = world.venue.accounts.get(ACCOUNT);
    if (state !== undefined) world.venue.accounts.set(ACCOUNT, { ...state, positions: [fakePosition()] });
    world.venue.emit([{ type: 'PositionChanged', position: fakePosition() }]);
    await settle();
    const [frame] = socket.take();
    const [row] = frame?.['data'] as readonly Readonly<Record<string, unknown>>[];
    expect(row).toMatchObject({ category: 'linear', symbol: 'BTCUSDT', side: 'Buy', size: '0.004', entryPrice: '64000.0' });
    expect(Object.keys(row ?? {})).not.toContain('avgPrice');
    world.venue.emit([accepted(5, ACCOUNT, ETH.id)]);
    await settle();
    expect(socket.take()).toMatchObject([{ data: [{ symbol: 'ETHUSDT', size: '0', side: '' }] }]);
  });

  test('BOT-01 EXC-03 the position in an option, which has no risk tiers', async () => {
    const call: Instrument = {
      ...BTC,
      kind: 'UsdcOption',
      symbol: 'BTC-26DEC26-64000-C',
      settleCoin: 'USDC',
      quoteCoin: 'USDC',
      tiers: [],
      leverageSections: [],
      deliveryAt: timestamp(START + 86_400_000),
      option: { strike: price(6_400_000_000_000n), right: 'Call' },
    };
    world = createWorld(new FakeVenue([call, ETH]), keys);
    const socket = following('reader', 'position');
    const account = world.venue.accounts.get(ACCOUNT);
    if (account !== undefined) world.venue.accounts.set(ACCOUNT, { ...account, positions: [fakePosition()], orders: [] });
    world.venue.emit([{ type: 'PositionChanged', position: fakePosition() }]);
    await settle();
    expect(socket.take()).toMatchObject([{ data: [{ category: 'option', symbol: call.symbol, size: '0.004', riskLimitValue: '' }] }]);
    expect(world.faults).toEqual([]);
  });

  test('BOT-01 the wallet, of the coins that changed', async () => {
    const socket = following('reader', 'wallet');
    world.venue.emit([
      {
        type: 'CashChanged',
        account: ACCOUNT,
        coin: 'USDT',
        kind: 'fee',
        amount: money(-1n),
        cash: money(10_000_000_000_000n),
        instrument: BTC.id,
      },
    ]);
    await settle();
    expect(socket.take()).toMatchObject([
      { topic: 'wallet', data: [{ accountType: 'UNIFIED', coin: [{ coin: 'USDT', walletBalance: '100000' }] }] },
    ]);
  });

  test('E3 what happens while the account is read is told by the next reading', async () => {
    const socket = following('reader', 'position');
    for (let at = 0; at < 50; at += 1) world.venue.emit([accepted(10 + at)]);
    await settle();
    const frames = socket.take();
    expect(frames.length).toBeGreaterThan(0);
    expect(frames.length).toBeLessThan(5);
    expect(world.faults).toEqual([]);
  });

  test('E11 nobody is told of somebody else', async () => {
    const [mine, other] = [following('reader', 'order', 'execution', 'position', 'wallet'), following('other', 'order')];
    world.venue.emit([accepted(3, OTHER_ACCOUNT)]);
    await settle();
    expect(mine.take()).toEqual([]);
    expect(other.take()).toMatchObject([{ data: [{ orderId: '3' }] }]);
  });

  test('E3 private frames are sent to congested sockets too', () => {
    const socket = following('reader', 'order');
    socket.isCongested = true;
    world.venue.emit([accepted(1)]);
    world.venue.emit([accepted(2)]);
    expect(socket.take()).toHaveLength(2);
  });

  test('a connection that cannot be told any more ends, and the venue is not asked for its account any longer', async () => {
    const socket = following('reader', 'position');
    world.venue.account = () => Promise.reject(new Error('gone'));
    world.venue.emit([accepted(1)]);
    await settle();
    socket.check();
    expect([socket.closed?.code, world.venue.followed.size, world.faults.length]).toEqual([1011, 0, 1]);
  });

  test('BOT-04 an account that can be read but not told ends the connection, and nothing else', async () => {
    const socket = following('reader', 'position');
    const account = world.venue.accounts.get(ACCOUNT);
    if (account !== undefined) world.venue.accounts.set(ACCOUNT, { ...account, positions: [fakePosition()] });
    world.venue.market = () => {
      throw new Error('no price of it');
    };
    world.venue.emit([accepted(1)]);
    await settle();
    socket.check();
    expect([socket.closed?.code, world.faults.length]).toEqual([1011, 1]);
  });
});

describe('E6 cancel on disconnect', () => {
  beforeEach(() => {
    const state = world.venue.accounts.get(ACCOUNT);
    if (state !== undefined) world.venue.accounts.set(ACCOUNT, { ...state, disconnectWindow: 10_000 });
  });
  const reports = async (): Promise<readonly boolean[]> => {
    await settle();
    return world.venue.commands.splice(0).flatMap((command) => (command.type === 'ReportConnection' ? [command.connected] : []));
  };

  test('BOT-04 the last stream of an account is its connection', async () => {
    const [first, second] = [following('trader'), following('trader')];
    expect(await reports()).toEqual([true]);
    first.hangUp();
    expect(await reports()).toEqual([]);
    second.hangUp();
    expect(await reports()).toEqual([false]);
  });

  test('BOT-04 once a stream follows dcp, the others keep no orders alive', async () => {
    const [bot, watcher] = [following('trader', 'dcp.future', 'dcp.spot'), following('trader', 'order')];
    expect(await reports()).toEqual([true, true]);
    bot.hangUp();
    expect(await reports()).toEqual([false]);
    watcher.hangUp();
    following('trader').hangUp();
    expect(await reports()).toEqual([]);
    following('trader', 'dcp.option');
    expect(await reports()).toEqual([true]);
  });

  test('BOT-04 who leaves dcp by name is a stream like any other', async () => {
    const bot = following('trader', 'dcp.future');
    await reports();
    bot.say({ op: 'unsubscribe', args: ['dcp.future'] });
    expect(await reports()).toEqual([]);
    bot.hangUp();
    expect(await reports()).toEqual([false]);
  });

  test('BOT-04 BOT-02 a key that may only read keeps no orders alive and cancels none', async () => {
    const bot = following('trader');
    const watcher = following('reader', 'order');
    expect(await reports()).toEqual([true]);
    bot.hangUp();
    expect(await reports()).toEqual([false]);
    watcher.hangUp();
    expect(await reports()).toEqual([]);
    expect(world.venue.followed.size).toBe(0);
  });

  test.each([['subscribe'], ['unsubscribe']])('BOT-04 BOT-02 a key that may only read cannot %s to dcp', async (op) => {
    const socket = following('reader').say({ op, args: ['order', 'dcp.future'] });
    const why = expect.stringMatching(/Permission denied \(10005\): topic dcp\.future .* no permission to trade/);
    expect(socket.take()).toMatchObject([{ op, success: false, ret_msg: why }]);
    world.venue.emit([accepted(1)]);
    socket.hangUp();
    expect([socket.take(), await reports()]).toEqual([[], []]);
  });

  test('BOT-04 BOT-02 a connection counts from the moment on at which it logs in with a key that may trade', async () => {
    const socket = following('reader');
    expect(await reports()).toEqual([]);
    socket.auth('trader', world.now);
    expect(await reports()).toEqual([true]);
    socket.hangUp();
    expect(await reports()).toEqual([false]);
  });

  test('BOT-04 BOT-02 a key that may no longer trade loses the connection that kept orders alive', async () => {
    const [counted, guard] = [following('trader'), following('trader', 'dcp.future')];
    await reports();
    keys.scopes = { trader: ['read'] };
    guard.say({ op: 'unsubscribe', args: ['dcp.future'] });
    expect(guard.take()).toMatchObject([{ success: false }]);
    counted.check();
    expect([counted.closed?.code, guard.closed?.code]).toEqual([4401, 4401]);
    expect(await reports()).toEqual([false]);
  });

  test('BOT-04 a server that stops disconnects nobody', async () => {
    following('trader', 'dcp.future');
    await reports();
    world.gateway.close();
    expect(await reports()).toEqual([]);
  });
});
