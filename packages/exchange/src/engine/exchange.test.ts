import { NO_ORDERS, type OrderSelection } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { Bench, btc } from '../testing/exchange-fixture.ts';

const usdt = (units: unknown): string => (Number(units) / 1e8).toFixed(8);

describe('a first trade', () => {
  it('POS-02 a long and a short face each other after one trade', () => {
    const bench = new Bench();
    bench.open(100, 100_000n);
    bench.open(101, 100_000n);
    bench.index(btc, 50_000);
    expect(bench.order(101, 'Sell', 0.5, 50_000).refusal).toBeUndefined();
    expect(bench.order(100, 'Buy', 0.5, 'market').refusal).toBeUndefined();
    const long = bench.exchange.account(100);
    expect(long?.positions[0]).toMatchObject({ side: 'Buy', positionIndex: 0, size: 500 });
    // 0.5 x 50,000 x 0.055% = 13.75
    expect(usdt(long?.cash[0]?.[1])).toBe('99986.25000000');
    expect(bench.exchange.account(101)?.positions[0]).toMatchObject({ side: 'Sell', size: 500 });
  });
});

describe('the state of an account', () => {
  it('OPS-05 has all open orders, the selected ones or none', () => {
    const bench = new Bench();
    bench.open(100, 100_000n);
    bench.index(btc, 50_000);
    const ids = [49_000, 48_000, 47_000].map((price) => bench.order(100, 'Buy', 0.1, price).orderId ?? 0);
    const orders = (...selection: readonly [OrderSelection?]) =>
      bench.exchange.account(100, ...selection)?.orders.map(({ orderId }) => orderId);
    expect(orders()).toEqual(ids);
    expect(orders({ most: 2 })).toEqual(ids.slice(1));
    expect(orders({ most: 2, before: ids[2] ?? 0 })).toEqual(ids.slice(0, 2));
    expect([orders(NO_ORDERS), orders({ most: 1, orderId: ids[0] ?? 0 })]).toEqual([[], [ids[0]]]);
    expect(bench.exchange.account(100, NO_ORDERS)).toEqual({ ...bench.exchange.account(100), orders: [] });
  });
});
