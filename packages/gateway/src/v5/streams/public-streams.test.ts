import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { lots, price, timestamp, type Instrument, type PositionLiquidated } from '@tapedeck/domain';
import { encodeLevels } from '@tapedeck/protocol';
import { BTC, ETH, FakeVenue, START, fakeCandle, fakeTrade, units } from '../../testing/fake-venue.ts';
import { createWorld, settle, type World } from '../../testing/fake-world.ts';
import { ProgramSocket } from '../../testing/program-socket.ts';

const SPOT: Instrument = { ...BTC, id: 2, symbol: 'BTCUSDT-SPOT', kind: 'Spot' };
const INVERSE: Instrument = { ...BTC, id: 3, symbol: 'BTCUSD', kind: 'InversePerpetual', quoteCoin: 'USD', settleCoin: 'BTC' };
const FUTURE: Instrument = {
  ...BTC,
  id: 4,
  symbol: 'BTCUSDT-25DEC26',
  kind: 'LinearFutures',
  deliveryAt: timestamp(Date.UTC(2026, 11, 25, 8)),
};
const OPTION: Instrument = {
  ...BTC,
  id: 5,
  symbol: 'BTC-25DEC26-60000-C-USDT',
  kind: 'UsdtOption',
  option: { right: 'Call', strike: price(units('60000')) },
  deliveryAt: timestamp(Date.UTC(2026, 11, 25, 8)),
};

let world: World;
beforeEach(() => {
  world = createWorld(new FakeVenue([BTC, ETH, SPOT, INVERSE, FUTURE, OPTION]));
});

const open = (channel: ConstructorParameters<typeof ProgramSocket>[1]): ProgramSocket => new ProgramSocket(world.gateway, channel);
const liquidated = (instrument: Instrument): PositionLiquidated => ({
  type: 'PositionLiquidated',
  account: 777_123,
  instrument: instrument.id,
  positionIndex: 0,
  side: 'Buy',
  size: lots(20),
  bankruptcyPrice: price(units('63000')),
  mark: price(units('63100')),
});

describe('control messages', () => {
  test.each([
    ['spot', 'tickers.BTCUSDT', { success: true, ret_msg: 'subscribe', req_id: 's', op: 'subscribe' }],
    ['linear', 'tickers.BTCUSDT', { success: true, ret_msg: '', req_id: 's', op: 'subscribe' }],
    ['inverse', 'tickers.BTCUSD', { success: true, ret_msg: '', req_id: 's', op: 'subscribe' }],
  ] as const)('BOT-01 %s answers a subscription in its own form', (channel, topic, answer) => {
    const [first] = open(channel).subscribe(topic).take();
    expect(first).toEqual({ ...answer, conn_id: expect.stringMatching(/^[0-9a-f]{20}$/) });
  });

  test('BOT-01 options say of each topic what became of it', () => {
    const topic = `tickers.${OPTION.symbol}`;
    const [done] = open('option').subscribe(topic).take();
    expect(done).toEqual({
      success: true,
      conn_id: expect.any(String),
      data: { failTopics: [], successTopics: [topic] },
      type: 'COMMAND_RESP',
    });
    expect(open('spread').subscribe('tickers.BTCUSDT_BTC/USDT').take()).toMatchObject([
      { success: false, data: { failTopics: ['tickers.BTCUSDT_BTC/USDT'], successTopics: [] } },
    ]);
  });

  test.each([
    ['spot', { success: true, ret_msg: 'pong', conn_id: expect.any(String), op: 'ping' }],
    ['linear', { success: true, ret_msg: 'pong', conn_id: expect.any(String), req_id: '', op: 'ping' }],
    ['option', { args: [String(START)], op: 'pong' }],
  ] as const)('BOT-01 %s answers a ping', (channel, pong) => {
    const socket = open(channel).say({ op: 'ping' });
    expect(socket.frames[0]).not.toMatch(/": /);
    expect(socket.take()).toEqual([pong]);
  });

  test('BOT-01 a request is named by a text or a number, and echoed as text', () => {
    const [first, second] = open('linear').say({ op: 'ping', req_id: 7 }).say({ op: 'ping', req_id: 'x' }).take();
    expect([first?.['req_id'], second?.['req_id']]).toEqual(['7', 'x']);
  });

  test.each([
    ['an unknown topic', ['nothing.BTCUSDT'], 'error:handler not found,topic:nothing.BTCUSDT'],
    ['an unknown symbol', ['tickers.NONE'], 'error:handler not found,topic:tickers.NONE'],
    ['a depth that there is not', ['orderbook.25.BTCUSDT'], 'error:handler not found,topic:orderbook.25.BTCUSDT'],
    ['an interval that there is not', ['kline.2.BTCUSDT'], 'error:handler not found,topic:kline.2.BTCUSDT'],
    ['an interval that objects have', ['kline.constructor.BTCUSDT'], 'error:handler not found,topic:kline.constructor.BTCUSDT'],
    ['a symbol of another category', ['tickers.BTCUSD'], 'error:handler not found,topic:tickers.BTCUSD'],
    ['no topic', [], 'error:args is invalid'],
    ['what is no text', [7], 'error:args is invalid'],
  ])('BOT-04 %s is refused, and with it the whole request', (_what, args, why) => {
    const socket = open('linear').say({ op: 'subscribe', args: args.length === 0 ? [] : ['tickers.ETHUSDT', ...args] });
    expect(socket.take()).toMatchObject([{ success: false, ret_msg: why, op: 'subscribe' }]);
    world.venue.emitMarket(ETH.id);
    expect(socket.take()).toEqual([]);
  });

  test('BOT-04 a topic is followed once, left, and followed again', async () => {
    const socket = open('linear').subscribe('tickers.BTCUSDT');
    await settle();
    socket.take();
    expect(socket.subscribe('tickers.BTCUSDT').take()).toMatchObject([
      { success: false, ret_msg: 'error:already subscribed,topic:tickers.BTCUSDT' },
    ]);
    expect(socket.say({ op: 'unsubscribe', req_id: 'u', args: ['tickers.BTCUSDT'] }).take()).toMatchObject([
      { success: true, op: 'unsubscribe', req_id: 'u' },
    ]);
    expect(socket.subscribe('tickers.BTCUSDT').take()[0]).toMatchObject({ success: true });
  });

  test('BOT-04 args are limited by number on spot, and by length on every connection', () => {
    expect(
      open('spot')
        .subscribe(...Array.from({ length: 11 }, (_, at) => `kline.${at}.BTCUSDT`))
        .take(),
    ).toMatchObject([{ success: false, ret_msg: 'args size >10' }]);
    const venue = new FakeVenue(
      Array.from({ length: 400 }, (_, id) => ({ ...BTC, id, symbol: `COIN${String(id).padStart(40, '0')}USDT` })),
    );
    const socket = new ProgramSocket(createWorld(venue).gateway, 'linear');
    const all = venue.instruments.map(({ symbol }) => `tickers.${symbol}`);
    expect(socket.subscribe(...all.slice(0, 300)).take()[0]).toMatchObject({ success: true });
    expect(socket.subscribe(...all.slice(300, 370)).take()).toMatchObject([{ success: true }]);
    expect(socket.subscribe(...all.map((name) => name.replace('tickers', 'publicTrade'))).take()).toMatchObject([
      { success: false, ret_msg: 'args size >21000' },
    ]);
  });

  test.each(['', 'no json', '[]', '{}', '{"op":7}', `{"op":"${'x'.repeat(70)}"}`, '{"op":"subscribe","args":"x"}'])(
    'BOT-04 what is no message is answered so, and harms nothing: %s',
    (text) => {
      const socket = open('linear').say(text);
      expect(socket.take()).toMatchObject([{ success: false, ret_msg: 'error:invalid request' }]);
      expect(socket.subscribe('tickers.BTCUSDT').take()[0]).toMatchObject({ success: true });
      expect(world.faults).toEqual([]);
    },
  );

  test('BOT-04 an unknown op is refused', () => {
    expect(open('spot').say({ op: 'auth', args: [] }).take()).toMatchObject([{ success: false, ret_msg: 'error:invalid op' }]);
  });

  test('BOT-04 a connection that says nothing for its time is cut, one that pings is not', () => {
    const [silent, lively] = [new ProgramSocket(world.gateway, 'linear', 30_000), new ProgramSocket(world.gateway, 'linear', 30_000)];
    world.now += 20_000;
    lively.say({ op: 'ping' });
    world.now += 20_000;
    silent.check();
    expect([silent.closed?.code, lively.closed]).toEqual([1000, undefined]);
    expect(world.gateway.programStreams.connections).toBe(1);
  });
});

interface BookData {
  readonly b: readonly (readonly [string, string])[];
  readonly a: readonly (readonly [string, string])[];
  readonly u: number;
  readonly seq: number;
}

/** The book that a program makes of its frames. */
class ProgramBook {
  u: number | undefined;
  seq = 0;
  readonly bids = new Map<string, string>();
  readonly asks = new Map<string, string>();

  take(frames: readonly Readonly<Record<string, unknown>>[]): this {
    for (const { type, data } of frames) {
      const { b, a, u, seq } = data as BookData;
      if (type === 'snapshot') {
        this.bids.clear();
        this.asks.clear();
      } else expect(u).toBe((this.u ?? 0) + 1);
      [this.u, this.seq] = [u, seq];
      for (const [side, rows] of [
        [this.bids, b],
        [this.asks, a],
      ] as const)
        for (const [at, size] of rows) {
          if (size === '0') expect(side.delete(at)).toBe(true);
          else side.set(at, size);
        }
    }
    return this;
  }

  /** What it should be at a depth. */
  expectTop(venue: FakeVenue, depth: number): void {
    const { bids, asks } = venue.bookNow(BTC.id);
    expect(this.bids).toEqual(new Map(encodeLevels(bids.slice(0, 2 * depth), BTC)));
    expect(this.asks).toEqual(new Map(encodeLevels(asks.slice(0, 2 * depth), BTC)));
  }
}

describe('orderbook', () => {
  const change = fc.record({
    side: fc.boolean(),
    at: fc.integer({ min: 1, max: 90 }),
    size: fc.integer({ min: 0, max: 5 }),
    lost: fc.integer({ max: 9, min: 0 }),
  });

  test.each([1, 50, 200])('E1 BOT-01 at depth %i the frames make the best levels, whatever happens to the book', async (depth) => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 80 }), async (changes) => {
        const { gateway, venue, faults } = createWorld();
        const socket = new ProgramSocket(gateway, 'linear').subscribe(`orderbook.${depth}.BTCUSDT`);
        await settle();
        const book = new ProgramBook();
        for (const { side, at, size, lost } of changes) {
          const levels = [side ? 640_000 - at : 640_000 + at, size];
          venue.changeBook(BTC.id, side ? levels : [], side ? [] : levels, lost === 0);
          await settle();
          book.take(socket.takeOf(`orderbook.${depth}.BTCUSDT`));
        }
        // The next update shows what was lost.
        venue.changeBook(BTC.id, [639_999, 9], []);
        await settle();
        book.take(socket.takeOf(`orderbook.${depth}.BTCUSDT`)).expectTop(venue, depth);
        expect(faults).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test('BOT-01 a frame has the keys and the types of the exchange', async () => {
    world.venue.changeBook(BTC.id, [639_999, 5], [640_001, 7]);
    const socket = open('linear').subscribe('orderbook.50.BTCUSDT');
    await settle();
    const [snapshot] = socket.takeOf('orderbook.50.BTCUSDT');
    expect(snapshot).toEqual({
      topic: 'orderbook.50.BTCUSDT',
      type: 'snapshot',
      ts: START,
      cts: START,
      data: { s: 'BTCUSDT', b: [['63999.9', '0.005']], a: [['64000.1', '0.007']], u: 2, seq: 1 },
    });
    world.venue.changeBook(BTC.id, [639_999, 0, 639_998, 4], []);
    expect(socket.takeOf('orderbook.50.BTCUSDT')).toMatchObject([
      {
        type: 'delta',
        data: {
          b: [
            ['63999.9', '0'],
            ['63999.8', '0.004'],
          ],
          a: [],
          u: 3,
          seq: 2,
        },
      },
    ]);
  });

  test('BOT-01 a level that is pushed out of the window is deleted, and told again when it is back', async () => {
    world.venue.changeBook(BTC.id, Array.from({ length: 50 }, (_, at) => [640_000 - at, 1]).flat(), []);
    const socket = open('linear').subscribe('orderbook.50.BTCUSDT');
    await settle();
    socket.take();
    world.venue.changeBook(BTC.id, [640_001, 1], []);
    expect(socket.take()).toMatchObject([
      {
        data: {
          b: [
            ['64000.1', '0.001'],
            ['63995.1', '0'],
          ],
        },
      },
    ]);
    world.venue.changeBook(BTC.id, [640_001, 0], []);
    expect(socket.take()).toMatchObject([
      {
        data: {
          b: [
            ['64000.1', '0'],
            ['63995.1', '0.001'],
          ],
        },
      },
    ]);
    world.venue.changeBook(BTC.id, [600_000, 5], []);
    expect(socket.take()).toEqual([]);
  });

  test('BOT-01 the best level is always whole, and told again by its number when it is quiet', async () => {
    world.venue.changeBook(BTC.id, [640_000, 1], [640_002, 1]);
    const socket = open('linear').subscribe('orderbook.1.BTCUSDT');
    await settle();
    const [first] = socket.takeOf('orderbook.1.BTCUSDT');
    world.now += 2_000;
    socket.check();
    expect(socket.take()).toEqual([]);
    world.now += 1_500;
    socket.check();
    expect(socket.take()).toMatchObject([{ type: 'snapshot', data: first?.['data'] }]);
    world.venue.changeBook(BTC.id, [640_000, 2], []);
    expect(socket.take()).toMatchObject([{ type: 'snapshot', data: { b: [['64000.0', '0.002']], a: [['64000.2', '0.001']] } }]);
  });

  test('E3 BOT-04 a congested socket gets a fresh book when it has caught up', async () => {
    world.venue.changeBook(BTC.id, [640_000, 1], [640_002, 1]);
    const socket = open('linear').subscribe('orderbook.50.BTCUSDT');
    await settle();
    socket.take();
    socket.isCongested = true;
    world.venue.changeBook(BTC.id, [640_000, 2], []);
    socket.take();
    for (let at = 3; at < 9; at += 1) world.venue.changeBook(BTC.id, [640_000, at], []);
    expect(socket.take()).toEqual([]);
    socket.drain();
    expect(socket.take()).toMatchObject([{ type: 'snapshot', data: { b: [['64000.0', '0.008']] } }]);
  });

  test('BOT-01 books of spot, inverse and options have the depths of their kind', () => {
    expect(open('spot').subscribe('orderbook.1.BTCUSDT', 'orderbook.1000.BTCUSDT').take()[0]).toMatchObject({ success: true });
    expect(open('inverse').subscribe('orderbook.200.BTCUSD').take()[0]).toMatchObject({ success: true });
    expect(open('option').subscribe(`orderbook.25.${OPTION.symbol}`, `orderbook.100.${OPTION.symbol}`).take()[0]).toMatchObject({
      success: true,
    });
    expect(open('option').subscribe(`orderbook.50.${OPTION.symbol}`).take()[0]).toMatchObject({ success: false });
  });
});

describe('trades', () => {
  test('BOT-01 each trade once, with the direction of its tick', () => {
    const socket = open('linear').subscribe('publicTrade.BTCUSDT');
    socket.take();
    const at = (tradeId: number, text: string) => ({ ...fakeTrade(tradeId), price: price(units(text)) });
    world.venue.emit([at(1, '64000.1'), at(2, '64000.2'), at(3, '64000.2'), at(4, '64000.1'), at(5, '64000.1')]);
    const [frame, ...more] = socket.take();
    expect(more).toEqual([]);
    const rows = frame?.['data'] as readonly Readonly<Record<string, unknown>>[];
    expect(rows.map((row) => row['L'])).toEqual(['ZeroPlusTick', 'PlusTick', 'ZeroPlusTick', 'MinusTick', 'ZeroMinusTick']);
    expect(rows[0]).toEqual({
      T: START + 1,
      s: 'BTCUSDT',
      S: 'Sell',
      v: '0.004',
      p: '64000.1',
      L: 'ZeroPlusTick',
      i: '1',
      BT: false,
      RPI: false,
      seq: 1,
    });
    expect(frame).toMatchObject({ topic: 'publicTrade.BTCUSDT', type: 'snapshot', ts: START + 1 });
  });

  test('BOT-01 a frame has at most 1,024 of them', () => {
    const socket = open('linear').subscribe('publicTrade.BTCUSDT');
    socket.take();
    world.venue.emit(Array.from({ length: 2_000 }, (_, at) => fakeTrade(at + 1)));
    expect(socket.take().map(({ data }) => (data as unknown[]).length)).toEqual([1_024, 976]);
  });

  test('BOT-01 options are followed by their coin or one by one', () => {
    const all = open('option').subscribe('publicTrade.BTC');
    const one = open('option').subscribe(`publicTrade.${OPTION.symbol}`);
    [all, one].forEach((socket) => socket.take());
    world.venue.emit([fakeTrade(1, OPTION.id)]);
    const [frame] = all.take();
    expect(frame).toMatchObject({ topic: 'publicTrade.BTC', data: [{ s: OPTION.symbol, mP: '64000.0', iP: '64000', mIv: '0', iv: '0' }] });
    expect(Object.keys(frame ?? {})).toContain('id');
    expect(one.take()).toMatchObject([{ topic: `publicTrade.${OPTION.symbol}` }]);
    expect(open('option').subscribe('publicTrade.DOGE').take()).toMatchObject([{ success: false }]);
  });

  test('E3 BOT-04 trades are not left out of a congested socket', () => {
    const socket = open('linear').subscribe('publicTrade.BTCUSDT');
    socket.isCongested = true;
    world.venue.emit([fakeTrade(1)]);
    world.venue.emit([fakeTrade(2)]);
    expect(socket.takeOf('publicTrade.BTCUSDT')).toHaveLength(2);
  });
});

describe('tickers', () => {
  test('BOT-01 of a contract: a snapshot, then only what changed', async () => {
    world.venue.changeBook(BTC.id, [640_000, 3], [640_001, 4]);
    const socket = open('linear').subscribe('tickers.BTCUSDT');
    await settle();
    const [snapshot] = socket.takeOf('tickers.BTCUSDT');
    expect(snapshot).toMatchObject({
      type: 'snapshot',
      data: {
        symbol: 'BTCUSDT',
        lastPrice: '64000.0',
        bid1Price: '64000.0',
        bid1Size: '0.003',
        ask1Size: '0.004',
        fundingIntervalHour: '8',
      },
    });
    world.venue.emitMarket(BTC.id);
    expect(socket.take()).toEqual([]);
    world.venue.changeBook(BTC.id, [640_000, 5], []);
    world.venue.emitMarket(BTC.id);
    expect(socket.take()).toMatchObject([{ type: 'delta', cs: 2, data: { symbol: 'BTCUSDT', bid1Size: '0.005' } }]);
    const late = open('linear').subscribe('tickers.BTCUSDT');
    expect(late.takeOf('tickers.BTCUSDT')).toMatchObject([{ type: 'snapshot', data: { bid1Size: '0.005' } }]);
  });

  test('BOT-01 of a future: its delivery, and no funding', async () => {
    const socket = open('linear').subscribe(`tickers.${FUTURE.symbol}`);
    await settle();
    const [, snapshot] = socket.take();
    expect(snapshot?.['data']).toMatchObject({
      deliveryTime: '2026-12-25T08:00:00Z',
      fundingRate: '',
      nextFundingTime: '',
      basis: expect.any(String),
    });
  });

  test('BOT-01 of a pair and of an option always whole, by their own names', async () => {
    const spot = open('spot').subscribe('tickers.BTCUSDT');
    const option = open('option').subscribe(`tickers.${OPTION.symbol}`);
    await settle();
    expect(Object.keys(spot.take()[1]?.['data'] as object).sort()).toEqual(
      [
        'symbol',
        'lastPrice',
        'highPrice24h',
        'lowPrice24h',
        'prevPrice24h',
        'volume24h',
        'turnover24h',
        'price24hPcnt',
        'usdIndexPrice',
      ].sort(),
    );
    const told = option.take()[1];
    expect(told).toMatchObject({ type: 'snapshot', id: expect.any(String) });
    expect(Object.keys(told?.['data'] as object)).toEqual(
      expect.arrayContaining(['bidPrice', 'bidSize', 'bidIv', 'askPrice', 'askSize', 'askIv', 'markPriceIv']),
    );
    world.venue.changeBook(OPTION.id, [640_000, 3], []);
    world.venue.emitMarket(OPTION.id);
    expect(option.take()).toMatchObject([{ type: 'snapshot', data: { bidSize: '0.003' } }]);
  });
});

describe('klines, liquidations and price limits', () => {
  test('BOT-01 the forming bar, and the word that it has closed', async () => {
    const socket = open('linear').subscribe('kline.1.BTCUSDT', 'kline.D.BTCUSDT');
    socket.take();
    world.venue.emitMinute(fakeCandle(START, '64000'));
    await settle();
    expect(socket.takeOf('kline.1.BTCUSDT')).toEqual([
      {
        topic: 'kline.1.BTCUSDT',
        type: 'snapshot',
        ts: START,
        data: [
          {
            start: START,
            end: START + 59_999,
            interval: '1',
            open: '64000.0',
            close: '64000.0',
            high: '64000.0',
            low: '64000.0',
            volume: '1',
            turnover: '64000',
            confirm: false,
            timestamp: START,
          },
        ],
      },
    ]);
    world.venue.emitMinute(fakeCandle(START, '64001'), true);
    world.venue.emitMinute(fakeCandle(START, '1'), false, 'mark');
    const frames = socket.take();
    expect(frames).toMatchObject([
      { topic: 'kline.1.BTCUSDT', data: [{ confirm: true, close: '64001.0' }] },
      { topic: 'kline.D.BTCUSDT', data: [{ interval: 'D', confirm: false }] },
    ]);
  });

  test('BOT-01 of inverse contracts the volume is in dollars', async () => {
    const socket = open('inverse').subscribe('kline.1.BTCUSD');
    world.venue.emitMinute(fakeCandle(START, '64000'), false, 'trade', INVERSE.id);
    await settle();
    expect(socket.takeOf('kline.1.BTCUSD')).toMatchObject([{ data: [{ volume: '64000', turnover: '1' }] }]);
  });

  test('BOT-01 E11 a liquidation is told to everybody, in both forms, and not whose it was', () => {
    const socket = open('linear').subscribe('allLiquidation.BTCUSDT', 'liquidation.BTCUSDT');
    socket.take();
    world.venue.emit([liquidated(BTC), liquidated(ETH)]);
    expect(socket.frames.join()).not.toContain('777123');
    expect(socket.take()).toEqual([
      {
        topic: 'allLiquidation.BTCUSDT',
        type: 'snapshot',
        ts: START + 1,
        data: [{ T: START + 1, s: 'BTCUSDT', S: 'Buy', v: '0.02', p: '63000.0' }],
      },
      {
        topic: 'liquidation.BTCUSDT',
        type: 'snapshot',
        ts: START + 1,
        data: { price: '63000.0', side: 'Buy', size: '0.02', symbol: 'BTCUSDT', updatedTime: START + 1 },
      },
    ]);
    expect(open('spot').subscribe('allLiquidation.BTCUSDT').take()).toMatchObject([{ success: false }]);
  });

  test('BOT-01 the price limits, once until they change', () => {
    const socket = open('linear').subscribe('priceLimit.BTCUSDT');
    expect(socket.takeOf('priceLimit.BTCUSDT')).toEqual([
      { topic: 'priceLimit.BTCUSDT', ts: START, data: { symbol: 'BTCUSDT', buyLmt: '67200.0', sellLmt: '60800.0' } },
    ]);
    world.venue.emitMarket(BTC.id);
    world.venue.emitMarket(BTC.id);
    expect(socket.take()).toHaveLength(1);
  });

  test('BOT-01 of an ended contract there are no topics any more', () => {
    const socket = open('linear').subscribe(`publicTrade.${FUTURE.symbol}`);
    world.venue.emit([{ type: 'InstrumentChanged', instrument: { ...FUTURE, status: 'Closed' } }]);
    socket.take();
    expect(open('linear').subscribe(`publicTrade.${FUTURE.symbol}`).take()).toMatchObject([{ success: false }]);
  });

  test('BOT-01 the state of the system may be followed; nothing is ever planned', () => {
    expect(open('status').subscribe('system.status').take()).toMatchObject([{ success: true }]);
    expect(open('status').subscribe('tickers.BTCUSDT').take()).toMatchObject([{ success: false }]);
  });

  test('BOT-04 OPS-05 news that cannot be told ends the connections of programs, and not the server', () => {
    const socket = open('linear').subscribe('priceLimit.BTCUSDT');
    const known = world.venue.market(BTC.id);
    let reads = 0;
    // The first is that of the venue itself, which tells the news.
    world.venue.market = () => {
      reads += 1;
      if (reads > 1) throw new Error('no state');
      return known;
    };
    world.venue.emitMarket(BTC.id);
    expect([socket.closed?.code, world.faults.length, world.gateway.programStreams.connections]).toEqual([1011, 1, 0]);
  });
});
