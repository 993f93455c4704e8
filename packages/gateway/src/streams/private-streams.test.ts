import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { lots, money, price } from '@tapedeck/domain';
import type { CashChanged, Event } from '@tapedeck/domain';
import { CLOSE_CODES, privateFrame, privateSnapshotFrame, parseWire, readWire } from '@tapedeck/protocol';
import { BTC, ETH, OTHER_ACCOUNT, fakeFill, fakeOrder, fakePosition, fakeSettings, fakeTrade, units } from '../testing/fake-venue.ts';
import { FakeSocket, createWorld, sessionOf, settle, type World } from '../testing/fake-world.ts';
import { TOKEN_LIFETIME_MS } from '../one-time-tokens.ts';

let world: World;
let socket: FakeSocket;
beforeEach(() => {
  world = createWorld();
  socket = new FakeSocket(world.gateway, 'private', sessionOf());
});

async function token(session = sessionOf()): Promise<string> {
  const answer = await world.post('/user/private/ott', {}, session);
  return (answer.body.result as { token: string }).token;
}

async function logIn(one = socket, session = sessionOf()): Promise<void> {
  one.say({ op: 'login', args: [await token(session)] });
  expect(one.take()).toEqual([{ op: 'login', success: true, ret_code: 0, ret_msg: 'OK' }]);
}

async function follow(topics = ['user.*'], one = socket): Promise<Record<string, unknown>[]> {
  one.say({ op: 'subscribe', args: topics });
  await settle();
  return one.take();
}

const cash = (amount: number, account = 100): CashChanged => ({
  type: 'CashChanged',
  account,
  coin: 'USDT',
  kind: 'trade',
  amount: money(BigInt(amount)),
  cash: money(BigInt(amount)),
  instrument: BTC.id,
});

describe('logging in', () => {
  test('NTF-03 a one-time token of the session logs the socket in', async () => {
    await logIn();
    const [answer, snapshot] = await follow();
    expect(answer).toMatchObject({ op: 'subscribe', success: true });
    expect(readWire(privateSnapshotFrame, snapshot).ok).toBe(true);
  });

  test('the answer to a log-in does not repeat the token', async () => {
    const secret = await token();
    socket.say({ op: 'login', args: [secret], req_id: '1' });
    expect(JSON.stringify(socket.take())).not.toContain(secret);
  });

  test.each(['user.order', 'user.*'])('API-07 %s without a log-in is refused', async (topic) => {
    expect(await follow([topic])).toMatchObject([{ success: false, ret_code: 10007 }]);
    world.venue.emit([cash(1)]);
    expect(socket.take()).toEqual([]);
  });

  test.each([
    ['a token used before', () => token(), true],
    ['a token that was never given', () => Promise.resolve('f'.repeat(64)), false],
    ['a token of another session', () => token(sessionOf(OTHER_ACCOUNT)), false],
    ['an empty token', () => Promise.resolve(''), false],
  ] as const)('%s is refused and closes the connection', async (_name, make, useFirst) => {
    const secret = await make();
    if (useFirst) new FakeSocket(world.gateway, 'private', sessionOf()).say({ op: 'login', args: [secret] });
    socket.say({ op: 'login', args: [secret] });
    expect(socket.take()).toMatchObject([{ op: 'login', success: false, ret_code: 10007 }]);
    expect(socket.closed?.code).toBe(CLOSE_CODES.loginRefused);
  });

  test('a token that is too old is refused', async () => {
    const secret = await token();
    world.now += TOKEN_LIFETIME_MS;
    socket.say({ op: 'login', args: [secret] });
    expect(socket.closed?.code).toBe(CLOSE_CODES.loginRefused);
  });

  test('S-04 a token is no use without the session, and is used up by the attempt', async () => {
    const secret = await token();
    const other = new FakeSocket(world.gateway, 'private', sessionOf(OTHER_ACCOUNT));
    other.say({ op: 'login', args: [secret] });
    expect(other.closed?.code).toBe(CLOSE_CODES.loginRefused);
    socket.say({ op: 'login', args: [secret] });
    expect(socket.closed?.code).toBe(CLOSE_CODES.loginRefused);
  });

  test('a session that asks for many tokens keeps the newest eight', async () => {
    const tokens: string[] = [];
    for (let i = 0; i < 9; i += 1) tokens.push(await token());
    for (const [i, secret] of tokens.entries()) {
      const one = new FakeSocket(world.gateway, 'private', sessionOf());
      one.say({ op: 'login', args: [secret] });
      expect(one.closed?.code).toBe(i === 0 ? CLOSE_CODES.loginRefused : undefined);
    }
  });

  test('a log-out closes the private sockets of the session, and only those', async () => {
    await logIn();
    const other = new FakeSocket(world.gateway, 'private', sessionOf(OTHER_ACCOUNT));
    const open = new FakeSocket(world.gateway, 'public', sessionOf());
    const secret = await token();
    await world.post('/user/private/logout', {}, sessionOf());
    expect([socket.closed?.code, other.closed, open.closed]).toEqual([CLOSE_CODES.sessionEnded, undefined, undefined]);
    const late = new FakeSocket(world.gateway, 'private', sessionOf());
    late.say({ op: 'login', args: [secret] });
    expect(late.closed?.code).toBe(CLOSE_CODES.loginRefused);
  });

  test('S-04 public topics are not topics of the private stream', async () => {
    await logIn();
    expect(await follow(['recently_trade.BTCUSDT'])).toMatchObject([{ success: false, ret_code: 10001 }]);
  });
});

describe('the account', () => {
  test('a subscription is answered by one snapshot of the account', async () => {
    world.venue.sequence = 41;
    await logIn();
    const [, snapshot, ...more] = await follow();
    expect(more).toEqual([]);
    expect(parseWire(privateSnapshotFrame, snapshot)).toMatchObject({
      topic: 'user.snapshot',
      type: 'snapshot',
      seq: 1,
      data: {
        account: { seq: 41, wallet: [{ coin: 'USDT', cash: '100000' }], settings: [{ symbol: 'BTCUSDT' }, { symbol: 'ETHUSDT' }] },
        orders: [{ orderId: '2' }, { orderId: '1' }],
      },
    });
  });

  test('the frames of one batch are grouped per topic, in their order', async () => {
    await logIn();
    await follow();
    const order = fakeOrder(9, { filled: lots(4), filledValue: money(units('256')), status: 'PartiallyFilled' });
    world.venue.emit([
      { type: 'OrderAccepted', order: fakeOrder(9) },
      fakeFill(1, order),
      fakeTrade(1),
      cash(-1),
      { type: 'PositionChanged', position: fakePosition() },
      cash(-2),
      { type: 'SettingsChanged', settings: fakeSettings(ETH.id) },
      {
        type: 'PositionLiquidated',
        account: 100,
        instrument: BTC.id,
        positionIndex: 0,
        side: 'Buy',
        size: lots(4),
        bankruptcyPrice: price(units('57600')),
        mark: price(units('57900')),
      },
    ]);
    const frames = socket.take().map((frame) => parseWire(privateFrame, frame));
    expect(frames.map(({ topic, seq, data }) => [topic, seq, data.length])).toEqual([
      ['user.execution', 2, 1],
      ['user.order', 3, 2],
      ['user.position', 4, 1],
      ['user.settings', 5, 1],
      ['user.wallet', 6, 2],
      ['user.liquidation', 7, 1],
    ]);
    expect(frames[1]?.data).toMatchObject([
      { orderId: '9', orderStatus: 'New', avgPrice: '' },
      { orderId: '9', orderStatus: 'PartiallyFilled', avgPrice: '64000.0', leavesQty: '0.006' },
    ]);
  });

  test('ORD-05 an order is newed, replaced and canceled; a fill and a trigger are no such event', async () => {
    await logIn();
    await follow(['user.order']);
    const order = fakeOrder(9);
    world.venue.emit([
      { type: 'OrderAccepted', order },
      { type: 'OrderReplaced', order },
      { type: 'OrderTriggered', order },
      fakeFill(1, order),
      { type: 'OrderCancelled', order },
    ]);
    const [frame] = socket.take().map((each) => parseWire(privateFrame, each));
    expect(frame?.topic === 'user.order' && frame.data.map(({ event }) => event)).toEqual([
      ...['newed', 'replaced', undefined, undefined, 'canceled'],
    ]);
  });

  test('E11 nothing of another account is ever sent', async () => {
    await logIn();
    await follow();
    const strange: Event[] = [
      cash(1, OTHER_ACCOUNT),
      { type: 'OrderAccepted', order: fakeOrder(77, { account: OTHER_ACCOUNT }) },
      { type: 'PositionChanged', position: fakePosition({ account: OTHER_ACCOUNT }) },
      { type: 'AccountOpened', account: OTHER_ACCOUNT, kind: 'UTA2' },
    ];
    world.venue.emit(strange);
    expect(socket.take()).toEqual([]);
    world.venue.emit([...strange, cash(2)]);
    expect(socket.take()).toMatchObject([{ topic: 'user.wallet', seq: 2, data: [{ coin: 'USDT', cash: '0.00000002' }] }]);
  });

  test('only topics that were asked for are sent, and numbered without holes', async () => {
    await logIn();
    await follow(['user.wallet']);
    world.venue.emit([{ type: 'PositionChanged', position: fakePosition() }, cash(1)]);
    expect(socket.take()).toMatchObject([{ topic: 'user.wallet', seq: 2 }]);
    const [, snapshot] = await follow(['user.position', 'user.wallet']);
    expect(snapshot).toMatchObject({ topic: 'user.snapshot', seq: 3 });
    expect((await follow(['user.position'])).length).toBe(1);
    socket.say({ op: 'unsubscribe', args: ['user.*'] });
    socket.take();
    world.venue.emit([cash(2)]);
    expect(socket.take()).toEqual([]);
  });

  test('private frames are sent even while the socket is congested', async () => {
    await logIn();
    await follow();
    socket.congested = true;
    world.venue.emit([cash(1)]);
    world.venue.emit([cash(2)]);
    expect(socket.take().map(({ seq }) => seq)).toEqual([2, 3]);
  });

  test('an account that cannot be read closes the connection', async () => {
    const stranger = sessionOf(999);
    const one = new FakeSocket(world.gateway, 'private', stranger);
    await logIn(one, stranger);
    await follow(['user.*'], one);
    expect(one.closed?.code).toBe(CLOSE_CODES.serverError);
    world.venue.account = () => Promise.reject(new Error('not now'));
    await logIn();
    await follow();
    expect(socket.closed?.code).toBe(CLOSE_CODES.serverError);
    expect(world.faults.length).toBe(1);
  });

  test('an event that cannot be encoded closes the connections that it concerns, and no others', async () => {
    await logIn();
    await follow();
    const other = new FakeSocket(world.gateway, 'private', sessionOf(OTHER_ACCOUNT));
    world.venue.emit([cash(1), { type: 'OrderAccepted', order: fakeOrder(9, { instrument: 99 }) }]);
    expect([socket.closed?.code, other.closed]).toEqual([CLOSE_CODES.serverError, undefined]);
    expect(world.faults.length).toBe(1);
  });

  test('E3 a connection that cannot keep up with its snapshot is closed, not given a hole', async () => {
    await logIn();
    world.venue.account = () => new Promise(() => undefined);
    socket.say({ op: 'subscribe', args: ['user.*'] });
    for (let i = 0; i <= 1000; i += 1) world.venue.emit([cash(i)]);
    expect(socket.closed?.code).toBe(CLOSE_CODES.tooSlow);
  });

  test('a socket that closes while its snapshot is read gets nothing more', async () => {
    await logIn();
    socket.say({ op: 'subscribe', args: ['user.*'] });
    socket.take();
    socket.connection.closed();
    await settle();
    world.venue.emit([cash(1)]);
    expect(socket.take()).toEqual([]);
    expect(world.gateway.streams.connections).toBe(0);
  });

  test('E2 every event is in the snapshot or follows it exactly once, in order', async () => {
    const action = fc.constantFrom(
      'event',
      'event',
      'event',
      'settle',
      'subscribe',
      'unsubscribe',
      'meanwhile',
      'hold',
      'release' as const,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 60 }), fc.boolean(), async (actions, late) => {
        world = createWorld();
        world.venue.late = late;
        socket = new FakeSocket(world.gateway, 'private', sessionOf());
        await logIn();
        let amount = 0;
        // The n-th event leaves n units, so that the cash of a snapshot says which events are in it.
        const setCash = (): void => {
          const state = world.venue.accounts.get(100);
          if (state) world.venue.accounts.set(100, { ...state, cash: [['USDT', money(BigInt(amount))]] });
        };
        setCash();
        const happen = (): void => {
          amount += 1;
          setCash();
          world.venue.emit([cash(amount)]);
        };
        let during = 0;
        world.venue.meanwhile = () => {
          for (; during > 0; during -= 1) happen();
        };
        let subscribed = false;
        let seen = -1;
        let seq = 0;
        const read = (): void => {
          for (const frame of socket.take()) {
            if (frame['op'] !== undefined) continue;
            seq += 1;
            expect(frame['seq']).toBe(seq);
            if (frame['topic'] === 'user.snapshot') {
              seen = Number(units(parseWire(privateSnapshotFrame, frame).data.account.wallet[0]?.cash ?? '0'));
              continue;
            }
            for (const item of frame['data'] as { cash: string }[]) {
              expect(Number(units(item.cash))).toBe(seen + 1);
              seen += 1;
            }
          }
        };
        for (const one of actions) {
          if (one === 'event') happen();
          else if (one === 'settle') await settle();
          else if (one === 'meanwhile') during = 2;
          else if (one === 'hold') world.venue.holding = true;
          else if (one === 'release') world.venue.release();
          else {
            subscribed = one === 'subscribe';
            socket.say({ op: one, args: ['user.*'] });
          }
          read();
        }
        await settle();
        world.venue.release();
        read();
        if (subscribed) expect(seen).toBe(amount);
        expect([world.faults, socket.closed]).toEqual([[], undefined]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('cancel on disconnect', () => {
  const arm = (): void => {
    const state = world.venue.accounts.get(100);
    if (state !== undefined) world.venue.accounts.set(100, { ...state, disconnectWindow: 10_000 });
  };

  test('BOT-04 the exchange hears of the first private stream of an account and of the end of its last one', async () => {
    arm();
    await logIn();
    const second = new FakeSocket(world.gateway, 'private', sessionOf());
    await logIn(second);
    socket.connection.closed();
    await settle();
    expect(world.venue.commands).toEqual([{ type: 'ReportConnection', account: 100, connected: true }]);
    second.connection.closed();
    await settle();
    expect(world.venue.commands[1]).toEqual({ type: 'ReportConnection', account: 100, connected: false });
  });

  test('of an account that did not ask it hears nothing, nor of a server that stops', async () => {
    await logIn();
    socket.connection.closed();
    await settle();
    arm();
    const next = new FakeSocket(world.gateway, 'private', sessionOf());
    await logIn(next);
    await settle();
    world.gateway.close();
    await settle();
    expect(world.venue.commands).toEqual([{ type: 'ReportConnection', account: 100, connected: true }]);
  });
});
