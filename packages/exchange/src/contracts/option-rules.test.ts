import { beforeEach, describe, expect, it } from 'vitest';
import {
  formatDecimal,
  lots,
  money,
  moneyUnits,
  parseDecimal,
  price,
  priceUnits,
  ticks,
  timestamp,
  type Event,
  type Instrument,
  type Money,
  type Price,
} from '@tapedeck/domain';
import { Bench, GENESIS, ScriptedMarket } from '../testing/exchange-fixture.ts';
import { FLAT, WEEK, call, put } from '../testing/option-fixture.ts';
import { Exchange } from '../engine/exchange.ts';

const UNIT = 100_000_000n;
const SECOND = 1_000;
const text = (value: Money | undefined): string => formatDecimal(moneyUnits(value ?? money(0n)));
let bench: Bench;
let index: bigint;

const cashOf = (account: number): string => text(bench.exchange.account(account)?.cash[0]?.[1]);
const fund = (account: number, amount: string): void => {
  const [whole = '0', part = ''] = amount.split('.');
  bench.apply({ type: 'OpenAccount', account, kind: 'regular' });
  bench.apply({ type: 'CreditAccount', account, coin: 'USDT', amount: money(BigInt(whole) * UNIT + BigInt(part.padEnd(8, '0'))) });
};
const order = (account: number, side: 'Buy' | 'Sell', size: number, at: number, more: Parameters<Bench['order']>[4] = {}) =>
  bench.order(account, side, size, at, { on: call, ...more });
function goTo(time: number): Event[] {
  bench.exchange.events.length = 0;
  bench.wait(time - bench.time);
  return bench.exchange.events.splice(0);
}

beforeEach(() => {
  bench = new Bench([call, put]);
  index = 30_000n;
  bench.market.surface = FLAT;
  bench.market.indexPath = () => index * UNIT;
});

describe('EXC-01 options trade', () => {
  it('the buyer pays the premium at once, the seller has it at once, and both pay fees on the index', () => {
    fund(100, '10000');
    fund(101, '10000');
    expect(order(101, 'Sell', 1, 600).refusal).toBeUndefined();
    expect(order(100, 'Buy', 1, 600).refusal).toBeUndefined();
    // Taker: 600 + min(0.03 % × 30,000 = 9, 7 % × 600 = 42) = 609. Maker: 600 − min(0.02 % × 30,000 = 6, 42) = 594.
    expect([cashOf(100), cashOf(101)]).toEqual(['9391', '10594']);
    expect(bench.exchange.account(100)?.positions).toMatchObject([{ side: 'Buy', size: lots(100) }]);
  });

  it('a cheap option costs at most 7 % of its price', () => {
    fund(100, '10000');
    fund(101, '10000');
    index = 26_000n;
    order(101, 'Sell', 1, 20);
    order(100, 'Buy', 1, 20);
    // min(0.03 % × 26,000 = 7.8, 7 % × 20 = 1.4): 10,000 − 20 − 1.4; 10,000 + 20 − min(5.2, 1.4).
    expect([cashOf(100), cashOf(101)]).toEqual(['9978.6', '10018.6']);
  });

  it('closing pays the premium back: what was earned is the difference', () => {
    fund(100, '10000');
    fund(101, '10000');
    order(101, 'Sell', 1, 600);
    order(100, 'Buy', 1, 600);
    bench.exchange.events.length = 0;
    order(101, 'Buy', 1, 650, { reduceOnly: true });
    order(100, 'Sell', 1, 650, { reduceOnly: true });
    const fills = bench.exchange.events.filter((event) => event.type === 'OrderFilled');
    // Long: 650 − 600 = 50; short: −50. Fees 9 + 9 and 6 + 6.
    expect(fills.map((fill) => text(fill.closedPnl)).sort()).toEqual(['-50', '50']);
    expect([cashOf(100), cashOf(101)]).toEqual(['10032', '9938']);
    expect(bench.exchange.account(100)?.positions).toEqual([]);
  });

  it('has no leverage, margin mode or position mode to set', () => {
    fund(100, '10000');
    for (const command of [
      { type: 'SetLeverage', longLeverage: 100n, shortLeverage: 100n },
      { type: 'SetMarginMode', marginMode: 'isolated' },
      { type: 'SetPositionMode', positionMode: 'BothSide' },
    ] as const) {
      expect(bench.apply({ ...command, account: 100, instrument: 0 }).refusal?.reason).toBe('parameter');
    }
  });

  it('is priced only by a surface', () => {
    bench.market.surface = undefined;
    fund(100, '10000');
    expect(order(100, 'Buy', 1, 600).refusal?.reason).toBe('notTrading');
  });
});

describe('EXC-02 options are margined', () => {
  it('a buy needs its premium and fee: 600 + 9', () => {
    fund(100, '608.99999999');
    expect(order(100, 'Buy', 1, 600).refusal?.reason).toBe('insufficientBalance');
    fund(101, '609');
    expect(order(101, 'Buy', 1, 600).refusal).toBeUndefined();
  });

  it('a sale needs initial margin + fee − premium: max(3,000 − 1,000, 1,500) + 600 + 9 − 600 = 2,009', () => {
    fund(100, '2008.99999999');
    expect(order(100, 'Sell', 1, 600).refusal?.reason).toBe('insufficientBalance');
    fund(101, '2009');
    expect(order(101, 'Sell', 1, 600).refusal).toBeUndefined();
  });

  it('a put in the money counts no distance: max(3,000 − 0, 1,500) + 1,590 + 9 − 1,590 = 3,009', () => {
    // The put of 31,000 is worth 588.3804 + 1,000 = 1,588.3804, below the price of 1,590.
    fund(100, '3008.99999999');
    expect(order(100, 'Sell', 1, 1_590, { on: put }).refusal?.reason).toBe('insufficientBalance');
    fund(101, '3009');
    expect(order(101, 'Sell', 1, 1_590, { on: put }).refusal).toBeUndefined();
  });

  it('money held for a sale follows the index', () => {
    fund(100, '10000');
    order(100, 'Sell', 1, 700);
    // At 32,000: 10 % = 3,200 in the money, mark 1,599.3 above 700: 3,200 + 1,599.3 + 9.6 − 700 = 4,108.9; left 5,891.
    index = 32_000n;
    goTo(bench.time + SECOND);
    expect(order(100, 'Sell', 2, 1_600).refusal?.reason).toBe('insufficientBalance');
    expect(order(100, 'Sell', 1, 1_600).refusal).toBeUndefined();
  });

  it('a short option is taken over at its mark when the margin balance reaches its maintenance margin', () => {
    fund(100, '100000');
    fund(101, '2100');
    order(101, 'Sell', 1, 600);
    order(100, 'Buy', 1, 600);
    // 101 has 2,100 + 600 − 6 = 2,694. Maintenance at an index of 31,000: 3 % × 31,000 + mark 1,027.3 + 62 = 2,019.
    index = 31_000n;
    goTo(bench.time + SECOND);
    expect(bench.exchange.account(101)?.positions).toHaveLength(1);
    // At 32,000: 960 + 1,599.… + 64 = 2,623; at 32,200: 966 + 1,730.… + 64.4 = 2,761 > 2,694.
    index = 32_000n;
    goTo(bench.time + SECOND);
    expect(bench.exchange.account(101)?.positions).toHaveLength(1);
    index = 32_200n;
    const events = goTo(bench.time + SECOND);
    const liquidated = events.find((event) => event.type === 'PositionLiquidated');
    expect(liquidated).toMatchObject({ account: 101, side: 'Sell', size: lots(100) });
    const at = liquidated?.type === 'PositionLiquidated' ? Number(priceUnits(liquidated.bankruptcyPrice)) / 1e8 : 0;
    expect(at).toBe(Math.ceil(Number(priceUnits(bench.exchange.market(0).mark)) / 1e8));
    // 2,694 − the price of the take-over − 0.2 % × 32,200 = 64.4
    expect(Number(cashOf(101))).toBeCloseTo(2_694 - at - 64.4, 8);
    expect(bench.exchange.account(101)?.positions).toEqual([]);
    expect(bench.exchange.account(100)?.positions).toHaveLength(1);
  });

  it('a naked short call that a gap goes through costs its owner everything, and the fund and the fees the rest', () => {
    fund(100, '100000');
    fund(101, '2100');
    order(101, 'Sell', 1, 600);
    order(100, 'Buy', 1, 600);
    // From 30,000 to 40,000 in one second: the call is worth about 9,000, the account had 2,694.
    index = 40_000n;
    const events = goTo(bench.time + SECOND);
    expect(events.filter((event) => event.type === 'PositionLiquidated')).toHaveLength(1);
    expect(cashOf(101)).toBe('0');
    expect(bench.exchange.account(101)?.positions).toEqual([]);
    // The long of the other side stays, and is paid when it ends: 100,000 − 609 + 9,000 − min(0.015 % × 40,000, 7 % × 9,000) = 6.
    goTo(GENESIS + WEEK);
    expect(cashOf(100)).toBe('108385');
  });

  it('a long option adds to what the account is worth, but no margin: the premium is spent', () => {
    fund(100, '2000');
    fund(101, '100000');
    order(101, 'Sell', 2, 600);
    order(100, 'Buy', 2, 600);
    // 2,000 − 2 × (600 + 9) = 782 are left; the calls are worth over 1,100 and buy nothing.
    expect(order(100, 'Buy', 1.5, 600).refusal).toMatchObject({ reason: 'insufficientBalance', details: { available: '782' } });
    expect(order(100, 'Buy', 1.2, 600).refusal).toBeUndefined();
  });

  it('buying a short option back costs the premium less the margin that it sets free', () => {
    fund(100, '100000');
    fund(101, '2050');
    order(101, 'Sell', 1, 600);
    order(100, 'Buy', 1, 600);
    // Balance 2,050 + 600 − 6 = 2,644 against 2,600 of the position: no room to open, room to close for 700.
    expect(order(101, 'Sell', 0.1, 600).refusal?.reason).toBe('insufficientBalance');
    expect(order(101, 'Buy', 1, 700).refusal).toBeUndefined();
    order(100, 'Sell', 1, 700);
    // 2,644 − 700 − 6
    expect(cashOf(101)).toBe('1938');
  });

  it('long options are worth something and are not liquidated', () => {
    fund(100, '620');
    fund(101, '100000');
    order(101, 'Sell', 1, 600);
    order(100, 'Buy', 1, 600);
    index = 20_000n;
    goTo(bench.time + SECOND);
    expect(bench.exchange.account(100)?.positions).toHaveLength(1);
  });
});

describe('EXC-03 options end', () => {
  const trade = (on: Instrument, at: number): void => {
    fund(100, '10000');
    fund(101, '10000');
    order(101, 'Sell', 1, at, { on });
    order(100, 'Buy', 1, at, { on });
  };

  it('a call in the money pays the mean of the last half hour less the strike, with 0.015 % of the delivery price', () => {
    trade(call, 600);
    bench.market.indexPath = () => (315_005n * UNIT) / 10n;
    const events = goTo(GENESIS + WEEK);
    expect(events.find((event) => event.type === 'DeliverySettled' && event.instrument === call.id)).toMatchObject({
      price: price((315_005n * UNIT) / 10n),
    });
    // Long 9,391 + 500.5 − 0.015 % × 31,500.5 = 4.725075; short 10,594 − 500.5 − 4.725075.
    expect([cashOf(100), cashOf(101)]).toEqual(['9886.774925', '10088.774925']);
    expect(events.filter((event) => event.type === 'OrderFilled')).toMatchObject([
      { kind: 'Delivery', account: 100, price: price((5_005n * UNIT) / 10n), closedPnl: money((-995n * UNIT) / 10n) },
      { kind: 'Delivery', account: 101 },
    ]);
    expect(bench.exchange.isListed(0)).toBe(false);
    expect(bench.exchange.account(100)).toMatchObject({ positions: [], orders: [] });
  });

  it.each([
    ['31500.5049', '31500.50', '500.5'],
    ['31500.505', '31500.51', '500.51'],
    ['31500.5051', '31500.51', '500.51'],
  ])('a mean of %s is delivered at %s, the nearest cent', (mean, delivery, payoff) => {
    trade(call, 600);
    const at = (value: string): Price => price(parseDecimal(value) ?? 0n);
    bench.market.indexPath = () => priceUnits(at(mean));
    const events = goTo(GENESIS + WEEK);
    expect(events.find((event) => event.type === 'DeliverySettled' && event.instrument === call.id)).toMatchObject({ price: at(delivery) });
    expect(events.filter((event) => event.type === 'OrderFilled')).toMatchObject([{ price: at(payoff) }, { price: at(payoff) }]);
  });

  it('the delivery fee is at most 7 % of what the option pays', () => {
    trade(call, 600);
    bench.market.indexPath = () => 31_010n * UNIT;
    goTo(GENESIS + WEEK);
    // 0.015 % × 31,010 = 4.65; 7 % × 10 = 0.7.
    expect([cashOf(100), cashOf(101)]).toEqual(['9400.3', '10583.3']);
  });

  it('out of the money it ends worthless, for nothing', () => {
    trade(put, 1_600);
    bench.market.indexPath = () => 31_500n * UNIT;
    goTo(GENESIS + WEEK);
    expect([cashOf(100), cashOf(101)]).toEqual(['8391', '11594']);
  });

  it('orders are cancelled, and in the last half hour only reducing is allowed', () => {
    trade(call, 600);
    order(100, 'Buy', 0.5, 400);
    goTo(GENESIS + WEEK - 20 * 60_000);
    expect(order(100, 'Buy', 0.5, 2).refusal?.reason).toBe('nearDelivery');
    const events = goTo(GENESIS + WEEK);
    expect(events.find((event) => event.type === 'OrderCancelled')).toMatchObject({ order: { cancelReason: 'CancelByDelivery' } });
  });

  it('EXC-07 a state written with options in it goes on the same way', () => {
    trade(call, 600);
    order(100, 'Sell', 0.3, 700);
    order(101, 'Buy', 0.3, 500);
    index = 30_500n;
    goTo(bench.time + SECOND);
    const market = new ScriptedMarket();
    market.surface = FLAT;
    market.indexPath = bench.market.indexPath;
    const copy = Exchange.read(bench.exchange.write(), [call, put], market);
    for (const step of [0, 500, SECOND, 90 * 60_000, WEEK]) {
      bench.time += step;
      bench.exchange.events.length = 0;
      for (const exchange of [copy, bench.exchange]) exchange.apply({ type: 'AdvanceClock', time: timestamp(bench.time) });
      expect(copy.events.splice(0)).toEqual(bench.exchange.events.splice(0));
      expect(copy.write()).toEqual(bench.exchange.write());
    }
  });
});

describe('what the wire says of an option', () => {
  it('POS-10 greeks, forward, and the volatilities of mark, bid and ask', () => {
    fund(100, '100000');
    order(100, 'Buy', 1, 580);
    order(100, 'Sell', 1, 600);
    goTo(bench.time + SECOND);
    const { option, mark, bestBid, bestAsk } = bench.exchange.market(0);
    expect(Number(priceUnits(mark)) / 1e8).toBeCloseTo(588.38, 1);
    expect([bestBid, bestAsk]).toEqual([ticks(580), ticks(600)]);
    expect(option?.forward).toBe(30_000);
    expect(option?.markVolatility).toBe(0.6);
    expect(option?.greeks.delta).toBeCloseTo(0.362, 3);
    expect(option?.bidVolatility).toBeLessThan(0.6);
    expect(option?.askVolatility).toBeGreaterThan(0.6);
  });
});
