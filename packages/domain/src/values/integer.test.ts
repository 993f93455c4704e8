import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  SCALE,
  divCeil,
  divExact,
  divFloor,
  divNearest,
  divRounded,
  productDivCeil,
  productTimesRateDivCeil,
  timesRateCeil,
  wholeBigint,
} from './integer.ts';

/** Numbers around the bounds at which the reckoning takes another way, and any others. */
const EDGES = [0n, 1n, 2n, SCALE, 1n << 18n, 1n << 27n, 1n << 32n, 1n << 44n, 1n << 61n, 1n << 62n, 1n << 63n, 1n << 64n, 1n << 65n];
const around = EDGES.flatMap((edge) => [edge - 2n, edge - 1n, edge, edge + 1n]).flatMap((edge) => [edge, -edge]);
const any = fc.oneof(fc.constantFrom(...around), fc.bigInt(-(1n << 70n), 1n << 70n), fc.bigInt(-1_000n, 1_000n));
const divisor = any.filter((value) => value !== 0n);
const positive = fc.oneof(fc.constantFrom(...around.filter((value) => value > 0n)), fc.bigInt(1n, 1_000n), fc.bigInt(1n, 1n << 70n));

/** Quotient and remainder with 0 ≤ remainder < |divisor|: the definition of rounding down, without our own division. */
const isFloor = (quotient: bigint, n: bigint, d: bigint): boolean => {
  const rest = n - quotient * d;
  return d > 0n ? rest >= 0n && rest < d : rest <= 0n && rest > d;
};
const runs = { numRuns: 2_000 };

describe('EXC-02 divisions name their rounding, whatever the size of their numbers', () => {
  it('down is towards negative infinity, and up its mirror', () => {
    fc.assert(
      fc.property(any, divisor, (n, d) => {
        expect(isFloor(divFloor(n, d), n, d)).toBe(true);
        expect(divCeil(n, d)).toBe(-divFloor(-n, d));
        expect([divRounded(n, d, 'down'), divRounded(n, d, 'up'), divRounded(n, d, 'nearest')]).toEqual([
          divFloor(n, d),
          divCeil(n, d),
          divNearest(n, d),
        ]);
      }),
      runs,
    );
  });

  it('nearest is never further away than half, and halves go away from zero', () => {
    fc.assert(
      fc.property(any, divisor, (n, d) => {
        const away = 2n * (n - divNearest(n, d) * d);
        const [size, whole] = [away < 0n ? -away : away, d < 0n ? -d : d];
        expect(size <= whole).toBe(true);
        // At a half, the quotient is beyond the exact one.
        if (size === whole) expect(n < 0n !== d < 0n).toBe(divNearest(n, d) * 2n * d * d < 2n * n * d);
        expect(divNearest(-n, d)).toBe(-divNearest(n, d));
      }),
      runs,
    );
    expect([divNearest(5n, 2n), divNearest(-5n, 2n), divNearest(5n, -2n), divNearest(-5n, -2n)]).toEqual([3n, -3n, -3n, 3n]);
    expect([divNearest(1n, 3n), divNearest(2n, 3n), divNearest(-1n, 3n), divNearest(-2n, 3n)]).toEqual([0n, 1n, 0n, -1n]);
    for (const edge of [1n << 61n, (1n << 61n) - 1n, (1n << 61n) + 1n]) {
      expect([divNearest(edge, edge), divNearest(-edge, edge), divNearest(edge, 2n), divNearest(1n, edge)]).toEqual([
        1n,
        -1n,
        (edge + 1n) / 2n,
        0n,
      ]);
    }
  });

  it('a value times a rate rounds up once, also where the product is wider than 64 bits', () => {
    fc.assert(
      fc.property(any, any, (value, rate) => {
        expect(timesRateCeil(value, rate)).toBe(divCeil(value * rate, SCALE));
      }),
      runs,
    );
    fc.assert(
      fc.property(any, any, divisor, (value, factor, d) => {
        expect(productDivCeil(value, factor, d)).toBe(divCeil(value * factor, d));
      }),
      runs,
    );
    fc.assert(
      fc.property(positive, positive, positive, positive, (value, factor, rate, d) => {
        expect(productTimesRateDivCeil(value, factor, rate, d)).toBe(divCeil(value * factor * rate, SCALE * d));
      }),
      runs,
    );
  });

  it('a whole number keeps its value as a bigint, and a division that must come out whole does', () => {
    const safe = fc.oneof(
      fc.maxSafeInteger(),
      fc.constantFrom(0, -1, 2 ** 31, 2 ** 32, 2 ** 32 - 1, -(2 ** 32), Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
    );
    fc.assert(
      fc.property(safe, (count) => {
        expect(wholeBigint(count)).toBe(BigInt(count));
      }),
      runs,
    );
    expect(divExact(12n, -4n)).toBe(-3n);
    expect(() => divExact(13n, 4n)).toThrow(/comes out whole/);
  });
});
