import { beforeEach, describe, expect, test } from 'vitest';
import { REFUSALS, leverage, lots, rate, refusal, ticks } from '@tapedeck/domain';
import type { RefusalReason } from '@tapedeck/domain';
import { batchResult, cancelAllOrdersResult, createOrderResult, parseWire } from '@tapedeck/protocol';
import { BTC, fakeOrder, fakeSettings } from '../testing/fake-venue.ts';
import { createWorld, sessionOf, type World } from '../testing/fake-world.ts';

const CREATE = '/contract/v5/order/create';
const ORDER = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.010', price: '64000.1' };

let world: World;
beforeEach(() => {
  world = createWorld();
});
const create = (changes: object) => world.post(CREATE, { ...ORDER, ...changes }, sessionOf());

describe('order/create', () => {
  test('a limit order becomes one command in ticks and lots', async () => {
    const answer = await create({ orderLinkId: 'mine-1', timeInForce: 'PostOnly', source: 'chart', type: 'Activity' });
    expect(answer).toMatchObject({ status: 200, body: { ret_code: 0, ret_msg: 'OK' } });
    expect(parseWire(createOrderResult, answer.body.result)).toEqual({ orderId: '7', orderLinkId: 'mine-1', price: '64000.1' });
    expect(world.venue.commands).toEqual([
      {
        type: 'PlaceOrder',
        account: 100,
        instrument: BTC.id,
        side: 'Buy',
        orderType: 'Limit',
        price: ticks(640_001),
        quantity: lots(10),
        timeInForce: 'PostOnly',
        reduceOnly: false,
        positionIndex: 0,
        clientOrderId: 'mine-1',
        source: 'chart',
      },
    ]);
  });

  test('a market order has no price and never rests', async () => {
    const answer = await create({ orderType: 'Market', price: '1', side: 'Sell', timeInForce: 'GoodTillCancel', positionIdx: 2 });
    expect(answer.body.result).toEqual({ orderId: '7', orderLinkId: '', price: '' });
    expect(world.venue.commands).toMatchObject([
      { orderType: 'Market', price: ticks(0), timeInForce: 'ImmediateOrCancel', positionIndex: 2, side: 'Sell', source: 'api' },
    ]);
    await create({ orderType: 'Market', price: undefined, timeInForce: 'FillOrKill' });
    expect(world.venue.commands[1]).toMatchObject({ timeInForce: 'FillOrKill' });
  });

  test('reduceOnly and closeOnTrigger both make an order that only reduces', async () => {
    await create({ reduceOnly: true });
    await create({ closeOnTrigger: true });
    expect(world.venue.commands).toMatchObject([{ reduceOnly: true }, { reduceOnly: true }]);
  });

  test('the quantity may be scaled by 1e8, and agree when it is given twice', async () => {
    await create({ qty: undefined, qtyX: '1000000' });
    await create({ qtyX: '1000000' });
    expect(world.venue.commands).toMatchObject([{ quantity: lots(10) }, { quantity: lots(10) }]);
  });

  test('null stands for an absent field, and what nobody asked for is ignored', async () => {
    const answer = await create({ timeInForce: null, account: 101, orderId: '3', status: 'Filled', fee: '-1' });
    expect(answer.body.ret_code).toBe(0);
    expect(world.venue.commands).toMatchObject([{ account: 100, timeInForce: 'GoodTillCancel' }]);
    expect(Object.keys(world.venue.commands[0] ?? {})).not.toContain('status');
  });

  test.each([
    ['priceOffTick', { price: '64000.15' }, 'Values: price 64000.15, tick size 0.1.'],
    ['priceOutOfRange', { price: '0' }, 'Values: price 0, limit 0.1.'],
    ['priceOutOfRange', { price: '-64000' }, 'limit 0.1.'],
    ['priceOutOfRange', { price: '9'.repeat(40) }, 'limit 1999999.'],
    ['quantityOffLot', { qty: '0.0105' }, 'Values: quantity 0.0105, lot size 0.001.'],
    ['quantityTooSmall', { qty: '0' }, 'limit 0.001.'],
    ['quantityTooSmall', { qty: '-0.01' }, 'limit 0.001.'],
    ['quantityTooLarge', { qty: '9'.repeat(40) }, 'quantity 9999'],
    ['symbolUnknown', { symbol: 'NOPEUSDT' }, ''],
  ] as const)('%s is refused before the venue is asked: %o', async (reason, changes, words) => {
    const answer = await create(changes);
    expect([answer.status, answer.body.ret_code]).toEqual([200, REFUSALS[reason].code]);
    expect(answer.body.ret_msg).toContain(REFUSALS[reason].message);
    expect(answer.body.ret_msg).toContain(words);
    expect(world.venue.commands).toEqual([]);
  });

  test.each([
    ['symbol', { symbol: 'btcusdt' }],
    ['symbol', { symbol: undefined }],
    ['side', { side: 'buy' }],
    ['orderType', { orderType: 'Stop' }],
    ['qty', { qty: '1e3' }],
    ['qty', { qty: 0.01 }],
    ['qty', { qty: '' }],
    ['qty', { qty: '0.000000001' }],
    ['qty', { qty: undefined }],
    ['qtyX', { qtyX: '1000001' }],
    ['qtyX', { qtyX: '1000000.5' }],
    ['price', { price: undefined }],
    ['price', { price: 'NaN' }],
    ['price', { price: '1'.repeat(41) }],
    ['timeInForce', { timeInForce: 'Forever' }],
    ['timeInForce', { orderType: 'Market', timeInForce: 'PostOnly' }],
    ['positionIdx', { positionIdx: 3 }],
    ['orderLinkId', { orderLinkId: 'a b' }],
    ['orderLinkId', { orderLinkId: 'x'.repeat(46) }],
    ['source', { source: 'liquidation' }],
    ['leverage', { leverage: '0' }],
    ['leverage', { leverage: '10.001' }],
    ['leverageE2', { leverageE2: '10.5' }],
    ['leverageE2', { leverage: '10', leverageE2: '1100' }],
  ])('%s is named when it is not valid: %o', async (field, changes) => {
    const answer = await create(changes);
    expect([answer.status, answer.body.ret_code]).toEqual([400, 10001]);
    expect(answer.body.ret_msg).toContain(`The parameter ${field} `);
    expect(world.venue.commands).toEqual([]);
  });

  test('a leverage must be the one that is set: an order cannot change it', async () => {
    expect((await create({ leverage: '10' })).body.ret_code).toBe(0);
    expect((await create({ leverageE2: '1000', leverage: '10.0' })).body.ret_code).toBe(0);
    const answer = await create({ leverage: '12.5' });
    expect(answer.body).toMatchObject({
      ret_code: 10001,
      ret_msg: 'The parameter leverage is 12.5, but 10 is set for this symbol: set the leverage first.',
    });
    expect(world.venue.commands.length).toBe(2);
  });

  test('in hedge mode the leverage is that of the side the order belongs to', async () => {
    const [state] = [...world.venue.accounts.values()];
    const settings = [fakeSettings(BTC.id, { positionMode: 'BothSide', shortLeverage: leverage(500n) })];
    if (state) world.venue.accounts.set(100, { ...state, settings });
    expect((await create({ positionIdx: 2, leverage: '5' })).body.ret_code).toBe(0);
    expect((await create({ positionIdx: 1, leverage: '5' })).body.ret_code).toBe(10001);
  });

  test('a body that is no object is refused', async () => {
    for (const body of [[], 'order', 5, true]) {
      const answer = await world.post(CREATE, body, sessionOf());
      expect([answer.status, answer.body.ret_code]).toEqual([400, 10001]);
    }
  });

  test.each(Object.keys(REFUSALS) as RefusalReason[])('the venue refusal %s is answered with its code and message', async (reason) => {
    world.venue.respond = () => ({ refusal: { reason, details: { available: '12.5', cost: '20' } } });
    const answer = await create({});
    expect(answer).toMatchObject({
      status: 200,
      body: {
        ret_code: REFUSALS[reason].code,
        ret_msg: `${REFUSALS[reason].message} Values: available 12.5, cost 20.`,
        result: { available: '12.5', cost: '20' },
      },
    });
  });

  test('a repeated client order id gets what the venue says of it', async () => {
    world.venue.respond = () => ({ refusal: refusal('duplicateClientOrderId') });
    expect((await create({ orderLinkId: 'twice' })).body.ret_code).toBe(110072);
  });
});

describe('order/cancel and order/cancel-all', () => {
  test('an order is cancelled by its id, within the account that asks', async () => {
    const answer = await world.post('/contract/v5/order/cancel', { symbol: 'BTCUSDT', orderId: '42', account: 101 }, sessionOf());
    expect(answer.body).toMatchObject({ ret_code: 0, result: { orderId: '42' } });
    expect(world.venue.commands).toEqual([{ type: 'CancelOrder', account: 100, orderId: 42 }]);
  });

  test('an order that nobody knows is refused with 110001', async () => {
    world.venue.respond = () => ({ refusal: refusal('orderUnknown') });
    expect((await world.post('/contract/v5/order/cancel', { symbol: 'BTCUSDT', orderId: '42' }, sessionOf())).body.ret_code).toBe(110001);
    const huge = await world.post('/contract/v5/order/cancel', { symbol: 'BTCUSDT', orderId: '9999999999999999' }, sessionOf());
    expect(huge.body.ret_code).toBe(110001);
    expect(world.venue.commands.length).toBe(1);
  });

  test.each([
    [{ symbol: 'BTCUSDT' }, 'orderId is missing or not valid'],
    [{ symbol: 'BTCUSDT', orderId: '-1' }, 'orderId is not valid'],
    [{ symbol: 'BTCUSDT', orderId: 42 }, 'orderId is not valid'],
    [{ orderId: '42' }, 'symbol is missing'],
  ])('a cancel that is not valid names its field: %o', async (body, says) => {
    const answer = await world.post('/contract/v5/order/cancel', body, sessionOf());
    expect(answer.body).toMatchObject({ ret_code: 10001, ret_msg: `The parameter ${says}.` });
    expect(world.venue.commands).toEqual([]);
  });

  test('what a parameter may be is said where the choice is small; a list without orders is no list', async () => {
    const order = { symbol: 'BTCUSDT', side: 'Long', orderType: 'Market', qty: '1' };
    const answer = await world.post('/contract/v5/order/create', order, sessionOf());
    expect(answer.body).toMatchObject({ ret_code: 10001, ret_msg: 'The parameter side must be one of Buy, Sell.' });
    const batch = await world.post(
      '/contract/v5/order/create-batch',
      { request: [{ ...order, side: 'Buy', timeInForce: 'Never' }] },
      sessionOf(),
    );
    expect(parseWire(batchResult, batch.body.result).list[0]?.msg).toMatch(/^The parameter timeInForce must be one of GoodTillCancel, /);
    const none = await world.post('/contract/v5/order/create-batch', { request: [] }, sessionOf());
    expect(none.body).toMatchObject({ ret_code: 10001, ret_msg: 'The parameter request is shorter than 1.' });
    const odd = await world.call({ method: 'PUT', path: '/contract/v5/order/create' });
    expect([odd.status, odd.body.ret_code]).toEqual([405, 10017]);
  });

  test('all orders are cancelled, or those of one symbol', async () => {
    const all = await world.post('/contract/v5/order/cancel-all', undefined, sessionOf());
    const some = await world.post('/contract/v5/order/cancel-all', { symbol: 'ETHUSDT' }, sessionOf());
    expect(parseWire(cancelAllOrdersResult, all.body.result)).toEqual({ cancelled: 2 });
    expect(some.body.ret_code).toBe(0);
    expect(world.venue.commands).toEqual([
      { type: 'CancelAllOrders', account: 100, instrument: -1 },
      { type: 'CancelAllOrders', account: 100, instrument: 1 },
    ]);
    expect((await world.post('/contract/v5/order/cancel-all', { symbol: 'NOPE' }, sessionOf())).body.ret_code).toBe(10001);
  });
});

describe('order/cancel-all with a choice', () => {
  test.each([
    [{ keepProtective: true }, { instrument: -1, only: { tab: 'every', keepsProtective: true } }],
    [{ keepProtective: false }, { instrument: -1 }],
    [
      { symbol: 'ETHUSDT', keepProtective: true },
      { instrument: 1, only: { tab: 'every', keepsProtective: true } },
    ],
    [
      { type: 'Conditions', keepProtective: true },
      { instrument: -1, only: { tab: 'condition', keepsProtective: true } },
    ],
    [{ type: 'TpSl' }, { instrument: -1, only: { tab: 'tpSl' } }],
  ])('HND-02 %j leaves the orders that protect a position where it says so', async (body, command) => {
    await world.post('/contract/v5/order/cancel-all', body, sessionOf());
    expect(world.venue.commands).toEqual([{ type: 'CancelAllOrders', account: 100, ...command }]);
  });
});

describe('position settings', () => {
  test('leverage, margin mode and position mode become commands', async () => {
    const session = sessionOf();
    await world.post('/contract/v5/position/set-leverage', { symbol: 'ETHUSDT', buyLeverage: '12.5', sellLeverage: '10' }, session);
    await world.post('/contract/v5/position/set-margin-mode', { symbol: 'BTCUSDT', marginMode: 'isolated' }, session);
    await world.post('/contract/v5/position/set-position-mode', { symbol: 'BTCUSDT', mode: 'BothSide' }, session);
    expect(world.venue.commands).toEqual([
      { type: 'SetLeverage', account: 100, instrument: 1, longLeverage: leverage(1250n), shortLeverage: leverage(1000n) },
      { type: 'SetMarginMode', account: 100, instrument: 0, marginMode: 'isolated' },
      { type: 'SetPositionMode', account: 100, instrument: 0, positionMode: 'BothSide' },
    ]);
  });

  test.each([
    ['set-leverage', { symbol: 'BTCUSDT', buyLeverage: '0', sellLeverage: '1' }, 'buyLeverage'],
    ['set-leverage', { symbol: 'BTCUSDT', buyLeverage: '1', sellLeverage: '-1' }, 'sellLeverage'],
    ['set-leverage', { symbol: 'BTCUSDT', buyLeverage: '1', sellLeverage: '1.234' }, 'sellLeverage'],
    ['set-margin-mode', { symbol: 'BTCUSDT', marginMode: 'portfolio' }, 'marginMode'],
    ['set-position-mode', { symbol: 'BTCUSDT', mode: 'hedge' }, 'mode'],
  ])('%s names the field that is not valid: %o', async (name, body, field) => {
    const answer = await world.post(`/contract/v5/position/${name}`, body, sessionOf());
    expect([answer.status, answer.body.ret_code]).toEqual([400, 10001]);
    expect(answer.body.ret_msg).toContain(`The parameter ${field} `);
    expect(world.venue.commands).toEqual([]);
  });

  test.each([
    ['set-leverage', { symbol: 'BTCUSDT', buyLeverage: '10', sellLeverage: '10' }, 'leverageNotModified'],
    ['set-margin-mode', { symbol: 'BTCUSDT', marginMode: 'cross' }, 'marginModeBusy'],
    ['set-position-mode', { symbol: 'BTCUSDT', mode: 'BothSide' }, 'positionModeBusy'],
  ] as const)('%s: %o is refused by the venue as %s', async (name, body, reason) => {
    world.venue.respond = () => ({ refusal: refusal(reason) });
    const answer = await world.post(`/contract/v5/position/${name}`, body, sessionOf());
    expect(answer.body).toMatchObject({ ret_code: REFUSALS[reason].code, ret_msg: REFUSALS[reason].message });
    const unknown = await world.post(`/contract/v5/position/${name}`, { ...body, symbol: 'NOPE' }, sessionOf());
    expect(unknown.body.ret_msg).toBe(REFUSALS.symbolUnknown.message);
  });
});

describe('the rarer fields of order/create', () => {
  const options = async (changes: object): Promise<object | undefined> => {
    await create(changes);
    const [command] = world.venue.commands;
    return command?.type === 'PlaceOrder' ? command.options : undefined;
  };

  test('EXC-04 a trigger price makes the order wait, on the last price and for the side it is on', async () => {
    expect(await options({ triggerPrice: '65000', triggerBy: 'UNKNOWN' })).toEqual({
      trigger: { price: ticks(650_000), source: 'LastPrice', direction: 'Rising' },
    });
  });

  test('EXC-04 the direction may be said, and the order may close on its trigger', async () => {
    const fields = { triggerPrice: '63000', triggerBy: 'MarkPrice', triggerDirection: 2, closeOnTrigger: true, type: 'Conditions' };
    const trigger = { price: ticks(630_000), source: 'MarkPrice', direction: 'Falling' };
    expect(await options(fields)).toEqual({ trigger, closeOnTrigger: true });
  });

  test('TPS-17 TP/SL come along, "0" is none', async () => {
    const fields = { tpSlMode: 'Partial', takeProfit: '66000', tpOrderType: 'Limit', limitTakeProfit: '66010.5', stopLoss: '0' };
    const takeProfit = { trigger: ticks(660_000), source: 'LastPrice', orderType: 'Limit', limit: ticks(660_105) };
    expect(await options(fields)).toEqual({ exits: { mode: 'Partial', takeProfit } });
  });

  test('SLP-03 a slippage limit is in percent, or in ticks', async () => {
    const percent = await options({ orderType: 'Market', maxSlippageType: 'Percent', maxSlippage: '0.5' });
    expect(percent).toEqual({ slippage: { type: 'Percent', share: rate(500_000n) } });
    await create({ orderType: 'Market', maxSlippageType: 'TickSize', maxSlippage: '20' });
    expect(world.venue.commands[1]).toMatchObject({ options: { slippage: { type: 'TickSize', ticks: 20 } } });
  });

  test('EXC-05 what happens to a match with oneself may be chosen', async () => {
    expect(await options({ smpType: 'CancelBoth' })).toEqual({ selfMatch: 'CancelBoth' });
  });

  test.each([
    ['triggerPrice', { triggerPrice: '65000.15' }],
    ['triggerPrice', { type: 'Conditions' }],
    ['triggerPrice', { type: 'TpSl' }],
    ['type', { type: 'TpSl', triggerPrice: '65000' }],
    ['limitTakeProfit', { takeProfit: '66000', tpOrderType: 'Limit' }],
    ['stopLoss', { stopLoss: '-1' }],
    ['maxSlippage', { orderType: 'Market', maxSlippageType: 'TickSize', maxSlippage: '1.5' }],
    ['marketUnit', { orderType: 'Market', marketUnit: 'quoteCoin' }],
  ])('%s is named when it is not valid: %o', async (field, changes) => {
    const answer = await create(changes);
    expect([answer.status, answer.body.ret_code]).toEqual([400, 10001]);
    expect(answer.body.ret_msg).toContain(`The parameter ${field} `);
    expect(world.venue.commands).toEqual([]);
  });
});

describe('order/replace', () => {
  const replace = (changes: object) =>
    world.post('/contract/v5/order/replace', { symbol: 'BTCUSDT', orderId: '1', ...changes }, sessionOf());

  test("TPS-17 only what is named changes, and an order is found by its sender's id", async () => {
    const account = world.venue.accounts.get(100);
    if (account === undefined) throw new Error('no account');
    world.venue.accounts.set(100, { ...account, orders: [fakeOrder(9, { clientOrderId: 'mine' })] });
    await replace({ orderId: '9', price: '63999.9' });
    await replace({ orderId: undefined, orderLinkId: 'mine', qty: '0.02', triggerPrice: '65000', triggerBy: 'IndexPrice' });
    expect(world.venue.commands).toEqual([
      { type: 'AmendOrder', account: 100, orderId: 9, changes: { price: ticks(639_999) } },
      {
        type: 'AmendOrder',
        account: 100,
        orderId: 9,
        changes: { quantity: lots(20), trigger: ticks(650_000), triggerSource: 'IndexPrice' },
      },
    ]);
  });

  test('TPS-17 a leg that is not named stays, "0" takes one away, and with none left there are none', async () => {
    const leg = { trigger: ticks(660_000), source: 'LastPrice', orderType: 'Market', limit: ticks(0) } as const;
    const account = world.venue.accounts.get(100);
    if (account === undefined) throw new Error('no account');
    world.venue.accounts.set(100, { ...account, orders: [fakeOrder(1, { exits: { mode: 'Full', takeProfit: leg } })] });
    await replace({ stopLoss: '60000' });
    await replace({ takeProfit: '0' });
    const stopLoss = { ...leg, trigger: ticks(600_000) };
    expect(world.venue.commands).toMatchObject([
      { changes: { exits: { mode: 'Full', takeProfit: leg, stopLoss } } },
      { changes: { exits: null } },
    ]);
  });

  test.each([
    ['nothing', {}, 10001],
    ['no order', { orderId: undefined, qty: '1' }, 10001],
    ['a price off the tick', { price: '63999.95' }, REFUSALS.priceOffTick.code],
    ['an id of nobody', { orderId: undefined, orderLinkId: 'nobody', qty: '1' }, REFUSALS.orderUnknown.code],
    ['an order of another symbol, whose ticks are others,', { symbol: 'ETHUSDT', price: '3000' }, REFUSALS.orderUnknown.code],
  ])('%s reaches no exchange', async (_, changes, code) => {
    expect((await replace(changes)).body.ret_code).toBe(code);
    expect(world.venue.commands).toEqual([]);
  });
});

describe('a batch', () => {
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', price: '64000', qty: '0.01' };
  const named = { symbol: 'BTCUSDT', orderId: '42' };
  const BATCHES = [
    ['create', order, { ...order, price: 64_000 }, 'The parameter price is not valid.'],
    ['replace', { ...named, qty: '0.02' }, { ...named, orderId: 'x', qty: '0.02' }, 'The parameter orderId is not valid.'],
    ['cancel', named, { symbol: 'BTCUSDT', orderId: 'x' }, 'The parameter orderId is not valid.'],
  ] as const;

  beforeEach(() => {
    const account = world.venue.accounts.get(100);
    if (account === undefined) throw new Error('no account');
    world.venue.accounts.set(100, { ...account, orders: [fakeOrder(42, {})] });
  });

  test.each(BATCHES)('API-06 of %s takes 20 orders and refuses 21, of which none is done', async (kind, one) => {
    const path = `/contract/v5/order/${kind}-batch`;
    const answer = await world.post(path, { request: Array.from({ length: 20 }, () => one) }, sessionOf());
    expect(answer.body.ret_code).toBe(0);
    expect(parseWire(batchResult, answer.body.result).list.map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => 0));
    expect(world.venue.commands.length).toBe(20);
    const tooMany = await world.post(path, { request: Array.from({ length: 21 }, () => one) }, sessionOf());
    expect(tooMany.body).toMatchObject({ ret_code: 10001, ret_msg: 'The parameter request is longer than 20.', result: {} });
    expect(world.venue.commands.length).toBe(20);
  });

  test.each(BATCHES)('API-06 of %s refuses the row of a malformed order, and does the others', async (kind, one, malformed, message) => {
    const path = `/contract/v5/order/${kind}-batch`;
    const answer = await world.post(path, { request: [one, malformed, 'no order', one] }, sessionOf());
    expect(answer.body.ret_code).toBe(0);
    const { list } = parseWire(batchResult, answer.body.result);
    expect(list.map(({ code, msg }) => [code, msg])).toEqual([
      [0, 'OK'],
      [10001, message],
      [10001, 'The parameter request is not valid.'],
      [0, 'OK'],
    ]);
    expect(world.venue.commands.length).toBe(2);
  });
});

test('API-06 a batch answers with a row for each, and none stops another', async () => {
  world.venue.respond = (command) =>
    command.type === 'PlaceOrder' && command.side === 'Sell' ? { refusal: refusal('insufficientBalance') } : { orderId: 7 };
  const rows = [
    ORDER,
    { ...ORDER, side: 'Sell', orderLinkId: 'b' },
    { ...ORDER, price: '1.05' },
    { ...ORDER, triggerPrice: '0.05' },
    ORDER,
  ];
  const answer = await world.post('/contract/v5/order/create-batch', { request: rows }, sessionOf());
  const { list } = parseWire(batchResult, answer.body.result);
  expect(list.map(({ code, orderId }) => [code, orderId])).toEqual([
    [0, '7'],
    [110007, ''],
    [10001, ''],
    [10001, ''],
    [0, '7'],
  ]);
  expect((await world.post('/contract/v5/order/create-batch', { request: [] }, sessionOf())).body.ret_code).toBe(10001);
});
