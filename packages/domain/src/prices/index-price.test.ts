import { describe, expect, it } from 'vitest';
import { price, timestamp } from '../values/quantities.ts';
import { indexOfSources, type IndexSource } from './index-price.ts';

const UNIT = 100_000_000n;
const NOW = timestamp(1_000_000);
const source = (name: string, at: number, weight: number, age = 0): IndexSource => ({
  name,
  price: price(BigInt(Math.round(at * 1e8))),
  weight: BigInt(weight),
  changedAt: timestamp(1_000_000 - age),
});
const names = (sources: readonly IndexSource[]): string[] | undefined => indexOfSources(sources, NOW)?.used.map(({ name }) => name);
const index = (sources: readonly IndexSource[]): bigint | undefined => indexOfSources(sources, NOW)?.price as unknown as bigint | undefined;

describe('EXC-03 the index price', () => {
  it('is the mean of its sources by weight: (3 × 100 + 2 × 100.1 + 1 × 100.2) ÷ 6 = 100.06666667', () => {
    expect(index([source('a', 100, 3), source('b', 100.1, 2), source('c', 100.2, 1)])).toBe(10_006_666_667n);
  });

  it('leaves out what is more than 0.5 % from the middle one, however heavy it is', () => {
    const rest = [source('b', 100, 1), source('c', 100.2, 1), source('d', 100.1, 1)];
    expect(names([source('a', 100.61, 90), ...rest])).toEqual(['b', 'c', 'd']);
    expect(names([source('a', 100.6, 90), ...rest])).toEqual(['a', 'b', 'c', 'd']);
    expect(names([source('a', 1, 90), ...rest])).toEqual(['b', 'c', 'd']);
  });

  it('leaves out what has not changed for more than a minute, or has no price', () => {
    expect(names([source('a', 100, 1, 60_001), source('b', 100, 1, 60_000), source('c', 0, 1), source('d', 100, 1)])).toEqual(['b', 'd']);
  });

  it('is unknown when fewer than half of the sources are left', () => {
    expect(index([source('a', 100, 1), source('b', 100, 1, 90_000), source('c', 100, 1, 90_000)])).toBeUndefined();
    expect(index([])).toBeUndefined();
  });

  it('does not follow a minority that agrees on something else', () => {
    const right = [source('a', 100, 1), source('b', 100.1, 1), source('c', 99.9, 1)];
    expect(index([...right, source('d', 90, 50), source('e', 90, 50)])).toBe(100n * UNIT);
  });
});
