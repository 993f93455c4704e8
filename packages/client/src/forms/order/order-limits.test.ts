import { describe, expect, it } from 'vitest';
import { lotCount, lots, moneyUnits, price, ticks, type Instrument } from '@tapedeck/domain';
import { BTC } from '../../testing/instruments.ts';
import { maxOrder, maxOrderCost, splitTip } from './order-limits.ts';

const UNIT = 100_000_000n;
const own: Instrument = { ...BTC, maxLimitOrder: lots(1_000), maxMarketOrder: lots(300), maxPostOnlyOrder: lots(500) };

describe('the most of one order', () => {
  it.each([
    ['Limit', false, 'UTA2', false, 1_000],
    ['Market', false, 'UTA2', false, 300],
    ['Market', true, 'UTA2', false, 300],
    ['Limit', true, 'UTA2', false, 500],
    ['Limit', true, 'UTA', false, 500],
    ['Limit', true, 'PM', false, 500],
    ['Limit', true, 'UTA2', true, 1_000],
    ['Limit', true, 'regular', false, 1_000],
  ] as const)('INP-05 %s, post-only %s, account %s, demo %s: %i lots', (orderType, postOnly, kind, isDemo, most) => {
    expect(lotCount(maxOrder({ orderType, postOnly }, own, { kind, isDemo }))).toBe(most);
  });

  it('INP-05 a quantity above the maximum of the symbol is announced as split', () => {
    expect(splitTip(lots(1_001), own.maxLimitOrder)).toBe('maxQtySplitOrderTip');
    expect(splitTip(lots(1_000), own.maxLimitOrder)).toBeUndefined();
  });

  it('INP-06 the highest cost is the largest order at the highest price, in whole coins', () => {
    // 1 lot = 0.001 BTC; 333 lots at 1,999,999.8 = 665,999.9334
    expect(moneyUnits(maxOrderCost(lots(333), { ...own, maxPrice: ticks(19_999_998) }))).toBe(665_999n * UNIT);
    expect(moneyUnits(maxOrderCost(lots(0), own))).toBe(0n);
  });

  it('INP-06 of an inverse contract it is the largest order over the lowest price', () => {
    const inverse: Instrument = { ...own, kind: 'InversePerpetual', tickSize: price(UNIT / 2n), minPrice: ticks(3), lotSize: own.lotSize };
    // 1,000 lots of 0.001 at a price of 1.5: 1 / 1.5 = 0.66…, and 10,000,000 lots: 10,000 / 1.5 = 6,666.66…
    expect(moneyUnits(maxOrderCost(lots(1_000), inverse))).toBe(0n);
    expect(moneyUnits(maxOrderCost(lots(10_000_000), inverse))).toBe(6_666n * UNIT);
  });
});
