import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProgramDesk, marketsOf, type Ccxt } from '../testing/program-desk.ts';

const LINEAR = 'BTC/USDT:USDT';
const SPOT = 'BTC/USDT';

let desk: ProgramDesk;
let exchange: Ccxt;

beforeAll(async () => {
  desk = await ProgramDesk.open();
  exchange = await desk.ccxt();
  await exchange.loadMarkets();
});

afterAll(() => desk.close());

const priceAt = async (symbol: string, share: number): Promise<number> => {
  const { last = 0 } = await exchange.fetchTicker(symbol);
  return Number(exchange.priceToPrecision(symbol, last * share));
};
function idOf({ id }: { readonly id?: string | undefined }): string {
  if (id === undefined) throw new Error('an order has no id');
  return id;
}

describe('ccxt reads more of the market', () => {
  test('BOT-01 markets, books and the best prices', async () => {
    expect((await exchange.fetchMarkets()).length).toBe(marketsOf(exchange).length);
    expect((await exchange.fetchL2OrderBook(LINEAR)).bids.length).toBeGreaterThan(0);
    expect((await exchange.fetchBidsAsks([LINEAR]))[LINEAR]?.bid).toBeGreaterThan(0);
  });

  test('BOT-01 what was open, what ended, how prices moved', async () => {
    const interest = await exchange.fetchOpenInterestHistory(LINEAR, '5m');
    expect(interest.at(-1)).toMatchObject({ symbol: LINEAR, openInterestAmount: expect.any(Number) });
    // The program hands the period on as it is.
    const ratios = await exchange.fetchLongShortRatioHistory(LINEAR, '5min');
    const ratio = ratios.at(-1)?.longShortRatio ?? 0;
    expect(ratios.at(-1)).toMatchObject({ symbol: LINEAR, timestamp: expect.any(Number) as number });
    expect(ratio).toBeGreaterThan(0.3);
    expect(ratio).toBeLessThan(3);
    expect(await exchange.fetchSettlementHistory(undefined, undefined, undefined, { subType: 'linear', type: 'future' })).toBeInstanceOf(
      Array,
    );
    const volatility = (await exchange.fetchVolatilityHistory('BTC', { period: 7 })) as unknown as readonly {
      readonly volatility: number;
    }[];
    expect(volatility[0]?.volatility).toBeGreaterThan(0.01);
  });
});

describe('ccxt trades in more ways', () => {
  test('BOT-01 limit, market, stop and stop-limit orders by their own names', async () => {
    const [low, high] = [await priceAt(LINEAR, 0.97), await priceAt(LINEAR, 1.03)];
    const rising = { triggerDirection: 'ascending' };
    const placed = [
      await exchange.createLimitOrder(LINEAR, 'buy', 0.01, low),
      await exchange.createStopOrder(LINEAR, 'limit', 'buy', 0.01, high, high, rising),
      await exchange.createStopLimitOrder(LINEAR, 'buy', 0.01, high, high, rising),
      await exchange.createStopMarketOrder(LINEAR, 'buy', 0.01, high, rising),
    ].map(idOf);
    const open = (await exchange.fetchOpenOrders(LINEAR)).map(idOf);
    expect([...open].sort()).toEqual([...placed].sort());
    await exchange.cancelOrdersForSymbols(placed.slice(0, 1).map((id) => ({ id, symbol: LINEAR })));
    expect((await exchange.fetchOpenOrders(LINEAR)).map(idOf)).not.toContain(placed[0]);
    await exchange.cancelAllOrders(LINEAR);
    const bought = idOf(await exchange.createMarketOrder(LINEAR, 'buy', 0.01));
    await expect.poll(async () => (await exchange.fetchClosedOrder(bought, LINEAR)).status).toBe('closed');
    const ended = await exchange.fetchCanceledAndClosedOrders(LINEAR);
    expect(ended.map(idOf)).toEqual(expect.arrayContaining([bought, placed[0]]));
    expect((await exchange.fetchPositionADLRank(LINEAR)).symbol).toBe(LINEAR);
    expect(await exchange.fetchPositionsADLRank([LINEAR])).toHaveLength(1);
    await exchange.createMarketOrder(LINEAR, 'sell', 0.01, undefined, { reduceOnly: true });
    await expect.poll(async () => (await exchange.fetchPositionHistory(LINEAR)).length).toBeGreaterThan(0);
  });

  test('BOT-01 a spot market sale by cost', async () => {
    await exchange.createMarketBuyOrderWithCost(SPOT, 1_000);
    const before = (await exchange.fetchBalance())['BTC']?.total ?? 0;
    await exchange.createMarketSellOrderWithCost(SPOT, 500);
    await expect.poll(async () => (await exchange.fetchBalance())['BTC']?.total ?? 0).toBeLessThan(before);
  });

  test('BOT-04 orders are cancelled after a silence', async () => {
    await exchange.cancelAllOrdersAfter(10_000);
    const { result } = (await exchange.privateGetV5AccountQueryDcpInfo()) as { readonly result: { readonly dcpInfos: readonly object[] } };
    expect(result.dcpInfos).toContainEqual({ product: 'DERIVATIVES', dcpStatus: 'ON', timeWindow: '10' });
  });
});

describe('ccxt borrows, and reads what happened', () => {
  test('BOT-01 a loan, its rate and its interest', async () => {
    expect((await exchange.fetchCrossBorrowRate('ETH')).rate).toBeGreaterThan(0);
    expect((await exchange.fetchBorrowRateHistory('ETH')).length).toBeGreaterThan(20);
    expect(await exchange.borrowCrossMargin('ETH', 0.5)).toMatchObject({ currency: 'ETH', amount: 0.5 });
    expect((await exchange.fetchBalance())['ETH']?.debt).toBe(0.5);
    await exchange.repayCrossMargin('ETH', 0.5);
    expect((await exchange.fetchBalance())['ETH']?.debt).toBe(0);
  });

  test('BOT-01 fundings, deliveries, liquidations and fees of the account', async () => {
    expect(await exchange.fetchFundingHistory(LINEAR)).toEqual([]);
    expect(await exchange.fetchMySettlementHistory(undefined, undefined, undefined, { subType: 'linear', type: 'future' })).toEqual([]);
    expect(await exchange.fetchMyLiquidations(LINEAR)).toEqual([]);
    expect((await exchange.fetchTradingFees())[LINEAR]).toMatchObject({ taker: expect.any(Number) });
  });
});
