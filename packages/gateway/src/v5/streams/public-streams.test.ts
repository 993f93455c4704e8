import { beforeEach, describe, expect, test } from 'vitest';
import { lots, price, type Instrument, type PositionLiquidated } from '@tapedeck/domain';
import { BTC, ETH, START, fakeCandle, fakeTrade, units } from '../../testing/fake-venue.ts';
import { settle, type World } from '../../testing/fake-world.ts';
import { FUTURE, INVERSE, OPTION, everyCategory } from '../../testing/program-markets.ts';
import { ProgramSocket } from '../../testing/program-socket.ts';

let world: World;
beforeEach(() => {
  world = everyCategory();
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
