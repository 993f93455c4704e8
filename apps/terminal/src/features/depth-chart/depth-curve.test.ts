import { describe, expect, it } from 'vitest';
import { depthAt, depthCurve } from './depth-curve.ts';

// Bids 100, 99, 90 and asks 102, 104, 106: the middle is 101, and the asks reach 5 away from it.
const BIDS = [100, 5, 99, 3, 90, 100];
const ASKS = [102, 2, 104, 4, 106, 1];

describe('depth curve', () => {
  it('MKT-03 adds up both sides from the middle outwards, equally far', () => {
    expect(depthCurve(BIDS, ASKS)).toEqual({
      ...{ mid: 101, from: 96, to: 106, most: 8 },
      bids: [100, 5, 99, 8],
      asks: [102, 2, 104, 6, 106, 7],
    });
  });

  it('MKT-03 shows one level on each side of a book of two', () => {
    expect(depthCurve([100, 5], [101, 2])).toEqual({ mid: 100.5, from: 99.5, to: 101.5, most: 5, bids: [100, 5], asks: [101, 2] });
  });

  it('MKT-03 a book without a side has no middle', () => {
    expect(depthCurve([], ASKS)).toBeUndefined();
    expect(depthCurve(BIDS, [])).toBeUndefined();
  });

  it.each([
    [101, 0],
    [100.5, 0],
    [100, 5],
    [99.5, 5],
    [97, 8],
    [101.9, 0],
    [102, 2],
    [105, 6],
    [106, 7],
  ])('MKT-03 at %d there are %d lots up to the middle', (ticks, lots) => {
    const curve = depthCurve(BIDS, ASKS);
    expect(curve && depthAt(curve, ticks)).toBe(lots);
  });
});
