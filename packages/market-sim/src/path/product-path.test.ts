import { isSpot, priceNumber, type Instrument } from '@tapedeck/domain';
import { describe, expect, test } from 'vitest';
import { FOUNDING_INSTRUMENTS } from '../instruments/contracts.ts';
import { correlation } from '../testing/candle-statistics.ts';
import { MINUTE_MS } from './calendar.ts';
import { PricePath, mergeBars, type PathBar } from './price-path.ts';

const path = new PricePath(41, FOUNDING_INSTRUMENTS);
const NOON = Date.UTC(2026, 2, 4, 12) / MINUTE_MS;
const PRODUCTS = FOUNDING_INSTRUMENTS.filter(({ baseCoin }) => baseCoin === 'BTC');

const minutes = ({ id }: Instrument, count = 1_440): PathBar[] => path.bars(id, 1, NOON, count);
const inDollars = ({ tickSize }: Instrument, bar: PathBar): string =>
  [bar.open, bar.high, bar.low, bar.close].map((ticks) => (ticks * priceNumber(tickSize)).toFixed(4)).join(' ');
const returns = (bars: readonly PathBar[], width: number): number[] =>
  bars.flatMap((bar, i) => (i % width === 0 ? [(bars[i + width - 1] ?? bar).close / bar.open - 1] : []));

describe('SIM-07 each product of a coin has a series of its own', () => {
  test('there are spot pairs and contracts in USDT, USDC and in the coin', () => {
    expect(PRODUCTS.length).toBeGreaterThanOrEqual(4);
    expect(PRODUCTS.some(isSpot)).toBe(true);
  });

  test('no two have the same candles or volumes, but all move together and stay within the bounds of arbitrage', () => {
    for (const [i, one] of PRODUCTS.entries()) {
      for (const other of PRODUCTS.slice(i + 1)) {
        const [a, b] = [minutes(one), minutes(other)];
        const same = a.filter((bar, at) => inDollars(one, bar) === inDollars(other, b[at] ?? bar)).length;
        expect(same / a.length, `${one.symbol} ${other.symbol}`).toBeLessThan(0.01);
        const volumes = [a, b].map((bars) => bars.map(({ volume }) => volume));
        expect(correlation(volumes[0] ?? [], volumes[1] ?? [])).toBeGreaterThan(0.4);
        expect(correlation(volumes[0] ?? [], volumes[1] ?? [])).toBeLessThan(0.99);
        expect(correlation(returns(a, 5), returns(b, 5))).toBeGreaterThan(0.95);
        for (const [at, bar] of a.entries()) {
          const apart = (bar.close * priceNumber(one.tickSize)) / ((b[at]?.close ?? 1) * priceNumber(other.tickSize)) - 1;
          expect(Math.abs(apart)).toBeLessThan(0.0019);
        }
      }
    }
  });

  test('every candle opens where the one before closed, and every wide bar is what its minutes make', () => {
    for (const product of PRODUCTS) {
      const bars = minutes(product);
      for (const [i, bar] of bars.entries()) if (i > 0) expect(bar.open).toBe(bars[i - 1]?.close);
      for (const [at, wide] of path.bars(product.id, 60, NOON / 60, 24).entries())
        expect(mergeBars(bars.slice(at * 60, at * 60 + 60))).toEqual(wide);
    }
  });
});
