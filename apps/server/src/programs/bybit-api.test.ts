import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RestClientV5 } from 'bybit-api';
import { ProgramDesk } from '../testing/program-desk.ts';

const BTC = { category: 'linear', symbol: 'BTCUSDT' } as const;

let desk: ProgramDesk;
let rest: RestClientV5;

beforeAll(async () => {
  desk = await ProgramDesk.open();
  rest = desk.rest();
});

afterAll(() => desk.close());

/** The result of an answer that is no refusal. */
async function resultOf<Result>(
  asked: Promise<{ readonly retCode: number; readonly retMsg: string; readonly result: Result }>,
): Promise<Result> {
  const { retCode, retMsg, result } = await asked;
  expect([retCode, retMsg]).toEqual([0, expect.any(String)]);
  return result;
}

const priceAt = async (share: number): Promise<string> => {
  const { list } = await resultOf(rest.getTickers(BTC));
  return (Math.round(Number(list[0]?.lastPrice) * share * 10) / 10).toFixed(1);
};

describe('bybit-api reads the market', () => {
  test('BOT-01 instruments, tickers, books, candles, trades, risk limits', async () => {
    expect(Number((await resultOf(rest.getServerTime())).timeSecond)).toBeGreaterThan(1_700_000_000);
    for (const category of ['linear', 'inverse'] as const) {
      expect((await resultOf(rest.getInstrumentsInfo({ category }))).list.length).toBeGreaterThan(0);
      expect((await resultOf(rest.getTickers({ category }))).list.length).toBeGreaterThan(0);
    }
    expect((await resultOf(rest.getInstrumentsInfo({ category: 'spot' }))).list.length).toBeGreaterThan(0);
    expect((await resultOf(rest.getTickers({ category: 'spot' }))).list.length).toBeGreaterThan(0);
    expect((await resultOf(rest.getInstrumentsInfo({ category: 'option', baseCoin: 'BTC' }))).list.length).toBeGreaterThan(0);
    const book = await resultOf(rest.getOrderbook({ ...BTC, limit: 50 }));
    expect(book.b).toHaveLength(50);
    expect((await resultOf(rest.getKline({ ...BTC, interval: '5', limit: 20 }))).list).toHaveLength(20);
    // The first trade comes some moments after the start.
    await expect.poll(async () => (await resultOf(rest.getPublicTradingHistory(BTC))).list.length).toBeGreaterThan(0);
    expect((await resultOf(rest.getRiskLimit(BTC))).list.length).toBeGreaterThan(5);
  });
});

describe('bybit-api trades', () => {
  test('BOT-01 BOT-04 an order by its own id: placed, refused a second time, changed, cancelled', async () => {
    const order = {
      ...BTC,
      side: 'Buy',
      orderType: 'Limit',
      qty: '0.01',
      price: await priceAt(0.97),
      orderLinkId: `mine-${Date.now()}`,
    } as const;
    const placed = await resultOf(rest.submitOrder(order));
    expect(placed.orderLinkId).toBe(order.orderLinkId);
    expect((await rest.submitOrder(order)).retCode).toBe(110072);
    await resultOf(rest.amendOrder({ ...BTC, orderLinkId: order.orderLinkId, qty: '0.02' }));
    const { list } = await resultOf(rest.getActiveOrders({ ...BTC, orderLinkId: order.orderLinkId }));
    expect(list[0]).toMatchObject({ orderId: placed.orderId, qty: '0.02', orderStatus: 'New' });
    await resultOf(rest.cancelOrder({ ...BTC, orderLinkId: order.orderLinkId }));
    expect((await resultOf(rest.getActiveOrders(BTC))).list).toEqual([]);
  });

  test('BOT-04 answers say what is left of the rate limit', async () => {
    const { rateLimitApi } = await rest.getPositionInfo(BTC);
    expect(rateLimitApi?.maxRequests).toBe(50);
    expect(rateLimitApi?.remainingRequests).toBeLessThan(50);
  });

  test('BOT-01 E9 batches answer row by row', async () => {
    const row = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01', price: await priceAt(0.97) } as const;
    const { result, retExtInfo } = await rest.batchSubmitOrders('linear', [row, { ...row, qty: '0' }]);
    expect(result.list).toHaveLength(2);
    const codes = (retExtInfo as unknown as { list: readonly { code: number }[] }).list.map(({ code }) => code);
    expect(codes[0]).toBe(0);
    expect(codes[1]).not.toBe(0);
    await resultOf(rest.cancelAllOrders(BTC));
  });

  test('BOT-02 a key that only reads cannot trade', async () => {
    const reader = desk.rest(await desk.makeKey('read'));
    await resultOf(reader.getWalletBalance({ accountType: 'UNIFIED' }));
    const order = { ...BTC, side: 'Buy', orderType: 'Market', qty: '0.01' } as const;
    expect((await reader.submitOrder(order)).retCode).toBe(10005);
  });
});
