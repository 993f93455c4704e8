import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divCeil } from './integer.ts';
import { money } from './money.ts';
import { NARROW_MAX, WIDE, ceilShare, fractionOf, ifNarrow, narrow } from './narrow.ts';

const MAX = BigInt(NARROW_MAX);
const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

describe('EXC-06 money as numbers', () => {
  it('is the same money while it is narrow, and wide beyond', () => {
    for (const units of [0n, 1n, -1n, 2n ** 32n - 1n, 2n ** 32n, -(2n ** 32n), -(2n ** 32n) - 1n, MAX - 1n, -MAX])
      expect(narrow(money(units))).toBe(Number(units));
    for (const units of [MAX, -MAX - 1n, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 63n, 2n ** 64n, 2n ** 64n + 1n, -(2n ** 70n)])
      expect(narrow(money(units))).toBe(WIDE);
    fc.assert(fc.property(fc.bigInt(-MAX, MAX - 1n), (units) => narrow(money(units)) === Number(units)));
    fc.assert(
      fc.property(fc.bigInt(MAX, 2n ** 80n), (units) => Number.isNaN(narrow(money(units))) && Number.isNaN(narrow(money(-units - 1n)))),
    );
  });

  it('sums stay narrow or are wide', () => {
    expect([ifNarrow(NARROW_MAX - 1), ifNarrow(1 - NARROW_MAX)]).toEqual([NARROW_MAX - 1, 1 - NARROW_MAX]);
    expect([NARROW_MAX, -NARROW_MAX, WIDE].map(ifNarrow)).toEqual([WIDE, WIDE, WIDE]);
  });

  /** The exact share where there is an answer. */
  const isExact = (value: bigint, factor: bigint, divisor: bigint): boolean => {
    const share = ceilShare(Number(value), Number(factor), Number(divisor));
    return Number.isNaN(share) || BigInt(share) === divCeil(value * factor, divisor);
  };

  it('a share is rounded up as the exact one is, for products of any size', () => {
    const whole = (most: bigint): fc.Arbitrary<bigint> => fc.oneof(fc.bigInt(0n, 1_000n), fc.bigInt(0n, 2n ** 32n), fc.bigInt(0n, most));
    const divisor = fc.oneof(fc.bigInt(1n, 1_000n), fc.bigInt(1n, 2n ** 40n), fc.bigInt(1n, SAFE));
    fc.assert(fc.property(whole(MAX), whole(2n ** 40n), divisor, isExact), { numRuns: 20_000 });
    // Next to the multiples of the divisor, where a quotient that is rounded wrongly would show.
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 44n), divisor, fc.bigInt(-1n, 1n), (multiple, by, off) => {
        const value = multiple * by + off;
        return value < 0n || value > SAFE || isExact(value, 1n, by);
      }),
      { numRuns: 20_000 },
    );
  });

  it('a share has an answer for the products that orders have', () => {
    // 3 million coins at a leverage of 12.5 and a fee of 0.055 %, and a value that leaves 2^53 on the way.
    expect(ceilShare(300_000_000_000_000, 8, 100)).toBe(24_000_000_000_000);
    expect(ceilShare(1_000_000_000_000_001, 1_012, 100_000_000)).toBe(10_120_000_001);
    expect(ceilShare(NARROW_MAX - 1, 99, 200_000)).toBe(Number(divCeil((MAX - 1n) * 99n, 200_000n)));
    expect([ceilShare(WIDE, 1, 1), ceilShare(1, WIDE, 1), ceilShare(1, 1, WIDE)]).toEqual([WIDE, WIDE, WIDE]);
    // Twice the largest amount is none.
    expect(ceilShare(NARROW_MAX - 1, 2 ** 20, 2 ** 19)).toBe(WIDE);
  });

  it('fractions are reduced; without room they are none', () => {
    expect(fractionOf(900n * 55_000n, 1_000n * 100_000_000n)).toEqual({ factor: 99, divisor: 200_000 });
    expect(fractionOf(0n, 7n)).toEqual({ factor: 0, divisor: 1 });
    expect(fractionOf(1n, SAFE + 1n)).toEqual({ factor: WIDE, divisor: WIDE });
    expect(fractionOf(SAFE + 1n, 1n)).toEqual({ factor: WIDE, divisor: WIDE });
  });
});
