import { beforeEach, describe, expect, test } from 'vitest';
import {
  lots,
  money,
  price,
  priceSumsOf,
  refusal,
  ticks,
  timestamp,
  type Closing,
  type RefusalReason,
  type StopOrderType,
} from '@tapedeck/domain';
import { ACCOUNT, BTC, START, fakeOrder, fakeStrategy, units } from '../testing/fake-venue.ts';
import { sessionOf, type World } from '../testing/fake-world.ts';
import { OPTION, SPOT, everyCategory } from '../testing/program-markets.ts';
import type { V5Response } from './ports.ts';

let world: World;

beforeEach(() => {
  const session = sessionOf();
  world = everyCategory({
    verify: ({ apiKey }) => ({ keyId: apiKey, scopes: new Set(['read', 'trade']), session }),
    isValid: () => true,
  });
});

function ask(method: 'GET' | 'POST', path: string, fields: Readonly<Record<string, unknown>>): Promise<V5Response> {
  const headers = { 'x-bapi-api-key': 'key', 'x-bapi-sign': 'sign', 'x-bapi-timestamp': String(world.now) };
  const sent =
    method === 'GET' ? { parameters: fields as Readonly<Record<string, string>>, value: undefined } : { parameters: {}, value: fields };
  return world.gateway.handleV5({ method, path, query: '', body: '', client: '127.0.0.1', address: '127.0.0.1', headers, ...sent });
}
const get = (path: string, fields: Readonly<Record<string, string>>) => ask('GET', path, fields).then(({ body }) => body);
const post = (path: string, fields: object) => ask('POST', path, { ...fields }).then(({ body }) => body);

describe('an order that is changed or cancelled', () => {
  const NAMES = [{ orderId: '1' }, { orderLinkId: 'mine' }, { orderId: '1', orderLinkId: 'other' }];

  beforeEach(() => {
    const account = world.venue.accounts.get(ACCOUNT);
    if (account !== undefined) world.venue.accounts.set(ACCOUNT, { ...account, orders: [fakeOrder(1, { clientOrderId: 'mine' })] });
  });

  test.each(NAMES)('API-06 is answered with both of its ids when named by %o', async (name) => {
    const which = { symbol: 'BTCUSDT', ...name };
    const own = { orderId: '1', orderLinkId: 'mine' };
    expect(await post('/v5/order/amend', { category: 'linear', ...which, price: '63000' })).toMatchObject({ retCode: 0, result: own });
    expect(await post('/v5/order/cancel', { category: 'linear', ...which })).toMatchObject({ retCode: 0, result: own });
    for (const path of ['/v5/order/amend-batch', '/v5/order/cancel-batch']) {
      const batch = await post(path, { category: 'linear', request: [{ ...which, price: '63000' }] });
      expect(batch.result).toMatchObject({ list: [{ symbol: 'BTCUSDT', ...own }] });
    }
  });

  test('API-06 of a spread is named as the lists name it, and no other strategy is cancelled by its number', async () => {
    const account = world.venue.accounts.get(ACCOUNT);
    if (account === undefined) throw new Error('no account');
    const spread = fakeStrategy({ kind: 'FutureSpread', far: BTC.id, limit: 5 });
    const other = { ...fakeStrategy({ kind: 'TWAP', interval: 5_000, parts: 60, limit: ticks(0) }), strategyId: 8 };
    world.venue.accounts.set(ACCOUNT, { ...account, strategies: [spread, other] });
    const answer = await post('/v5/spread/order/cancel', { orderId: '7', orderLinkId: 'other' });
    expect(answer).toMatchObject({ retCode: 0, result: { orderId: '7', orderLinkId: '' } });
    expect(await post('/v5/spread/order/cancel', { orderId: '8' })).toMatchObject({ retCode: 110001 });
    expect(await post('/v5/spread/order/cancel', { orderId: '9' })).toMatchObject({ retCode: 110001 });
    expect(world.venue.commands).toMatchObject([{ type: 'CancelStrategy', strategyId: 7 }]);
  });

  test.each(['01', '0', '1e0', '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d'])('API-06 is not found by the id %s', async (orderId) => {
    const which = { category: 'linear', symbol: 'BTCUSDT', orderId };
    expect((await post('/v5/order/cancel', which)).retCode).toBe(110001);
    expect((await post('/v5/order/amend', { ...which, price: '63000' })).retCode).toBe(110001);
    await get('/v5/order/history', which);
    expect(world.history.queries).toMatchObject([{ orderIds: [] }]);
    expect(world.venue.commands).toEqual([]);
  });
});

describe('kinds of conditional orders in pairs', () => {
  const trigger = { price: ticks(500_000), source: 'LastPrice', direction: 'Falling' } as const;
  const waiting = (orderId: number, kind: StopOrderType, instrument = SPOT.id) =>
    fakeOrder(orderId, { instrument, stop: { kind, trigger, closeOnTrigger: false, wholePosition: false, parent: 0 } });
  const ORDERS = [
    fakeOrder(1, { instrument: SPOT.id }),
    waiting(2, 'PartialStopLoss'),
    waiting(3, 'Stop'),
    waiting(4, 'TakeProfitStopLossOCO'),
    waiting(5, 'BidirectionalTpSl'),
    waiting(6, 'TakeProfitStopLoss'),
    fakeOrder(7),
    waiting(8, 'TakeProfitStopLossOCO', BTC.id),
  ];
  const FILTERS = [
    ['Order', [1]],
    ['tpslOrder', [2, 6]],
    ['StopOrder', [3]],
    ['OcoOrder', [4]],
    ['BidirectionalTpslOrder', [5]],
  ] as const;

  beforeEach(() => {
    const account = world.venue.accounts.get(ACCOUNT);
    if (account !== undefined) world.venue.accounts.set(ACCOUNT, { ...account, orders: ORDERS });
    world.history.orderRows = ORDERS.filter(({ instrument }) => instrument === SPOT.id);
  });
  const cancelled = () => world.venue.commands.map((command) => 'orderId' in command && command.orderId);
  const listed = ({ result }: { readonly result: unknown }) =>
    (result as { list: { orderId: string }[] }).list.map(({ orderId }) => Number(orderId)).sort((a, b) => a - b);

  test('BOT-01 BOT-04 cancel-all of spot takes plain orders alone unless a filter asks for others', async () => {
    expect(await post('/v5/order/cancel-all', { category: 'spot' })).toMatchObject({ retCode: 0 });
    expect(cancelled()).toEqual([1]);
  });

  test.each(FILTERS)('BOT-01 BOT-04 the filter %s lists and cancels its own kind alone', async (orderFilter, expected) => {
    expect(listed(await get('/v5/order/realtime', { category: 'spot', orderFilter }))).toEqual(expected);
    expect(listed(await get('/v5/order/history', { category: 'spot', orderFilter }))).toEqual(expected);
    expect(await post('/v5/order/cancel-all', { category: 'spot', orderFilter })).toMatchObject({ retCode: 0 });
    expect(cancelled()).toEqual(expected);
  });

  test('BOT-01 orders of pairs state the kind by which a filter finds them', async () => {
    const { result } = await get('/v5/order/realtime', { category: 'spot' });
    const kinds = ['tpslOrder', 'BidirectionalTpslOrder', 'OcoOrder', 'Stop', 'tpslOrder', ''];
    expect(result).toMatchObject({ list: kinds.map((stopOrderType) => ({ stopOrderType })) });
  });

  test('BOT-01 an order is placed as the kind that its filter names', async () => {
    const row = { symbol: 'BTCUSDT', side: 'Sell', orderType: 'Limit', qty: '0.01', price: '60000', triggerPrice: '60000' };
    for (const orderFilter of ['tpslOrder', 'StopOrder'])
      expect(await post('/v5/order/create', { category: 'spot', ...row, orderFilter })).toMatchObject({ retCode: 0 });
    const [tpSl, conditional] = world.venue.commands;
    expect(tpSl).toMatchObject({ options: { trigger: { price: expect.any(Number) as number }, isTpSl: true } });
    expect(conditional).toMatchObject({ options: { trigger: { price: expect.any(Number) as number } } });
    expect(conditional).not.toHaveProperty('options.isTpSl');
  });

  test.each(['tpslOrder', 'StopOrder'])('BOT-04 the filter %s without a trigger places no plain order', async (orderFilter) => {
    const row = { symbol: 'BTCUSDT', side: 'Sell', orderType: 'Limit', qty: '0.01', price: '60000' };
    const answer = await post('/v5/order/create', { category: 'spot', ...row, orderFilter });
    expect(answer.retCode).toBe(10001);
    expect(answer.retMsg).toContain('triggerPrice');
    expect(world.venue.commands).toEqual([]);
  });

  test.each(['tpslOrder', 'OcoOrder', 'BidirectionalTpslOrder'])('BOT-04 contracts refuse the filter %s', async (orderFilter) => {
    const fields = { category: 'linear', symbol: 'BTCUSDT', orderFilter };
    const refused = { retCode: 10001, retMsg: `params error: orderFilter ${orderFilter} applies to spot only; use Order or StopOrder` };
    expect(await get('/v5/order/realtime', fields)).toMatchObject(refused);
    expect(await get('/v5/order/history', fields)).toMatchObject(refused);
    expect(await post('/v5/order/cancel-all', fields)).toMatchObject(refused);
    expect(cancelled()).toEqual([]);
  });
});

describe('codes of refusals', () => {
  type Plain = Extract<
    RefusalReason,
    'insufficientBalance' | 'duplicateClientOrderId' | 'triggerNotAbove' | 'triggerNotBelow' | 'stopLossTooHigh'
  >;
  const CASES: readonly (readonly [Plain, number, number])[] = [
    ['insufficientBalance', 110007, 170131],
    ['duplicateClientOrderId', 110072, 170141],
    ['triggerNotAbove', 110092, 110092],
    ['triggerNotBelow', 110093, 110093],
    ['stopLossTooHigh', 10001, 10001],
  ];
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01', price: '64000' };

  test.each(CASES)('API-06 %s is %i on contracts and %i on pairs', async (reason, contract, pair) => {
    world.venue.respond = () => ({ refusal: refusal(reason) });
    expect((await post('/v5/order/create', { category: 'linear', ...order })).retCode).toBe(contract);
    expect((await post('/v5/order/create', { category: 'spot', ...order })).retCode).toBe(pair);
    const batch = await post('/v5/order/create-batch', { category: 'spot', request: [order] });
    expect(batch.retExtInfo).toMatchObject({ list: [{ code: pair }] });
  });

  test('API-06 an order that does not exist has the code of its category', async () => {
    const which = { symbol: 'BTCUSDT', orderId: '42' };
    expect((await post('/v5/order/cancel', { category: 'spot', ...which })).retCode).toBe(170213);
    expect((await post('/v5/order/amend', { category: 'spot', ...which, qty: '1' })).retCode).toBe(170213);
    expect((await post('/v5/order/cancel', { category: 'linear', ...which })).retCode).toBe(110001);
  });
});

describe('filters of lists', () => {
  test.each(['/v5/order/realtime', '/v5/order/history', '/v5/execution/list', '/v5/position/closed-pnl'])(
    'API-06 %s refuses a symbol that its category does not have',
    async (path) => {
      for (const symbol of ['NOPE', 'BTCUSD'])
        expect(await get(path, { category: 'linear', symbol })).toMatchObject({ retCode: 10001, retMsg: 'params error: symbol invalid' });
      expect((await get(path, { category: 'linear', symbol: 'BTCUSDT' })).retCode).toBe(0);
    },
  );

  test.each([
    ['/v5/order/history', { orderStatus: 'Canceled' }, 'orderStatus'],
    ['/v5/execution/list', { execType: 'trade' }, 'execType'],
    ['/v5/execution/list', { execType: 'constructor' }, 'execType'],
    ['/v5/market/instruments-info', { cursor: 'zzz' }, 'cursor'],
    ['/v5/order/history', { startTime: '2', endTime: '1' }, 'startTime'],
    ['/v5/execution/list', { startTime: '2', endTime: '1' }, 'startTime'],
    ['/v5/position/closed-pnl', { startTime: '2', endTime: '1' }, 'startTime'],
    ['/v5/account/transaction-log', { startTime: '2', endTime: '1' }, 'startTime'],
  ])('API-06 %s refuses %o instead of answering with nothing', async (path, filter, field) => {
    expect(await get(path, { category: 'linear', ...filter })).toMatchObject({ retCode: 10001, retMsg: `params error: ${field} invalid` });
  });

  test('API-06 a status finds the orders that are shown with it', async () => {
    const ended = (orderId: number, filled: number, instrument = SPOT.id) =>
      fakeOrder(orderId, { instrument, status: 'Cancelled', filled: lots(filled) });
    world.history.orderRows = [ended(1, 0), ended(2, 4)];
    const idsOf = async (category: string, orderStatus: string) => {
      const { result } = await get('/v5/order/history', { category, orderStatus });
      return (result as { readonly list: readonly { readonly orderId: string }[] }).list.map(({ orderId }) => orderId);
    };
    expect(await idsOf('spot', 'Cancelled')).toEqual(['1']);
    expect(await idsOf('spot', 'PartiallyFilledCanceled')).toEqual(['2']);
    world.history.orderRows = [ended(3, 4, BTC.id)];
    expect(await idsOf('linear', 'Cancelled')).toEqual(['3']);
    // A page holds only orders with the status: the filled ones do not stand behind pages of cancelled ones.
    world.history.queries.length = 0;
    for (const status of ['Filled', 'Rejected', 'Cancelled', 'PartiallyFilledCanceled', 'New']) await idsOf('spot', status);
    expect(world.history.queries).toMatchObject(
      [['Filled'], ['Rejected'], ['Cancelled'], ['Cancelled'], []].map((statuses) => ({ statuses })),
    );
  });

  test('API-06 the settlements of a session have the name that their rows state', async () => {
    await get('/v5/execution/list', { category: 'linear', execType: 'SessionSettlePnL' });
    expect(world.history.queries).toMatchObject([{ kinds: ['SessionSettlement'] }]);
  });
});

describe('closed P&L', () => {
  const PARTS = [
    { at: '64000', size: 1_000 },
    { at: '64000.1', size: 2_000 },
  ];
  const sums = PARTS.map(({ at, size }) => priceSumsOf(price(units(at)), lots(size)));
  const closing: Closing = {
    account: ACCOUNT,
    instrument: BTC.id,
    positionIndex: 0,
    side: 'Sell',
    kind: 'Trade',
    orderId: 1,
    executionId: 5,
    fills: 2,
    size: lots(3_000),
    profit: money(units('0.00000001')),
    fee: money(units('0.1')),
    prices: {
      priceSum: sums.reduce((sum, one) => sum + one.priceSum, 0n),
      inverseSum: sums.reduce((sum, one) => sum + one.inverseSum, 0n),
    },
    firstAt: timestamp(START),
  };

  // The values of fills are rounded one by one: the sum of an order's own fills takes precedence.
  test.each([
    ['part of an order', 4_000, '192000.2', '192000.19999999'],
    ['an entire order', 3_000, '192000.19999998', '192000.19999997'],
  ])('API-06 exit less entry less fee is the P&L to the last digit, of %s', async (_what, filled, cumExitValue, cumEntryValue) => {
    const filledValue = money(units('192000.19999998'));
    world.history.orderRows = [fakeOrder(1, { status: 'Filled', quantity: lots(4_000), filled: lots(filled), filledValue })];
    world.history.closingRows = [{ closing, time: timestamp(START), sequence: 1, index: 1 }];
    const { result } = await get('/v5/position/closed-pnl', { category: 'linear' });
    expect(result).toMatchObject({ list: [{ cumExitValue, cumEntryValue, closeFee: '0.1', closedPnl: '-0.09999999' }] });
  });

  test('API-06 closedPnl is net of the fees of opening and closing where both are known, and never of funding', async () => {
    const costs = {
      openFees: money(units('0.3')),
      closeFees: money(units('0.08')),
      funding: money(units('7')),
      settled: money(units('9')),
    };
    world.history.closingRows = [
      { closing: { ...closing, costs }, time: timestamp(START), sequence: 2, index: 1 },
      { closing, time: timestamp(START), sequence: 1, index: 1 },
    ];
    const { result } = await get('/v5/position/closed-pnl', { category: 'linear' });
    expect(result).toMatchObject({
      list: [
        { openFee: '0.3', closeFee: '0.08', closedPnl: '-0.37999999' },
        { openFee: '', closeFee: '0.1', closedPnl: '-0.09999999' },
      ],
    });
  });
});

describe('the limit of calls', () => {
  const rowsOf = (symbol: string, count: number): readonly object[] =>
    Array.from({ length: count }, () => ({ symbol, side: 'Buy', orderType: 'Limit', qty: '1', price: '30000' }));
  const batch = (category: string, symbol: string, count: number) =>
    ask('POST', '/v5/order/create-batch', { category, request: rowsOf(symbol, count) });
  const codesOf = ({ body }: V5Response): readonly number[] =>
    (body.retExtInfo as { readonly list: readonly { readonly code: number }[] }).list.map(({ code }) => code);

  test('BOT-04 counts each order of a batch of contracts: the first are placed, and those beyond it are refused', async () => {
    const first = await batch('linear', 'BTCUSDT', 4);
    expect(first.headers['X-Bapi-Limit-Status']).toBe('6');
    const second = await batch('linear', 'BTCUSDT', 9);
    expect(codesOf(second)).toEqual([...Array<number>(6).fill(0), 10006, 10006, 10006]);
    expect(second.headers['X-Bapi-Limit-Status']).toBe('0');
    expect(world.venue.commands.filter(({ type }) => type === 'PlaceOrder')).toHaveLength(10);
    expect((await batch('linear', 'BTCUSDT', 1)).body.retCode).toBe(10006);
    world.now += 1_000;
    expect(codesOf(await batch('linear', 'BTCUSDT', 10))).toEqual(Array<number>(10).fill(0));
  });

  test.each([
    ['linear', 20, 'BTCUSDT'],
    ['inverse', 20, 'BTCUSD'],
    ['option', 20, OPTION.symbol],
    ['spot', 10, 'BTCUSDT'],
  ])('BOT-04 a batch of %s has at most %i rows', async (category, most, symbol) => {
    const whole = await batch(category, symbol, most);
    expect([whole.body.retCode, codesOf(whole)]).toMatchObject([0, { length: most }]);
    world.venue.commands.length = 0;
    world.now += 1_000;
    for (const count of [most + 1, 2 * most + 1]) {
      const retMsg = `params error: request has ${count} rows, but the limit of ${category} is ${most}; send the others in another batch`;
      expect((await batch(category, symbol, count)).body).toMatchObject({ retCode: 10001, retMsg, result: {} });
      world.now += 1_000;
    }
    expect(world.venue.commands).toEqual([]);
  });

  test('BOT-04 counts a batch of options as one call', async () => {
    const { symbol } = OPTION;
    const answer = await batch('option', symbol, 15);
    expect(codesOf(answer)).not.toContain(10006);
    expect(codesOf(answer)).toHaveLength(15);
    expect(answer.headers['X-Bapi-Limit-Status']).toBe('9');
  });
});
