import { beforeEach, describe, expect, test } from 'vitest';
import { BTC, ETH, FakeVenue, START } from '../../testing/fake-venue.ts';
import { createWorld, settle, type World } from '../../testing/fake-world.ts';
import { OPTION, everyCategory } from '../../testing/program-markets.ts';
import { ProgramSocket } from '../../testing/program-socket.ts';

let world: World;
beforeEach(() => {
  world = everyCategory();
});

const open = (channel: ConstructorParameters<typeof ProgramSocket>[1]): ProgramSocket => new ProgramSocket(world.gateway, channel);

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
