import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { coarsePriceError, coarseQuantityError } from './coarse-grid.ts';

const UNIT = 100_000_000n;

describe('grids above 1', () => {
  it.each([
    [1_003n * UNIT, 5n * UNIT, 'tickSizeFixNumTips'],
    [1_005n * UNIT, 5n * UNIT, undefined],
    [1_005n * UNIT + 1n, 5n * UNIT, 'tickSizeFixNumTips'],
    [1_003n * UNIT, UNIT, undefined],
    [UNIT / 2n, UNIT, undefined],
    [UNIT / 3n, UNIT / 2n, undefined],
  ])('INP-04 a price of %s with a tick of %s gives %s', (units, tick, code) => {
    expect(coarsePriceError(units, { tick })).toBe(code);
  });

  it('INP-04 a step above 1 has words of its own, and the tick goes first', () => {
    expect(coarsePriceError(15n * UNIT, { tick: 5n * UNIT, step: 10n * UNIT })).toBe('priceErrorTickTip');
    expect(coarsePriceError(13n * UNIT, { tick: 5n * UNIT, step: 10n * UNIT })).toBe('tickSizeFixNumTips');
    expect(coarsePriceError(20n * UNIT, { tick: 5n * UNIT, step: 10n * UNIT })).toBeUndefined();
  });

  it('INP-04 a quantity is a multiple of a lot above 1', () => {
    expect(coarseQuantityError(150n * UNIT, 100n * UNIT)).toBe('qtyErrorTickTip');
    expect(coarseQuantityError(200n * UNIT, 100n * UNIT)).toBeUndefined();
    expect(coarseQuantityError(UNIT / 10n, UNIT)).toBeUndefined();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 2, max: 1_000 }), (count, lot) => {
        expect(coarseQuantityError(BigInt(count) * UNIT, BigInt(lot) * UNIT) === undefined).toBe(count % lot === 0);
      }),
    );
  });
});
