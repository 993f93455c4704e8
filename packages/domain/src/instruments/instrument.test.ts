import { describe, expect, test } from 'vitest';
import { BTC_INVERSE } from '../testing/inverse-instrument.ts';
import { BTC } from '../testing/linear-instrument.ts';
import { hasNoMarket, isDated, isInverse, isPerpetual, quantityCoin, valueCoin } from './instrument.ts';

describe('the coins of a contract', () => {
  test('EXC-01 a linear one counts base coins and is worth quote coins; an inverse one counts quote units and is worth base coins', () => {
    expect([quantityCoin(BTC), valueCoin(BTC)]).toEqual(['BTC', 'USDT']);
    expect([quantityCoin(BTC_INVERSE), valueCoin(BTC_INVERSE)]).toEqual(['USD', 'BTC']);
  });
});

describe('the kinds of contracts', () => {
  test.each([
    ['LinearPerpetual', false, false, true],
    ['LinearFutures', false, true, false],
    ['UsdcPerpetual', false, false, true],
    ['UsdcFutures', false, true, false],
    ['InversePerpetual', true, false, true],
    ['InverseFutures', true, true, false],
    ['UsdtOption', false, false, false],
    ['Spot', false, false, false],
  ] as const)('%s: inverse %s, ends %s, pays funding %s', (kind, inverse, dated, perpetual) => {
    expect([isInverse({ kind }), isDated({ kind }), isPerpetual({ kind })]).toEqual([inverse, dated, perpetual]);
  });

  test.each([
    ['Trading', false],
    ['Closed', true],
    ['PreLaunch', true],
  ] as const)('one that is %s has no market: %s', (status, none) => {
    expect(hasNoMarket({ status })).toBe(none);
  });
});
