import { describe, expect, it } from 'vitest';
import type { Instrument } from '../instruments/instrument.ts';
import { BTC, at, percent } from '../testing/linear-instrument.ts';
import { price, tickCount, ticks } from '../values/quantities.ts';
import { marketPriceLimit, orderPriceLimit, type LimitPrices } from './price-limit.ts';

const SPOT: Instrument = { ...BTC, kind: 'Spot', settleCoin: 'USDT', priceLimitRate: percent('3') };
const CALL: Instrument = { ...BTC, kind: 'UsdtOption', option: { strike: at('50000'), right: 'Call' }, priceLimitRate: percent('5') };

/** Highest buy and lowest sell, in quote coin; `premium` in quote coin too. */
function limits(on: Instrument, mark: string, index?: string, premium?: string): [buy: number, sell: number] {
  const prices: LimitPrices = {
    mark: at(mark),
    index: index === undefined ? undefined : at(index),
    premium: premium === undefined ? undefined : at(premium),
  };
  return [tickCount(orderPriceLimit(on, 'Buy', prices)) / 100, tickCount(orderPriceLimit(on, 'Sell', prices)) / 100];
}

describe('EXC-05 price limits', () => {
  it('of a contract lie 1 % from the mark price', () => {
    expect(limits(BTC, '50000')).toEqual([50_500, 49_500]);
  });

  it('lie on the tick within them: a buy is rounded down, a sell up', () => {
    // 50,000.37 x 1.01 = 50,500.3737 and x 0.99 = 49,500.3663
    expect(limits(BTC, '50000.37')).toEqual([50_500.37, 49_500.37]);
    // Spot, 3 %: 51,500.3811 and 48,500.3589
    expect(limits(SPOT, '50000.37')).toEqual([51_500.38, 48_500.36]);
    // 5 % of an index of 50,000.37 is 2,500.0185: 3,000 + 2,500.0185 and 3,000 - 2,500.0185
    expect(limits(CALL, '3000', '50000.37')).toEqual([5_500.01, 499.99]);
  });

  it('a share of a price that is no whole unit is never rounded outwards', () => {
    const fine = { ...BTC, tickSize: price(1n), minPrice: ticks(1), maxPrice: ticks(1_000_000) };
    // 1 % of 150 units is 1.5: up to 151 and down to 149.
    expect([orderPriceLimit(fine, 'Buy', { mark: price(150n) }), orderPriceLimit(fine, 'Sell', { mark: price(150n) })]).toEqual([
      ticks(151),
      ticks(149),
    ]);
    // With a tick of 7 units, 151 lies beyond the 21st tick and 149 before the 22nd.
    const coarse = { ...fine, tickSize: price(7n) };
    expect([orderPriceLimit(coarse, 'Buy', { mark: price(150n) }), orderPriceLimit(coarse, 'Sell', { mark: price(150n) })]).toEqual([
      ticks(21),
      ticks(22),
    ]);
  });

  it('stay within the prices of the instrument', () => {
    const narrow = { ...BTC, minPrice: ticks(4_990_000), maxPrice: ticks(5_010_000) };
    expect(limits(narrow, '50000')).toEqual([50_100, 49_900]);
  });

  it('reach to the index where that is further, but never beyond twice the rate', () => {
    expect(limits(BTC, '50000', '50700')).toEqual([50_700, 49_500]);
    expect(limits(BTC, '50000', '49300')).toEqual([50_500, 49_300]);
    expect(limits(BTC, '50000', '60000')).toEqual([51_000, 49_500]);
    expect(limits(BTC, '50000', '40000')).toEqual([50_500, 49_000]);
  });

  it('follow the average premium of the book outwards only', () => {
    expect(limits(BTC, '50000', '50000', '120')).toEqual([50_620, 49_500]);
    expect(limits(BTC, '50000', '50000', '-120')).toEqual([50_500, 49_380]);
    expect(limits(BTC, '50000', '50000', '900')).toEqual([51_000, 49_500]);
  });

  it('of a spot pair lie 3 % from the index, moved by the premium, and always let it trade at the index', () => {
    expect(limits(SPOT, '50000')).toEqual([51_500, 48_500]);
    // An index of its own moves nothing.
    expect(limits(SPOT, '50000', '51900')).toEqual([51_500, 48_500]);
    expect(limits(SPOT, '50000', '48100')).toEqual([51_500, 48_500]);
    expect(limits(SPOT, '50000', undefined, '100')).toEqual([51_600, 48_600]);
    expect(limits(SPOT, '50000', undefined, '-2000')).toEqual([50_000, 47_000]);
    expect(limits(SPOT, '50000', undefined, '2000')).toEqual([53_000, 50_000]);
  });

  it('of an option lie a share of the index from its mark price', () => {
    expect(limits(CALL, '300', '50000')).toEqual([2_800, 0.01]);
  });

  it('of market orders of a spot pair have a rate of their own', () => {
    const spot = { marketPriceLimitRate: percent('1') } as Instrument['spot'] & object;
    expect(tickCount(marketPriceLimit({ ...SPOT, spot }, 'Buy', { mark: at('50000') })) / 100).toBe(50_500);
  });
});
