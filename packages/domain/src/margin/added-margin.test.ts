import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isolatedNeed } from '../positions/fill-holding.ts';
import { BTC_INVERSE } from '../testing/inverse-instrument.ts';
import { at, BTC, coins, times, usdt } from '../testing/linear-instrument.ts';
import { addMoney, money, moneyUnits, subtractMoney, ZERO_MONEY } from '../values/money.ts';
import { leverage, lots, priceOfTicks, ticks } from '../values/quantities.ts';
import { autoAddedMargin, liquidatableWith, removableMargin } from './added-margin.ts';
import { valueAtTick } from './contract-value.ts';
import { initialMarginOf } from './order-cost.ts';
import type { Holding } from './position-margin.ts';

const drawn = fc
  .record({
    instrument: fc.constantFrom(BTC, BTC_INVERSE),
    side: fc.constantFrom('Buy' as const, 'Sell' as const),
    size: fc.integer({ min: 1, max: 4_000_000 }),
    entry: fc.integer({ min: 2_000_000, max: 8_000_000 }),
    leverage: fc.integer({ min: 100, max: 10_000 }).map((hundredths) => leverage(BigInt(hundredths))),
    extra: fc.bigInt({ min: 0n, max: 900n }),
    moved: fc.integer({ min: -600, max: 600 }),
    available: fc.bigInt({ min: 0n, max: 10n ** 15n }),
  })
  .map(({ instrument, side, size, entry, extra, moved, available, ...rest }) => {
    const entryValue = valueAtTick(instrument, lots(size), ticks(entry));
    const need = isolatedNeed(instrument, side, entryValue, rest.leverage);
    const margin = money(moneyUnits(need) + (moneyUnits(need) * extra) / 1_000n);
    const holding: Holding = { side, size: lots(size), entryValue, marginMode: 'isolated', leverage: rest.leverage, margin };
    const mark = priceOfTicks(ticks(entry + Math.trunc((entry * moved) / 1_000)), instrument.tickSize);
    return { instrument, holding, mark, available: money(available), need };
  });

describe('auto add margin', () => {
  test('POS-07 adds whole initial margins until the position is kept, at last what is left, and nothing in vain', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(drawn, ({ instrument, holding, mark, available }) => {
        const added = autoAddedMargin(instrument, holding, mark, available);
        const endsWith = (more: bigint) => liquidatableWith(instrument, holding, money(moneyUnits(holding.margin) + more), mark);
        const room = moneyUnits(subtractMoney(holding.entryValue, holding.margin));
        const most = [moneyUnits(available), room > 0n ? room : 0n].reduce((a, b) => (a < b ? a : b));
        if (added === ZERO_MONEY) {
          const safe = !endsWith(0n);
          seen.add(safe ? 'safe' : 'lost');
          expect(safe || endsWith(most)).toBe(true);
          return;
        }
        const step = moneyUnits(initialMarginOf(holding.entryValue, holding.leverage));
        const units = moneyUnits(added);
        seen.add(units === most ? 'all' : 'part');
        expect(units % step === 0n || units === most).toBe(true);
        expect(units <= most).toBe(true);
        expect(endsWith(units)).toBe(false);
        const before = units - (units % step === 0n ? step : units % step);
        expect(endsWith(before)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    expect([...seen].sort()).toEqual(['all', 'lost', 'part', 'safe']);
  });
});

describe('margin that can be taken out', () => {
  test('POS-08 is the most that neither the initial margin nor a liquidation forbids, to the last unit', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(drawn, ({ instrument, holding, mark, need }) => {
        const most = removableMargin(instrument, holding, mark);
        const allowed = (amount: bigint): boolean => {
          const left = money(moneyUnits(holding.margin) - amount);
          return left >= need && !liquidatableWith(instrument, holding, left, mark);
        };
        if (most === ZERO_MONEY) {
          expect(allowed(1n)).toBe(false);
          return;
        }
        seen.add(subtractMoney(holding.margin, most) === need ? 'need' : 'mark');
        expect(allowed(moneyUnits(most))).toBe(true);
        expect(allowed(moneyUnits(addMoney(most, money(1n))))).toBe(false);
      }),
      { numRuns: 1_000 },
    );
    expect([...seen].sort()).toEqual(['mark', 'need']);
  });

  test('POS-08 a long of 0.1 BTC from 50,000 with 400 more than it needs keeps what a loss of 600 asks for', () => {
    const entryValue = usdt('5000');
    const holding: Holding = {
      side: 'Buy',
      size: coins('0.1'),
      entryValue,
      marginMode: 'isolated',
      leverage: times('10'),
      margin: usdt('902.475'),
    };
    expect(removableMargin(BTC, holding, at('50000'))).toBe(usdt('400'));
    // 622 + 0.00000001 free, with the fee to close of (5,000 - 622.00000001) x 0.055 %: 624.40790001 must stay.
    expect(removableMargin(BTC, holding, at('44000'))).toBe(usdt('278.06709999'));
  });
});
