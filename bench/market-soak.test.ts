import { expect, test } from 'vitest';
import { soak } from './market-soak.ts';

test('SIM-01 EXC-07 random commands against the simulated market: money and bounds are kept, and a second run is the same', () => {
  const first = soak(7, 6_000);
  expect(first.trades).toBeGreaterThan(1_000);
  expect(first.pairs).toBeGreaterThan(0);
  expect(first.violations).toEqual([]);
  expect(Buffer.compare(first.state, soak(7, 6_000).state)).toBe(0);
});
