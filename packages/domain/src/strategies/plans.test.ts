import { describe, expect, it } from 'vitest';
import { lotCount, lots, tickCount, ticks } from '../values/quantities.ts';
import { gridLevels, scaledLadder, twapPart } from './plans.ts';

describe('the parts of plans', () => {
  it('ORD-09 a ladder trades its whole quantity: what rounding leaves goes to the last order', () => {
    const plan = { kind: 'Scaled', from: ticks(1_000), to: ticks(1_010), orders: 4, skew: 100 } as const;
    const steps = scaledLadder(plan, lots(10));
    expect(steps.map(({ quantity }) => lotCount(quantity))).toEqual([2, 2, 2, 4]);
    expect(steps.map(({ price }) => tickCount(price))).toEqual([1_000, 1_003, 1_007, 1_010]);
  });

  it('ORD-09 a skew of 300 makes the last order three times the first', () => {
    const plan = { kind: 'Scaled', from: ticks(1_000), to: ticks(1_010), orders: 3, skew: 300 } as const;
    expect(scaledLadder(plan, lots(60)).map(({ quantity }) => lotCount(quantity))).toEqual([10, 20, 30]);
  });

  it('ORD-09 the parts of a TWAP are rounded up, so that none is left over', () => {
    let left = 10;
    const parts = [4, 3, 2, 1].map((ahead) => {
      const part = twapPart(left, ahead);
      left -= part;
      return part;
    });
    expect(parts).toEqual([3, 3, 2, 2]);
  });

  it('ORD-09 a grid has a level more than cells, the borders among them', () => {
    const levels = gridLevels({ kind: 'Grid', lower: ticks(100), upper: ticks(110), cells: 4, takeProfit: ticks(0), stopLoss: ticks(0) });
    expect(levels.map(tickCount)).toEqual([100, 103, 105, 108, 110]);
  });
});
