import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lots, money, price, rate, type Event, type Instrument, type OrderFilled } from '@tapedeck/domain';
import { V5_PATHS } from '@tapedeck/gateway';
import { ApiDesk } from '../testing/api-desk.ts';
import { ACCOUNT } from '../testing/paper-desk.ts';
import { differences, readShapes, recordedAnswers, recordedShapes, shapeOf, writeShapes, type Shape } from '../testing/shapes.ts';
import { KNOWN_DIFFERENCES } from '../testing/known-differences.ts';

/** Shapes of the recorded answers of a real venue: keys and kinds of values. Those of the recordings themselves, where there are some. */
const table = readShapes(readFileSync(new URL('recorded-shapes.txt', import.meta.url), 'utf8'));
const answers = recordedAnswers(process.env['RECORDED_DATA']);

const UNIT = 100_000_000n;
const BTC = { category: 'linear', symbol: 'BTCUSDT' } as const;

let api: ApiDesk;
const ours = new Map<string, unknown[]>();

/** Asks, and keeps the answer for the comparison under its call. */
async function ask(call: string, fields: Readonly<Record<string, unknown>> = {}): Promise<Readonly<Record<string, unknown>>> {
  const [method = '', path = ''] = call.split(' ');
  const { retCode, retMsg, result } = await api.ask(method, path, fields);
  expect([call, retCode, retMsg]).toEqual([call, 0, expect.any(String)]);
  const { category } = result as { readonly category?: unknown };
  const name = typeof category === 'string' ? `${call} ${category}` : call;
  ours.set(name, [...(ours.get(name) ?? []), result]);
  return result as Readonly<Record<string, unknown>>;
}

const traded = (kind: Instrument['kind']): Instrument => {
  const found = api.desk.venue.instruments.find((one) => one.kind === kind && one.status === 'Trading' && one.option?.right !== 'Put');
  if (found === undefined) throw new Error(`nothing of kind ${kind} trades`);
  return found;
};
const lastOf = async (category: string, symbol: string): Promise<number> => {
  const { list } = (await api.ask('GET', '/v5/market/tickers', { category, symbol })).result as {
    readonly list: readonly { readonly lastPrice: string }[];
  };
  return Number(list[0]?.lastPrice);
};
const order = (fields: Readonly<Record<string, unknown>>) => ask('POST /v5/order/create', fields);

async function tradeContracts(): Promise<void> {
  const last = await lastOf('linear', 'BTCUSDT');
  const low = (last * 0.97).toFixed(1);
  await ask('POST /v5/position/set-leverage', { ...BTC, buyLeverage: '7', sellLeverage: '7' });
  await ask('POST /v5/position/switch-mode', { category: 'linear', symbol: 'ETHUSDT', mode: 3 });
  await order({ ...BTC, side: 'Buy', orderType: 'Market', qty: '0.05' });
  await order({ ...BTC, side: 'Sell', orderType: 'Market', qty: '0.02', reduceOnly: true });
  const exits = { takeProfit: (last * 1.1).toFixed(1), stopLoss: (last * 0.9).toFixed(1) };
  await order({ ...BTC, side: 'Buy', orderType: 'Limit', qty: '0.01', price: low, orderLinkId: 'mine', ...exits });
  await order({ ...BTC, side: 'Buy', orderType: 'Market', qty: '0.01', triggerPrice: (last * 1.05).toFixed(1), triggerDirection: 1 });
  await ask('POST /v5/position/trading-stop', { ...BTC, takeProfit: (last * 1.2).toFixed(1), tpslMode: 'Full', positionIdx: 0 });
  await ask('POST /v5/order/amend', { ...BTC, orderLinkId: 'mine', qty: '0.02' });
  const row = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01', price: low };
  await ask('POST /v5/order/create-batch', {
    category: 'linear',
    request: [
      { ...row, orderLinkId: 'a' },
      { ...row, orderLinkId: 'b' },
    ],
  });
  const named = { symbol: 'BTCUSDT', orderLinkId: 'a' };
  await ask('POST /v5/order/amend-batch', { category: 'linear', request: [{ ...named, qty: '0.02' }] });
  await ask('POST /v5/order/cancel-batch', { category: 'linear', request: [named] });
  await ask('POST /v5/order/cancel', { ...BTC, orderLinkId: 'b' });
  for (const symbol of ['BTCUSD', 'ETHUSD'])
    await api.ask('POST', '/v5/order/create', { category: 'inverse', symbol, side: 'Buy', orderType: 'Market', qty: '100' });
}

async function tradeOthers(): Promise<void> {
  const spot = { category: 'spot', symbol: 'BTCUSDT' } as const;
  const low = ((await lastOf('spot', 'BTCUSDT')) * 0.97).toFixed(1);
  await order({ ...spot, side: 'Buy', orderType: 'Market', qty: '1000' });
  await order({ ...spot, side: 'Buy', orderType: 'Limit', qty: '0.01', price: low });
  const option = traded('UsdtOption');
  const call = { category: 'option', symbol: option.symbol, orderLinkId: 'call' };
  await api.ask('POST', '/v5/order/create', { ...call, side: 'Buy', orderType: 'Market', qty: '1' });
  await ask('POST /v5/account/borrow', { coin: 'ETH', amount: '1' });
  const move = { coin: 'USDT', amount: '100', transferId: 't-1' };
  await ask('POST /v5/asset/transfer/inter-transfer', { ...move, fromAccountType: 'UNIFIED', toAccountType: 'FUND' });
  const { list } = (await ask('GET /v5/spread/instrument', { baseCoin: 'BTC' })) as {
    readonly list: readonly { readonly symbol: string }[];
  };
  const symbol = list[0]?.symbol ?? '';
  const spread = { symbol, side: 'Buy', orderType: 'Limit', qty: '0.01', price: '-5000' };
  const { orderId } = await ask('POST /v5/spread/order/create', spread);
  await ask('POST /v5/spread/order/create', spread);
  await ask('POST /v5/spread/order/cancel', { orderId });
  for (const call of ['GET /v5/spread/orderbook', 'GET /v5/spread/tickers']) await ask(call, { symbol, limit: 5 });
  await ask('GET /v5/spread/max-qty', { symbol, side: 'Buy', orderPrice: '0' });
}

/** Events that take hours or days to happen. */
function pretendSettlements(): void {
  const option = traded('UsdtOption');
  const session = traded('UsdcPerpetual');
  const perpetual = traded('LinearPerpetual');
  const fill = (kind: OrderFilled['kind'], { id }: Instrument, executionId: number): OrderFilled => ({
    type: 'OrderFilled',
    kind,
    executionId,
    account: ACCOUNT,
    instrument: id,
    positionIndex: 0,
    side: 'Sell',
    price: price(60_000n * UNIT),
    quantity: lots(10),
    value: money(600n * UNIT),
    fee: money(UNIT),
    feeRate: rate(10_000n),
    maker: false,
    closedPnl: money(7n * UNIT),
    closedQuantity: lots(10),
  });
  const line = (kind: 'funding' | 'interest', coin: string, instrument: number): Event => ({
    type: 'CashChanged',
    account: ACCOUNT,
    coin,
    kind,
    amount: money(-UNIT),
    cash: money(UNIT),
    instrument,
    ...(kind === 'interest' && { interest: { on: money(100n * UNIT), rate: rate(230n) } }),
  });
  api.pretend([
    { type: 'DeliverySettled', instrument: option.id, price: price(60_000n * UNIT) },
    { type: 'FundingSettled', instrument: perpetual.id, rate: rate(10_000n), mark: price(60_000n * UNIT) },
    line('interest', 'ETH', -1),
    fill('Delivery', option, 9_000_001),
    fill('SessionSettlement', session, 9_000_002),
    line('funding', 'USDT', perpetual.id),
    fill('Funding', perpetual, 9_000_003),
  ]);
}

async function changeSettings(): Promise<void> {
  const inverse = { category: 'inverse', symbol: 'BTCUSD' } as const;
  const btcusd = api.desk.venue.instruments.find(({ symbol }) => symbol === 'BTCUSD');
  await ask('POST /v5/order/cancel-all', { category: 'linear', symbol: 'BTCUSDT' });
  await ask('POST /v5/position/set-risk-limit', { ...BTC, riskId: 2 });
  await ask('POST /v5/account/set-hedging-mode', { setHedgingMode: 'OFF' });
  await ask('POST /v5/account/set-collateral-switch-batch', { request: [{ coin: 'ETH', collateralSwitch: 'OFF' }] });
  await ask('POST /v5/spot-margin-trade/set-leverage', { leverage: '10' });
  await ask('POST /v5/account/set-margin-mode', { setMarginMode: 'REGULAR_MARGIN' });
  ours.set('POST /v5/position/switch-isolated', [(await api.ask('POST', '/v5/position/switch-isolated')).result]);
  // A position of its own in isolated margin, as the exchange of the same name had it before unified accounts.
  await api.ask('POST', '/v5/order/create', { ...inverse, side: 'Sell', orderType: 'Market', qty: '100', reduceOnly: true });
  api.desk.venue.apply({ type: 'SetMarginMode', account: ACCOUNT, instrument: btcusd?.id ?? -1, marginMode: 'isolated' });
  await api.ask('POST', '/v5/order/create', { ...inverse, side: 'Buy', orderType: 'Market', qty: '100' });
  await ask('POST /v5/position/add-margin', { ...inverse, margin: '0.0001' });
  await ask('POST /v5/position/set-auto-add-margin', { ...inverse, autoAddMargin: 1 });
}

async function readMarket(): Promise<void> {
  const option = traded('UsdtOption');
  const inverse = { category: 'inverse', symbol: 'BTCUSD' } as const;
  const spot = { category: 'spot', symbol: 'BTCUSDT' } as const;
  for (const category of ['linear', 'inverse', 'spot', 'option']) await ask('GET /v5/market/instruments-info', { category });
  for (const one of [BTC, inverse, spot, { category: 'option', symbol: option.symbol }]) {
    await ask('GET /v5/market/tickers', one);
    await ask('GET /v5/market/orderbook', { ...one, limit: 5 });
  }
  for (const one of [BTC, inverse]) {
    await ask('GET /v5/market/kline', { ...one, interval: '1', limit: 5 });
    await ask('GET /v5/market/open-interest', { ...one, intervalTime: '1h' });
  }
  for (const one of [BTC, spot]) {
    // Trades of pairs are stored from the first request on.
    await api.ask('GET', '/v5/market/recent-trade', one);
    await api.ask('POST', '/v5/order/create', { ...one, side: 'Buy', orderType: 'Market', qty: one === spot ? '100' : '0.001' });
    await ask('GET /v5/market/recent-trade', one);
  }
  await ask('GET /v5/market/premium-index-price-kline', { ...BTC, interval: '1', limit: 5 });
  await ask('GET /v5/market/risk-limit', inverse);
  await ask('GET /v5/market/price-limit', BTC);
  await ask('GET /v5/market/insurance', { coin: 'USDT' });
  await ask('GET /v5/market/funding/history', { category: 'linear', symbol: traded('LinearPerpetual').symbol });
  await ask('GET /v5/market/delivery-price', { category: 'option' });
  await ask('GET /v5/system/status');
  await ask('GET /v5/spot-margin-trade/data');
}

async function readAccount(): Promise<void> {
  for (const call of [
    'GET /v5/account/borrow-history',
    'GET /v5/account/collateral-info',
    'GET /v5/account/info',
    'GET /v5/asset/coin-greeks',
    'GET /v5/asset/transfer/query-inter-transfer-list',
    'GET /v5/spread/order/history',
    'GET /v5/spread/order/realtime',
  ])
    await ask(call);
  await ask('GET /v5/account/transaction-log', { type: 'SETTLEMENT' });
  await ask('GET /v5/account/instruments-info', { category: 'spot' });
  await ask('GET /v5/account/fee-rate', BTC);
  await ask('GET /v5/account/wallet-balance', { accountType: 'UNIFIED' });
  await ask('GET /v5/asset/delivery-record', { category: 'option' });
  await ask('GET /v5/asset/settlement-record', { category: 'linear' });
  await ask('GET /v5/spot-margin-trade/interest-rate-history', { currency: 'BTC' });
  await ask('GET /v5/order/spot-borrow-check', { category: 'spot', symbol: 'BTCUSDT', side: 'Buy' });
  for (const category of ['linear', 'spot']) {
    await ask('GET /v5/order/realtime', { category, settleCoin: 'USDT' });
    await ask('GET /v5/execution/list', { category });
  }
  await ask('GET /v5/order/history', { category: 'linear', symbol: 'BTCUSDT' });
  await ask('GET /v5/position/list', { category: 'linear', settleCoin: 'USDT' });
  await ask('GET /v5/position/list', { category: 'inverse' });
  await ask('GET /v5/position/closed-pnl', { category: 'linear' });
}

beforeAll(async () => {
  api = await ApiDesk.open();
  await tradeContracts();
  await tradeOthers();
  pretendSettlements();
  await api.desk.run(20);
  await readMarket();
  await readAccount();
  await changeSettings();
  await ask('GET /v5/position/list', { category: 'inverse' });
});
afterAll(() => api.close());

describe('numbers and pages', () => {
  test('BOT-01 E10 every number is plain: no exponent, no minus zero, nothing that is none', () => {
    const numbers: string[] = [];
    const wrong = (value: unknown): readonly unknown[] => {
      if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(wrong);
      if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? [] : [value];
      if (typeof value !== 'string' || !/^-?[\d.]+(e.*)?$|NaN|Infinity|undefined/i.test(value)) return [];
      numbers.push(value);
      return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value) && !/^-0(\.0*)?$/.test(value) ? [] : [value];
    };
    expect([...ours.values()].flatMap(wrong)).toEqual([]);
    expect(numbers.length).toBeGreaterThan(1_000);
  });

  test('BOT-01 E12 pages of a list that grows meanwhile have each row once', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await api.ask('GET', '/v5/execution/list', { category: 'linear', limit: 2, ...(cursor !== '' && { cursor }) });
      const { list, nextPageCursor } = page.result as {
        readonly list: readonly { readonly execId: string }[];
        readonly nextPageCursor: string;
      };
      seen.push(...list.map(({ execId }) => execId));
      cursor = nextPageCursor;
      await api.ask('POST', '/v5/order/create', { ...BTC, side: 'Buy', orderType: 'Market', qty: '0.001' });
    } while (cursor !== '');
    expect(seen.length).toBeGreaterThan(4);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('BOT-01 E12 pages of positions have each of them once, and no more than asked for', async () => {
    const all = { category: 'inverse', limit: 200 };
    const symbolsOf = (result: unknown) =>
      (result as { readonly list: readonly { readonly symbol: string }[] }).list.map(({ symbol }) => symbol);
    const whole = symbolsOf((await api.ask('GET', '/v5/position/list', all)).result);
    expect(whole).toEqual(['BTCUSD', 'ETHUSD']);
    const first = await api.ask('GET', '/v5/position/list', { ...all, limit: 1 });
    const { nextPageCursor: cursor } = first.result as { readonly nextPageCursor: string };
    const second = await api.ask('GET', '/v5/position/list', { ...all, limit: 1, cursor });
    expect([...symbolsOf(first.result), ...symbolsOf(second.result)]).toEqual(whole);
    expect(second.result).toMatchObject({ nextPageCursor: '' });
    for (const wrong of [{ limit: 0 }, { limit: 201 }, { cursor: 'x' }])
      expect(await api.ask('GET', '/v5/position/list', { ...all, ...wrong })).toMatchObject({ retCode: 10001 });
  });

  test.each([
    ['/v5/market/orderbook', BTC, 1_000],
    ['/v5/market/orderbook', { category: 'spot', symbol: 'BTCUSDT' }, 1_000],
    ['/v5/market/rpi_orderbook', BTC, 50],
    ['/v5/market/full_orderbook', BTC, 10_000],
  ])('BOT-01 of %s of %o at most %i levels can be asked for', async (path, one, most) => {
    expect(await api.ask('GET', path, { ...one, limit: most })).toMatchObject({ retCode: 0 });
    const refused = await api.ask('GET', path, { ...one, limit: most + 1 });
    expect(refused).toMatchObject({ retCode: 10001, retMsg: `params error: limit must be between 1 and ${String(most)}` });
  });

  test('BOT-01 an order for an option needs a client order id', async () => {
    const { symbol } = traded('UsdtOption');
    const option = { category: 'option', symbol, side: 'Buy', orderType: 'Limit', qty: '1', price: '5' };
    const refused = await api.ask('POST', '/v5/order/create', option);
    expect(refused).toMatchObject({ retCode: 10001, retMsg: 'params error: orderLinkId is missing; an option order needs one' });
  });

  test('BOT-01 E2 what was acknowledged is in the next answer', async () => {
    const price = ((await lastOf('linear', 'BTCUSDT')) * 0.95).toFixed(1);
    const placed = await api.ask('POST', '/v5/order/create', { ...BTC, side: 'Buy', orderType: 'Limit', qty: '0.01', price });
    const { orderId } = placed.result as { readonly orderId: string };
    const open = await api.ask('GET', '/v5/order/realtime', { ...BTC, orderId });
    expect(open.result).toMatchObject({ list: [{ orderId, orderStatus: 'New' }] });
    await api.ask('POST', '/v5/order/cancel', { ...BTC, orderId });
    expect((await api.ask('GET', '/v5/order/realtime', { ...BTC, orderId })).result).toMatchObject({
      list: [{ orderStatus: 'Cancelled' }],
    });
  });

  test('BOT-01 bboSideType and orderIv take their price from the market', async () => {
    const order = { ...BTC, side: 'Buy', orderType: 'Limit', qty: '0.01', bboSideType: 'Queue', bboLevel: '5', orderLinkId: 'bbo' };
    expect(await api.ask('POST', '/v5/order/create', order)).toMatchObject({ retCode: 0 });
    const book = (await api.ask('GET', '/v5/market/orderbook', { ...BTC, limit: 50 })).result as {
      readonly b: readonly (readonly string[])[];
    };
    const { result } = await api.ask('GET', '/v5/order/realtime', { ...BTC, orderLinkId: 'bbo' });
    const [placed] = (result as { readonly list: readonly { readonly price: string }[] }).list;
    const best = Number(book.b[0]?.[0]);
    expect(Number(placed?.price)).toBeLessThanOrEqual(best);
    expect(Number(placed?.price)).toBeGreaterThan(best * 0.99);
    const { symbol } = traded('UsdtOption');
    const option = { category: 'option', symbol, side: 'Buy', orderType: 'Limit', qty: '1', orderLinkId: 'iv' };
    expect(await api.ask('POST', '/v5/order/create', { ...option, orderIv: '0.05' })).toMatchObject({ retCode: 0 });
    const low = await api.ask('POST', '/v5/order/create', { ...BTC, ...order, orderLinkId: 'no', bboSideType: undefined, orderIv: '0.5' });
    expect(low.retCode).toBe(10001);
  });

  test('BOT-01 pre-check says what an order would do, and does not place it', async () => {
    const before = await api.ask('GET', '/v5/order/realtime', BTC);
    const order = { ...BTC, side: 'Buy', orderType: 'Market', qty: '1' };
    const { result } = await api.ask('POST', '/v5/order/pre-check', order);
    const { preImrE4, postImrE4 } = result as { readonly preImrE4: number; readonly postImrE4: number };
    expect(postImrE4).toBeGreaterThan(preImrE4);
    // More than the account can pay at ten times leverage, whatever the price is. Of a market order only what the book could fill counts.
    const { b: bids } = (await api.ask('GET', '/v5/market/orderbook', { ...BTC, limit: 1 })).result as {
      readonly b: readonly (readonly string[])[];
    };
    const price = bids[0]?.[0];
    const qty = String(Math.ceil(40_000_000 / Number(price)));
    const short = await api.ask('POST', '/v5/order/pre-check', { ...order, orderType: 'Limit', price, qty });
    expect(short).toMatchObject({ retCode: 110007, retExtInfo: { post_imr_e4: expect.any(Number) } });
    expect((await api.ask('GET', '/v5/order/realtime', BTC)).result).toEqual(before.result);
  });
});

describe('answers have the keys and the kinds of values of recorded ones', () => {
  test.each(Object.entries(table).map(([call, recorded]) => ({ call, recorded })))('BOT-01 $call', ({ call, recorded }) => {
    const found: Shape = shapeOf(ours.get(call) ?? []);
    expect(ours.get(call) ?? call).not.toBe(call);
    expect(differences(recorded, found, new Set(KNOWN_DIFFERENCES[call]?.flatMap(({ paths }) => paths)))).toEqual([]);
  });

  test('BOT-01 the comparison sees a missing key, an added one and another kind of value', () => {
    const recorded = shapeOf([{ list: [{ a: '1', b: 2, c: '' }] }]);
    const compared = (value: unknown, known: readonly string[] = []) => differences(recorded, shapeOf([value]), new Set(known));
    expect(compared({ list: [{ a: '5', b: 1, c: '' }] })).toEqual([]);
    expect(compared({ list: [{ a: '5', c: '' }] })).toEqual(['-result.list[].b']);
    expect(compared({ list: [{ a: '5', b: 1, c: '', d: {} }] })).toEqual(['+result.list[].d']);
    expect(compared({ list: [{ a: 5, b: '1', c: 'x' }] })).toHaveLength(3);
    expect(compared({ list: [] })).toEqual(['-result.list[]']);
    expect(compared({ list: [{ a: '5', b: 1, c: '' }] }, ['-result.list[].b'])).toEqual(['unused -result.list[].b']);
  });

  // `vitest -u` writes the table again.
  test.runIf(answers.length > 0)('BOT-01 the table is that of the recordings', async () => {
    const isOurs = (call: string): boolean => V5_PATHS.has(call.split(' ')[1] ?? '');
    await expect(writeShapes(recordedShapes(answers, isOurs))).toMatchFileSnapshot('recorded-shapes.txt');
  });
});
