import { beforeEach, expect, test } from 'vitest';
import {
  accountStateResult,
  bookFrame,
  candleFrame,
  encodeCandle,
  encodeLevels,
  orderPage,
  privateFrame,
  privateSnapshotFrame,
  strategyListResult,
  tapeFrame,
  parseWire,
} from '@tapedeck/protocol';
import type { CandleRow, OrderItem } from '@tapedeck/protocol';
import { LINEAR_INSTRUMENTS } from '@tapedeck/venue-paper';
import { PaperDesk } from './testing/paper-desk.ts';

let desk: PaperDesk;
beforeEach(() => {
  const startsAt = Date.UTC(2026, 0, 7, 23, 58, 30);
  desk = new PaperDesk({ instruments: LINEAR_INSTRUMENTS, startsAt, stepMs: 100, funds: 10_000_000_000_000n });
});

interface Socket {
  readonly frames: Record<string, unknown>[];
  say(message: object): void;
}

function connect(kind: 'public' | 'private'): Socket {
  const frames: Record<string, unknown>[] = [];
  const connection = desk.gateway.streams.connect(
    kind,
    { session: desk.session, client: '' },
    (texts) => {
      for (const text of texts) frames.push(JSON.parse(text) as Record<string, unknown>);
      return true;
    },
    (code, reason) => {
      throw new Error(`closed: ${code} ${reason}`);
    },
  );
  return { frames, say: (message) => connection.receive(JSON.stringify(message)) };
}

const post = (path: string, body: object) => desk.post(path, body);
const get = (path: string) => desk.get(path);
const framesOf = (socket: Socket, topic: string) => socket.frames.filter((frame) => frame['topic'] === topic);

/** A subscriber's state from the frames of one book. */
function foldBook(frames: readonly unknown[]): { readonly last: number; readonly sides: readonly Map<string, string>[] } {
  const sides = [new Map<string, string>(), new Map<string, string>()];
  let last = -1;
  for (const raw of frames) {
    const { type, data } = parseWire(bookFrame, raw);
    if (type === 'snapshot') for (const side of sides) side.clear();
    else expect(data.u).toBe(last + 1);
    last = data.u;
    for (const [i, rows] of [data.b, data.a].entries()) {
      for (const [at, size] of rows) {
        if (size === '0') sides[i]?.delete(at);
        else sides[i]?.set(at, size);
      }
    }
  }
  return { last, sides };
}

test('E1 NTF-05 the public frames make the book, the tape and the bars of the simulated market', async () => {
  const socket = connect('public');
  const candles = ['candle.1.BTCUSDT', 'candle.5.BTCUSDT', 'candle.1D.BTCUSDT', 'mark_kline.15.BTCUSDT'];
  socket.say({ op: 'subscribe', args: ['orderBook_200.BTCUSDT', 'recently_trade.BTCUSDT', 'instrument_info.BTCUSDT', ...candles] });
  // Over the end of a day.
  await desk.run(1_000);

  const { last, sides } = foldBook(framesOf(socket, 'orderBook_200.BTCUSDT'));
  const btc = desk.venue.instruments[0];
  if (btc === undefined) throw new Error('no instrument');
  const { update, book } = await desk.venue.book(0);
  expect(last).toBe(update);
  expect(sides).toEqual([new Map(encodeLevels(book.bids, btc)), new Map(encodeLevels(book.asks, btc))]);

  const trades = framesOf(socket, 'recently_trade.BTCUSDT').flatMap((raw) => parseWire(tapeFrame, raw).data.map(([id]) => Number(id)));
  expect(trades.length).toBeGreaterThan(10);
  expect(new Set(trades).size).toBe(trades.length);
  expect([...trades].sort((a, b) => a - b)).toEqual(trades);
  expect(framesOf(socket, 'instrument_info.BTCUSDT').length).toBeGreaterThan(10);

  const widths = [1, 5, 1440, 15];
  for (const [i, topic] of candles.entries()) {
    const bars = new Map<number, CandleRow>();
    for (const raw of framesOf(socket, topic)) {
      const { row } = parseWire(candleFrame, raw).data;
      bars.set(row[0], row);
    }
    const series = topic.startsWith('mark') ? 'mark' : 'trade';
    const query = { instrument: 0, series, minutes: widths[i] ?? 1, before: desk.now + 1, limit: bars.size } as const;
    const { candles: expected } = await desk.venue.candles(query);
    expect(bars.size).toBeGreaterThan(1);
    expect([...bars.values()]).toEqual(expected.map((bar) => encodeCandle(bar, btc)));
  }
});

test('E2 the private frames make the account of the exchange, order by order', async () => {
  const socket = connect('private');
  const { result } = await post('/user/private/ott', {});
  socket.say({ op: 'login', args: [(result as { token: string }).token] });
  socket.say({ op: 'subscribe', args: ['user.*'] });
  await desk.run(5);
  const order = { symbol: 'ETHUSDT', qty: '0.10', source: 'form' };
  expect(await post('/contract/v5/order/create', { ...order, side: 'Buy', orderType: 'Market', orderLinkId: 'a' })).toMatchObject({
    ret_code: 0,
  });
  expect(await post('/contract/v5/order/create', { ...order, side: 'Buy', orderType: 'Market', orderLinkId: 'a' })).toMatchObject({
    ret_code: 110072,
  });
  await desk.run(20);
  const bestBid = desk.venue.market(1)?.state.bestBid;
  const far = (Number(String(bestBid)) / 100) * 0.95;
  expect(await post('/contract/v5/order/create', { ...order, side: 'Buy', orderType: 'Limit', price: far.toFixed(2) })).toMatchObject({
    ret_code: 0,
  });
  expect(await post('/contract/v5/order/create', { ...order, side: 'Buy', orderType: 'Limit', price: (far - 1).toFixed(2) })).toMatchObject(
    {
      ret_code: 0,
    },
  );
  const open = parseWire(orderPage, (await get('/contract/v5/order/list')).result).list;
  expect(open.length).toBe(2);
  expect(await post('/contract/v5/order/cancel', { symbol: 'ETHUSDT', orderId: open[0]?.orderId })).toMatchObject({ ret_code: 0 });
  expect(await post('/contract/v5/position/set-leverage', { symbol: 'ETHUSDT', buyLeverage: '7.5', sellLeverage: '7.5' })).toMatchObject({
    ret_code: 0,
  });
  expect(
    await post('/contract/v5/order/create', { ...order, qty: '0.04', side: 'Sell', orderType: 'Market', reduceOnly: true }),
  ).toMatchObject({
    ret_code: 0,
  });
  await desk.run(20);

  const frames = socket.frames.filter((frame) => frame['op'] === undefined);
  expect(frames.map((frame) => frame['seq'])).toEqual(frames.map((_, i) => i + 1));
  const { account, orders } = parseWire(privateSnapshotFrame, frames[0]).data;
  const mirror = {
    wallet: new Map(account.wallet.map((item) => [item.coin, item])),
    positions: new Map(account.positions.map((item) => [`${item.symbol}:${item.positionIdx}`, item])),
    settings: new Map(account.settings.map((item) => [item.symbol, item])),
    orders: new Map<string, OrderItem>(orders.map((item) => [item.orderId, item])),
    executions: 0,
  };
  for (const raw of frames.slice(1)) {
    const frame = parseWire(privateFrame, raw);
    if (frame.topic === 'user.wallet') for (const item of frame.data) mirror.wallet.set(item.coin, item);
    if (frame.topic === 'user.position') for (const item of frame.data) mirror.positions.set(`${item.symbol}:${item.positionIdx}`, item);
    if (frame.topic === 'user.settings') for (const item of frame.data) mirror.settings.set(item.symbol, item);
    // Only news of an order name their event.
    if (frame.topic === 'user.order') for (const { event: _event, ...item } of frame.data) mirror.orders.set(item.orderId, item);
    if (frame.topic === 'user.execution') mirror.executions += frame.data.length;
  }
  const truth = parseWire(accountStateResult, (await get('/contract/v5/account/state')).result);
  const resting = parseWire(orderPage, (await get('/contract/v5/order/list')).result).list;
  expect([...mirror.wallet.values()]).toEqual(truth.wallet);
  expect([...mirror.settings.values()]).toEqual(truth.settings);
  expect([...mirror.positions.values()].filter(({ size }) => size !== '0')).toEqual(truth.positions.filter(({ size }) => size !== '0'));
  expect([...mirror.orders.values()].filter(({ orderStatus }) => ['New', 'PartiallyFilled'].includes(orderStatus))).toEqual(resting);
  expect(truth.positions.filter(({ size }) => size !== '0')).toMatchObject([{ symbol: 'ETHUSDT', size: '0.06', leverageE2: '750' }]);
  expect(mirror.executions).toBeGreaterThan(1);
  expect([...mirror.orders.values()].map(({ orderStatus }) => orderStatus).sort()).toEqual(['Cancelled', 'Filled', 'Filled', 'New']);
});

test('ORD-09 EXC-04 orders that wait and orders with a parent go over the wire to the exchange and back', async () => {
  await desk.run(5);
  const at = Number(String(desk.venue.market(1)?.state.last)) / 1e8;
  const price = (share: number): string => (Math.round(at * share * 10) / 10).toFixed(2);
  const ok = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await post(path, body);
    expect([path, answer.ret_code, answer.ret_msg]).toEqual([path, 0, 'OK']);
    return answer.result as Record<string, unknown>;
  };
  const order = { symbol: 'ETHUSDT', qty: '0.10', side: 'Buy', source: 'form' };
  await ok('/contract/v5/order/create', {
    ...order,
    orderType: 'Market',
    maxSlippageType: 'Percent',
    maxSlippage: '1',
    takeProfit: price(1.5),
  });
  const waits = await ok('/contract/v5/order/create', { ...order, orderType: 'Limit', price: price(0.89), triggerPrice: price(0.9) });
  await ok('/contract/v5/order/replace', { symbol: 'ETHUSDT', orderId: waits['orderId'], triggerPrice: price(0.91) });
  await ok('/contract/v5/position/set-tp-sl-ts', { symbol: 'ETHUSDT', trailValue: price(0.2), activationPrice: price(1.3) });
  const iceberg = { strategyType: 'Iceberg', price: price(0.95), shownQty: '0.10' };
  const { strategyId } = await ok('/contract/v5/strategy/create', { ...order, qty: '1', ...iceberg });
  await desk.run(20);

  const list = parseWire(orderPage, (await get('/contract/v5/order/list')).result).list;
  expect(
    list.map(({ stop, strategy, orderStatus }) => strategy?.strategyType ?? `${stop?.stopOrderType ?? ''} ${orderStatus}`).sort(),
  ).toEqual(['Iceberg', 'Stop Untriggered', 'TakeProfit Untriggered', 'TrailingStop Untriggered']);
  expect(list.find(({ orderId }) => orderId === waits['orderId'])?.stop?.triggerPrice).toBe(price(0.91));
  await ok('/contract/v5/strategy/stop', { strategyId });
  const { list: strategies } = parseWire(strategyListResult, (await get('/contract/v5/strategy/list')).result);
  expect(strategies).toMatchObject([{ strategyId, status: 'Ended', endReason: 'User', orderIds: [] }]);
});
