import { price, rate, sourceTicks, ticks, timestamp, type SourceTicks, type TriggerSource } from '@tapedeck/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SlowTriggers, type SlowStop } from '../reference/slow-triggers.ts';
import { btc } from '../testing/exchange-fixture.ts';
import { UntriggeredOrders } from './untriggered-orders.ts';
import { ConditionalOrder } from './conditional-order.ts';

/** A price in hundredths of a tick of 0.5, between ticks or on one. */
const at = (hundredths: number): SourceTicks => sourceTicks(price(BigInt(hundredths) * 500_000n), btc.tickSize);

function conditional(stop: SlowStop): ConditionalOrder {
  const trails = stop.distance !== undefined;
  const order = new ConditionalOrder({
    orderId: stop.id,
    clientOrderId: '',
    account: 100,
    instrument: btc,
    kind: trails ? 'TrailingStop' : 'Stop',
    side: stop.long === false ? 'Buy' : 'Sell',
    timeInForce: 'ImmediateOrCancel',
    reduceOnly: true,
    closeOnTrigger: false,
    wholePosition: false,
    positionIndex: 0,
    parent: 0,
    source: 'api',
    createdAt: timestamp(0),
  });
  if (trails) order.trailing = { distance: ticks(stop.distance ?? 0), share: rate(0n), activation: ticks(stop.activation ?? 0) };
  else order.trigger = { price: ticks(stop.level ?? 0), direction: stop.rising === true ? 'Rising' : 'Falling', source: stop.source };
  return order;
}

const ids = (orders: readonly ConditionalOrder[]): number[] => orders.map((order) => order.terms.orderId);

function untriggeredOf(stops: readonly SlowStop[]): UntriggeredOrders {
  const orders = new UntriggeredOrders();
  for (const stop of stops) orders.watch(conditional(stop));
  return orders;
}
const stop = (id: number, level: number, rising: boolean, source: TriggerSource = 'LastPrice'): SlowStop => ({ id, level, rising, source });

describe('untriggered orders', () => {
  it.each([
    [
      'a rise reaches what is at the price and below it, nearest first',
      [stop(1, 103, true), stop(2, 101, true), stop(3, 104, true)],
      10_300,
      [2, 1],
    ],
    [
      'a fall reaches what is at the price and above it, nearest first',
      [stop(1, 95, false), stop(2, 98, false), stop(3, 90, false)],
      9_500,
      [2, 1],
    ],
    ['equal triggers fire oldest first', [stop(5, 101, true), stop(2, 101, true), stop(9, 101, true)], 10_100, [2, 5, 9]],
    ['a price between two ticks has not reached the upper one', [stop(1, 101, true)], 10_099, []],
    ['a price between two ticks has not reached the lower one', [stop(1, 99, false)], 9_901, []],
  ])('B17 %s', (_, stops, where, fired) => {
    expect(ids(untriggeredOf(stops).reached('LastPrice', at(where)))).toEqual(fired);
  });

  it('EXC-04 a stop listens to its own source only', () => {
    const orders = untriggeredOf([stop(1, 101, true, 'MarkPrice'), stop(2, 101, true, 'IndexPrice'), stop(3, 101, true)]);
    expect(ids(orders.reached('IndexPrice', at(10_200)))).toEqual([2]);
    expect(ids(orders.reached('LastPrice', at(10_200)))).toEqual([3]);
    expect(ids(orders.reached('MarkPrice', at(10_200)))).toEqual([1]);
  });

  it('B17 a stop fires once, however often its price is crossed', () => {
    const orders = untriggeredOf([stop(1, 101, true)]);
    const fired = [10_200, 10_000, 10_200, 9_000, 10_100].flatMap((where) => ids(orders.reached('LastPrice', at(where))));
    expect(fired).toEqual([1]);
    expect(orders.size).toBe(0);
  });

  it('EXC-04 a trailing stop waits for its activation price, follows the best price and fires at its distance', () => {
    // Long, activation at tick 8,000, distance 100: at 8,000 the stop is 7,900; at a high of 8,250 it is 8,150.
    const orders = untriggeredOf([{ id: 1, source: 'LastPrice', long: true, distance: 100, activation: 8_000 }]);
    const stopAt = (): unknown => orders.orders()[0]?.trigger?.price;
    expect(ids(orders.reached('LastPrice', at(700_000)))).toEqual([]);
    expect(stopAt()).toBeUndefined();
    orders.reached('LastPrice', at(800_000));
    expect(stopAt()).toBe(7_900);
    orders.reached('LastPrice', at(825_000));
    orders.reached('LastPrice', at(820_000));
    expect(stopAt()).toBe(8_150);
    expect(ids(orders.reached('LastPrice', at(815_100)))).toEqual([]);
    expect(ids(orders.reached('LastPrice', at(815_000)))).toEqual([1]);
  });

  it('B20 a trailing stop by percent only ever moves towards the profit', () => {
    const orders = new UntriggeredOrders();
    const order = conditional({ id: 1, source: 'LastPrice', long: false, distance: 1 });
    // 2% of 10,000 ticks is 200 ticks above for a short.
    order.trailing = { distance: ticks(0), share: rate(2_000_000n), activation: ticks(0) };
    order.follow(at(1_000_000));
    orders.watch(order);
    expect(order.trigger).toEqual({ price: 10_200, direction: 'Rising', source: 'LastPrice' });
    orders.reached('LastPrice', at(1_010_000));
    expect(order.trigger?.price).toBe(10_200);
    // 2% of 9,000 ticks is 180.
    orders.reached('LastPrice', at(900_000));
    expect(order.trigger?.price).toBe(9_180);
  });
});

const SOURCES: readonly TriggerSource[] = ['LastPrice', 'IndexPrice', 'MarkPrice'];
type Step =
  | { readonly kind: 'price'; readonly source: TriggerSource; readonly move: number }
  | { readonly kind: 'stop'; readonly source: TriggerSource; readonly away: number }
  | { readonly kind: 'trailing'; readonly long: boolean; readonly distance: number; readonly ahead: number }
  | { readonly kind: 'cancel'; readonly which: number };

const source = fc.constantFrom(...SOURCES);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('price' as const), source, move: fc.integer({ min: -900, max: 900 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('stop' as const), source, away: fc.integer({ min: -12, max: 12 }).filter((n) => n !== 0) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('trailing' as const),
      long: fc.boolean(),
      distance: fc.integer({ min: 1, max: 9 }),
      ahead: fc.integer({ min: 0, max: 8 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(50) }) },
);

/** Both books beside each other on one walk. */
class Twins {
  readonly untriggered = new UntriggeredOrders();
  readonly slow = new SlowTriggers();
  readonly #orders = new Map<number, ConditionalOrder>();
  readonly #prices: Record<TriggerSource, number> = { LastPrice: 100_000, IndexPrice: 100_000, MarkPrice: 100_000 };
  #nextId = 1;

  run(steps: readonly Step[]): void {
    for (const next of steps) this.#step(next);
  }

  #step(next: Step): void {
    switch (next.kind) {
      case 'price': {
        const where = Math.max(100, this.#prices[next.source] + next.move);
        this.#prices[next.source] = where;
        const quiet = next.source === 'LastPrice' && at(where).ceil > this.untriggered.low && at(where).floor < this.untriggered.high;
        const fired = ids(this.untriggered.reached(next.source, at(where)));
        expect(fired).toEqual(this.slow.price(next.source, where));
        if (quiet) expect(fired).toEqual([]);
        return;
      }
      case 'stop': {
        const level = Math.max(1, Math.floor(this.#prices[next.source] / 100) + next.away);
        return this.#watch({ id: this.#id(), source: next.source, level, rising: level * 100 > this.#prices[next.source] });
      }
      case 'trailing': {
        const last = Math.floor(this.#prices.LastPrice / 100);
        const activation = next.ahead === 0 ? 0 : Math.max(1, next.long ? last + next.ahead : last - next.ahead);
        const best = next.ahead > 0 ? 0 : next.long ? last : Math.ceil(this.#prices.LastPrice / 100);
        return this.#watch({ id: this.#id(), source: 'LastPrice', long: next.long, distance: next.distance, activation, best });
      }
      case 'cancel': {
        const which = this.slow.stops[next.which % Math.max(1, this.slow.stops.length)];
        const order = which === undefined ? undefined : this.#orders.get(which.id);
        if (which === undefined || order === undefined) return;
        this.slow.stops = this.slow.stops.filter((other) => other !== which);
        this.untriggered.unwatch(order);
      }
    }
  }

  #id(): number {
    this.#nextId += 1;
    return this.#nextId;
  }

  #watch(next: SlowStop): void {
    const order = conditional(next);
    if (next.best !== undefined && next.best > 0) order.follow(at(this.#prices.LastPrice));
    this.#orders.set(next.id, order);
    this.untriggered.watch(order);
    this.slow.stops.push(next);
  }
}

describe('untriggered orders and the slow ones beside them', () => {
  it('B17 fire the same stops in the same order on any walk of the prices', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 120 }), (steps) => {
        const twins = new Twins();
        twins.run(steps);
        expect(ids(twins.untriggered.orders()).sort((a, b) => a - b)).toEqual(twins.slow.stops.map(({ id }) => id).sort((a, b) => a - b));
      }),
      { numRuns: 300 },
    );
  });
});
