import { priceUnits } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { Bench, btc } from '../testing/exchange-fixture.ts';

const markOf = (bench: Bench): number => Number(priceUnits(bench.exchange.market(btc.id).mark)) / 1e8;

describe('EXC-03 while nobody knows the index', () => {
  it('the mark price is the last price, before and after a restart, and the index again once it is back', () => {
    const bench = new Bench([btc]);
    bench.open(100, 100_000n);
    bench.open(101, 100_000n);
    bench.index(btc, 50_000);
    bench.order(100, 'Sell', 0.1, 50_400);
    bench.order(101, 'Buy', 0.1, 50_400);
    bench.wait(1_000);
    expect(markOf(bench)).toBeLessThan(50_100);
    bench.market.next((market) => {
      market.setIndex(btc.id, undefined);
    });
    bench.wait(1_000);
    expect(markOf(bench)).toBe(50_400);
    expect(Number(priceUnits(bench.exchange.market(btc.id).index)) / 1e8).toBe(50_000);
    bench.reread();
    expect(markOf(bench)).toBe(50_400);
    bench.wait(1_000);
    expect(markOf(bench)).toBeLessThan(50_100);
  });
});
