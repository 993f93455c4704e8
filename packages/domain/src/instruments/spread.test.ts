import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BTC } from '../testing/linear-instrument.ts';
import { timestamp } from '../values/quantities.ts';
import { lots } from '../values/quantities.ts';
import { productTypeOf, spreadLevels, spreadPairs, spreadQuantities, spreadQuantityRefusal } from './spread.ts';

const perpetual = BTC;
const march = { ...perpetual, id: 7, symbol: 'BTCUSDT-27MAR26', kind: 'LinearFutures', deliveryAt: timestamp(2_000) } as const;
const june = { ...march, id: 5, symbol: 'BTCUSDT-26JUN26', deliveryAt: timestamp(3_000) };
const other = { ...march, id: 9, symbol: 'ETHUSDT-27MAR26', baseCoin: 'ETH' };

describe('spreads', () => {
  test('ORD-12 every two contracts of one coin of which one ends, the earlier end near', () => {
    const pairs = spreadPairs([june, other, march, perpetual]).map(({ near, far }) => `${near.symbol} ${far.symbol}`);
    expect(pairs).toEqual([
      `${perpetual.symbol} BTCUSDT-27MAR26`,
      `${perpetual.symbol} BTCUSDT-26JUN26`,
      'BTCUSDT-27MAR26 BTCUSDT-26JUN26',
    ]);
    expect(productTypeOf(march)).toBe('UsdtFutures');
    expect(productTypeOf({ kind: 'Spot' })).toBeUndefined();
  });

  test('ORD-12 the book of a spread carries what both books carry together, level by level', () => {
    // 0.5 at 310 − 300 = 10, then 0.3 at 320 − 300 = 20, then 0.4 at 320 − 290 = 30.
    const far = [310, 500, 320, 700];
    const near = [300, 800, 290, 5_000];
    expect(spreadLevels({ far, near }, 8)).toEqual([
      { distance: 10, lots: 500 },
      { distance: 20, lots: 300 },
      { distance: 30, lots: 400 },
    ]);
    expect(spreadLevels({ far, near }, 2)).toHaveLength(2);
    expect(spreadLevels({ far: [], near }, 8)).toEqual([]);
  });

  test('ORD-12 HND-04 an order of both legs is bounded by the narrower leg at either end, and the refusal names the bound', () => {
    const near = { ...perpetual, minOrder: lots(2), maxLimitOrder: lots(900) };
    const far = { ...march, minOrder: lots(5), maxLimitOrder: lots(1_000) };
    for (const pair of [
      { near, far },
      { near: far, far: near },
    ]) {
      expect(spreadQuantities(pair)).toEqual({ least: lots(5), most: lots(900) });
      expect(spreadQuantityRefusal(pair, lots(4))).toEqual({ reason: 'quantityTooSmall', details: { limit: '0.005' } });
      for (const count of [5, 900]) expect(spreadQuantityRefusal(pair, lots(count))).toBeUndefined();
      expect(spreadQuantityRefusal(pair, lots(901))).toEqual({ reason: 'quantityTooLarge', details: { limit: '0.9' } });
    }
  });

  test('a side of a spread gets worse with every level and carries no more than the thinner book', () => {
    const side = (sign: 1 | -1) =>
      fc
        .array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 99 })), { maxLength: 12 })
        .map((steps) => steps.reduce<number[]>((levels, [step, lots]) => [...levels, (levels.at(-2) ?? 1_000) + sign * step, lots], []));
    const sum = (levels: readonly number[]): number => levels.reduce((total, value, at) => total + (at % 2 === 1 ? value : 0), 0);
    fc.assert(
      fc.property(side(1), side(-1), (far, near) => {
        const levels = spreadLevels({ far, near }, 100);
        expect(levels.every(({ distance }, at) => at === 0 || distance > (levels[at - 1]?.distance ?? 0))).toBe(true);
        expect(levels.reduce((total, { lots }) => total + lots, 0)).toBe(Math.min(sum(far), sum(near)));
      }),
    );
  });
});
