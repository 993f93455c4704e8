import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withFeeTier } from '../fees/fee-tier.ts';
import { BTC_INVERSE } from '../testing/inverse-instrument.ts';
import { BTC, times, usdt } from '../testing/linear-instrument.ts';
import { money, moneyUnits } from '../values/money.ts';
import { NARROW_MAX, WIDE, narrow } from '../values/narrow.ts';
import { leverage, lots } from '../values/quantities.ts';
import { sideTermsOf } from './opening-cost.ts';
import { costOf } from './order-cost.ts';
import { heldOf, narrowHeldOf, narrowOpeningValue, openingValue } from './order-margin.ts';
import { maxLeverageFor } from './risk-tier.ts';

const side = fc.constantFrom('Buy' as const, 'Sell' as const);
const instrument = fc.constantFrom(BTC, BTC_INVERSE, withFeeTier(BTC, 'PRO3'), withFeeTier(BTC_INVERSE, 'VIP5'));
const anyLeverage = fc.bigInt(100n, 12_500n).map(leverage);
const value = fc.oneof(fc.bigInt(0n, 10n ** 6n), fc.bigInt(0n, 10n ** 12n), fc.bigInt(0n, BigInt(NARROW_MAX) / 2n));

describe('EXC-02 the check of an order in narrow amounts', () => {
  it('costs what costOf says, at any leverage and fee', () => {
    fc.assert(
      fc.property(instrument, side, anyLeverage, value, (traded, own, chosen, units) => {
        const cost = sideTermsOf(traded, own, chosen).costOf(Number(units));
        expect(BigInt(cost)).toBe(moneyUnits(costOf(traded, own, money(units), chosen)));
      }),
      { numRuns: 5_000 },
    );
    expect(sideTermsOf(BTC, 'Buy', times('1')).costOf(NARROW_MAX - 1)).toBe(WIDE);
    expect(sideTermsOf(BTC, 'Buy', times('10')).costOf(WIDE)).toBe(WIDE);
  });

  it('has the same terms for all who chose the same', () => {
    expect(sideTermsOf(BTC, 'Buy', times('10'))).toBe(sideTermsOf(BTC, 'Buy', times('10')));
    expect(sideTermsOf(BTC, 'Sell', times('10'))).not.toBe(sideTermsOf(BTC, 'Buy', times('10')));
    expect(sideTermsOf(BTC_INVERSE, 'Buy', times('12.5')).leverage).toBe(times('12.5'));
  });

  it('counts the same part of the orders against a position as the one that opens', () => {
    const count = fc.oneof(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 10 ** 9 }));
    fc.assert(
      fc.property(side, side, count, count, value, (own, held, ordered, size, units) => {
        const worth = ordered === 0 ? 0n : units;
        const opening = narrowOpeningValue(ordered, Number(worth), held === own ? 0 : size);
        const exact = openingValue(own, ordered, money(worth), { side: held, size: lots(size) });
        expect(Number.isNaN(opening) || BigInt(opening) === moneyUnits(exact)).toBe(true);
        if (worth < 10n ** 12n && ordered < 10_000) expect(opening).toBe(narrow(exact));
      }),
    );
  });

  it('holds the larger side, or the one that opens in hedge mode; a wide side is none', () => {
    fc.assert(
      fc.property(fc.constantFrom(0 as const, 1 as const, 2 as const), value, value, (index, buy, sell) => {
        const exact = heldOf(index, { buy: money(buy), sell: money(sell) });
        expect(narrowHeldOf(index, Number(buy), Number(sell))).toBe(narrow(exact));
      }),
    );
    expect([narrowHeldOf(0, WIDE, 1), narrowHeldOf(0, 1, WIDE), narrowHeldOf(1, 1, WIDE), narrowHeldOf(2, 1, WIDE)]).toEqual([
      WIDE,
      WIDE,
      1,
      WIDE,
    ]);
  });

  it('takes a value for one of the lowest tier only where the tiers allow its leverage', () => {
    fc.assert(
      fc.property(instrument, side, anyLeverage, value, (traded, own, chosen, units) => {
        if (!sideTermsOf(traded, own, chosen).withinLowestTier(Number(units))) return;
        const most = maxLeverageFor(traded.tiers, money(units));
        expect(most !== undefined && chosen <= most).toBe(true);
      }),
    );
    const terms = sideTermsOf(BTC, 'Buy', times('100'));
    const limit = narrow(BTC.tiers[0]?.limit ?? usdt('0'));
    expect([limit, limit + 1, WIDE].map((worth) => terms.withinLowestTier(worth))).toEqual([true, false, false]);
    expect(sideTermsOf(BTC, 'Buy', times('101')).withinLowestTier(1)).toBe(false);
  });
});
