import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { timestamp, type Instrument } from '@tapedeck/domain';
import {
  bookFrame,
  decodeInstrumentInfo,
  encodeLevels,
  instrumentInfoFrame,
  noticeFrame,
  operationAnswer,
  symbolListFrame,
  tapeFrame,
} from '@tapedeck/protocol';
import type { BookFrame } from '@tapedeck/protocol';
import { BTC, ETH, FakeVenue, START, fakeInstrument, fakeTrade } from '../testing/fake-venue.ts';
import { FakeSocket, createWorld, settle, type World } from '../testing/fake-world.ts';
import { QUIET_MS } from './instrument-info-topic.ts';
import { WATCH_LINGER_MS } from './watch-list.ts';

const BOOK = 'orderBook_200.BTCUSDT';
const TAPE = 'recently_trade.BTCUSDT';

let world: World;
let socket: FakeSocket;
beforeEach(() => {
  world = createWorld();
  socket = new FakeSocket(world.gateway, 'public');
});

/** The book that a subscriber makes of its frames. */
class ClientBook {
  update = -1;
  readonly bids = new Map<string, string>();
  readonly asks = new Map<string, string>();
  snapshots = 0;

  take(frame: BookFrame): void {
    if (frame.type === 'snapshot') {
      this.bids.clear();
      this.asks.clear();
      this.snapshots += 1;
    } else {
      expect(frame.data.u).toBe(this.update + 1);
    }
    this.update = frame.data.u;
    for (const [side, rows] of [
      [this.bids, frame.data.b],
      [this.asks, frame.data.a],
    ] as const) {
      for (const [at, size] of rows) {
        if (size === '0') side.delete(at);
        else side.set(at, size);
      }
    }
  }

  /** Takes the book frames of a socket, leaving its answers out. */
  follow(from: FakeSocket): this {
    for (const frame of from.take()) if (frame['topic'] === BOOK) this.take(bookFrame.parse(frame));
    return this;
  }

  expectSameAs(venue: FakeVenue): void {
    const { bids, asks } = venue.bookNow(BTC.id);
    expect(this.update).toBe(venue.books.get(BTC.id)?.update);
    expect(this.bids).toEqual(new Map(encodeLevels(bids, BTC)));
    expect(this.asks).toEqual(new Map(encodeLevels(asks, BTC)));
  }
}

describe('instruments that appear and end', () => {
  const future: Instrument = {
    ...BTC,
    id: 2,
    symbol: 'BTCUSDT-25DEC26',
    kind: 'LinearFutures',
    deliveryAt: timestamp(Date.UTC(2026, 11, 25, 8)),
  };

  test.each(['symbol_list', 'public.symbol.notify'])('NTF-05 %s tells the version of the list, then what changes', async (topic) => {
    const versionNow = async (): Promise<unknown> => (await world.get('/contract/v5/product/brief-symbol-list')).body.result;
    socket.say({ op: 'subscribe', args: [topic] });
    const [, snapshot] = socket.take();
    expect(snapshot).toMatchObject({ topic, type: 'snapshot', data: { list: [] } });
    expect(await versionNow()).toMatchObject({ version: symbolListFrame.parse(snapshot).data.version });
    world.venue.emit([{ type: 'InstrumentListed', instrument: future }]);
    const [listed] = socket.take();
    expect(listed).toMatchObject({
      type: 'delta',
      data: { list: [{ symbolName: 'BTCUSDT-25DEC26', deliveryTimeE3: Date.UTC(2026, 11, 25, 8) }] },
    });
    expect(await versionNow()).toMatchObject({
      LinearFutures: [{ symbolName: 'BTCUSDT-25DEC26' }],
      version: symbolListFrame.parse(listed).data.version,
    });
    world.venue.emit([{ type: 'InstrumentChanged', instrument: { ...future, status: 'Closed' } }]);
    expect(socket.take()).toMatchObject([{ data: { list: [{ contractStatus: 'Closed' }] } }]);
    expect(await versionNow()).toMatchObject({ LinearFutures: [], version: symbolListFrame.parse(snapshot).data.version });
  });

  test('NTF-05 public.notice tells the notices that hold, then each new one and each that is taken back', () => {
    world.gateway.notices.publish('over soon', 0);
    const kept = world.gateway.notices.publish('maintenance at noon', 60_000);
    socket.say({ op: 'subscribe', args: ['public.notice'] });
    const [, snapshot] = socket.take();
    expect(noticeFrame.parse(snapshot)).toMatchObject({ type: 'snapshot', data: [kept] });
    const fresh = world.gateway.notices.publish('<b>not markup</b>', 60_000);
    expect(noticeFrame.parse(socket.take()[0])).toMatchObject({ type: 'delta', data: [fresh] });
    world.gateway.notices.withdraw(kept.id);
    const [withdrawn] = noticeFrame.parse(socket.take()[0]).data;
    expect([withdrawn?.id, (withdrawn?.endsAt ?? Infinity) <= world.now]).toEqual([kept.id, true]);
    expect(world.gateway.notices.withdraw(kept.id)).toBeUndefined();
    expect(world.gateway.notices.notices).toEqual([fresh]);
  });

  test('its topics may be followed from its listing to its end', () => {
    const tape = 'recently_trade.BTCUSDT-25DEC26';
    socket.say({ op: 'subscribe', args: [tape] });
    expect(socket.take()).toMatchObject([{ success: false }]);
    world.venue.emit([{ type: 'InstrumentListed', instrument: future }]);
    world.venue.emit([fakeTrade(7, 2)]);
    socket.say({ op: 'subscribe', args: [tape] });
    const [answer, trades] = socket.take();
    expect([answer?.['success'], tapeFrame.parse(trades).data[0]?.[0]]).toEqual([true, '7']);
    world.venue.emit([{ type: 'InstrumentChanged', instrument: { ...future, status: 'Closed' } }]);
    socket.say({ op: 'subscribe', args: ['instrument_info.BTCUSDT-25DEC26'] });
    expect(socket.take()).toMatchObject([{ success: false }]);
  });
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
    expect(operationAnswer.parse(socket.take()[0])).toMatchObject({ success: false, ret_code: 10001 });
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
      { op: 'subscribe', req_id: 'a', success: false, ret_code: 10001, ret_msg: 'There is no such topic here.', args: [topic] },
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

describe('the tape and the ticker', () => {
  test('NTF-05 the newest 60 trades, then each new one once', () => {
    for (let id = 1; id <= 70; id += 1) world.venue.emit([fakeTrade(id), fakeTrade(id, ETH.id)]);
    socket.say({ op: 'subscribe', args: [TAPE] });
    const [answer, snapshot] = socket.take();
    expect(answer).toMatchObject({ op: 'subscribe', success: true, args: [TAPE] });
    const rows = tapeFrame.parse(snapshot);
    expect([rows.type, rows.data.length, rows.data[0]?.[0], rows.data.at(-1)?.[0]]).toEqual(['snapshot', 60, '11', '70']);
    world.venue.emit([fakeTrade(71), fakeTrade(5, ETH.id), fakeTrade(72)]);
    const frames = socket.take();
    expect(frames).toMatchObject([
      {
        topic: TAPE,
        type: 'delta',
        data: [
          ['71', START + 71, '64000.1', '0.004', 'Sell'],
          ['72', START + 71, '64000.1', '0.004', 'Sell'],
        ],
      },
    ]);
  });

  test('NTF-05 the ticker is whole in every frame, and gives back the market state', () => {
    socket.say({ op: 'subscribe', args: ['instrument_info.BTCUSDT'] });
    world.venue.emitMarket(BTC.id);
    world.venue.emitMarket(ETH.id);
    const frames = socket.take().slice(1);
    expect(frames.length).toBe(2);
    for (const frame of frames) {
      expect(decodeInstrumentInfo(instrumentInfoFrame.parse(frame).data, BTC).market).toEqual(world.venue.market(BTC.id).state);
    }
  });

  test('MKT-08 NTF-05 the ticker of a market in which nothing changes is told again, so that quiet does not look like lost', () => {
    socket.say({ op: 'subscribe', args: ['instrument_info.BTCUSDT'] });
    socket.take();
    const told: number[] = [];
    for (let step = 0; step < 24; step += 1) {
      world.now += 250;
      world.venue.emitMarket(ETH.id);
      if (socket.take().length > 0) told.push(world.now - START);
    }
    expect(told.map((at) => at - (told[0] ?? 0))).toEqual([0, QUIET_MS, 2 * QUIET_MS, 3 * QUIET_MS]);
    world.venue.emitMarket(BTC.id);
    world.now += QUIET_MS - 1;
    world.venue.emit([]);
    expect(socket.take()).toHaveLength(1);
    world.now += 250;
    world.venue.emit([]);
    expect(socket.take()).toHaveLength(1);
  });

  test('a topic that is left is silent', () => {
    socket.say({ op: 'subscribe', args: [TAPE] });
    socket.say({ op: 'unsubscribe', args: [TAPE] });
    socket.take();
    world.venue.emit([fakeTrade(1)]);
    expect(socket.take()).toEqual([]);
  });

  test('a frame is one text for all who follow it', () => {
    const others = [1, 2, 3].map(() => new FakeSocket(world.gateway, 'public'));
    for (const one of others) one.say({ op: 'subscribe', args: [TAPE] });
    for (const one of others) one.frames.length = 0;
    world.venue.emit([fakeTrade(1)]);
    expect(new Set(others.map((one) => one.frames.join()))).toHaveLength(1);
  });
});

describe('the book', () => {
  test('NTF-05 a snapshot on subscribing, then numbered deltas', async () => {
    world.venue.changeBook(BTC.id, [640_000, 5], [640_001, 2]);
    socket.say({ op: 'subscribe', args: [BOOK] });
    await settle();
    world.venue.changeBook(BTC.id, [640_000, 0, 639_999, 4], []);
    const frames = socket.take().slice(1);
    expect(frames).toMatchObject([
      { topic: BOOK, type: 'snapshot', data: { s: 'BTCUSDT', u: 1, b: [['64000.0', '0.005']], a: [['64000.1', '0.002']] } },
      {
        topic: BOOK,
        type: 'delta',
        data: {
          u: 2,
          b: [
            ['64000.0', '0'],
            ['63999.9', '0.004'],
          ],
          a: [],
        },
      },
    ]);
  });

  test.each([
    ['asked', false],
    ['answered', true],
  ])(
    'updates that arrive while a snapshot is under way are neither lost nor doubled: it is of the moment it is %s',
    async (_name, late) => {
      let asked = 0;
      world.venue.late = late;
      world.venue.meanwhile = () => {
        asked += 1;
        for (let i = 0; i < 3; i += 1) world.venue.changeBook(BTC.id, [640_000 - i, 5], [640_001 + i, 2]);
      };
      socket.say({ op: 'subscribe', args: [BOOK] });
      world.venue.changeBook(BTC.id, [1, 1], []);
      await settle();
      new ClientBook().follow(socket).expectSameAs(world.venue);
      expect(asked).toBe(1);
    },
  );

  test('a gap at the venue is noticed at the next update, and a new snapshot follows', async () => {
    const book = new ClientBook();
    socket.say({ op: 'subscribe', args: [BOOK] });
    await settle();
    world.venue.changeBook(BTC.id, [640_000, 5], [], true);
    world.venue.changeBook(BTC.id, [639_999, 5], []);
    await settle();
    book.follow(socket).expectSameAs(world.venue);
    expect(book.snapshots).toBe(2);
  });

  test('a book that was not watched for a while is read again', async () => {
    socket.say({ op: 'subscribe', args: [BOOK] });
    await settle();
    socket.say({ op: 'unsubscribe', args: [BOOK] });
    world.now += WATCH_LINGER_MS;
    world.venue.emit([]);
    world.venue.changeBook(BTC.id, [640_000, 5], [], true);
    socket.take();
    socket.say({ op: 'subscribe', args: [BOOK] });
    await settle();
    new ClientBook().follow(socket).expectSameAs(world.venue);
  });

  test('a venue that fails to give its book is asked again at the next update', async () => {
    const { book } = world.venue;
    world.venue.book = () => Promise.reject(new Error('not now'));
    socket.say({ op: 'subscribe', args: [BOOK] });
    await settle();
    expect(world.faults.length).toBe(1);
    world.venue.book = book.bind(world.venue);
    world.venue.changeBook(BTC.id, [640_000, 5], []);
    await settle();
    new ClientBook().follow(socket).expectSameAs(world.venue);
  });

  /** Steps of the property below: what happens to the book and to the subscribers. */
  const levels = fc.array(fc.tuple(fc.integer({ min: 1, max: 250 }), fc.integer({ min: 0, max: 3 })), { maxLength: 6 });
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('change' as const), bids: levels, asks: levels, lost: fc.constant(false) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('change' as const), bids: levels, asks: levels, lost: fc.constant(true) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('settle', 'congest', 'drain', 'leave', 'join', 'linger' as const) }) },
  );

  test('E1 snapshot and deltas make the source book, under congestion, gaps and re-subscription', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.boolean(), async (steps, late) => {
        world = createWorld();
        world.venue.late = late;
        const sockets = [new FakeSocket(world.gateway, 'public'), new FakeSocket(world.gateway, 'public')];
        const books = sockets.map(() => new ClientBook());
        for (const one of sockets) one.say({ op: 'subscribe', args: [BOOK] });
        const [first] = sockets as [FakeSocket];
        for (const one of steps) {
          if (one.kind === 'change') {
            const bids = one.bids.flatMap(([at, size]) => [at, size]);
            const asks = one.asks.flatMap(([at, size]) => [at + 250, size]);
            world.venue.changeBook(BTC.id, bids, asks, one.lost);
          } else if (one.kind === 'settle') await settle();
          else if (one.kind === 'congest') first.congested = true;
          else if (one.kind === 'drain') first.drain();
          else if (one.kind === 'leave') first.say({ op: 'unsubscribe', args: [BOOK] });
          else if (one.kind === 'join') first.say({ op: 'subscribe', args: [BOOK] });
          else {
            world.now += WATCH_LINGER_MS;
            world.venue.emit([]);
          }
          for (const [i, book] of books.entries()) book.follow(sockets[i] ?? first);
        }
        first.drain();
        first.say({ op: 'subscribe', args: [BOOK] });
        await settle();
        // The next update shows a gap that was the last thing to happen.
        world.venue.changeBook(BTC.id, [1, 9], [500, 9]);
        await settle();
        for (const [i, book] of books.entries()) book.follow(sockets[i] ?? first).expectSameAs(world.venue);
        expect(world.faults).toEqual([]);
      }),
      { numRuns: 200 },
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
    expect(bookFrame.parse(frames[0]).data).toMatchObject({ u: 98 });
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
      undefined,
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
  expect(other.take()).toMatchObject([{ success: false, ret_code: 10001, ret_msg: 'There are too many subscriptions.' }]);
  other.say({ op: 'subscribe', args: ['instrument_info.X1USDT', 'orderBook_200.X1USDT'] });
  expect(other.take()).toMatchObject([{ success: true }, { topic: 'instrument_info.X1USDT' }]);
});
