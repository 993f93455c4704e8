import { describe, expect, it } from 'vitest';
import { DEALER, StopBench, TRADER } from '../testing/stop-bench.ts';

/** One order of so much, or as many of its parts: what of it is taken, in BTC, and why the rest is not. */
function taken(quantity: number, parts: number, credit: bigint): { readonly open: number; readonly reasons: readonly string[] } {
  const bench = new StopBench();
  bench.open(104, credit);
  const reasons = new Set<string>();
  for (let part = 0; part < parts; part += 1) {
    const { refusal } = bench.order(104, 'Buy', quantity / parts, 49_000);
    if (refusal !== undefined) reasons.add(refusal.reason);
  }
  const open = (bench.exchange.account(104)?.orders ?? []).reduce((sum, order) => sum + Number(order.quantity) / 1_000, 0);
  return { open, reasons: [...reasons] };
}

describe('limits and orders in parts', () => {
  it('S-34 the risk limit of a symbol counts what is open: many small orders reach no further than one large', () => {
    // 10 million at most: 204 BTC at 49,000.
    const whole = taken(250, 1, 100_000_000n);
    expect(whole.open).toBe(0);
    const parts = taken(250, 25, 100_000_000n);
    expect(parts.open).toBeLessThanOrEqual(204);
    expect(parts.reasons).toEqual(whole.reasons);
  });

  it('S-34 so does the balance', () => {
    const whole = taken(2, 1, 5_000n);
    const parts = taken(2, 20, 5_000n);
    expect(whole.open).toBe(0);
    expect(parts.reasons).toEqual(whole.reasons);
    // 10 x: a tenth of 98,000 and the fees are more than 5,000.
    expect(parts.open).toBeLessThanOrEqual(1.02);
  });

  it('S-34 orders that close, in however many parts, close what there is and no more', () => {
    const bench = new StopBench();
    bench.enter('Buy', 1);
    for (let part = 0; part < 4; part += 1) bench.order(TRADER, 'Sell', 0.5, 51_000, { reduceOnly: true });
    bench.order(DEALER, 'Buy', 2, 51_000);
    expect([bench.size, bench.orders]).toEqual([0, []]);
  });
});
