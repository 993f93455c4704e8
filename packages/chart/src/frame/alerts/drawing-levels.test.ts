import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DRAWING_TOOLS, type DrawingTool } from '../../bridge/drawing-tools.ts';
import { hasLine } from '../drawings/lined-tools.ts';
import type { DrawingTarget } from './alert.ts';
import { levelsOf } from './drawing-levels.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 23);

function target(tool: DrawingTool, points: readonly (readonly [hour: number, price: number])[], isLog = false): DrawingTarget {
  return { kind: 'drawing', id: 'd', tool, isLog, anchors: points.map(([hour, price]) => ({ time: START + hour * HOUR, price })) };
}
const levels = (of: DrawingTarget, hour: number): readonly number[] =>
  levelsOf(of, '60', START + hour * HOUR).map((level) => Number(level.toPrecision(9)));

describe('prices of drawings at a moment', () => {
  it.each([
    [
      'trendLine',
      [
        [0, 100],
        [10, 200],
      ],
      [
        [-1, []],
        [0, [100]],
        [5, [150]],
        [10, [200]],
        [11, []],
      ],
    ],
    [
      'ray',
      [
        [0, 100],
        [10, 200],
      ],
      [
        [-1, []],
        [5, [150]],
        [20, [300]],
      ],
    ],
    [
      'extendedLine',
      [
        [0, 100],
        [10, 200],
      ],
      [
        [-5, [50]],
        [5, [150]],
        [20, [300]],
      ],
    ],
    [
      'horizontalLine',
      [[3, 64_000.5]],
      [
        [-500, [64_000.5]],
        [9_000, [64_000.5]],
      ],
    ],
    [
      'horizontalRay',
      [[3, 64_000.5]],
      [
        [2, []],
        [9_000, [64_000.5]],
      ],
    ],
    [
      'crossLine',
      [[3, 42]],
      [
        [2, [42]],
        [4, [42]],
      ],
    ],
    [
      'parallelChannel',
      [
        [0, 100],
        [10, 200],
        [0, 80],
      ],
      [
        [5, [150, 130]],
        [11, []],
      ],
    ],
    [
      'rectangle',
      [
        [0, 100],
        [10, 200],
      ],
      [
        [5, [100, 200]],
        [11, []],
      ],
    ],
    [
      'triangle',
      [
        [0, 100],
        [10, 200],
        [10, 100],
      ],
      [[5, [150, 100]]],
    ],
  ] as const)('of a %s', (tool, points, expected) => {
    for (const [hour, prices] of expected) expect([hour, levels(target(tool, points), hour).toSorted()]).toEqual([hour, prices.toSorted()]);
  });

  it('of a Fibonacci retracement are its levels', () => {
    expect(
      levels(
        target('fibRetracement', [
          [0, 100],
          [10, 200],
        ]),
        5,
      ),
    ).toEqual([200, 176.4, 161.8, 150, 138.2, 121.4, 100, 38.2]);
  });

  it('on a logarithmic scale, a straight line rises by equal shares', () => {
    expect(
      levels(
        target(
          'trendLine',
          [
            [0, 100],
            [10, 400],
          ],
          true,
        ),
        5,
      ),
    ).toEqual([200]);
    expect(
      levels(
        target(
          'ray',
          [
            [0, 100],
            [10, 200],
          ],
          true,
        ),
        30,
      ),
    ).toEqual([800]);
  });

  it('of months, by the calendar', () => {
    const month = (index: number): number => Date.UTC(2026, index, 1);
    const of: DrawingTarget = {
      ...target('trendLine', []),
      anchors: [
        { time: month(0), price: 100 },
        { time: month(4), price: 200 },
      ],
    };
    expect(levelsOf(of, '1M', month(1))[0]).toBeCloseTo(125, 9);
  });

  it('an extended line goes through its points, whatever its slope and its prices', () => {
    const price = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(price, fc.double({ min: 0.5, max: 2, noNaN: true }), fc.integer({ min: 1, max: 500 }), (from, factor, hours) => {
        const of = target('extendedLine', [
          [0, from],
          [hours, from * factor],
        ]);
        const [first = 0] = levelsOf(of, '60', START);
        const [second = 0] = levelsOf(of, '60', START + hours * HOUR);
        return Math.abs(first / from - 1) < 1e-9 && Math.abs(second / (from * factor) - 1) < 1e-9;
      }),
    );
  });

  it('every tool with lines is drawn without a picture', () => {
    const points = Array.from({ length: 6 }, (_, index) => [index * 2, 100 + 10 * index] as const);
    for (const tool of DRAWING_TOOLS.filter(hasLine)) expect([tool, levels(target(tool, points), 1).length > 0]).toEqual([tool, true]);
  });
});
