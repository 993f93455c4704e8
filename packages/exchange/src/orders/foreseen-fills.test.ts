import { ticks, type Event } from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { Bench, btc } from '../testing/exchange-fixture.ts';

const MAKER = 101;
const TAKER = 100;
const OTHER = 102;
const POOR = 103;
const RICHER = 104;

/** The maker holds a long of 1 BTC of 50,000; its orders to close are left to the test. */
function started(): Bench {
  const bench = new Bench();
  for (const account of [MAKER, TAKER, OTHER]) bench.open(account, 100_000n);
  bench.index(btc, 50_000);
  bench.order(OTHER, 'Sell', 1, 50_000);
  bench.order(MAKER, 'Buy', 1, 50_000);
  return bench;
}

/** Two orders to close the whole position: once one is filled the other is cancelled. */
function closingTwice(): Bench {
  const bench = started();
  bench.order(MAKER, 'Sell', 1, 50_010, { reduceOnly: true });
  bench.order(MAKER, 'Sell', 1, 50_020, { reduceOnly: true });
  bench.exchange.events.length = 0;
  return bench;
}

const reasons = (events: readonly Event[], account: number) =>
  events.flatMap((event) => (event.type === 'OrderCancelled' && event.order.account === account ? [event.order.cancelReason] : []));
const sizeOf = (bench: Bench, account: number): number => Number(bench.exchange.account(account)?.positions[0]?.size ?? 0);

describe('what an order finds in the book', () => {
  it('B8 fill-or-kill does not count on orders that only reduce and will be cancelled on the way', () => {
    const bench = closingTwice();
    bench.order(TAKER, 'Buy', 2, 50_020, { timeInForce: 'FillOrKill' });
    expect(reasons(bench.exchange.events, TAKER)).toEqual(['EC_CancelForNoFullFill']);
    expect(sizeOf(bench, TAKER)).toBe(0);
    bench.order(TAKER, 'Buy', 1, 50_020, { timeInForce: 'FillOrKill' });
    expect(sizeOf(bench, TAKER)).toBe(1_000);
    expect(reasons(bench.exchange.events, MAKER)).toEqual(['CancelByReduceOnly']);
  });

  it('C5 an order is margined for what will rest of it, at its own price', () => {
    const bench = closingTwice();
    // 1 BTC is filled at 50,010 and 1 BTC rests at 50,400: (100,410 ÷ 10) + 10 of loss + fees of 55.2 and 49.7 is about 10,156.
    // Were both orders filled, it would be (100,030 ÷ 10) + 30 + 55.0 + 49.5, about 10,137.5.
    bench.open(POOR, 10_145n);
    expect(bench.order(POOR, 'Buy', 2, 50_400).refusal?.reason).toBe('insufficientBalance');
    bench.open(RICHER, 10_160n);
    expect(bench.order(RICHER, 'Buy', 2, 50_400).refusal).toBeUndefined();
    expect(bench.exchange.account(RICHER)?.orders[0]).toMatchObject({ price: ticks(50_400 * 2), filled: 1_000, quantity: 2_000 });
  });

  it('B8 an order that does not only reduce uses up the position as well', () => {
    const bench = started();
    bench.order(MAKER, 'Sell', 0.6, 50_010);
    bench.order(MAKER, 'Sell', 1, 50_020, { reduceOnly: true });
    bench.exchange.events.length = 0;
    bench.order(TAKER, 'Buy', 1.1, 50_020, { timeInForce: 'FillOrKill' });
    expect(reasons(bench.exchange.events, TAKER)).toEqual(['EC_CancelForNoFullFill']);
    bench.order(TAKER, 'Buy', 1, 50_020, { timeInForce: 'FillOrKill' });
    expect(sizeOf(bench, TAKER)).toBe(1_000);
  });

  it('B8 orders of several makers are counted each against its own position', () => {
    const bench = closingTwice();
    bench.order(OTHER, 'Sell', 0.5, 50_020);
    bench.exchange.events.length = 0;
    bench.order(TAKER, 'Buy', 1.5, 50_020, { timeInForce: 'FillOrKill' });
    expect(reasons(bench.exchange.events, TAKER)).toEqual([]);
    expect(sizeOf(bench, TAKER)).toBe(1_500);
  });
});
