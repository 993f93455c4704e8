import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  divCeil,
  divFloor,
  divNearest,
  divRounded,
  productDivCeil,
  productTimesRateDivCeil,
  wholeBigint,
  SCALE,
  timesRateCeil,
  type Rounding,
} from './integer.ts';
import {
  ZERO_MONEY,
  addMoney,
  maxMoney,
  minMoney,
  money,
  moneyRatio,
  moneyShare,
  moneyTimesRate,
  moneyUnits,
  negateMoney,
  notional,
  subtractMoney,
} from './money.ts';
import { price, quantity, rate, rateUnits } from './quantities.ts';

const WORD = 1n << 63n;
/** Amounts of every size, and some close to the 64-bit limits. */
const units = fc.oneof(
  fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
  fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
  fc.bigInt({ min: WORD - 3n, max: WORD + 3n }),
  fc.bigInt({ min: -WORD - 3n, max: -WORD + 3n }),
  fc.bigInt({ min: 2n * WORD - 3n, max: 2n * WORD + 3n }),
);
const positive = fc.bigInt({ min: 1n, max: 10n ** 24n });
/** Around the widths up to which there is a short way. */
const edges = fc
  .tuple(fc.constantFrom(18n, 27n, 32n, 44n, 61n, 62n, 63n, 64n), fc.bigInt({ min: -3n, max: 3n }))
  .map(([bits, beside]) => (1n << bits) + beside);
const rounding = fc.constantFrom<Rounding>('down', 'up', 'nearest');

/** True if `quotient` is dividend ÷ divisor with this rounding, checked by multiplication: no division of ours takes part. */
function isRounded(quotient: bigint, dividend: bigint, divisor: bigint, how: Rounding): boolean {
  const sign = divisor < 0n ? -1n : 1n;
  const rest = (dividend - quotient * divisor) * sign;
  const size = divisor * sign;
  if (how === 'down') return rest >= 0n && rest < size;
  if (how === 'up') return rest <= 0n && rest > -size;
  const twice = 2n * rest;
  if (twice > -size && twice < size) return true;
  // A half goes away from zero.
  return twice === size ? quotient < 0n || (quotient === 0n && dividend * sign < 0n) : twice === -size && quotient > 0n;
}

describe('integer division', () => {
  test('a safe integer is the same bigint', () => {
    const counts = fc.oneof(
      fc.maxSafeInteger(),
      fc.integer(),
      fc.constantFrom(0, -1, 2 ** 31, -(2 ** 31), 2 ** 32, -(2 ** 32), 2 ** 53 - 1),
    );
    fc.assert(
      fc.property(counts, (count) => {
        expect(wholeBigint(count)).toBe(BigInt(count));
      }),
    );
  });

  test('a value times a rate is rounded up once, whatever its width', () => {
    fc.assert(
      fc.property(fc.oneof(units, edges), fc.oneof(fc.bigInt({ min: -10n, max: SCALE + 10n }), units, edges), (value, share) => {
        expect(isRounded(timesRateCeil(value, share), value * share, SCALE, 'up')).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a product over a divisor is rounded up once, whatever its width', () => {
    const factor = fc.oneof(fc.bigInt({ min: -10n, max: 1n << 18n }), edges, units);
    const value = fc.oneof(fc.bigInt({ min: 0n, max: 1n << 44n }), edges, units);
    const share = fc.oneof(fc.bigInt({ min: -10n, max: SCALE + 10n }), edges, units);
    const divisor = fc.oneof(fc.bigInt({ min: 1n, max: 1n << 18n }), edges, positive);
    fc.assert(
      fc.property(value, factor, share, divisor, (v, f, r, d) => {
        expect(isRounded(productDivCeil(v, f, d), v * f, d, 'up')).toBe(true);
        expect(isRounded(productTimesRateDivCeil(v, f, r, d), v * f * r, SCALE * d, 'up')).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    ['down', divFloor],
    ['up', divCeil],
    ['nearest', divNearest],
  ] as const)('rounds %s for every combination of signs', (how, divide) => {
    fc.assert(
      fc.property(fc.oneof(units, edges), fc.oneof(units, edges), (dividend, divisor) => {
        fc.pre(divisor !== 0n);
        expect(isRounded(divide(dividend, divisor), dividend, divisor, how)).toBe(true);
        expect(divRounded(dividend, divisor, how)).toBe(divide(dividend, divisor));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    [7n, 2n, 3n, 4n, 4n],
    [-7n, 2n, -4n, -3n, -4n],
    [7n, -2n, -4n, -3n, -4n],
    [-7n, -2n, 3n, 4n, 4n],
    [6n, 4n, 1n, 2n, 2n],
    [5n, 4n, 1n, 2n, 1n],
    [-5n, 4n, -2n, -1n, -1n],
    [0n, 5n, 0n, 0n, 0n],
  ])('%s ÷ %s is %s down, %s up, %s to the nearest', (dividend, divisor, down, up, nearest) => {
    expect([divFloor(dividend, divisor), divCeil(dividend, divisor), divNearest(dividend, divisor)]).toEqual([down, up, nearest]);
  });
});

describe('money, one property for each row of its arithmetic', () => {
  test('money ± money is exact', () => {
    fc.assert(
      fc.property(units, units, (a, b) => {
        expect(moneyUnits(addMoney(money(a), money(b)))).toBe(a + b);
        expect(moneyUnits(subtractMoney(money(a), money(b)))).toBe(a - b);
        expect(addMoney(money(a), negateMoney(money(a)))).toBe(ZERO_MONEY);
      }),
    );
  });

  test('the larger and the smaller of two amounts', () => {
    fc.assert(
      fc.property(units, units, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect([minMoney(money(a), money(b)), maxMoney(money(a), money(b))]).toEqual([money(low), money(high)]);
      }),
    );
  });

  test('money × rate rounds as told', () => {
    fc.assert(
      fc.property(units, units, rounding, (a, r, how) => {
        expect(isRounded(moneyUnits(moneyTimesRate(money(a), rate(r), how)), a * r, SCALE, how)).toBe(true);
      }),
    );
  });

  test('money × integer ratio rounds as told, and the parts of a whole never exceed it', () => {
    const count = fc.integer({ min: 1, max: 2 ** 40 });
    fc.assert(
      fc.property(units, count, count, rounding, (a, x, y, how) => {
        const [part, whole] = x < y ? [x, y] : [y, x];
        expect(isRounded(moneyUnits(moneyShare(money(a), part, whole, how)), a * BigInt(part), BigInt(whole), how)).toBe(true);
        const rest = addMoney(moneyShare(money(a), part, whole, 'down'), moneyShare(money(a), whole - part, whole, 'down'));
        expect(a - moneyUnits(rest) >= 0n && a - moneyUnits(rest) <= 1n).toBe(true);
      }),
    );
  });

  test('price × quantity rounds as told, and is exact on a tick and a lot', () => {
    fc.assert(
      fc.property(positive, positive, rounding, (p, q, how) => {
        expect(isRounded(moneyUnits(notional(price(p), quantity(q), how)), p * q, SCALE, how)).toBe(true);
        const [onTick, onLot] = [p * 10_000_000n, q * 100_000n];
        expect(moneyUnits(notional(price(onTick), quantity(onLot), how)) * SCALE).toBe(onTick * onLot);
      }),
    );
  });

  test('money ÷ money is a rate to the nearest, and nothing for a whole of nothing', () => {
    fc.assert(
      fc.property(units, units, (part, whole) => {
        const ratio = moneyRatio(money(part), money(whole));
        if (whole === 0n) expect(ratio).toBeUndefined();
        else expect(ratio !== undefined && isRounded(rateUnits(ratio), part * SCALE, whole, 'nearest')).toBe(true);
      }),
    );
    expect(moneyRatio(money(1n), ZERO_MONEY)).toBeUndefined();
  });
});
