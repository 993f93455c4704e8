import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { price, priceUnits } from '@tapedeck/domain';
import { blurredNumber, numberIn, roundToStep, roundTypedPrice, typedNumber } from './number-input.ts';

const UNIT = 100_000_000n;

describe('typing a number', () => {
  it.each([
    ['123', 2, '123'],
    ['1.23456', 2, '1.23'],
    ['1.9', 0, '1'],
    ['1.', 0, '1'],
    ['1.', 2, '1.'],
    ['.5', 2, '0.5'],
    ['.', 2, '0.'],
    ['', 2, ''],
    ['-5', 2, '5'],
    ['  7 ', 2, '7'],
    ['007', 2, '007'],
    ['abc', 2, ''],
    ['1a2b3', 2, ''],
    ['0,25', 2, ''],
    ['61,234', 2, ''],
    ['12.3.4', 3, ''],
    ['+5', 2, ''],
  ])('INP-01 %j with %i decimals becomes %j', (text, precision, kept) => {
    expect(typedNumber(text, { precision })).toBe(kept);
  });

  it('INP-01 a sign is kept where the field has one', () => {
    expect(typedNumber('-5', { precision: 2, signed: true })).toBe('-5');
    expect(typedNumber('-', { precision: 2, signed: true })).toBe('-');
    expect(typedNumber('-.5', { precision: 2, signed: true })).toBe('-0.5');
    expect(typedNumber('5-', { precision: 2, signed: true })).toBe('');
  });

  it('INP-01 whatever is typed, the field holds an optional sign, digits and at most one point within the precision', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 8 }), fc.boolean(), (text, precision, signed) => {
        const kept = typedNumber(text, { precision, signed });
        expect(kept).toMatch(precision === 0 ? /^-?\d*$/ : new RegExp(`^-?(\\d+(\\.\\d{0,${precision}})?)?$`));
        if (!signed) expect(kept).not.toContain('-');
        expect(typedNumber(kept, { precision, signed })).toBe(kept);
      }),
    );
  });
});

describe('leaving a number field', () => {
  const bounds = { min: UNIT, max: 100n * UNIT };

  it.each([
    ['0.5', '1'],
    ['1', '1'],
    ['50.25', '50.25'],
    ['100.01', '100'],
    ['99999999999999999999', '100'],
    ['5.', '5'],
    ['007', '7'],
    ['', ''],
    ['-', ''],
    ['.', ''],
    ['x', ''],
  ])('INP-01 %j between 1 and 100 becomes %j', (text, settled) => {
    expect(blurredNumber(text, bounds)).toBe(settled);
  });

  it('INP-01 empty text and a lone minus have no value', () => {
    expect(numberIn('')).toBeUndefined();
    expect(numberIn('-')).toBeUndefined();
    expect(numberIn('-0.5')).toBe(-UNIT / 2n);
  });

  it('INP-01 the settled value is always within the bounds or empty', () => {
    fc.assert(
      fc.property(fc.string(), fc.bigInt({ min: -1000n, max: 1000n }), fc.bigInt({ min: 0n, max: 1000n }), (text, min, width) => {
        const settled = numberIn(blurredNumber(typedNumber(text, { precision: 8, signed: true }), { min, max: min + width }));
        if (settled !== undefined) expect(settled >= min && settled <= min + width).toBe(true);
      }),
    );
  });
});

const stepOf = (tick: number, precision: number): bigint => BigInt(tick) * 10n ** BigInt(8 - precision);

describe('rounding to a grid', () => {
  it('INP-02 values round up to a multiple of the tick', () => {
    expect(roundToStep(101_000_000n, stepOf(5, 2))).toBe(105_000_000n);
    expect(roundToStep(105_000_000n, stepOf(5, 2))).toBe(105_000_000n);
    expect(roundToStep(100_000_001n, stepOf(1, 0))).toBe(2n * UNIT);
    expect(roundToStep(-101_000_000n, stepOf(5, 2))).toBe(-100_000_000n);
  });

  it('INP-02 with autofix a negative remainder rounds down', () => {
    expect(roundToStep(-101_000_000n, stepOf(5, 2), { autofix: true })).toBe(-105_000_000n);
    expect(roundToStep(101_000_000n, stepOf(5, 2), { autofix: true })).toBe(105_000_000n);
  });

  it('INP-02 the result is the nearest multiple on its side', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
        fc.constantFrom(1, 2, 5),
        fc.integer({ min: 0, max: 8 }),
        (units, tick, precision) => {
          const step = stepOf(tick, precision);
          const rounded = roundToStep(units, step);
          expect(rounded % step).toBe(0n);
          expect(rounded >= units && rounded - units < step).toBe(true);
        },
      ),
    );
  });

  it('INP-02 a typed price goes up to the next multiple of its tick', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        fc.constantFrom(1, 2, 5),
        fc.integer({ min: 1, max: 8 }),
        (units, tick, precision) => {
          const step = stepOf(tick, precision);
          expect(priceUnits(roundTypedPrice(price(units), price(step)))).toBe(roundToStep(units, step));
        },
      ),
    );
  });

  it('INP-03 a tick above 1 rounds down, other ticks round up, prices of zero or less stay', () => {
    const rounded = (units: bigint, tick: bigint): bigint => priceUnits(roundTypedPrice(price(units), price(tick)));
    expect(rounded(1_003n * UNIT, 5n * UNIT)).toBe(1_000n * UNIT);
    expect(rounded(100_300_000n, 50_000_000n)).toBe(150_000_000n);
    expect(rounded(100_000_001n, UNIT)).toBe(2n * UNIT);
    expect(rounded(100_000_000n, 10_000_000n)).toBe(100_000_000n);
    expect(rounded(0n, UNIT)).toBe(0n);
    expect(rounded(-3n, UNIT)).toBe(-3n);
  });
});
