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
