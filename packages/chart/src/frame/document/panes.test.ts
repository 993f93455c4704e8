import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyCommand, newDocument, type StudyEntry } from './chart-document.ts';
import { PRICE_PANE, USUAL_PANES, layPanes, movedOrder, resizedShares, type PaneLayout } from './panes.ts';
import { readDocument } from './read-document.ts';

const IDS = ['s1', 's2', 's3', 's4'];
const ids = fc.subarray(IDS);
const layout: fc.Arbitrary<PaneLayout> = fc.record({
  order: fc.shuffledSubarray([...IDS, 'gone']),
  shares: fc.dictionary(fc.constantFrom(...IDS), fc.double({ min: 0.05, max: 1, noNaN: true })),
  maximised: fc.constantFrom('', '', PRICE_PANE, 's1', 'gone'),
});
const heights = (boxes: ReturnType<typeof layPanes>): readonly (readonly [string, number])[] => boxes.map(({ id, height }) => [id, height]);
const study = (id: string): StudyEntry => ({
  id,
  indicator: 'rsi',
  inputs: {},
  source: { price: 'close' },
  looks: [],
  shown: true,
  hiddenOn: [],
});

describe('the panes of a chart', () => {
  it('CHT-06 fill the picture without a gap, the prices first, whatever was arranged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 120, max: 2_000 }), ids, layout, (total, shown, arranged) => {
        const boxes = layPanes(total, shown, arranged);
        let top = 0;
        for (const box of boxes) {
          expect(box.top).toBe(top);
          expect(box.height).toBeGreaterThan(0);
          top += box.height;
        }
        expect(top).toBe(total);
        if (boxes.length > 1) expect(boxes.map(({ id }) => id).toSorted()).toEqual([PRICE_PANE, ...shown].toSorted());
      }),
    );
  });

  it('CHT-06 keep the heights that a divider gave them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 2_000 }), layout, fc.integer({ min: -500, max: 500 }), (total, arranged, pixels) => {
        const before = layPanes(total, IDS, { ...arranged, maximised: '' });
        const id = before[2]?.id ?? '';
        const after = layPanes(total, IDS, { ...arranged, maximised: '', shares: resizedShares(before, id, pixels) });
        // Only the two panes beside the divider change.
        expect(heights(after).filter((_, at) => at === 0 || at > 2)).toEqual(heights(before).filter((_, at) => at === 0 || at > 2));
        for (const { height } of after.slice(1)) expect(height).toBeGreaterThanOrEqual(Math.min(32, ...before.map((box) => box.height)));
      }),
    );
  });

  it('CHT-06 take from the prices what the divider below them gives', () => {
    const before = layPanes(600, ['s1'], USUAL_PANES);
    expect(heights(before)).toEqual([
      [PRICE_PANE, 492],
      ['s1', 108],
    ]);
    expect(heights(layPanes(600, ['s1'], { ...USUAL_PANES, shares: resizedShares(before, 's1', -100) }))).toEqual([
      [PRICE_PANE, 392],
      ['s1', 208],
    ]);
    expect(heights(layPanes(600, ['s1'], { ...USUAL_PANES, shares: resizedShares(before, 's1', -10_000) }))).toEqual([
      [PRICE_PANE, 72],
      ['s1', 528],
    ]);
  });

  it('CHT-06 change places with their neighbour, and not with the prices', () => {
    const boxes = layPanes(600, ['s1', 's2', 's3'], USUAL_PANES);
    expect(movedOrder(boxes, 's2', -1)).toEqual(['s2', 's1', 's3']);
    expect(movedOrder(boxes, 's2', 1)).toEqual(['s1', 's3', 's2']);
    expect(movedOrder(boxes, 's1', -1)).toBeUndefined();
    expect(movedOrder(boxes, PRICE_PANE, 1)).toBeUndefined();
  });

  it('CHT-06 are stored and read as they were, and a damaged part costs that part only', () => {
    fc.assert(
      fc.property(layout, (panes) => {
        const document = { ...newDocument('Etc/UTC'), panes };
        expect(readDocument(JSON.parse(JSON.stringify(document)))).toEqual(document);
      }),
    );
    const stored = { ...newDocument('Etc/UTC'), panes: { order: [1], shares: { s1: 0.3, s2: 'half' }, maximised: 's1' } };
    expect(readDocument(stored)?.panes).toEqual({ order: [], shares: { s1: 0.3 }, maximised: 's1' });
    const { panes: _, ...older } = newDocument('Etc/UTC');
    expect(readDocument(older)?.panes).toEqual(USUAL_PANES);
  });

  it('CHT-06 forget an indicator that is removed, and show one that is added', () => {
    const panes = { order: ['s2', 's1'], shares: { s1: 0.2, s2: 0.3 }, maximised: 's1' };
    const document = { ...newDocument('Etc/UTC'), studies: [study('s1'), study('s2')], panes };
    expect(applyCommand(document, { kind: 'removeStudy', id: 's1' }).panes).toEqual({ order: ['s2'], shares: { s2: 0.3 }, maximised: '' });
    expect(applyCommand(document, { kind: 'addStudy', study: study('s3') }).panes).toEqual({ ...panes, maximised: '' });
  });
});
