import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BTC_INVERSE } from '../testing/inverse-instrument.ts';
import { BTC } from '../testing/linear-instrument.ts';
import { lotCount, price, priceOfTicks, priceUnits, ticks } from '../values/quantities.ts';
import { fillFigures } from './fill-figures.ts';

const fills = fc.array(fc.record({ tick: fc.integer({ min: 1, max: 2_000_000 }), count: fc.integer({ min: 1, max: 1_000_000 }) }), {
  minLength: 1,
  maxLength: 30,
});

describe('what fills come to', () => {
  it('HND-03 an average lies within the best and the worst price, of inverse contracts too', () => {
    fc.assert(
      fc.property(fills, fc.constantFrom(BTC, BTC_INVERSE), fc.constantFrom('Buy' as const, 'Sell' as const), (parts, instrument, side) => {
        const figures = fillFigures(instrument, side, parts, price(5_000_000_000_000n));
        const prices = parts.map(({ tick }) => priceUnits(priceOfTicks(ticks(tick), instrument.tickSize)));
        const average = figures && priceUnits(figures.averagePrice);
        expect(prices.some((one) => average !== undefined && one <= average)).toBe(true);
        expect(prices.some((one) => average !== undefined && one >= average)).toBe(true);
        expect(figures && lotCount(figures.filled)).toBe(parts.reduce((sum, { count }) => sum + count, 0));
      }),
    );
  });

  it('HND-03 one inverse contract has the price it was filled at', () => {
    const tick = 129_291;
    const at = priceOfTicks(ticks(tick), BTC_INVERSE.tickSize);
    expect(fillFigures(BTC_INVERSE, 'Buy', [{ tick, count: 1 }], at)).toMatchObject({ averagePrice: at, worstPrice: at, slippage: 0n });
  });

  it('HND-03 a better average than the mark is a slippage below nothing', () => {
    const figures = fillFigures(BTC, 'Sell', [{ tick: 5_000_100, count: 1_000 }], price(5_000_000_000_000n));
    expect(figures).toMatchObject({ slippage: -100_000_000n, slippageCost: -100_000_000n });
  });
});
