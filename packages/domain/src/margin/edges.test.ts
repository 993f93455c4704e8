import { describe, expect, test } from 'vitest';
import { BTC_INVERSE, contracts } from '../testing/inverse-instrument.ts';
import { BTC, at, coins, percent, times, usdt } from '../testing/linear-instrument.ts';
import { money, moneyUnits } from '../values/money.ts';
import { lots, price, ticks } from '../values/quantities.ts';
import { averageClosePrice, priceSumsOf } from './average-price.ts';
import { lotsAtValue, valueAtPrice, valueAtTick } from './contract-value.ts';
import { bankruptcyPrice, isolatedFreeMargin, liquidationPrice } from './liquidation.ts';
import { feeToClose, initialMarginOf, tradingFee } from './order-cost.ts';
import { breakEvenPrice, closedEntryPrice, entryPrice } from './profit.ts';
import { maintenanceMarginOf, maxLeverageFor, positionLimit, tierOf } from './risk-tier.ts';

/** Cost of one unit of 1e-8; shows the direction of rounding. */
const ONE = money(1n);

describe('amounts that do not come out whole', () => {
  test('B1 fees and margin are rounded up, to the exchange', () => {
    expect(tradingFee(ONE, BTC.takerFee)).toBe(money(1n));
    expect(tradingFee(money(2_000_000n), percent('0.055'))).toBe(money(1_100n));
    expect(tradingFee(money(2_000_001n), percent('0.055'))).toBe(money(1_101n));
    expect(initialMarginOf(money(10n), times('3'))).toBe(money(4n));
    // A long of 101 units at 10x closes for 90.9 of them.
    expect(feeToClose(BTC, 'Buy', money(101n), times('10'))).toBe(money(1n));
    expect(feeToClose({ ...BTC, takerFee: percent('10') }, 'Buy', money(101n), times('10'))).toBe(money(10n));
    expect(feeToClose({ ...BTC, takerFee: percent('10') }, 'Sell', money(101n), times('10'))).toBe(money(12n));
  });

  test('a position without borrowed money has nothing to close for, if it gains with its value', () => {
    expect(feeToClose(BTC, 'Buy', usdt('1000'), times('1'))).toBe(money(0n));
    expect(feeToClose(BTC, 'Sell', usdt('1000'), times('1'))).toBe(usdt('1.1'));
    expect(feeToClose(BTC_INVERSE, 'Sell', usdt('1'), times('1'))).toBe(money(0n));
  });

  test('the margin that may be lost is rounded down', () => {
    // (100 − 1,000 × 0.00055) ÷ 0.99945 = 99.5047276001…
    expect(isolatedFreeMargin(BTC, 'Buy', usdt('1000'), usdt('100'))).toBe(money(9_950_472_760n));
    expect(isolatedFreeMargin(BTC, 'Sell', usdt('1000'), usdt('100'))).toBe(money(9_939_533_256n));
  });

  test('the average entry price is rounded to nearest, the price to break even away from the entry', () => {
    // 2 units for 3 lots of 0.001: 666.67 units a coin.
    expect(entryPrice(BTC, lots(3), money(2n))).toBe(price(667n));
    const holding = { size: lots(3), entryValue: money(1_000_001n), realisedPnl: money(0n) };
    expect(breakEvenPrice({ ...BTC, takerFee: percent('0') }, { side: 'Buy', ...holding })).toBe(price(333_333_667n));
    expect(breakEvenPrice({ ...BTC, takerFee: percent('0') }, { side: 'Sell', ...holding })).toBe(price(333_333_666n));
  });

  test('average prices of closing fills are rounded to nearest, harmonic for inverse contracts', () => {
    const sums = (first: bigint, second: bigint, size: number) => {
      const [a, b] = [priceSumsOf(price(first), lots(size)), priceSumsOf(price(second), lots(1))];
      return { priceSum: a.priceSum + b.priceSum, inverseSum: a.inverseSum + b.inverseSum };
    };
    expect(averageClosePrice(BTC, lots(3), sums(10n, 12n, 2))).toBe(price(11n));
    expect(averageClosePrice(BTC, lots(2), sums(10n, 12n, 1))).toBe(price(11n));
    // 2 ÷ (1/4 + 1/12) = 6; 3 ÷ (2/4 + 1/12) = 5.14; 3 ÷ (2/7 + 1/12) = 8.13; 2 ÷ (1/5 + 1/9) = 6.43; 2 ÷ (1/5 + 1/12) = 7.06.
    expect(averageClosePrice(BTC_INVERSE, lots(2), sums(4n, 12n, 1))).toBe(price(6n));
    expect(averageClosePrice(BTC_INVERSE, lots(3), sums(4n, 12n, 2))).toBe(price(5n));
    // 3 ÷ (2/5 + 1/30) = 6.92.
    expect(averageClosePrice(BTC_INVERSE, lots(3), sums(5n, 30n, 2))).toBe(price(7n));
  });

  test('values at any price are rounded down; an inverse value at no price is nothing', () => {
    expect(valueAtPrice(BTC, lots(1), price(123n))).toBe(money(0n));
    expect(valueAtPrice(BTC, lots(1), price(1_999_999n))).toBe(money(1_999n));
    expect(valueAtPrice(BTC, lots(1), price(2_000_000n))).toBe(money(2_000n));
    expect(valueAtPrice(BTC_INVERSE, contracts(1), at('3'))).toBe(money(33_333_333n));
    expect(valueAtPrice(BTC_INVERSE, contracts(1), price(0n))).toBe(money(0n));
    // Exceeds the exact range of a double.
    expect(valueAtTick(BTC, lots(1_000_000_007), ticks(100_000_000))).toBe(money(100_000_000n * 1_000_000_007n * 1_000n));
  });
});

describe('the most lots for a value', () => {
  test('are worth no more, and one lot more is', () => {
    expect(lotsAtValue(BTC, usdt('100'), at('50000'))).toBe(lots(2));
    expect(lotsAtValue(BTC, money(9_999_999_999n), at('50000'))).toBe(lots(1));
    for (const [instrument, value, mark] of [
      [BTC, usdt('1234.56789'), at('61234.57')],
      [BTC_INVERSE, usdt('0.12345678'), at('61234.57')],
      [BTC_INVERSE, usdt('1'), at('50000')],
      [BTC_INVERSE, money(33_333_333n), at('3')],
    ] as const) {
      const most = lotsAtValue(instrument, value, mark);
      expect(valueAtPrice(instrument, most, mark) <= value).toBe(true);
      expect(valueAtPrice(instrument, lots(Number(most) + 1), mark) > value).toBe(true);
    }
  });
});

describe('risk tiers', () => {
  const [first, second] = BTC.tiers;
  if (first === undefined || second === undefined) throw new Error('BTC has tiers');

  test('a tier reaches up to its limit, which is in it', () => {
    const above = moneyUnits(usdt('2000000')) + 1n;
    expect(tierOf(BTC.tiers, usdt('2000000'))).toBe(first);
    expect(tierOf(BTC.tiers, money(above))).toBe(second);
    expect(tierOf(BTC.tiers, usdt('99999999999'))).toBe(BTC.tiers.at(-1));
    expect(maxLeverageFor(BTC.tiers, usdt('2000000'))).toBe(times('100'));
    expect(maxLeverageFor(BTC.tiers, money(above))).toBe(times('90'));
    expect(maxLeverageFor(BTC.tiers, usdt('99999999999'))).toBeUndefined();
  });

  test('a leverage allows the largest value whose tier allows it, or none', () => {
    expect(positionLimit(BTC.tiers, times('100'))).toBe(usdt('2000000'));
    expect(positionLimit(BTC.tiers, times('90'))).toBe(usdt('2600000'));
    expect(positionLimit(BTC.tiers, times('90.01'))).toBe(usdt('2000000'));
    expect(positionLimit(BTC.tiers, times('1'))).toBe(usdt('1200000000'));
    expect(positionLimit(BTC.tiers, times('100.01'))).toBe(money(0n));
    expect(positionLimit([first], times('100'))).toBe(usdt('2000000'));
  });

  test('maintenance margin is never below 0', () => {
    expect(maintenanceMarginOf([{ ...first, deduction: usdt('1') }], usdt('100'))).toBe(money(0n));
    expect(maintenanceMarginOf([first], usdt('100'))).toBe(usdt('0.5'));
  });
});

describe('prices at which a position ends', () => {
  const holding = { instrument: BTC, size: coins('0.1'), entryValue: usdt('5000') };

  test('there is none below nothing', () => {
    expect(liquidationPrice({ ...holding, side: 'Buy', cushion: usdt('5000') })).toBeUndefined();
    expect(liquidationPrice({ ...holding, side: 'Buy', cushion: usdt('6000') })).toBeUndefined();
    // 5,000 − 4,999.9999 lost at a value of 0.0001: less than a tick of 0.01 on 0.1 coins.
    expect(liquidationPrice({ ...holding, side: 'Buy', cushion: usdt('4999.9999') })).toBeUndefined();
    expect(liquidationPrice({ ...holding, side: 'Buy', cushion: usdt('4999') })).toBe(at('10.05'));
  });

  test('bankruptcy is never below the first tick nor above the last', () => {
    expect(bankruptcyPrice({ ...holding, side: 'Buy', cushion: usdt('9000') })).toBe(at('0.01'));
    expect(bankruptcyPrice({ ...holding, side: 'Buy', cushion: usdt('5000') })).toBe(at('0.01'));
    expect(bankruptcyPrice({ ...holding, side: 'Buy', cushion: usdt('4999.998') })).toBe(at('0.02'));
    expect(bankruptcyPrice({ ...holding, side: 'Sell', cushion: usdt('99999') })).toBe(at('1000000'));
    expect(bankruptcyPrice({ ...holding, side: 'Sell', cushion: usdt('95000') })).toBe(at('1000000'));
    expect(bankruptcyPrice({ ...holding, side: 'Sell', cushion: usdt('94999.999') })).toBe(at('999999.99'));
    const inverse = { instrument: BTC_INVERSE, size: contracts(50_000), entryValue: usdt('1') };
    expect(bankruptcyPrice({ ...inverse, side: 'Sell', cushion: usdt('1') })).toBe(at('1000000'));
  });

  test('a position has nothing to earn back when it earned its whole value already', () => {
    const entryValue = usdt('5000');
    const breakEven = (realisedPnl: bigint) =>
      breakEvenPrice(BTC, { side: 'Buy', size: coins('0.1'), entryValue, realisedPnl: money(realisedPnl) });
    expect(breakEven(500_000_000_000n)).toBeUndefined();
    expect(breakEven(500_000_000_001n)).toBeUndefined();
    expect(breakEven(499_999_999_999n)).toBe(price(11n));
  });

  test('a close tells what its part was opened at, from what it earned', () => {
    const closed = { price: at('55000'), size: coins('0.1') };
    expect(closedEntryPrice(BTC, { ...closed, side: 'Sell', profit: usdt('500') })).toBe(at('50000'));
    expect(closedEntryPrice(BTC, { ...closed, side: 'Buy', profit: usdt('500') })).toBe(at('60000'));
    expect(closedEntryPrice(BTC, { ...closed, side: 'Sell', profit: usdt('5500') })).toBe(at('55000'));
    expect(closedEntryPrice(BTC, { ...closed, side: 'Sell', profit: usdt('5499.99999999') })).toBe(price(10n));
    // 50,000 contracts worth 0.8 at 62,500 that earned 0.2 were worth 1 at 50,000.
    const inverse = { price: at('62500'), size: contracts(50_000), side: 'Sell', profit: usdt('0.2') } as const;
    expect(closedEntryPrice(BTC_INVERSE, inverse)).toBe(at('50000'));
  });
});
