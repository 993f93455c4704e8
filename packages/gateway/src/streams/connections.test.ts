import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { bookFrame, operationAnswer, parseWire } from '@tapedeck/protocol';
import { BTC, FakeVenue, fakeInstrument, fakeTrade } from '../testing/fake-venue.ts';
import { FakeSocket, createWorld, settle, type World } from '../testing/fake-world.ts';
import { WATCH_LINGER_MS } from './watch-list.ts';

const BOOK = 'orderBook_200.BTCUSDT';
const TAPE = 'recently_trade.BTCUSDT';

let world: World;
let socket: FakeSocket;
beforeEach(() => {
  world = createWorld();
  socket = new FakeSocket(world.gateway, 'public');
});

describe('messages', () => {
  test('ping is answered by pong, with its number', () => {
    socket.say({ op: 'ping', req_id: '7' });
    expect(socket.take()).toEqual([{ op: 'pong', req_id: '7', success: true, ret_code: 0, ret_msg: 'pong' }]);
  });

  test.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['an unknown operation', '{"op":"order.create"}'],
    ['args that are no texts', '{"op":"subscribe","args":[1]}'],
    ['too many args', JSON.stringify({ op: 'subscribe', args: Array.from({ length: 65 }, () => TAPE) })],
    ['no topic', '{"op":"subscribe"}'],
    ['a log-in on the public stream', '{"op":"login","args":["t"]}'],
  ])('NTF-05 %s is answered with an error', (_name, text) => {
    socket.connection.receive(text);
    expect(parseWire(operationAnswer, socket.take()[0])).toMatchObject({ success: false, ret_code: 10001 });
    expect(socket.closed).toBeUndefined();
  });

  test('a message above 64 KiB closes the connection', () => {
    socket.connection.receive('x'.repeat(65_537));
    expect(socket.closed?.code).toBe(1009);
    expect(world.gateway.streams.connections).toBe(0);
  });

  test.each([
    'orderBook_50.BTCUSDT',
    'orderBook_200.NOPE',
    'orderBook_200',
    'orderBook_200.BTCUSDT.1',
    'candle.7.BTCUSDT',
    'candle.BTCUSDT',
    'user.order',
    '__proto__.BTCUSDT',
    '',
  ])('NTF-05 the unknown topic "%s" is answered with an error and changes nothing', async (topic) => {
    socket.say({ op: 'subscribe', args: [TAPE, topic], req_id: 'a' });
    await settle();
    expect(socket.take()).toEqual([
      {
        op: 'subscribe',
        req_id: 'a',
        success: false,
        ret_code: 10001,
        ret_msg: 'This topic does not exist on this stream.',
        args: [topic],
      },
    ]);
    world.venue.emit([fakeTrade(1)]);
    expect(socket.take()).toEqual([]);
    expect(world.venue.watched).toEqual([]);
  });

  test('any text is answered or closes the connection, and never throws', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record({
          op: fc.constantFrom('subscribe', 'unsubscribe', 'login', 'ping', 'x'),
          args: fc.array(fc.constantFrom(TAPE, BOOK, 'a.b', '')),
        })
        .map((message) => JSON.stringify(message)),
    );
    fc.assert(
      fc.property(fc.constantFrom('public' as const, 'private' as const), fc.array(text), (kind, texts) => {
        const other = new FakeSocket(world.gateway, kind);
        for (const one of texts) other.connection.receive(one);
        other.connection.closed();
        expect(world.faults).toEqual([]);
      }),
    );
  });
});

describe('congestion', () => {
  test('a congested socket gets no public frames, and a fresh snapshot of each topic that moved when it is drained', async () => {
    socket.say({ op: 'subscribe', args: [BOOK, TAPE, 'instrument_info.BTCUSDT', 'instrument_info.ETHUSDT'] });
    await settle();
    socket.congested = true;
    world.venue.emit([fakeTrade(1)]);
    socket.take();
    for (let i = 2; i < 100; i += 1) {
      world.venue.emit([fakeTrade(i)]);
      world.venue.changeBook(BTC.id, [640_000 - i, 5], []);
      world.venue.emitMarket(BTC.id);
    }
    expect(socket.take()).toEqual([]);
    socket.drain();
    const frames = socket.take();
    expect(frames.map(({ topic, type }) => [topic, type])).toEqual([
      [BOOK, 'snapshot'],
      [TAPE, 'snapshot'],
      ['instrument_info.BTCUSDT', 'snapshot'],
    ]);
    expect(parseWire(bookFrame, frames[0]).data).toMatchObject({ u: 98 });
    socket.drain();
    expect(socket.take()).toEqual([]);
  });

  test('a socket that is congested again while it catches up goes on at the next drain', () => {
    socket.say({ op: 'subscribe', args: [TAPE, 'instrument_info.BTCUSDT'] });
    socket.congested = true;
    world.venue.emit([fakeTrade(1)]);
    world.venue.emit([fakeTrade(2)]);
    world.venue.emitMarket(BTC.id);
    socket.take();
    socket.connection.drained();
    expect(socket.take()).toMatchObject([{ topic: TAPE }]);
    socket.drain();
    expect(socket.take()).toMatchObject([{ topic: 'instrument_info.BTCUSDT' }]);
  });

  test('a socket whose transport throws is closed, and the others go on', () => {
    const broken = world.gateway.streams.connect(
      'public',
      { session: undefined, client: '' },
      () => {
        throw new Error('reset');
      },
      () => undefined,
    );
    broken.receive(JSON.stringify({ op: 'subscribe', args: [TAPE] }));
    socket.say({ op: 'subscribe', args: [TAPE] });
    socket.take();
    world.venue.emit([fakeTrade(1)]);
    expect(socket.take().length).toBe(1);
    expect(world.gateway.streams.connections).toBe(1);
    expect(world.faults.length).toBe(1);
  });
});

test('a venue that throws ends the connection that asked, and says nothing of why', () => {
  world.venue.market = () => {
    throw new Error('secret');
  };
  socket.say({ op: 'subscribe', args: ['instrument_info.BTCUSDT'] });
  expect([socket.closed, world.faults.length]).toEqual([{ code: 1011, reason: 'server error' }, 1]);
});

describe('what is watched', () => {
  test('an instrument is watched from the first look until some seconds after the last', () => {
    const other = new FakeSocket(world.gateway, 'public');
    socket.say({ op: 'subscribe', args: [BOOK, TAPE] });
    other.say({ op: 'subscribe', args: ['candle.5.ETHUSDT', 'instrument_info.BTCUSDT'] });
    expect(world.venue.watched).toEqual([[0], [0, 1]]);
    other.connection.closed();
    socket.say({ op: 'unsubscribe', args: [BOOK] });
    world.now += WATCH_LINGER_MS - 1;
    world.venue.emit([]);
    expect(world.venue.watched.length).toBe(2);
    world.now += 1;
    world.venue.emit([]);
    expect(world.venue.watched[2]).toEqual([0]);
    socket.connection.closed();
    socket = new FakeSocket(world.gateway, 'public');
    socket.say({ op: 'subscribe', args: [TAPE] });
    world.now += 10 * WATCH_LINGER_MS;
    world.venue.emit([]);
    expect(world.venue.watched.length).toBe(3);
  });

  test('following only a ticker is not looking', () => {
    socket.say({ op: 'subscribe', args: ['instrument_info.BTCUSDT'] });
    expect(world.venue.watched).toEqual([]);
  });
});

test('closing the gateway closes every connection and lets go of the venue', () => {
  world.gateway.close();
  expect(socket.closed?.code).toBe(1001);
  expect(world.venue.listeners).toBe(0);
  expect(world.gateway.streams.connections).toBe(0);
});

test('subscriptions are limited per connection', () => {
  const many = Array.from({ length: 20 }, (_, i) => fakeInstrument(i, `X${i}USDT`, { tick: '0.1', lot: '0.001', digits: [1, 3] }));
  const other = new FakeSocket(createWorld(new FakeVenue(many)).gateway, 'public');
  for (const [first, more] of [
    ['orderBook_200', ''],
    ['candle', '1.'],
    ['candle', '5.'],
    ['candle', '15.'],
    ['candle', '60.'],
    ['mark_kline', '1.'],
    ['mark_kline', '5.'],
    ['mark_kline', '15.'],
    ['mark_kline', '60.'],
  ] as const) {
    other.say({ op: 'subscribe', args: many.map(({ symbol }) => `${first}.${more}${symbol}`) });
  }
  other.take();
  other.say({ op: 'subscribe', args: many.slice(0, 19).map(({ symbol }) => `recently_trade.${symbol}`) });
  expect(other.take()[0]).toMatchObject({ success: true });
  other.say({ op: 'subscribe', args: ['instrument_info.X1USDT', 'instrument_info.X2USDT'] });
  expect(other.take()).toMatchObject([
    { success: false, ret_code: 10001, ret_msg: 'This connection has too many subscriptions: unsubscribe from a topic first.' },
  ]);
  other.say({ op: 'subscribe', args: ['instrument_info.X1USDT', 'orderBook_200.X1USDT'] });
  expect(other.take()).toMatchObject([{ success: true }, { topic: 'instrument_info.X1USDT' }]);
});
