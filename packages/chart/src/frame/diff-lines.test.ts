import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChartLine } from '../bridge/messages.ts';
import { lineSample } from '../testing/samples.ts';
import { diffLines } from './diff-lines.ts';

const drawn = (...lines: ChartLine[]): Map<string, ChartLine> => new Map(lines.map((line) => [line.id, line]));

describe('lines by id', () => {
  it('CHT-18 a line is made, updated by id, and removed when it is absent from the latest data', () => {
    const a = lineSample({ id: 'a' });
    const b = lineSample({ id: 'b' });
    const c = lineSample({ id: 'c' });
    const moved = { ...b, price: b.price + 1 };
    expect(diffLines(drawn(a, b), [moved, c])).toEqual({ added: [c], changed: [moved], removed: ['a'] });
  });

  it('CHT-18 leaves a line alone that says the same again', () => {
    const line = lineSample();
    expect(diffLines(drawn(line), [structuredClone(line)])).toEqual({ added: [], changed: [], removed: [] });
  });

  it.each<Partial<ChartLine>>([
    { price: 1 },
    { side: 'Sell' },
    { kind: 'order' },
    { text: 'other' },
    { quantity: '1' },
    { buttons: [] },
    { buttons: [{ id: 'close', label: 'Zu' }] },
    { buttons: [{ id: 'reverse', label: 'Close' }] },
  ])('CHT-18 sees a change of %o', (part) => {
    const line = lineSample();
    expect(diffLines(drawn(line), [{ ...line, ...part }]).changed).toHaveLength(1);
  });

  it('CHT-18 applying the changes to what was drawn gives the latest lines', () => {
    const lines = fc.array(
      fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), price: fc.integer({ min: 1, max: 3 }) }).map((part) => lineSample(part)),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(lines, lines, (before, latest) => {
        const state = drawn(...before);
        const { added, changed, removed } = diffLines(state, latest);
        for (const id of removed) state.delete(id);
        for (const line of [...added, ...changed]) state.set(line.id, line);
        expect(state).toEqual(drawn(...latest));
      }),
    );
  });
});
