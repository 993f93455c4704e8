import { describe, expect, test } from 'vitest';
import { latticeNoise } from '../random/lattice-noise.ts';
import { PERPETUALS } from '../instruments/contracts.ts';
import { ProductBasis } from './product-basis.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 1);

function basisOf(seed: number, symbol: string): ProductBasis {
  const found = PERPETUALS.find((one) => one.symbol === symbol);
  if (found === undefined) throw new Error(`there is no ${symbol}`);
  return new ProductBasis(seed, found);
}

describe('premium of a perpetual', () => {
  test('SIM-01 it follows from the seed, the symbol and the time alone', () => {
    const values = (seed: number, symbol: string): number[] =>
      Array.from({ length: 50 }, (_, i) => basisOf(seed, symbol).at(START + i * HOUR));
    expect(values(1, 'BTCUSDT')).toEqual(values(1, 'BTCUSDT'));
    expect(values(1, 'BTCUSDT')).not.toEqual(values(2, 'BTCUSDT'));
    expect(values(1, 'BTCUSDT')).not.toEqual(values(1, 'ETHUSDT'));
  });

  test('EXC-03 it is above and below the index over months, within nine basis points, and never jumps', () => {
    const path = basisOf(7, 'BTCUSDT');
    const values = Array.from({ length: 24 * 360 }, (_, hour) => path.at(START + hour * HOUR));
    expect(Math.max(...values)).toBeGreaterThan(0.0004);
    expect(Math.min(...values)).toBeLessThan(-0.0004);
    for (const [i, value] of values.entries()) {
      expect(Math.abs(value)).toBeLessThan(0.00091);
      expect(Math.abs(value - (values[i - 1] ?? value))).toBeLessThan(0.0006);
    }
  });

  test('its noise has mean 0 and deviation 1, between its knots as well', () => {
    const values = Array.from({ length: 40_000 }, (_, i) => latticeNoise(5, 1_000, i * 250));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(Math.abs(mean)).toBeLessThan(0.05);
    for (const phase of [0, 1, 2, 3]) {
      const some = values.filter((_, i) => i % 4 === phase);
      expect(Math.sqrt(some.reduce((sum, value) => sum + value * value, 0) / some.length)).toBeCloseTo(1, 1);
    }
  });
});
