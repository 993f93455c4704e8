import { describe, expect, it } from 'vitest';
import { BTC_TIERS, ladder, times, usdt } from '../testing/linear-instrument.ts';
import { money, moneyUnits } from '../values/money.ts';
import { leverage } from '../values/quantities.ts';
import { maintenanceMarginOf, maxLeverageFor, positionLimit, tierOf } from './risk-tier.ts';

const [first, second, third] = BTC_TIERS;

describe('EXC-02 risk tiers', () => {
  it('a value at the limit of a tier is in it, one unit more is in the next, and the last one holds all that is above', () => {
    for (const [at, tier] of BTC_TIERS.entries()) {
      expect(tierOf(BTC_TIERS, tier.limit)).toBe(tier);
      const beyond = money(moneyUnits(tier.limit) + 1n);
      expect(tierOf(BTC_TIERS, beyond)).toBe(BTC_TIERS[at + 1] ?? tier);
      expect(maxLeverageFor(BTC_TIERS, tier.limit)).toBe(tier.maxLeverage);
      expect(maxLeverageFor(BTC_TIERS, beyond)).toBe(BTC_TIERS[at + 1]?.maxLeverage);
    }
    expect(tierOf(BTC_TIERS, money(0n))).toBe(first);
    expect(() => tierOf([], money(0n))).toThrow(/at least one risk tier/);
  });

  it('a leverage allows the value of the last tier that has it', () => {
    for (const [at, { maxLeverage, limit }] of BTC_TIERS.entries()) {
      expect(positionLimit(BTC_TIERS, maxLeverage)).toBe(limit);
      const above = leverage(BigInt(Number(maxLeverage)) + 1n);
      expect(positionLimit(BTC_TIERS, above)).toBe(at === 0 ? money(0n) : BTC_TIERS[at - 1]?.limit);
    }
    expect(positionLimit(BTC_TIERS, times('1'))).toBe(BTC_TIERS.at(-1)?.limit);
    expect(positionLimit(BTC_TIERS, times('101'))).toBe(money(0n));
  });

  it('EXC-02 maintenance margin is value × rate − deduction, rounded up, and never below 0', () => {
    expect(maintenanceMarginOf(BTC_TIERS, usdt('1000000'))).toBe(usdt('5000'));
    // 2,500,000 × 0.56 % − 1,200
    expect(maintenanceMarginOf(BTC_TIERS, usdt('2500000'))).toBe(usdt('12800'));
    expect(maintenanceMarginOf(BTC_TIERS, money(1n))).toBe(money(1n));
    expect(maintenanceMarginOf(BTC_TIERS, money(0n))).toBe(money(0n));
    expect(maintenanceMarginOf(ladder('100 0.01 0.02 50 5'), usdt('100'))).toBe(money(0n));
    // Neighbouring tiers join without a step.
    for (const [low, high] of [
      [first, second],
      [second, third],
    ]) {
      if (low === undefined || high === undefined) throw new Error('the ladder has three tiers');
      expect(maintenanceMarginOf([high], low.limit)).toBe(maintenanceMarginOf([low], low.limit));
    }
  });
});
