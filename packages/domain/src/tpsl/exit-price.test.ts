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

  it('prices are rounded to the nearest unit', () => {
    const tiny = at('Buy', 5n);
    // 5 × 30 % = 1.5 and 5 × 29 % = 1.45.
    expect(exitPriceOfShare(tiny, 'takeProfit', rate(30_000_000n))).toBe(7n);
    expect(exitPriceOfShare(tiny, 'takeProfit', rate(29_000_000n))).toBe(6n);
    // 2 ÷ 3 of a return.
    expect(shareOfExitPrice(at('Buy', 3n), 'takeProfit', price(5n))).toBe(66_666_667n);
    // 2 units on 0.003 coins are 666.67 of price.
    expect(exitPriceOfProfit(at('Buy', 1_000n), 'takeProfit', lots(3), money(2n))).toBe(1_667n);
    const inverse: ExitBasis = {
      instrument: { kind: 'InversePerpetual', lotSize: quantity(UNIT) },
      side: 'Buy',
      entry: price(50_000n * UNIT),
    };
    // 1 ÷ (1 ÷ 50,000 − 0.00000001 ÷ 3) = 50,008.33472245…
    expect(exitPriceOfProfit(inverse, 'takeProfit', lots(3), money(1n))).toBe(5_000_833_472_245n);
    expect(exitPriceOfProfit(inverse, 'takeProfit', lots(7), money(1n))).toBe(5_000_357_168_369n);
  });

  it('there is no price at nothing, and one at the first unit', () => {
    expect(exitPriceOfShare(at('Buy', 100n), 'stopLoss', rate(99_000_000n))).toBe(1n);
    expect(exitPriceOfShare(at('Buy', 100n), 'stopLoss', rate(UNIT))).toBeUndefined();
    expect(exitPriceOfProfit(at('Buy', 1_000n), 'stopLoss', lots(1_000), money(999n))).toBe(1n);
    expect(exitPriceOfProfit(at('Buy', 1_000n), 'stopLoss', lots(1_000), money(1_000n))).toBeUndefined();
    expect(
      exitPriceOfProfit({ ...at('Buy'), instrument: { kind: 'LinearPerpetual', lotSize: quantity(1n) } }, 'takeProfit', lots(1), money(1n)),
    ).toBe(50_001n * UNIT);
  });

  it('without a leverage a share is of the price, and there is none of no price', () => {
    expect(shareOfExitPrice(at('Buy'), 'takeProfit', price(55_000n * UNIT))).toBe(UNIT / 10n);
    expect(shareOfExitPrice(at('Buy'), 'takeProfit', price(55_000n * UNIT), leverage(1_000n))).toBe(UNIT);
    expect(shareOfExitPrice(at('Buy', 0n), 'takeProfit', price(1n))).toBeUndefined();
    expect(shareOfExitPrice(at('Buy', 1n), 'takeProfit', price(1n))).toBe(0n);
  });

  it('nothing has no price at which it earns', () => {
    expect(exitPriceOfProfit(at('Buy'), 'takeProfit', lots(0), money(UNIT))).toBeUndefined();
  });
});
