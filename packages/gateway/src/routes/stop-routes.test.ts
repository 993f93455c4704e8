import { beforeEach, describe, expect, test } from 'vitest';
import { REFUSALS, refusal, ticks } from '@tapedeck/domain';
import { decodeOrder, encodeOrder } from '@tapedeck/protocol';
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

  test.each([
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
});

test('an order that waits goes over the wire and comes back', () => {
  const trigger = { price: ticks(650_000), direction: 'Falling', source: 'IndexPrice' } as const;
  const stop = { kind: 'PartialStopLoss', trigger, closeOnTrigger: true, wholePosition: false, parent: 7 } as const;
  const order = fakeOrder(9, { status: 'Untriggered', stop });
  expect(decodeOrder(encodeOrder(order, BTC), ACCOUNT, BTC)).toEqual(order);
});
