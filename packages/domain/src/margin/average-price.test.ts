import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { lots, price, priceUnits, type Lots, type Price } from '../index.ts';
import { BTC_INVERSE, contracts } from '../testing/inverse-instrument.ts';
import { BTC, at, usdt } from '../testing/linear-instrument.ts';
import { moneyUnits } from '../values/money.ts';
import { averageClosePrice, priceSumsOf, valueOfSums, type PriceSums } from './average-price.ts';
import { valueAtPrice } from './contract-value.ts';
import { closedEntryValue } from './profit.ts';

const UNIT = 100_000_000n;
const LINEAR = { kind: 'LinearPerpetual' } as const;
const INVERSE = { kind: 'InversePerpetual' } as const;

interface Fill {
  readonly at: Price;
  readonly size: Lots;
}

const total = (fills: readonly Fill[]): PriceSums =>
  fills
    .map(({ at, size }) => priceSumsOf(at, size))
    .reduce((a, b) => ({ priceSum: a.priceSum + b.priceSum, inverseSum: a.inverseSum + b.inverseSum }));

test('a mean weighs by size where value rises with price, and is harmonic on an inverse contract', () => {
  const fills = [
    { at: price(40_000n * UNIT), size: lots(1) },
    { at: price(60_000n * UNIT), size: lots(1) },
  ];
  expect(priceUnits(averageClosePrice(LINEAR, lots(2), total(fills)))).toBe(50_000n * UNIT);
  // 2 ÷ (1/40,000 + 1/60,000) = 48,000.
  expect(priceUnits(averageClosePrice(INVERSE, lots(2), total(fills)))).toBe(48_000n * UNIT);
});

test('the mean never leaves the span of its fills, however small they are', () => {
  const fill = fc.record({ at: fc.bigInt(1n, 10n ** 15n).map(price), size: fc.integer({ min: 1, max: 1_000_000 }).map(lots) });
  fc.assert(
    fc.property(fc.array(fill, { minLength: 1, maxLength: 20 }), fc.constantFrom(LINEAR, INVERSE), (fills, instrument) => {
      const size = lots(fills.reduce((sum, one) => sum + Number(one.size), 0));
      const mean = priceUnits(averageClosePrice(instrument, size, total(fills)));
      const prices = fills.map(({ at }) => priceUnits(at));
      const [low, high] = [prices.reduce((a, b) => (a < b ? a : b)), prices.reduce((a, b) => (a > b ? a : b))];
      expect(mean >= low && mean <= high).toBe(true);
    }),
  );
});

test('API-06 the value of fills is exact where their average price is not', () => {
  const fills = [
    { at: at('50000'), size: lots(1_000) },
    { at: at('50000.1'), size: lots(2_000) },
  ];
  const sums = total(fills);
  const exact = fills.reduce((sum, fill) => sum + moneyUnits(valueAtPrice(BTC, fill.size, fill.at)), 0n);
  expect(moneyUnits(valueOfSums(BTC, sums))).toBe(exact);
  expect(valueAtPrice(BTC, lots(3_000), averageClosePrice(BTC, lots(3_000), sums))).not.toBe(valueOfSums(BTC, sums));
  const one = { at: at('49138.5'), size: contracts(777) };
  expect(valueOfSums(BTC_INVERSE, total([one]))).toBe(valueAtPrice(BTC_INVERSE, one.size, one.at));
});

test('API-06 exit value and P&L determine the entry value to the last digit', () => {
  const close = { value: usdt('1000'), profit: usdt('0.00000001') };
  expect(closedEntryValue(BTC, { ...close, side: 'Sell' })).toBe(usdt('999.99999999'));
  expect(closedEntryValue(BTC, { ...close, side: 'Buy' })).toBe(usdt('1000.00000001'));
  expect(closedEntryValue(BTC_INVERSE, { ...close, side: 'Sell' })).toBe(usdt('1000.00000001'));
});
