import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { lots, price, priceUnits, type Lots, type Price } from '../index.ts';
import { averageClosePrice, priceSumsOf, type PriceSums } from './average-price.ts';

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
