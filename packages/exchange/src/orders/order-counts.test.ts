import { timestamp } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { Bench, GENESIS, btc } from '../testing/exchange-fixture.ts';
import { FLAT, WEEK, call, put } from '../testing/option-fixture.ts';

const TRADER = 100;
const UNIT = 100_000_000n;

describe('B16 EXC-05 open orders', () => {
  it('of one contract are at most 500', () => {
    const bench = new Bench([btc]);
    bench.open(TRADER, 1_000_000n);
    bench.index(btc, 50_000);
    for (let i = 0; i < 500; i += 1) expect(bench.order(TRADER, 'Buy', 0.001, 49_000).refusal).toBeUndefined();
    expect(bench.order(TRADER, 'Buy', 0.001, 49_000).refusal).toEqual({ reason: 'tooManyOrders', details: { limit: '500' } });
    bench.apply({ type: 'CancelOrder', account: TRADER, orderId: 1 });
    expect(bench.order(TRADER, 'Buy', 0.001, 49_000).refusal).toBeUndefined();
  });

  it('of all options of one coin are at most 50, and one that only closes counts too', () => {
    const deliveryAt = timestamp(GENESIS + WEEK);
    const bench = new Bench([
      { ...call, deliveryAt },
      { ...put, deliveryAt },
    ]);
    bench.market.surface = FLAT;
    bench.market.indexPath = () => 30_000n * UNIT;
    bench.open(TRADER, 1_000_000n);
    bench.open(101, 1_000_000n);
    bench.order(101, 'Sell', 1, 600, { on: call });
    bench.order(TRADER, 'Buy', 1, 600, { on: call });
    for (let i = 0; i < 50; i += 1) expect(bench.order(TRADER, 'Buy', 0.01, 10, { on: i % 2 === 0 ? call : put }).refusal).toBeUndefined();
    expect(bench.order(TRADER, 'Buy', 0.01, 10, { on: put }).refusal).toEqual({ reason: 'tooManyOrders', details: { limit: '50' } });
    expect(bench.order(TRADER, 'Sell', 0.01, 900, { on: call, reduceOnly: true }).refusal?.reason).toBe('tooManyOrders');
  });
});
