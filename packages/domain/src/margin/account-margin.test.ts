import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarginMode } from '../positions/position.ts';
import { addMoney, money, moneyUnits } from '../values/money.ts';
import type { Money } from '../values/types.ts';
import {
  accountMargin,
  addPosition,
  availableBalance,
  crossLiquidatable,
  marginBalance,
  replacePosition,
  subtractPosition,
  sumPositions,
  transferableBalance,
  type CountedMargin,
  type PositionSums,
} from './account-margin.ts';

const units = fc.bigInt(-(10n ** 12n), 10n ** 12n).map(money);
const none: PositionSums = {
  ...{ unrealisedPnl: money(0n), crossUnrealisedPnl: money(0n), isolatedMargin: money(0n) },
  ...{ initialMargin: money(0n), maintenanceMargin: money(0n), optionValue: money(0n) },
};
const contract = fc.record({ unrealisedPnl: units, initialMargin: units, maintenanceMargin: units });
const option = fc.record({ unrealisedPnl: units, initialMargin: units, maintenanceMargin: units, optionValue: units });
const mode = fc.constantFrom<MarginMode>('cross', 'isolated');

/** Sums that are kept, as an account keeps them. */
function kept(sums: PositionSums = none) {
  const now = { ...sums };
  return {
    now,
    addTo: (sum: keyof PositionSums, part: Money): void => {
      now[sum] = addMoney(now[sum], part);
    },
  };
}
const summed = (of: MarginMode, margin: CountedMargin): PositionSums => {
  const totals = kept();
  addPosition(totals, of, margin);
  return totals.now;
};
const position = (of: MarginMode, margin: CountedMargin) => {
  const { optionValue, ...rest } = margin;
  const whole = { ...rest, value: money(0n), feeToClose: money(0n), ...(optionValue !== undefined && { optionValue }) };
  return { holding: { marginMode: of }, margin: whole };
};

describe('EXC-02 what positions add to their account', () => {
  const margin = { unrealisedPnl: money(5n), initialMargin: money(70n), maintenanceMargin: money(9n) };

  it('a cross one its profit and both margins, an isolated one its profit and the money inside, an option its value and both margins', () => {
    expect(summed('cross', margin)).toEqual({
      ...none,
      ...{ unrealisedPnl: money(5n), crossUnrealisedPnl: money(5n), initialMargin: money(70n), maintenanceMargin: money(9n) },
    });
    expect(summed('isolated', margin)).toEqual({ ...none, unrealisedPnl: money(5n), isolatedMargin: money(70n) });
    for (const of of ['cross', 'isolated'] as const) {
      expect(summed(of, { ...margin, optionValue: money(-3n) })).toEqual({
        ...none,
        ...{ optionValue: money(-3n), initialMargin: money(70n), maintenanceMargin: money(9n) },
      });
    }
  });

  it('one that changes is counted as it is, and one that is gone no more', () => {
    fc.assert(
      fc.property(mode, fc.oneof(fc.tuple(contract, contract), fc.tuple(option, option)), contract, (of, [before, after], other) => {
        const totals = kept(summed('cross', other));
        addPosition(totals, of, before);
        replacePosition(totals, of, before, after);
        const afresh = sumPositions([position('cross', other), position(of, after)]);
        expect(totals.now).toEqual(afresh);
        subtractPosition(totals, of, after);
        expect(totals.now).toEqual(summed('cross', other));
      }),
    );
    // An option that was opened has no value before.
    const opened = kept();
    replacePosition(opened, 'cross', { ...margin, unrealisedPnl: money(0n) }, { ...margin, optionValue: money(8n) });
    expect(opened.now).toEqual({ ...none, optionValue: money(8n) });
  });
});

describe('EXC-02 what an account has free', () => {
  it('is its margin balance less all initial margin, and never below 0; no more of it can leave than there is cash', () => {
    fc.assert(
      fc.property(units, contract, units, (cash, cross, orderMargin) => {
        const positions = summed('cross', cross);
        const input = { cash, positions, orderMargin };
        const balance = moneyUnits(cash) + moneyUnits(cross.unrealisedPnl);
        const free = balance - moneyUnits(orderMargin) - moneyUnits(cross.initialMargin);
        expect(moneyUnits(marginBalance(input))).toBe(balance);
        expect(moneyUnits(availableBalance(input))).toBe(free > 0n ? free : 0n);
        const all = accountMargin(input);
        const most = free < moneyUnits(cash) ? free : moneyUnits(cash);
        expect(moneyUnits(all.transferable)).toBe(most > 0n ? most : 0n);
        expect(moneyUnits(all.initialMargin)).toBe(moneyUnits(orderMargin) + moneyUnits(cross.initialMargin));
      }),
    );
    expect(availableBalance({ cash: money(7n), positions: none, orderMargin: money(6n) })).toBe(money(1n));
    expect(transferableBalance(money(1n), money(5n))).toBe(money(1n));
    expect(transferableBalance(money(5n), money(1n))).toBe(money(1n));
    expect(transferableBalance(money(-1n), money(5n))).toBe(money(0n));
  });

  it('and its equity counts isolated margin, every profit and the value of options once', () => {
    const positions = {
      ...{ unrealisedPnl: money(3n), crossUnrealisedPnl: money(2n), isolatedMargin: money(40n) },
      ...{ initialMargin: money(10n), maintenanceMargin: money(4n), optionValue: money(500n) },
    };
    const all = accountMargin({ cash: money(1_000n), positions, orderMargin: money(1n) });
    expect([all.equity, all.marginBalance, all.maintenanceMargin, all.unrealisedPnl]).toEqual([
      money(1_543n),
      money(1_002n),
      money(4n),
      money(3n),
    ]);
  });

  it('cross positions are liquidated when the balance no longer exceeds their maintenance margin, and only when there are some', () => {
    const liquidated = (balance: bigint, maintenance: bigint): boolean =>
      crossLiquidatable({ marginBalance: money(balance), maintenanceMargin: money(maintenance) });
    expect([liquidated(10n, 10n), liquidated(11n, 10n), liquidated(9n, 10n), liquidated(1n, 1n)]).toEqual([true, false, true, true]);
    expect([liquidated(0n, 0n), liquidated(-5n, 0n)]).toEqual([false, false]);
  });
});
