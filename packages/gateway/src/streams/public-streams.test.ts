import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { lots, price, timestamp, type Instrument, type PositionLiquidated } from '@tapedeck/domain';
import {
  bookFrame,
  decodeInstrumentInfo,
  encodeLevels,
  instrumentInfoFrame,
  noticeFrame,
  symbolListFrame,
  tapeFrame,
  type BookFrame,
  parseWire,
} from '@tapedeck/protocol';
import type { FakeVenue } from '../testing/fake-venue.ts';
import { BTC, ETH, START, fakeTrade } from '../testing/fake-venue.ts';
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
    for (const frame of from.take()) if (frame['topic'] === BOOK) this.take(parseWire(bookFrame, frame));
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
    expect(await versionNow()).toMatchObject({ version: parseWire(symbolListFrame, snapshot).data.version });
    world.venue.emit([{ type: 'InstrumentListed', instrument: future }]);
    const [listed] = socket.take();
    expect(listed).toMatchObject({
      type: 'delta',
      data: { list: [{ symbolName: 'BTCUSDT-25DEC26', deliveryTimeE3: Date.UTC(2026, 11, 25, 8) }] },
    });
    expect(await versionNow()).toMatchObject({
      LinearFutures: [{ symbolName: 'BTCUSDT-25DEC26' }],
      version: parseWire(symbolListFrame, listed).data.version,
    });
    world.venue.emit([{ type: 'InstrumentChanged', instrument: { ...future, status: 'Closed' } }]);
    expect(socket.take()).toMatchObject([{ data: { list: [{ contractStatus: 'Closed' }] } }]);
    expect(await versionNow()).toMatchObject({ LinearFutures: [], version: parseWire(symbolListFrame, snapshot).data.version });
  });

  test('SIM-07 NTF-05 liquidation.{symbol} tells each liquidation in a contract, and not whose it was', () => {
    const liquidated = (instrument: Instrument): PositionLiquidated => ({
      type: 'PositionLiquidated',
      account: 3,
      instrument: instrument.id,
      positionIndex: 1,
      side: 'Buy',
      size: lots(120),
      bankruptcyPrice: price(5_990_000_000_000n),
      mark: price(6_010_000_000_000n),
    });
    socket.say({ op: 'subscribe', args: ['liquidation.BTCUSDT'] });
    socket.take();
    world.venue.emit([liquidated(BTC), liquidated(ETH)]);
    const told = {
      symbol: 'BTCUSDT',
      side: 'Buy',
      size: '0.12',
      bustPrice: '59900.0',
      markPrice: '60100.0',
      timeE3: expect.any(Number) as number,
    };
    expect(socket.take()).toEqual([{ topic: 'liquidation.BTCUSDT', type: 'delta', ts: expect.any(Number) as number, data: [told] }]);
    socket.say({ op: 'unsubscribe', args: ['liquidation.BTCUSDT'] });
    socket.take();
    world.venue.emit([liquidated(BTC)]);
    expect(socket.take()).toEqual([]);
  });

  test('NTF-05 public.notice tells the notices that hold, then each new one and each that is taken back', () => {
    world.gateway.notices.publish('over soon', 0);
    const kept = world.gateway.notices.publish('maintenance at noon', 60_000);
    socket.say({ op: 'subscribe', args: ['public.notice'] });
    const [, snapshot] = socket.take();
    expect(parseWire(noticeFrame, snapshot)).toMatchObject({ type: 'snapshot', data: [kept] });
    const fresh = world.gateway.notices.publish('<b>not markup</b>', 60_000);
    expect(parseWire(noticeFrame, socket.take()[0])).toMatchObject({ type: 'delta', data: [fresh] });
    world.gateway.notices.withdraw(kept.id);
    const [withdrawn] = parseWire(noticeFrame, socket.take()[0]).data;
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
    expect([answer?.['success'], parseWire(tapeFrame, trades).data[0]?.[0]]).toEqual([true, '7']);
    world.venue.emit([{ type: 'InstrumentChanged', instrument: { ...future, status: 'Closed' } }]);
    socket.say({ op: 'subscribe', args: ['instrument_info.BTCUSDT-25DEC26'] });
    expect(socket.take()).toMatchObject([{ success: false }]);
  });
});

describe('the tape and the ticker', () => {
  test('NTF-05 the newest 60 trades, then each new one once', () => {
    for (let id = 1; id <= 70; id += 1) world.venue.emit([fakeTrade(id), fakeTrade(id, ETH.id)]);
    socket.say({ op: 'subscribe', args: [TAPE] });
    const [answer, snapshot] = socket.take();
    expect(answer).toMatchObject({ op: 'subscribe', success: true, args: [TAPE] });
    const rows = parseWire(tapeFrame, snapshot);
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
      expect(decodeInstrumentInfo(parseWire(instrumentInfoFrame, frame).data, BTC).market).toEqual(world.venue.market(BTC.id).state);
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

  /** Steps of the property below: events of the book and of the subscribers. */
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
