// Time limit of this file: 240 s, since ccxt computes for a second to load the markets of each of its clients.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProgramDesk, marketsOf, type Ccxt } from '../testing/program-desk.ts';

const LINEAR = 'BTC/USDT:USDT';
const INVERSE = 'BTC/USD:BTC';
const SPOT = 'BTC/USDT';
const EVERY = [SPOT, LINEAR, INVERSE, 'BTC/USDC:USDC'];

let desk: ProgramDesk;
let exchange: Ccxt;
let option = '';

beforeAll(async () => {
  desk = await ProgramDesk.open();
  exchange = await desk.ccxt();
  await exchange.loadMarkets();
  // A call near the money, because it has quotes.
  const last = await priceOf(LINEAR);
  const calls = marketsOf(exchange).filter((one) => one.option === true && one.optionType === 'call' && one.base === 'BTC');
  calls.sort((a, b) => (a.expiry ?? 0) - (b.expiry ?? 0) || Math.abs((a.strike ?? 0) - last) - Math.abs((b.strike ?? 0) - last));
  option = calls[0]?.symbol ?? '';
});

afterAll(() => desk.close());

const priceOf = async (symbol: string): Promise<number> => {
  const { last } = await exchange.fetchTicker(symbol);
  if (last === undefined) throw new Error(`${symbol} has no price`);
  return last;
};
function idOf({ id }: { readonly id?: string | undefined }): string {
  if (id === undefined) throw new Error('an order has no id');
  return id;
}

/** On a tick, `share` of the last price. */
const priceAt = async (symbol: string, share: number): Promise<number> =>
  Number(exchange.priceToPrecision(symbol, (await priceOf(symbol)) * share));

describe('ccxt reads the market', () => {
  test('BOT-01 loads every kind of market', () => {
    const kinds = new Set(marketsOf(exchange).map((one) => `${one.type}${one.inverse === true ? ' inverse' : ''}`));
    expect([...kinds].sort()).toEqual(['future', 'future inverse', 'option', 'spot', 'swap', 'swap inverse']);
    expect(exchange.market(LINEAR)).toMatchObject({ id: 'BTCUSDT', linear: true, settle: 'USDT', contract: true });
    expect(exchange.market(INVERSE)).toMatchObject({ id: 'BTCUSD', inverse: true, settle: 'BTC' });
  });

  test('BOT-01 the clock, the status, the coins', async () => {
    expect(Math.abs(((await exchange.fetchTime()) ?? 0) - Date.now())).toBeLessThan(60_000);
    expect((await exchange.fetchStatus()).status).toBe('ok');
    expect(Object.keys(await exchange.fetchCurrencies())).toContain('USDT');
  });

  test.each(EVERY)('BOT-01 %s: ticker, book, candles and trades agree', async (symbol) => {
    const book = await exchange.fetchOrderBook(symbol);
    const [bid = 0] = book.bids[0] ?? [];
    const [ask = 0] = book.asks[0] ?? [];
    expect(bid).toBeGreaterThan(0);
    expect(ask).toBeGreaterThan(bid);
    const ticker = await exchange.fetchTicker(symbol);
    expect(ticker.symbol).toBe(symbol);
    expect(ticker.high).toBeGreaterThanOrEqual(ticker.low ?? Infinity);
    expect((await exchange.fetchTickers([symbol]))[symbol]?.last).toBeGreaterThan(0);
    const candles = await exchange.fetchOHLCV(symbol, '1m', undefined, 10);
    expect(candles).toHaveLength(10);
    candles.forEach(([start = 0], i) => expect(start).toBe((candles[0]?.[0] ?? 0) + i * 60_000));
    const trades = await exchange.fetchTrades(symbol);
    for (const { price, amount, side } of trades) {
      expect(price).toBeGreaterThan(0);
      expect(amount).toBeGreaterThan(0);
      expect(['buy', 'sell']).toContain(side);
    }
  });

  test('BOT-01 candles of a span are those of the span', async () => {
    const since = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 5 * 3_600_000;
    const candles = await exchange.fetchOHLCV(LINEAR, '1h', since, 3);
    expect(candles.map(([start]) => start)).toEqual([since, since + 3_600_000, since + 7_200_000]);
  });

  test('BOT-01 mark, index and premium candles', async () => {
    for (const candles of [
      await exchange.fetchMarkOHLCV(LINEAR, '1m', undefined, 5),
      await exchange.fetchIndexOHLCV(LINEAR, '1m', undefined, 5),
      await exchange.fetchPremiumIndexOHLCV(LINEAR, '1m', undefined, 5),
    ])
      expect(candles).toHaveLength(5);
  });

  test('BOT-01 funding, open interest and risk limits', async () => {
    expect((await exchange.fetchFundingRate(LINEAR)).fundingRate).toBeTypeOf('number');
    expect(Object.keys(await exchange.fetchFundingRates([LINEAR, 'ETH/USDT:USDT']))).toHaveLength(2);
    expect(await exchange.fetchFundingRateHistory(LINEAR)).toBeInstanceOf(Array);
    expect((await exchange.fetchOpenInterest(LINEAR)).openInterestAmount).toBeGreaterThan(0);
    const tiers = await exchange.fetchMarketLeverageTiers(LINEAR);
    expect(tiers[0]).toMatchObject({ tier: 1, maxLeverage: 100 });
    expect(tiers.length).toBeGreaterThan(5);
    expect(Object.keys(await exchange.fetchLeverageTiers([LINEAR]))).toEqual([LINEAR]);
  });

  test('BOT-01 options: a chain, the greeks, a book', async () => {
    const chain = await exchange.fetchOptionChain('BTC');
    expect(Object.keys(chain)).toContain(option);
    const greeks = await exchange.fetchGreeks(option);
    expect(greeks.delta).toBeGreaterThan(0);
    expect((await exchange.fetchOption(option)).markPrice).toBeGreaterThan(0);
    expect(Object.keys(await exchange.fetchAllGreeks([option]))).toEqual([option]);
  });
});

describe('ccxt trades', () => {
  test.each([
    [LINEAR, 0.01],
    [INVERSE, 100],
    [SPOT, 0.01],
  ])('BOT-01 %s: an order is placed, found, changed and cancelled', async (symbol, amount) => {
    const id = idOf(await exchange.createOrder(symbol, 'limit', 'buy', amount, await priceAt(symbol, 0.97)));
    const open = await exchange.fetchOpenOrders(symbol);
    expect(open.map(idOf)).toContain(id);
    expect(await exchange.fetchOpenOrder(id, symbol)).toMatchObject({ id, amount, side: 'buy', status: 'open' });
    const price = await priceAt(symbol, 0.96);
    await exchange.editOrder(id, symbol, 'limit', 'buy', amount * 2, price);
    expect(await exchange.fetchOrder(id, symbol, { acknowledged: true })).toMatchObject({ amount: amount * 2, price });
    await exchange.cancelOrder(id, symbol);
    expect((await exchange.fetchOpenOrders(symbol)).map(idOf)).not.toContain(id);
    await expect.poll(async () => (await exchange.fetchCanceledOrders(symbol)).map(idOf)).toContain(id);
  });

  test('BOT-01 a market order fills, and its trades, position and balance agree', async () => {
    await exchange.setLeverage(7, LINEAR);
    expect(await exchange.fetchLeverage(LINEAR)).toMatchObject({ longLeverage: 7 });
    const order = idOf(await exchange.createOrder(LINEAR, 'market', 'buy', 0.05));
    await expect.poll(async () => (await exchange.fetchClosedOrders(LINEAR)).find(({ id }) => id === order)?.filled).toBe(0.05);
    const trades = await exchange.fetchOrderTrades(order, LINEAR);
    expect(trades.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBeCloseTo(0.05, 8);
    const mine = await exchange.fetchMyTrades(LINEAR);
    expect(mine.map(({ order: id }) => id)).toContain(order);
    const position = await exchange.fetchPosition(LINEAR);
    expect(position).toMatchObject({ symbol: LINEAR, side: 'long', contracts: 0.05, leverage: 7 });
    expect((await exchange.fetchPositions([LINEAR]))[0]?.entryPrice).toBeCloseTo(
      trades.reduce((sum, { amount = 0, price }) => sum + amount * (price ?? 0), 0) / 0.05,
      1,
    );
    const balance = await exchange.fetchBalance();
    expect(balance['USDT']?.total).toBeGreaterThan(0);
    expect(Object.keys(await exchange.fetchTradingFee(LINEAR))).toContain('taker');
    await exchange.createOrder(LINEAR, 'market', 'sell', 0.05, undefined, { reduceOnly: true });
    await expect.poll(async () => (await exchange.fetchPosition(LINEAR)).contracts ?? 0).toBe(0);
    await expect.poll(async () => (await exchange.fetchPositionsHistory([LINEAR])).length).toBeGreaterThan(0);
    await expect.poll(async () => (await exchange.fetchLedger('USDT')).length).toBeGreaterThan(0);
  });

  test('BOT-01 post-only, conditional, and orders with exits', async () => {
    const low = await priceAt(LINEAR, 0.97);
    const resting = await exchange.createPostOnlyOrder(LINEAR, 'limit', 'buy', 0.01, low);
    const trigger = await exchange.createTriggerOrder(LINEAR, 'market', 'buy', 0.01, undefined, await priceAt(LINEAR, 1.03), {
      triggerDirection: 'ascending',
    });
    const bracket = await exchange.createOrderWithTakeProfitAndStopLoss(
      LINEAR,
      'limit',
      'buy',
      0.01,
      low,
      await priceAt(LINEAR, 1.05),
      await priceAt(LINEAR, 0.9),
    );
    const open = await exchange.fetchOpenOrders(LINEAR);
    const of = (name: string | undefined) => open.find((one) => one.id === name);
    expect(of(resting.id)).toMatchObject({ timeInForce: 'PO', postOnly: true });
    expect(of(trigger.id)?.triggerPrice).toBeGreaterThan(low);
    expect(of(bracket.id)).toMatchObject({ takeProfitPrice: expect.any(Number), stopLossPrice: expect.any(Number) });
    await exchange.cancelAllOrders(LINEAR);
    expect(await exchange.fetchOpenOrders(LINEAR)).toEqual([]);
  });

  test('BOT-01 a position gets a stop, a target and a trailing stop', async () => {
    await exchange.createOrder(LINEAR, 'market', 'buy', 0.02);
    await exchange.createStopLossOrder(LINEAR, 'market', 'sell', 0.02, undefined, await priceAt(LINEAR, 0.95));
    await exchange.createTakeProfitOrder(LINEAR, 'market', 'sell', 0.02, undefined, await priceAt(LINEAR, 1.05));
    await exchange.createTrailingAmountOrder(LINEAR, 'market', 'sell', 0.02, undefined, await priceAt(LINEAR, 0.02));
    const { info } = await exchange.fetchPosition(LINEAR);
    expect(Number((info as { trailingStop: string }).trailingStop)).toBeGreaterThan(0);
    await exchange.cancelAllOrders(LINEAR);
    await exchange.createReduceOnlyOrder(LINEAR, 'market', 'sell', 0.02);
    await expect.poll(async () => (await exchange.fetchPosition(LINEAR)).contracts ?? 0).toBe(0);
  });

  test('BOT-01 a spot market order by cost', async () => {
    const before = (await exchange.fetchBalance())['BTC']?.total ?? 0;
    await exchange.createMarketBuyOrderWithCost(SPOT, 1_000);
    await expect.poll(async () => (await exchange.fetchBalance())['BTC']?.total ?? 0).toBeGreaterThan(before);
  });

  test('BOT-01 several orders in one call', async () => {
    const price = await priceAt(LINEAR, 0.97);
    const row = { symbol: LINEAR, type: 'limit' as const, side: 'buy' as const, amount: 0.01, price };
    const orders = await exchange.createOrders([row, { ...row, amount: 0.02 }]);
    expect(orders).toHaveLength(2);
    await exchange.editOrders(orders.map((order) => ({ ...row, id: idOf(order), amount: 0.03 })));
    expect((await exchange.fetchOpenOrders(LINEAR)).map(({ amount }) => amount)).toEqual([0.03, 0.03]);
    await exchange.cancelOrders(orders.map(idOf), LINEAR);
    expect(await exchange.fetchOpenOrders(LINEAR)).toEqual([]);
  });

  test('BOT-01 modes of margin and of positions', async () => {
    await exchange.setMarginMode('isolated');
    expect(await exchange.fetchMarginMode(LINEAR)).toMatchObject({ marginMode: 'isolated' });
    await exchange.setMarginMode('cross');
    await exchange.setPositionMode(true, LINEAR);
    await exchange.setPositionMode(false, LINEAR);
  });

  test('BOT-01 money moves between the wallets', async () => {
    await exchange.transfer('USDT', 100, 'unified', 'funding');
    expect((await exchange.fetchBalance({ type: 'funding' }))['USDT']?.total).toBe(100);
    await expect.poll(async () => (await exchange.fetchTransfers('USDT')).length).toBe(1);
    await exchange.transfer('USDT', 100, 'funding', 'unified');
  });

  test('BOT-01 a refusal is the error that the exchange of the same name gives', async () => {
    const { InsufficientFunds, InvalidOrder, OrderNotFound } = (await import('ccxt')).default;
    await expect(exchange.createOrder(LINEAR, 'limit', 'buy', 500, await priceAt(LINEAR, 0.97))).rejects.toBeInstanceOf(InsufficientFunds);
    await expect(exchange.cancelOrder('00000000-0000-0000-0000-000000000000', LINEAR)).rejects.toBeInstanceOf(OrderNotFound);
    await expect(exchange.createOrder(LINEAR, 'limit', 'buy', 0.01, 1)).rejects.toBeInstanceOf(InvalidOrder);
  });
});
