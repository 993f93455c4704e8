import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DECIMAL_DIGITS_MAX, formatDecimal, parseDecimal } from './decimal.ts';

const units = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
const digits = fc.integer({ min: 0, max: 8 });

describe('decimal text', () => {
  test('E10 a value written and read is the same value', () => {
    fc.assert(
      fc.property(units, digits, (value, places) => {
        expect(parseDecimal(formatDecimal(value, places), places)).toBe(value);
      }),
    );
  });

  test('E10 text has no exponent, no grouping, no minus zero and no trailing zeros beyond those asked for', () => {
    fc.assert(
      fc.property(units, digits, fc.integer({ min: 0, max: 8 }), (value, places, least) => {
        const text = formatDecimal(value, places, Math.min(least, places));
        expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d+)?$/);
        expect(text).not.toMatch(/^-0(\.0*)?$/);
        const fraction = text.split('.')[1] ?? '';
        expect(fraction.length >= Math.min(least, places)).toBe(true);
        if (fraction.length > Math.min(least, places)) expect(fraction.endsWith('0')).toBe(false);
      }),
    );
  });

  test('zeros around a number do not change it', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 16n }),
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 0, max: 4 }),
        (value, before, after) => {
          const text = formatDecimal(value);
          const padded = '0'.repeat(before) + text + (text.includes('.') ? '' : '.0') + '0'.repeat(after);
          expect(parseDecimal(padded)).toBe(value);
        },
      ),
    );
  });

  test.each([
    ['50000.5', 5_000_050_000_000n],
    ['-0.00000001', -1n],
    ['0', 0n],
    ['-0', 0n],
    ['007', 700_000_000n],
    ['1.100000000000', 110_000_000n],
  ])('%s is read', (text, expected) => {
    expect(parseDecimal(text)).toBe(expected);
  });

  test.each(['', ' ', '.', '.5', '5.', '+1', '1e5', '1,000', '0x10', 'NaN', 'Infinity', '--1', '1.2.3', ' 1', '1 ', '１', '0.000000001'])(
    '"%s" is refused',
    (text) => {
      expect(parseDecimal(text)).toBeUndefined();
    },
  );

  test('more decimals than a value has are refused, unless they are zeros', () => {
    expect(parseDecimal('1.25', 1)).toBeUndefined();
    expect(parseDecimal('1.20', 1)).toBe(12n);
  });

  test('text longer than the limit is refused before any arithmetic', () => {
    expect(parseDecimal('9'.repeat(DECIMAL_DIGITS_MAX))).toBeDefined();
    expect(parseDecimal('9'.repeat(DECIMAL_DIGITS_MAX + 1))).toBeUndefined();
  });

  test('any other text is refused or is a number, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const read = parseDecimal(text);
        expect(read === undefined || /^-?\d+(\.\d+)?$/.test(text)).toBe(true);
      }),
    );
  });
});
