import { beforeEach, describe, expect, test } from 'vitest';
import { REFUSALS, money, rate, refusal, ticks, type OrderRecord } from '@tapedeck/domain';
import { decodeOrder, encodeOrder, orderItem, parseWire } from '@tapedeck/protocol';
import { ACCOUNT, BTC, fakeOrder } from '../testing/fake-venue.ts';
import { createWorld, sessionOf, type World } from '../testing/fake-world.ts';

let world: World;
beforeEach(() => {
  world = createWorld();
});
const set = (fields: object) => world.post('/contract/v5/position/set-tp-sl-ts', { symbol: 'BTCUSDT', ...fields }, sessionOf());

describe('position/set-tp-sl-ts', () => {
  test('a take-profit is set, an absent stop-loss stays, "0" takes a leg away', async () => {
    await set({ tpSlMode: 'Full', takeProfit: '65000.1', tpTriggerBy: 'MarkPrice' });
    await set({ tpSlMode: 'Full', stopLoss: '0' });
    const leg = { trigger: ticks(650_001), source: 'MarkPrice', orderType: 'Market', limit: 0 };
    expect(world.venue.commands).toMatchObject([
      { type: 'SetPositionExits', mode: 'Full', takeProfit: leg, entry: 0, quantity: 0 },
      { stopLoss: null },
    ]);
    expect(world.venue.commands[0]).not.toHaveProperty('stopLoss');
  });

  test('a partial entry has a quantity and may leave by a limit; its id changes it', async () => {
    const leg = { tpOrderType: 'Limit', limitTakeProfit: '65100', takeProfit: '65000' };
    await set({ tpSlMode: 'Partial', qty: '0.010', ...leg, tpStopOrderId: '12' });
    expect(world.venue.commands).toMatchObject([
      { mode: 'Partial', quantity: 10, entry: 12, takeProfit: { orderType: 'Limit', limit: 651_000, trigger: 650_000 } },
    ]);
  });

  test('TPS-17 a trailing stop by distance or by share, from an activation price; "0" takes it away', async () => {
    await set({ trailValue: '250', activationPrice: '65000' });
    await set({ trailingStopPercentageE4: '150' });
    await set({ trailValue: '0' });
    expect(world.venue.commands).toMatchObject([
      { mode: 'Full', trailing: { distance: ticks(2_500), share: 0n, activation: ticks(650_000) } },
      { trailing: { distance: 0, share: 1_500_000n, activation: 0 } },
      { trailing: null },
    ]);
  });

  test.each([
    ['nothing to set', { tpSlMode: 'Full' }],
    ['a price off the tick', { tpSlMode: 'Full', takeProfit: '65000.15' }],
    ['a limit exit without a limit', { tpSlMode: 'Partial', qty: '0.01', stopLoss: '63000', slOrderType: 'Limit' }],
    ['a quantity off the lot', { tpSlMode: 'Partial', qty: '0.0005', takeProfit: '65000' }],
    ['no mode', { takeProfit: '65000' }],
  ])('%s reaches no exchange', async (_, fields) => {
    expect((await set(fields)).body.ret_code).toBe(REFUSALS.parameter.code);
    expect(world.venue.commands).toEqual([]);
  });

  test('a refusal carries its code', async () => {
    world.venue.respond = () => ({ refusal: refusal('takeProfitTooLow') });
    expect((await set({ tpSlMode: 'Full', takeProfit: '60000' })).body.ret_code).toBe(30027);
  });
});

test('order/cancel-totally cancels the partial entries of one position', async () => {
  const fields = { symbol: 'BTCUSDT', positionIdx: 1, type: 'PartialTpSlConditional' };
  expect((await world.post('/contract/v5/order/cancel-totally', fields, sessionOf())).body.result).toEqual({ cancelled: 2 });
  expect(world.venue.commands).toEqual([
    { type: 'CancelAllOrders', account: ACCOUNT, instrument: BTC.id, only: { tab: 'partialTpSl', positionIndex: 1 } },
  ]);
  await world.post('/contract/v5/order/cancel-totally', { symbol: 'BTCUSDT', type: 'TrailingStop' }, sessionOf());
  expect(world.venue.commands[1]).toMatchObject({ only: { tab: 'trailingStop' } });
});

test('ORD-09 a pair is placed as one command, and answered with both ids', async () => {
  world.venue.respond = () => ({ orderId: 7, orderIds: [7, 8] });
  const upper = { side: 'Sell', triggerPrice: '66000', orderType: 'Limit', price: '65990' };
  const lower = { side: 'Sell', triggerPrice: '62000', triggerBy: 'MarkPrice', orderType: 'Market' };
  const fields = { symbol: 'BTCUSDT', stopOrderType: 'TakeProfitStopLossOCO', qty: '0.01', upper, lower, reduceOnly: true };
  expect((await world.post('/contract/v5/order/create-pair', fields, sessionOf())).body.result).toEqual({ orderIds: ['7', '8'] });
  expect(world.venue.commands).toMatchObject([
    {
      type: 'PlaceOrderPair',
      kind: 'TakeProfitStopLossOCO',
      quantity: 10,
      reduceOnly: true,
      upper: { side: 'Sell', trigger: 660_000, source: 'LastPrice', orderType: 'Limit', price: 659_900 },
      lower: { trigger: 620_000, source: 'MarkPrice', orderType: 'Market', price: 0 },
    },
  ]);
});

test('ORD-09 a close by margin rate is placed in hundredths', async () => {
  const fields = { symbol: 'BTCUSDT', triggerMmRateE2: '80' };
  expect((await world.post('/contract/v5/order/create-mmr-close', fields, sessionOf())).body.result).toEqual({ orderId: '7' });
  expect(world.venue.commands).toMatchObject([{ type: 'PlaceMarginRateClose', rate: 80_000_000n, positionIndex: 0 }]);
});

test('BOT-04 the window of cancel on disconnect is sent in milliseconds', async () => {
  await world.post('/contract/v5/order/disconnected-cancel-all', { timeWindow: '10' }, sessionOf());
  expect(world.venue.commands).toEqual([{ type: 'SetCancelOnDisconnect', account: ACCOUNT, window: 10_000 }]);
});

test('SLP-04 the ranges of the slippage limit are told to everybody', async () => {
  const answer = await world.get('/public/instrument/slippage');
  expect(answer.body.result).toEqual({ percent: { min: '0.01', max: '10' }, tickSize: { min: '1', max: '10000' } });
});

test.each([
  {
    exits: {
      mode: 'Full',
      stopLoss: { trigger: ticks(1), source: 'MarkPrice', orderType: 'Market', limit: ticks(0), slippage: { type: 'TickSize', ticks: 5 } },
    },
  },
  { slippage: { type: 'Percent', share: rate(1_234_000n) }, orderType: 'Market', price: ticks(0) },
  { selfMatch: 'CancelTaker', borrows: true, quoteAmount: money(12_345n) },
  { stop: { kind: 'MmRateClose', closeOnTrigger: true, wholePosition: true, parent: 0, marginRate: rate(80_000_000n) } },
  {
    stop: {
      kind: 'TrailingStop',
      closeOnTrigger: true,
      wholePosition: true,
      parent: 0,
      trailing: { distance: ticks(0), share: rate(1_500_000n), activation: ticks(640_000) },
    },
  },
] satisfies Partial<OrderRecord>[])('what only some orders have goes over the wire and comes back: %o', (changes) => {
  const order = fakeOrder(9, changes);
  expect(decodeOrder(parseWire(orderItem, encodeOrder(order, BTC)), ACCOUNT, BTC)).toEqual(order);
});

test('an order that waits goes over the wire and comes back', () => {
  const trigger = { price: ticks(650_000), direction: 'Falling', source: 'IndexPrice' } as const;
  const stop = { kind: 'PartialStopLoss', trigger, closeOnTrigger: true, wholePosition: false, parent: 7 } as const;
  const order = fakeOrder(9, { status: 'Untriggered', stop });
  expect(decodeOrder(encodeOrder(order, BTC), ACCOUNT, BTC)).toEqual(order);
});
