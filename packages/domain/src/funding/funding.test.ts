import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usdt } from '../testing/linear-instrument.ts';
import { SCALE } from '../values/integer.ts';
import { money, moneyUnits } from '../values/money.ts';
import { rate, rateUnits } from '../values/quantities.ts';
import { fundingFee, fundingRateOf, interestRate } from './funding.ts';

const CAP = rate(500_000n);
const of = (premium: bigint, hours = 8, cap = CAP): bigint => rateUnits(fundingRateOf(rate(premium), hours, cap));

describe('EXC-03 funding', () => {
  it('the interest of an interval is its part of 0.03 % a day, rounded down', () => {
    expect([24, 8, 4, 1, 7].map((hours) => rateUnits(interestRate(hours)))).toEqual([30_000n, 10_000n, 5_000n, 1_250n, 8_750n]);
    expect(rateUnits(interestRate(5))).toBe(6_250n);
  });

  it('the rate is the interest while the premium is within 0.05 % of it, else the premium less or plus 0.05 %, within the cap', () => {
    const cases: readonly (readonly [premium: bigint, funding: bigint])[] = [
      [0n, 10_000n],
      [10_000n, 10_000n],
      // Within 50,000 of the interest, and its ends.
      [60_000n, 10_000n],
      [60_001n, 10_001n],
      [-40_000n, 10_000n],
      [-40_001n, 9_999n],
      [200_000n, 150_000n],
      [-200_000n, -150_000n],
      // The cap, and its ends.
      [550_000n, 500_000n],
      [549_999n, 499_999n],
      [900_000n, 500_000n],
      [-550_000n, -500_000n],
      [-549_999n, -499_999n],
      [-900_000n, -500_000n],
    ];
    for (const [premium, funding] of cases) expect(of(premium), String(premium)).toBe(funding);
  });

  it('a long pays value × rate and a short receives it; what is paid rounds up and what is received rounds down', () => {
    expect(fundingFee('Buy', usdt('10000'), rate(10_000n))).toBe(usdt('1'));
    expect(fundingFee('Sell', usdt('10000'), rate(10_000n))).toBe(usdt('-1'));
    expect(fundingFee('Sell', usdt('10000'), rate(-10_000n))).toBe(usdt('1'));
    // A ten-thousandth of a unit: the payer pays a whole one, the receiver gets none.
    expect([fundingFee('Buy', money(1n), rate(10_000n)), fundingFee('Sell', money(1n), rate(10_000n))]).toEqual([money(1n), money(0n)]);
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 18n), fc.bigInt(-2_000_000n, 2_000_000n), (value, funding) => {
        const due = (side: 'Buy' | 'Sell'): bigint => moneyUnits(fundingFee(side, money(value), rate(funding)));
        // Rounding never favours the trader and never reaches one unit; the house keeps the residue of both sides.
        for (const [side, exact] of [
          ['Buy', value * funding],
          ['Sell', -value * funding],
        ] as const) {
          expect(due(side) * SCALE >= exact && due(side) * SCALE < exact + SCALE).toBe(true);
        }
        expect([0n, 1n]).toContain(due('Buy') + due('Sell'));
      }),
    );
  });
});
