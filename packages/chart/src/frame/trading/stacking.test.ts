import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stackLabels } from './stacking.ts';

const HEIGHT = 20;
const box = { height: HEIGHT, top: 0, bottom: 500, centre: 250 };
const labels = fc
  .array(fc.record({ y: fc.double({ min: 0, max: 500, noNaN: true }), rank: fc.nat({ max: 3 }) }), { maxLength: 200 })
  .map((list) => list.toSorted((a, b) => a.y - b.y));

describe('labels in one column', () => {
  it('never cover each other, keep the order of their lines and stay inside', () => {
    fc.assert(
      fc.property(labels, (wanted) => {
        const places = stackLabels(wanted, box).filter((place) => place !== undefined);
        expect(places).toHaveLength(Math.min(wanted.length, 25));
        places.forEach((place, index) => {
          expect(place).toBeGreaterThanOrEqual(HEIGHT / 2 - 1e-9);
          expect(place).toBeLessThanOrEqual(500 - HEIGHT / 2 + 1e-9);
          if (index > 0) expect(place - (places[index - 1] ?? 0)).toBeGreaterThanOrEqual(HEIGHT - 1e-9);
        });
      }),
    );
  });

  it('stand at their line when nothing is in the way, and share the way when something is', () => {
    expect(
      stackLabels(
        [
          { y: 100, rank: 0 },
          { y: 200, rank: 0 },
        ],
        box,
      ),
    ).toEqual([100, 200]);
    expect(
      stackLabels(
        [
          { y: 100, rank: 0 },
          { y: 110, rank: 0 },
        ],
        box,
      ),
    ).toEqual([95, 115]);
    expect(stackLabels([{ y: 2, rank: 0 }], box)).toEqual([10]);
  });

  it('give way by rank, then by their distance from the newest price', () => {
    const wanted = [
      { y: 5, rank: 0 },
      { y: 10, rank: 3 },
      { y: 40, rank: 0 },
    ];
    expect(stackLabels(wanted, { height: HEIGHT, top: 0, bottom: 45, centre: 40 })).toEqual([undefined, 10, 35]);
  });
});
