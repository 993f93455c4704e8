import {
  lots,
  ticks,
  timestamp,
  type CreateStrategy,
  type Event,
  type OrderRecord,
  type StrategyPlan,
  type StrategyRecord,
} from '@tapedeck/domain';
import { describe, expect, it } from 'vitest';
import { Random } from '../testing/random-commands.ts';
import { StopBench, DEALER, TRADER } from '../testing/stop-bench.ts';
import { btc, GENESIS } from '../testing/exchange-fixture.ts';

const tick = (at: number) => ticks(Math.round(at * 2));

/** Strategies in trading words: prices in USDT of the BTC contract (tick 0.5, lot 0.001). */
class StrategyBench extends StopBench {
  create(plan: StrategyPlan, quantity: number, more: Partial<CreateStrategy> = {}) {
    return this.apply({
      type: 'CreateStrategy',
      account: TRADER,
      instrument: 0,
      side: 'Buy',
      positionIndex: 0,
      reduceOnly: false,
      quantity: lots(Math.round(quantity * 1_000)),
      plan,
      source: 'form',
      ...more,
    });
  }

  cancel(strategyId: number) {
    return this.apply({ type: 'CancelStrategy', account: TRADER, strategyId });
  }

  get strategies(): readonly StrategyRecord[] {
    return this.exchange.account(TRADER)?.strategies ?? [];
  }

  /** Side, quantity and price of the trader's open orders, cheapest first. */
  get book(): string[] {
    return [...this.orders]
      .sort((a, b) => Number(a.price) - Number(b.price))
      .map(({ side, quantity, filled, price }) => `${side} ${(Number(quantity) - Number(filled)) / 1_000} @ ${Number(price) / 2}`);
  }

  /** Parts that were made since the last call. */
  made(): OrderRecord[] {
    return this.take().flatMap((event: Event) => (event.type === 'OrderAccepted' && event.order.account === TRADER ? [event.order] : []));
  }
}

const iceberg = (price: number, shown: number, postOnly = false): StrategyPlan => ({
  kind: 'Iceberg',
  price: tick(price),
  shown: lots(Math.round(shown * 1_000)),
  postOnly,
});

describe('iceberg', () => {
  it('ORD-09 EXC-04 shows one part at a time, and the next one once it is filled', () => {
    const bench = new StrategyBench();
    const { orderId } = bench.create(iceberg(49_900, 0.4), 1);
    expect(bench.book).toEqual(['Buy 0.4 @ 49900']);
    expect(bench.orders[0]?.strategy).toEqual({ kind: 'Iceberg', id: orderId, part: 1 });
    bench.order(DEALER, 'Sell', 0.3, 49_900);
    expect(bench.book).toEqual(['Buy 0.1 @ 49900']);
    // 0.1 ends the first part, 0.4 the second, and 0.05 comes out of the last one of 0.2.
    bench.order(DEALER, 'Sell', 0.1, 49_900);
    bench.order(DEALER, 'Sell', 0.4, 49_900);
    bench.order(DEALER, 'Sell', 0.05, 49_900);
    expect(bench.book).toEqual(['Buy 0.15 @ 49900']);
    expect(bench.strategies[0]).toMatchObject({ filled: lots(850), placed: 3 });
    bench.order(DEALER, 'Sell', 0.15, 49_900);
    expect(bench.book).toEqual([]);
    expect(bench.strategies[0]).toMatchObject({ ended: 'Done', filled: lots(1_000), parts: [] });
    expect(bench.size).toBe(1);
  });

  it('takes what is there at once, part by part', () => {
    const bench = new StrategyBench();
    bench.liquidity('Sell', 0.7, 49_950);
    bench.create(iceberg(50_000, 0.3), 1);
    expect(bench.size).toBe(0.7);
    expect(bench.book).toEqual(['Buy 0.2 @ 50000']);
  });

  it('ORD-09 cancelling the parent cancels its part, and cancelling the part ends the parent', () => {
    const bench = new StrategyBench();
    const { orderId = 0 } = bench.create(iceberg(49_900, 0.4), 1);
    bench.cancel(orderId);
    expect(bench.book).toEqual([]);
    expect(bench.strategies[0]).toMatchObject({ ended: 'User', parts: [] });
    expect(bench.cancel(orderId).refusal?.reason).toBe('strategyUnknown');
    bench.create(iceberg(49_900, 0.4), 1);
    bench.apply({ type: 'CancelAllOrders', account: TRADER, instrument: -1 });
    expect(bench.strategies.map(({ ended }) => ended)).toEqual(['User', 'PartCancelled']);
  });

  it('EXC-07 goes on after a restart as it would have', () => {
    const bench = new StrategyBench();
    bench.create(iceberg(49_900, 0.4), 1);
    bench.order(DEALER, 'Sell', 0.3, 49_900);
    const before = bench.exchange.write();
    bench.reread();
    expect(bench.exchange.write()).toEqual(before);
    bench.order(DEALER, 'Sell', 0.1, 49_900);
    expect(bench.book).toEqual(['Buy 0.4 @ 49900']);
  });

  it('ORD-09 a post-only part held back by an offer at its price is placed when the offer is gone', () => {
    const bench = new StrategyBench();
    bench.create(iceberg(49_900, 0.4, true), 1);
    // One order fills the part and rests what is left of it at the same price.
    const { orderId: offer = 0 } = bench.order(DEALER, 'Sell', 0.6, 49_900);
    expect(bench.book).toEqual([]);
    bench.wait(10_000);
    expect(bench.strategies.at(-1)).toMatchObject({ filled: lots(400), parts: [] });
    expect(bench.strategies.at(-1)?.ended).toBeUndefined();
    bench.apply({ type: 'CancelOrder', account: DEALER, orderId: offer });
    bench.wait(1_000);
    expect(bench.book).toEqual(['Buy 0.4 @ 49900']);
  });

  it('ORD-09 a post-only one whose first part would take ends and says so', () => {
    const bench = new StrategyBench();
    bench.liquidity('Sell', 0.7, 49_850);
    bench.create(iceberg(49_900, 0.4, true), 1);
    expect(bench.strategies).toMatchObject([{ ended: 'WouldTake', placed: 0, parts: [] }]);
    expect(bench.size).toBe(0);
  });

  it('ends when the next part is more than the account can carry', () => {
    const bench = new StrategyBench();
    // 100 BTC at 49,900 and 10 x cost 499,000 of 1,000,000; the second such part 998,000 with fees above it.
    bench.create(iceberg(49_900, 150), 300);
    bench.order(DEALER, 'Sell', 90, 49_900);
    bench.order(DEALER, 'Sell', 60, 49_900);
    expect(bench.strategies[0]).toMatchObject({ ended: 'NoBalance' });
    expect(bench.book).toEqual([]);
  });
});

describe('TWAP', () => {
  const plan = (parts: number, limit = 0): StrategyPlan => ({ kind: 'TWAP', interval: 30_000, parts, limit: tick(limit) });

  it('ORD-09 EXC-04 trades even parts at even times', () => {
    const bench = new StrategyBench();
    bench.liquidity('Sell', 5, 50_010);
    bench.create(plan(10), 1);
    expect(bench.size).toBe(0.1);
    for (let i = 1; i < 10; i += 1) {
      bench.wait(29_999);
      expect(bench.size).toBeCloseTo(0.1 * i, 9);
      bench.wait(1);
      expect(bench.size).toBeCloseTo(0.1 * (i + 1), 9);
    }
    expect(bench.strategies[0]).toMatchObject({ ended: 'Done', filled: lots(1_000), placed: 10 });
  });

  it('spreads what a part left over the later ones, and ends when the time is over', () => {
    const bench = new StrategyBench();
    // Nothing is there at 50,010 or better until the fifth part: 1 is left for 6 parts, rounded up to 0.167.
    bench.create(plan(10, 50_010), 1);
    for (let i = 0; i < 4; i += 1) bench.wait(30_000);
    expect(bench.size).toBe(0);
    bench.liquidity('Sell', 0.5, 50_005);
    bench.wait(30_000);
    expect(bench.size).toBe(0.2);
    for (let i = 0; i < 5; i += 1) bench.wait(30_000);
    expect(bench.size).toBe(0.5);
    expect(bench.strategies[0]).toMatchObject({ ended: 'TimeOver', filled: lots(500) });
  });

  it.each<[string, StrategyPlan, number, string]>([
    ['an interval of its own', { kind: 'TWAP', interval: 7_000, parts: 100, limit: tick(0) }, 1, 'parameter'],
    ['less than 5 minutes', plan(9), 1, 'parameter'],
    ['more than a day', plan(2_881), 10, 'parameter'],
    ['parts below the least value', plan(10), 0.0001, 'quantityTooSmall'],
    ['parts of less than 5 USDT', { kind: 'TWAP', interval: 5_000, parts: 60, limit: tick(0) }, 0.03, 'strategyPartTooSmall'],
  ])('EXC-05 refuses %s', (_, bad, quantity, reason) => {
    const bench = new StrategyBench();
    const before = bench.exchange.write();
    expect(bench.create(bad, quantity).refusal?.reason).toBe(reason);
    expect(bench.exchange.write()).toEqual(before);
  });
});

describe('chase', () => {
  const plan = (maxDistance = 0): StrategyPlan => ({ kind: 'Chase', maxDistance: tick(maxDistance) });

  it('ORD-09 EXC-04 follows the best price of its own side every second', () => {
    const bench = new StrategyBench();
    bench.order(DEALER, 'Buy', 1, 49_950);
    bench.create(plan(), 0.5);
    expect(bench.book).toEqual(['Buy 0.5 @ 49950']);
    bench.order(DEALER, 'Buy', 1, 49_960);
    bench.wait(999);
    expect(bench.book).toEqual(['Buy 0.5 @ 49950']);
    bench.wait(1);
    expect(bench.book).toEqual(['Buy 0.5 @ 49960']);
    // The dealer's bid came first: of 1.2 sold to both, 1 is its own.
    bench.order(DEALER + 1, 'Sell', 1.2, 49_960);
    expect(bench.size).toBe(0.2);
    bench.order(DEALER + 1, 'Sell', 0.3, 49_960);
    expect(bench.strategies[0]).toMatchObject({ ended: 'Done', placed: 1 });
  });

  it('gives up beyond its distance', () => {
    const bench = new StrategyBench();
    bench.order(DEALER, 'Buy', 1, 49_950);
    bench.create(plan(20), 0.5);
    bench.order(DEALER, 'Buy', 1, 49_970.5);
    bench.wait(1_000);
    expect(bench.strategies[0]).toMatchObject({ ended: 'TooFar' });
    expect(bench.book).toEqual([]);
  });
});

describe('scaled orders', () => {
  it('ORD-09 a ladder has even distances, and quantities by its skew', () => {
    const bench = new StrategyBench();
    // Weights of 4 orders with a skew of 3: 300, 500, 700, 900 of 2,400.
    bench.create({ kind: 'Scaled', from: tick(49_900), to: tick(49_600), orders: 4, skew: 300 }, 2.4);
    expect(bench.book).toEqual(['Buy 0.9 @ 49600', 'Buy 0.7 @ 49700', 'Buy 0.5 @ 49800', 'Buy 0.3 @ 49900']);
    bench.order(DEALER, 'Sell', 2.4, 49_600);
    expect(bench.strategies[0]).toMatchObject({ ended: 'Done', filled: lots(2_400) });
  });

  it('places nothing that stays when the account cannot carry all of it', () => {
    const bench = new StrategyBench();
    bench.create({ kind: 'Scaled', from: tick(49_900), to: tick(49_600), orders: 4, skew: 100 }, 400);
    expect(bench.book).toEqual([]);
    expect(bench.strategies[0]).toMatchObject({ ended: 'NoBalance' });
  });
});

describe('grid', () => {
  const plan = (more: Partial<Extract<StrategyPlan, { kind: 'Grid' }>> = {}): StrategyPlan => ({
    kind: 'Grid',
    lower: tick(49_000),
    upper: tick(51_000),
    cells: 4,
    takeProfit: tick(0),
    stopLoss: tick(0),
    ...more,
  });

  it('ORD-09 buys below and sells above the last price, and turns each fill around one cell on', () => {
    const bench = new StrategyBench();
    bench.create(plan(), 0.1);
    expect(bench.book).toEqual(['Buy 0.1 @ 49000', 'Buy 0.1 @ 49500', 'Sell 0.1 @ 50500', 'Sell 0.1 @ 51000']);
    bench.order(DEALER, 'Sell', 0.1, 49_500);
    expect(bench.book).toEqual(['Buy 0.1 @ 49000', 'Sell 0.1 @ 50000', 'Sell 0.1 @ 50500', 'Sell 0.1 @ 51000']);
    bench.order(DEALER, 'Buy', 0.1, 50_000);
    expect(bench.book).toEqual(['Buy 0.1 @ 49000', 'Buy 0.1 @ 49500', 'Sell 0.1 @ 50500', 'Sell 0.1 @ 51000']);
    expect(bench.size).toBe(0);
    expect(bench.strategies[0]).toMatchObject({ filled: lots(200), placed: 6 });
  });

  it('a last price at its stop-loss ends it and closes what it holds', () => {
    const bench = new StrategyBench();
    bench.create(plan({ stopLoss: tick(48_500) }), 0.1);
    bench.order(DEALER, 'Sell', 0.2, 49_000);
    expect(bench.size).toBeCloseTo(0.2, 9);
    bench.liquidity('Buy', 1, 48_400);
    bench.order(DEALER + 1, 'Sell', 0.01, 48_400);
    bench.wait(1_000);
    expect(bench.strategies[0]).toMatchObject({ ended: 'StopLoss' });
    expect(bench.size).toBe(0);
    expect(bench.book).toEqual([]);
  });

  it('ORD-09 at its stop-loss it closes what it bought itself, and leaves the rest of the position', () => {
    const bench = new StrategyBench();
    bench.order(DEALER, 'Sell', 1, 50_000);
    bench.order(TRADER, 'Buy', 1, 50_000);
    bench.create(plan({ stopLoss: tick(48_500) }), 0.1);
    bench.order(DEALER, 'Sell', 0.2, 49_000);
    expect(bench.size).toBeCloseTo(1.2, 9);
    bench.liquidity('Buy', 2, 48_400);
    bench.order(DEALER + 1, 'Sell', 0.01, 48_400);
    bench.wait(1_000);
    expect(bench.strategies[0]).toMatchObject({ ended: 'StopLoss' });
    expect(bench.size).toBeCloseTo(1, 9);
  });

  it('EXC-05 one grid runs in a symbol', () => {
    const bench = new StrategyBench();
    bench.create(plan(), 0.1);
    expect(bench.create(plan(), 0.1).refusal?.reason).toBe('gridExists');
    expect(bench.create(plan({ stopLoss: tick(49_500) }), 0.1).refusal?.reason).toBe('parameter');
  });
});

describe('webhook', () => {
  const secret = 'a secret of enough letters';
  const plan: StrategyPlan = { kind: 'Webhook', orderType: 'Limit', price: tick(49_000), secret };
  const signal = (bench: StrategyBench, strategyId: number, said = secret) =>
    bench.apply({ type: 'SignalStrategy', account: TRADER, strategyId, secret: said });

  it('ORD-09 places its order with each signal of who knows the secret, until it is cancelled', () => {
    const bench = new StrategyBench();
    const { orderId = 0 } = bench.create(plan, 0.1);
    expect(bench.book).toEqual([]);
    signal(bench, orderId);
    signal(bench, orderId);
    expect(bench.book).toEqual(['Buy 0.1 @ 49000', 'Buy 0.1 @ 49000']);
    const told = bench.take().flatMap((event: Event) => (event.type === 'StrategyChanged' ? [event.strategy.placed] : []));
    expect([...new Set(told)]).toEqual([0, 1, 2]);
    expect(signal(bench, orderId, 'another secret of letters').refusal?.reason).toBe('strategyUnknown');
    bench.cancel(orderId);
    expect(bench.book).toEqual([]);
    expect(signal(bench, orderId).refusal?.reason).toBe('strategyUnknown');
  });

  it('EXC-05 a signal that the exchange cannot take is refused, and the strategy stays', () => {
    const bench = new StrategyBench();
    const { orderId = 0 } = bench.create(plan, 400);
    expect(signal(bench, orderId).refusal?.reason).toBe('aboveRiskLimit');
    expect(bench.strategies[0]?.ended).toBeUndefined();
    expect(bench.book).toEqual([]);
  });
});

describe('futures spread', () => {
  const later = { ...btc, id: 1, symbol: 'BTC-26MAR27', kind: 'LinearFutures', deliveryAt: timestamp(GENESIS + 90 * 86_400_000) } as const;
  const plan = (limit: number): StrategyPlan => ({ kind: 'FutureSpread', far: 1, limit: limit * 2 });
  const spreadBench = (): StrategyBench => {
    const bench = new StrategyBench([btc, later]);
    bench.index(later, 50_300);
    bench.take();
    return bench;
  };
  const sizes = (bench: StrategyBench): string[] =>
    (bench.exchange.account(TRADER)?.positions ?? []).map(({ instrument, side, size }) => `${instrument} ${side} ${Number(size) / 1_000}`);

  it('ORD-12 HND-04 a quantity that one of the legs takes in no single order is refused, with the bound', () => {
    const narrow = { ...later, maxLimitOrder: lots(1_000) };
    const bench = new StrategyBench([btc, narrow]);
    bench.index(narrow, 50_300);
    bench.take();
    expect(bench.create(plan(300), 1.001)).toEqual({ refusal: { reason: 'quantityTooLarge', details: { limit: '1' } } });
    expect(bench.create(plan(300), 1).refusal).toBeUndefined();
  });

  it('ORD-12 EXC-01 both legs fill in the same moment for the same quantity, once the distance is there', () => {
    const bench = spreadBench();
    bench.liquidity('Buy', 0.6, 50_000);
    bench.create(plan(300), 1);
    expect(sizes(bench)).toEqual([]);
    // 50,310 - 50,000 is too far; 50,300 is not, but only 0.6 can be sold: 0.6 of each leg.
    bench.order(DEALER, 'Sell', 1, 50_310, { on: later });
    bench.wait(100);
    expect(sizes(bench)).toEqual([]);
    bench.order(DEALER, 'Sell', 1, 50_300, { on: later });
    bench.wait(100);
    expect(sizes(bench)).toEqual(['0 Sell 0.6', '1 Buy 0.6']);
    bench.liquidity('Buy', 1, 50_010);
    bench.wait(100);
    expect(sizes(bench)).toEqual(['0 Sell 1', '1 Buy 1']);
    expect(bench.strategies[0]).toMatchObject({ ended: 'Done', filled: lots(1_000) });
  });

  it('ORD-12 neither leg fills when the account cannot carry both', () => {
    const bench = spreadBench();
    bench.open(104, 6_000n);
    // Each leg of 1 BTC costs about 5,000 at 10 x: 6,000 carry one of them, not both.
    bench.liquidity('Buy', 1, 50_000);
    bench.order(DEALER, 'Sell', 1, 50_300, { on: later });
    bench.create(plan(300), 1, { account: 104 });
    const account = bench.exchange.account(104);
    expect(account?.positions).toEqual([]);
    expect(account?.strategies).toMatchObject([{ ended: 'NoBalance' }]);
  });

  it('ORD-12 an immediate plan takes what both books carry and gives up the rest; the legs say their orders', () => {
    const bench = spreadBench();
    bench.liquidity('Buy', 0.6, 50_000);
    bench.order(DEALER, 'Sell', 1, 50_300, { on: later });
    bench.take();
    bench.create({ ...plan(300), immediate: true } as StrategyPlan, 1);
    expect(sizes(bench)).toEqual(['0 Sell 0.6', '1 Buy 0.6']);
    const orders = bench.take().flatMap((event) => (event.type === 'OrderAccepted' && event.order.account === TRADER ? [event.order] : []));
    expect(orders.map(({ instrument, side }) => [instrument, side])).toEqual([
      [1, 'Buy'],
      [0, 'Sell'],
    ]);
    expect(bench.strategies[0]).toMatchObject({ ended: 'TooFar', filled: lots(600), legs: orders.map(({ orderId }) => orderId) });
    bench.create({ ...plan(100), immediate: true } as StrategyPlan, 1);
    expect(bench.strategies.at(-1)).toMatchObject({ ended: 'TooFar', filled: lots(0), legs: [0, 0] });
    bench.reread();
    expect(bench.strategies[0]).toMatchObject({ legs: orders.map(({ orderId }) => orderId) });
  });

  it.each([1, 2, 3])('ORD-12 seed %i: after every command of a random market the legs are as large as each other', (seed) => {
    const bench = spreadBench();
    const random = new Random(seed);
    for (let i = 0; i < 120; i += 1) {
      const roll = random.below(10);
      const quantity = (1 + random.below(900)) / 1_000;
      const near = random.chance(50);
      const at = (near ? 50_000 : 50_300) + random.below(120) - 60;
      if (roll < 6) bench.order(DEALER, random.pick(['Buy', 'Sell'] as const), quantity, at, near ? {} : { on: later });
      else if (roll < 9) {
        const limit = 240 + random.below(120);
        const immediate = random.chance(50) ? { immediate: true } : {};
        bench.create({ ...plan(limit), ...immediate }, quantity, { side: random.pick(['Buy', 'Sell'] as const) });
      } else bench.wait(100);
      const held = bench.exchange.account(TRADER)?.positions ?? [];
      const net = held.map(({ side, size }) => (side === 'Buy' ? 1 : -1) * Number(size)).reduce((a, b) => a + b, 0);
      expect(net, `command ${i}`).toBe(0);
    }
    expect(bench.strategies.some(({ filled }) => Number(filled) > 0)).toBe(true);
  });

  it('EXC-05 refuses legs that are not alike', () => {
    const bench = new StrategyBench();
    expect(bench.create(plan(300), 1).refusal?.reason).toBe('spreadLegsUnlike');
  });
});
