import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planLabels, type Labelled } from './label-plan.ts';

const PITCH = 23;
const HEIGHT = 560;
const someLines = (maxLength: number) =>
  fc
    .array(fc.record({ y: fc.double({ min: 0, max: HEIGHT, noNaN: true }), rank: fc.nat({ max: 3 }) }), { maxLength })
    .map((list) => list.toSorted((a, b) => a.y - b.y).map((item, index): Labelled => ({ ...item, id: String(index) })));
const price = fc.double({ min: 0, max: HEIGHT, noNaN: true });

describe('labels of trade lines', () => {
  it('CHT-18 with 200 lines none covers another or the newest candle, and every line is in one of them', () => {
    fc.assert(
      fc.property(someLines(200), price, price, (lines, centre, size) => {
        const blocked = { top: centre - size / 4, bottom: centre + size / 4 };
        const labels = planLabels(lines, { top: 0, height: HEIGHT, pitch: PITCH, centre, blocked });
        const edges = labels.map(({ y }) => ({ top: y - PITCH / 2, bottom: y + PITCH / 2 })).toSorted((a, b) => a.top - b.top);
        edges.forEach(({ top, bottom }, index) => {
          expect(top).toBeGreaterThanOrEqual(-1e-6);
          expect(bottom).toBeLessThanOrEqual(HEIGHT + 1e-6);
          expect(bottom <= blocked.top + 1e-6 || top >= blocked.bottom - 1e-6).toBe(true);
          const next = edges[index + 1];
          if (next !== undefined) expect(next.top).toBeGreaterThanOrEqual(bottom - 1e-6);
        });
        const ids = labels.flatMap(({ items }) => items.map(({ id }) => id));
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).toHaveLength(lines.length);
      }),
    );
  });

  it('CHT-18 what matters most keeps a label of its own, and so does the one that was asked for', () => {
    const lines = Array.from({ length: 200 }, (_, index): Labelled => ({ id: String(index), y: index * 2.8, rank: index === 3 ? 3 : 0 }));
    const labels = planLabels(lines, { top: 0, height: HEIGHT, pitch: PITCH, centre: 280, pinned: '190' });
    const single = labels.filter(({ items }) => items.length === 1).map(({ items }) => items[0].id);
    expect(single).toContain('3');
    expect(single).toContain('190');
    expect(labels).toHaveLength(24);
    expect(labels.filter(({ items }) => items.length > 1)).toHaveLength(2);
  });

  it('stands below what is not for labels, with the newest bar or without', () => {
    const lines = Array.from({ length: 12 }, (_, index) => ({ id: String(index), y: index * 9, rank: 0 }));
    for (const blocked of [undefined, { top: 90, bottom: 120 }]) {
      const labels = planLabels(lines, { top: 60, height: HEIGHT, pitch: PITCH, centre: 50, blocked });
      expect(Math.min(...labels.map(({ y }) => y))).toBeGreaterThanOrEqual(60 + PITCH / 2);
      expect(labels.flatMap(({ items }) => items)).toHaveLength(lines.length);
    }
  });

  it('needs no shared label while there is room', () => {
    const lines = Array.from({ length: 24 }, (_, index): Labelled => ({ id: String(index), y: 300, rank: 0 }));
    const labels = planLabels(lines, { top: 0, height: HEIGHT, pitch: PITCH, centre: 300 });
    expect(labels.map(({ items }) => items.length)).toEqual(new Array(24).fill(1));
  });
});
