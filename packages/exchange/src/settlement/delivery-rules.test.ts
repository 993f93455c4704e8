import { describe, expect, it } from 'vitest';
import {
  formatDecimal,
  milliseconds,
  money,
  moneyUnits,
  price,
  quantity,
  rate,
  timestamp,
  type Event,
  type Instrument,
  type Money,
  type RiskTier,
} from '@tapedeck/domain';
import { Bench, ScriptedMarket, btc } from '../testing/exchange-fixture.ts';
import { Exchange } from '../engine/exchange.ts';

const UNIT = 100_000_000n;
const DELIVERY = Date.UTC(2026, 0, 2, 8);
const MINUTE = 60_000;
const SECOND = 1_000;

/** BTCUSDT-2JAN26: ends on Friday, 2 January 2026, 08:00 UTC; delivery fee 0.05 %. */
const future: Instrument = {
  ...btc,
  symbol: 'BTCUSDT-2JAN26',
  kind: 'LinearFutures',
  fundingIntervalHours: 0,
  deliveryAt: timestamp(DELIVERY),
  deliveryFee: rate(50_000n),
};
/** BTCUSDF26, inverse: contracts of 1 USD, settled in BTC. */
const inverse: Instrument = {
  ...future,
  symbol: 'BTCUSDF26',
  kind: 'InverseFutures',
  quoteCoin: 'USD',
  settleCoin: 'BTC',
  minNotional: money(0n),
};

const firstTier = btc.tiers[0] as RiskTier;
const text = (value: Money | undefined): string => formatDecimal(moneyUnits(value as Money));
const cashOf = (bench: Bench, account: number): string => text(bench.exchange.account(account)?.cash[0]?.[1]);

/** A long of 1 BTC of account 100 against a short of account 101, both opened at 50,000. */
function opened(): Bench {
  const bench = new Bench([future]);
  bench.open(100, 100_000n);
  bench.open(101, 100_000n);
  bench.index(future, 50_000);
  bench.order(101, 'Sell', 1, 50_000, { on: future });
  bench.order(100, 'Buy', 1, 'market', { on: future });
  return bench;
}

function goTo(bench: Bench, time: number): Event[] {
  bench.exchange.events.length = 0;
  bench.wait(time - bench.time);
  return bench.exchange.events.splice(0);
}

describe('EXC-03 delivery of futures', () => {
  it('closes positions at the mean of the index of the last half hour, one sample a second', () => {
    const bench = opened();
    // Rises by 1 USD a second from 52,000 at 07:30:00: 52,001 … 53,800 at 08:00:00. Average 52,900.5.
    bench.market.indexPath = (_, time) => (52_000n + BigInt(Math.round((time - (DELIVERY - 30 * MINUTE)) / SECOND))) * UNIT;
    goTo(bench, DELIVERY - 1);
    const events = goTo(bench, DELIVERY);
    expect(events.filter((event) => event.type === 'DeliverySettled')).toEqual([
      { type: 'DeliverySettled', instrument: 0, price: price((529_005n * UNIT) / 10n) },
    ]);
    expect(events.filter((event) => event.type === 'OrderFilled')).toMatchObject([
      { account: 100, kind: 'Delivery', side: 'Sell', price: price((529_005n * UNIT) / 10n), quantity: 1_000 },
      { account: 101, kind: 'Delivery', side: 'Buy', price: price((529_005n * UNIT) / 10n) },
    ]);
    // Long: 100,000 − taker 0.055 % × 50,000 = 27.5; + 52,900.5 − 50,000 = 2,900.5; − 0.05 % × 52,900.5 = 26.45025.
    expect(cashOf(bench, 100)).toBe('102846.54975');
    // Short: 100,000 − maker 0.02 % × 50,000 = 10; − 2,900.5; − 26.45025.
    expect(cashOf(bench, 101)).toBe('97063.04975');
    expect(bench.exchange.account(100)?.positions).toEqual([]);
  });

  it('the delivery price does not depend on the steps of the clock', () => {
    const path = (_: Instrument, time: number): bigint => (50_000n + BigInt((Math.floor(time / SECOND) * 7_919) % 613)) * UNIT;
    const cash = [1 * SECOND, 7 * SECOND, 61 * SECOND, 45 * MINUTE].map((step) => {
      const bench = opened();
      bench.market.indexPath = path;
      goTo(bench, DELIVERY - 31 * MINUTE);
      while (bench.time < DELIVERY) goTo(bench, Math.min(DELIVERY, bench.time + step));
      return [cashOf(bench, 100), cashOf(bench, 101)];
    });
    expect(new Set(cash.map(String)).size).toBe(1);
  });

  it('tells the statuses, cancels the orders, and takes the instrument off the list', () => {
    const bench = opened();
    bench.order(100, 'Buy', 1, 49_000, { on: future });
    const events = goTo(bench, DELIVERY);
    expect(events.flatMap((event) => (event.type === 'InstrumentChanged' ? [event.instrument.status] : []))).toEqual([
      'Delivering',
      'Closed',
    ]);
    expect(events.find((event) => event.type === 'OrderCancelled')).toMatchObject({ order: { cancelReason: 'CancelByDelivery' } });
    expect(bench.exchange.isListed(0)).toBe(false);
    expect(bench.exchange.instruments[0]?.status).toBe('Closed');
    expect(bench.exchange.book(0, 10)).toEqual({ bids: [], asks: [] });
    expect(bench.order(100, 'Buy', 1, 50_000, { on: future }).refusal?.reason).toBe('notTrading');
    expect(bench.exchange.account(100)).toMatchObject({ orders: [], positions: [], settings: [] });
  });

  it('in the last half hour positions can only be reduced, and the mark is the running mean', () => {
    const bench = opened();
    goTo(bench, DELIVERY - 30 * MINUTE - SECOND);
    expect(bench.order(100, 'Buy', 0.1, 49_000, { on: future }).refusal).toBeUndefined();
    goTo(bench, DELIVERY - 30 * MINUTE);
    expect(bench.order(100, 'Buy', 0.1, 49_000, { on: future }).refusal?.reason).toBe('nearDelivery');
    expect(bench.order(101, 'Buy', 0.1, 49_000, { on: future, reduceOnly: true }).refusal).toBeUndefined();
    bench.market.indexPath = (_, time) => (time < DELIVERY - 29 * MINUTE ? 50_000n : 51_000n) * UNIT;
    bench.index(future, 51_000);
    goTo(bench, DELIVERY - 28 * MINUTE);
    // 59 samples of 50,000 and 61 of 51,000: 50,508.33…, on the tick of 0.5.
    expect(bench.exchange.market(0).mark).toBe(price((505_085n * UNIT) / 10n));
  });

  it('the mark price is the index and the average basis of the book', () => {
    const bench = new Bench([future]);
    bench.open(100, 1_000_000n);
    bench.open(101, 1_000_000n);
    bench.index(future, 50_000);
    bench.order(100, 'Buy', 1, 50_490, { on: future });
    bench.order(101, 'Sell', 1, 50_510, { on: future });
    // The middle of 50,500 is 1 % above the index; the last trade does not matter.
    bench.index(future, 50_000);
    expect(bench.exchange.market(0).mark).toBe(price(50_500n * UNIT));
  });

  it('an isolated position loses at most its own money', () => {
    const bench = new Bench([future]);
    for (const account of [100, 101]) bench.open(account, 100_000n);
    bench.apply({ type: 'SetMarginMode', account: 100, instrument: 0, marginMode: 'isolated' });
    bench.index(future, 50_000);
    bench.order(101, 'Sell', 1, 50_000, { on: future });
    bench.order(100, 'Buy', 1, 'market', { on: future });
    const before = cashOf(bench, 100);
    // All of the window lies in one step of the clock: nothing was liquidated on the way down to 30,000.
    bench.market.indexPath = () => 30_000n * UNIT;
    goTo(bench, DELIVERY);
    expect(cashOf(bench, 100)).toBe(before);
    // The short earned all 20,000: 100,000 − 10 + 20,000 − 15 delivery fee.
    expect(cashOf(bench, 101)).toBe('119975');
  });

  it('a state written inside the window goes on to the same delivery', () => {
    const bench = opened();
    bench.market.indexPath = (_, time) => (50_000n + BigInt(Math.floor(time / SECOND) % 97)) * UNIT;
    goTo(bench, DELIVERY - 11 * MINUTE);
    const market = new ScriptedMarket();
    const copy = Exchange.read(bench.exchange.write(), [future], market);
    market.indexPath = bench.market.indexPath;
    copy.apply({ type: 'AdvanceClock', time: timestamp(DELIVERY) });
    goTo(bench, DELIVERY);
    expect(copy.write()).toEqual(bench.exchange.write());
    expect(milliseconds(copy.now)).toBe(DELIVERY);
  });
});

describe('EXC-03 delivery of inverse futures', () => {
  it('pays in the base coin: 10,000 USD opened at 10,000, delivered at 10,600 with 0.05 %', () => {
    const oneUsd: Instrument = { ...inverse, lotSize: quantity(UNIT), tiers: [{ ...firstTier, limit: money(150n * UNIT) }] };
    const bench = new Bench([oneUsd]);
    for (const account of [100, 101]) {
      bench.apply({ type: 'OpenAccount', account, kind: 'UTA2' });
      bench.apply({ type: 'CreditAccount', account, coin: 'BTC', amount: money(10n * UNIT) });
    }
    bench.index(oneUsd, 10_000);
    bench.order(101, 'Sell', 10_000, 10_000, { on: oneUsd });
    expect(bench.order(100, 'Buy', 10_000, 'market', { on: oneUsd }).refusal).toBeUndefined();
    bench.market.indexPath = () => 10_600n * UNIT;
    const events = goTo(bench, DELIVERY);
    expect(events.filter((event) => event.type === 'OrderFilled')).toMatchObject([{ kind: 'Settle' }, { kind: 'Settle' }]);
    const fee = events.find((event) => event.type === 'OrderFilled' && event.account === 100);
    // 10,000 ÷ 10,600 × 0.05 % = 0.00047170, rounded up in favour of the house.
    expect(fee?.type === 'OrderFilled' ? text(fee.fee) : '').toBe('0.0004717');
    // Value at delivery 0.94339622 (rounded down), earned 1 − 0.94339622 = 0.05660378; paid 0.00055 to open and 0.0004717.
    expect(cashOf(bench, 100)).toBe('10.05558208');
  });
});
