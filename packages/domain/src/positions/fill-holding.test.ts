import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialMarginOf, feeToClose, tradingFee } from '../margin/order-cost.ts';
import type { Holding } from '../margin/position-margin.ts';
import { profit } from '../margin/profit.ts';
import { valueAtTick } from '../margin/contract-value.ts';
import { BTC_INVERSE } from '../testing/inverse-instrument.ts';
import { BTC, at, coins, percent, times, usdt } from '../testing/linear-instrument.ts';
import { addMoney, money, moneyUnits, subtractMoney, ZERO_MONEY } from '../values/money.ts';
import { lotCount, lots, ticks } from '../values/quantities.ts';
import { fillHolding, type HoldingFill } from './fill-holding.ts';

const FEE = percent('0.055');
const TEN = times('10');
const held = (change: Partial<Holding> = {}): Holding => ({
  ...{ side: 'Buy', size: coins('0.3'), entryValue: usdt('15000'), marginMode: 'isolated', leverage: TEN, margin: usdt('1500') },
  ...change,
});
const NOTHING = held({ size: lots(0), entryValue: ZERO_MONEY, margin: ZERO_MONEY });
/** A fill at 50,000, in lots of 0.001. */
const fill = (side: 'Buy' | 'Sell', count: number, change: Partial<HoldingFill> = {}): HoldingFill => ({
  ...{ side, tick: 5_000_000, count, feeRate: FEE, leverage: TEN },
  ...change,
});
const need = (value: ReturnType<typeof usdt>, side: 'Buy' | 'Sell') =>
  addMoney(initialMarginOf(value, TEN), feeToClose(BTC, side, value, TEN));

describe('EXC-01 EXC-06 what a fill does to a position', () => {
  it('opens an isolated one with its margin and reserved fee, and a cross one with none', () => {
    const opened = fillHolding(BTC, NOTHING, fill('Sell', 100));
    const value = usdt('5000');
    const margin = need(value, 'Sell');
    expect(opened).toEqual({
      holding: { side: 'Sell', size: lots(100), entryValue: value, marginMode: 'isolated', leverage: TEN, margin },
      ...{ closed: 0, earned: ZERO_MONEY, released: ZERO_MONEY, reserved: margin, openedValue: value },
      ...{ fee: usdt('2.75'), closingFee: ZERO_MONEY },
    });
    const cross = fillHolding(BTC, { ...NOTHING, marginMode: 'cross' }, fill('Sell', 100));
    expect([cross.reserved, cross.holding.margin]).toEqual([ZERO_MONEY, ZERO_MONEY]);
  });

  it('enlarges one: sizes, values and margins add up', () => {
    const grown = fillHolding(BTC, held(), fill('Buy', 100));
    expect(grown.holding).toEqual({
      ...held({ size: lots(400), entryValue: usdt('20000') }),
      margin: addMoney(usdt('1500'), need(usdt('5000'), 'Buy')),
    });
    expect([grown.closed, grown.closingFee]).toEqual([0, ZERO_MONEY]);
  });

  it('closes a part: its shares of entry value and margin are rounded down, so that what stays is never too small', () => {
    // A third of 10 and of 7 units.
    const before = held({ size: lots(3), entryValue: money(10n), margin: money(7n) });
    const { holding, released, earned, closed, reserved, openedValue, fee, closingFee } = fillHolding(BTC, before, fill('Sell', 1));
    expect([holding.size, holding.entryValue, holding.margin, released]).toEqual([lots(2), money(7n), money(5n), money(2n)]);
    expect(earned).toBe(subtractMoney(usdt('50'), money(3n)));
    expect([closed, reserved, openedValue]).toEqual([1, ZERO_MONEY, ZERO_MONEY]);
    expect([fee, closingFee]).toEqual([usdt('0.0275'), usdt('0.0275')]);
    expect([holding.side, holding.marginMode, holding.leverage]).toEqual(['Buy', 'isolated', TEN]);
    const cross = fillHolding(BTC, { ...before, marginMode: 'cross', margin: ZERO_MONEY }, fill('Sell', 1));
    expect([cross.released, cross.holding.margin]).toEqual([ZERO_MONEY, ZERO_MONEY]);
  });

  it('EXC-05 an option pays a share of the index, where that is known, and not of its price', () => {
    const option = { ...BTC, kind: 'UsdtOption', option: { strike: at('50000'), right: 'Call' } } as const;
    const opened = fillHolding(option, { ...NOTHING, marginMode: 'cross' }, fill('Buy', 100, { index: at('40000') }));
    // 0.1 × 40,000 × 0.055 %, below 7 % of the price of 50,000.
    expect(opened.fee).toBe(usdt('2.2'));
    expect(fillHolding(option, { ...NOTHING, marginMode: 'cross' }, fill('Buy', 100)).fee).toBe(usdt('2.75'));
    // Nothing else does, whatever is known.
    expect(fillHolding(BTC, NOTHING, fill('Buy', 100, { index: at('40000') })).fee).toBe(usdt('2.75'));
  });

  it('closes all of it: nothing stays, to the unit', () => {
    const before = held({ size: lots(3), entryValue: money(10n), margin: money(7n) });
    const { holding, released } = fillHolding(BTC, before, fill('Sell', 3));
    expect([holding.size, holding.entryValue, holding.margin, released]).toEqual([lots(0), ZERO_MONEY, ZERO_MONEY, money(7n)]);
  });

  it('turns one around: the close comes first, then the other side opens with what is left; the fee is shared by quantity', () => {
    const turned = fillHolding(BTC, held({ entryValue: usdt('14000') }), fill('Sell', 500, { leverage: times('5') }));
    const value = usdt('10000');
    const margin = addMoney(initialMarginOf(value, times('5')), feeToClose(BTC, 'Sell', value, times('5')));
    expect(turned).toEqual({
      holding: { side: 'Sell', size: lots(200), entryValue: value, marginMode: 'isolated', leverage: times('5'), margin },
      ...{ closed: 300, earned: usdt('1000'), released: usdt('1500'), reserved: margin, openedValue: value },
      ...{ fee: usdt('13.75'), closingFee: usdt('8.25') },
    });
    // One lot is left to open, and one lot to close.
    const byOne = fillHolding(BTC, held(), fill('Sell', 301));
    expect([byOne.closed, byOne.openedValue]).toEqual([300, usdt('50')]);
    const one = fillHolding(BTC, held({ size: lots(1), entryValue: usdt('50') }), fill('Sell', 3));
    expect([one.fee, one.closingFee]).toEqual([usdt('0.0825'), usdt('0.0275')]);
    // The close's share of a fee of one unit rounds down to nothing.
    const small = fillHolding(BTC, held({ size: lots(1) }), fill('Sell', 2, { tick: 1, feeRate: percent('0.000001') }));
    expect([small.fee, small.closingFee]).toEqual([money(1n), ZERO_MONEY]);
  });

  it.each([BTC, BTC_INVERSE])('whatever is filled, no lot and no unit is lost between its parts ($kind)', (instrument) => {
    const side = fc.constantFrom('Buy' as const, 'Sell' as const);
    fc.assert(
      fc.property(
        fc.record({ side, size: fc.integer({ min: 0, max: 1_000 }), entry: fc.bigInt(1n, 10n ** 14n), margin: fc.bigInt(0n, 10n ** 13n) }),
        fc.record({ side, count: fc.integer({ min: 1, max: 2_000 }), tick: fc.integer({ min: 1, max: 10_000_000 }) }),
        fc.boolean(),
        (before, { side: taken, count, tick }, isolated) => {
          const open = before.size > 0;
          const holding = held({
            ...{ side: before.side, size: lots(before.size), entryValue: money(open ? before.entry : 0n) },
            ...{ marginMode: isolated ? 'isolated' : 'cross', margin: money(isolated && open ? before.margin : 0n) },
          });
          const done = fillHolding(instrument, holding, fill(taken, count, { tick }));
          const against = open && before.side !== taken;
          expect(done.closed).toBe(against ? Math.min(before.size, count) : 0);
          const signed = (of: Holding): number => (of.side === 'Buy' ? 1 : -1) * lotCount(of.size);
          expect(signed(done.holding)).toBe(signed(holding) + (taken === 'Buy' ? count : -count));
          // Entry value: previous value, less the share of the closed part, plus the opened part.
          const total = valueAtTick(instrument, lots(count), ticks(tick));
          const closedValue = subtractMoney(total, done.openedValue);
          const share = moneyUnits(holding.entryValue) + moneyUnits(done.openedValue) - moneyUnits(done.holding.entryValue);
          if (done.closed > 0) expect(done.earned).toBe(profit(instrument, holding.side, money(share), closedValue));
          if (done.closed === count) expect(closedValue).toBe(total);
          // Margin: previous margin, less the released part, plus the added part.
          const left = moneyUnits(holding.margin) - moneyUnits(done.released) + moneyUnits(done.reserved);
          expect(moneyUnits(done.holding.margin)).toBe(left);
          expect(done.fee).toBe(tradingFee(total, FEE));
          expect(done.closingFee <= done.fee).toBe(true);
        },
      ),
    );
  });
});
