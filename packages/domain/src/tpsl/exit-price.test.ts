import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { leverage, lots, money, price, priceUnits, profit, quantity, rate, rateUnits, valueAtPrice } from '../index.ts';
import { BTC } from '../testing/linear-instrument.ts';
import { exitPriceOfProfit, exitPriceOfShare, shareOfExitPrice, type ExitBasis } from './exit-price.ts';

const UNIT = 100_000_000n;
const instrument = BTC;
const at = (side: 'Buy' | 'Sell', entry = 50_000n * UNIT): ExitBasis => ({ instrument, side, entry: price(entry) });
const SIDES = ['Buy', 'Sell'] as const;
const KINDS = ['takeProfit', 'stopLoss'] as const;

describe('exit prices', () => {
  it.each([
    ['Buy', 'takeProfit', 55_000n],
    ['Buy', 'stopLoss', 45_000n],
    ['Sell', 'takeProfit', 45_000n],
    ['Sell', 'stopLoss', 55_000n],
  ] as const)('TPS-10 %s %s: 100%% of the margin at 10x is a tenth of the price', (side, kind, expected) => {
    expect(exitPriceOfShare(at(side), kind, rate(UNIT), leverage(1_000n))).toBe(expected * UNIT);
    expect(exitPriceOfShare(at(side), kind, rate(UNIT / 10n))).toBe(expected * UNIT);
  });

  it('TPS-10 there is no price a whole price below', () => {
    expect(exitPriceOfShare(at('Sell'), 'takeProfit', rate(UNIT))).toBeUndefined();
    expect(exitPriceOfShare(at('Buy'), 'stopLoss', rate(2n * UNIT), leverage(100n))).toBeUndefined();
  });

  it('TPS-10 the share of a price leads back to it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SIDES),
        fc.constantFrom(...KINDS),
        fc.bigInt({ min: UNIT, max: 10n ** 13n }),
        fc.bigInt({ min: 0n, max: UNIT - 1n }),
        fc.bigInt({ min: 100n, max: 12_500n }),
        (side, kind, entry, share, hundredths) => {
          const basis = at(side, entry);
          const exit = exitPriceOfShare(basis, kind, rate(share), leverage(hundredths));
          if (exit === undefined) return;
          const back = shareOfExitPrice(basis, kind, exit, leverage(hundredths));
          const difference = rateUnits(back ?? rate(-1n)) - share;
          // Half a unit of price, seen through leverage ÷ entry.
          expect(difference <= hundredths && -difference <= hundredths).toBe(true);
        },
      ),
    );
  });

  it.each([
    ['Buy', 'takeProfit', 50_500n],
    ['Buy', 'stopLoss', 49_500n],
    ['Sell', 'takeProfit', 49_500n],
    ['Sell', 'stopLoss', 50_500n],
  ] as const)('%s %s: 1,000 on 2 coins is 500 of price', (side, kind, expected) => {
    expect(exitPriceOfProfit(at(side), kind, lots(2_000), money(1_000n * UNIT))).toBe(expected * UNIT);
  });

  it('the price of a profit is where the exchange counts that profit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SIDES),
        fc.constantFrom(...KINDS),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.bigInt({ min: 0n, max: 10n ** 14n }),
        (side, kind, size, amount) => {
          const exit = exitPriceOfProfit(at(side), kind, lots(size), money(amount));
          if (exit === undefined) return;
          const entryValue = valueAtPrice(instrument, lots(size), price(50_000n * UNIT));
          const earned = profit(instrument, side, entryValue, valueAtPrice(instrument, lots(size), exit)) as unknown as bigint;
          const expected = kind === 'takeProfit' ? amount : -amount;
          // Half a unit of price times the quantity, and a unit of rounding.
          const slack = (BigInt(size) * (instrument.lotSize as unknown as bigint)) / UNIT + 2n;
          expect(earned - expected <= slack && expected - earned <= slack).toBe(true);
        },
      ),
    );
  });

  it('of an inverse contract it is a harmonic one', () => {
    const inverse: ExitBasis = {
      instrument: { kind: 'InversePerpetual', lotSize: quantity(UNIT) },
      side: 'Buy',
      entry: price(50_000n * UNIT),
    };
    // 10,000 contracts bought at 50,000 are 0.2 coins; sold at 62,500 they are 0.16.
    expect(exitPriceOfProfit(inverse, 'takeProfit', lots(10_000), money(UNIT / 25n))).toBe(62_500n * UNIT);
    expect(exitPriceOfProfit(inverse, 'takeProfit', lots(10_000), money(UNIT / 5n))).toBeUndefined();
    const lower = exitPriceOfProfit(inverse, 'stopLoss', lots(10_000), money(UNIT / 20n));
    expect(priceUnits(lower ?? price(0n))).toBe(40_000n * UNIT);
  });

  it('nothing has no price at which it earns', () => {
    expect(exitPriceOfProfit(at('Buy'), 'takeProfit', lots(0), money(UNIT))).toBeUndefined();
  });
});
