import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Drawing } from '../drawings/drawing.ts';
import { drawingSample } from '../../testing/drawing-sample.ts';
import { newDocument } from './chart-document.ts';
import { DRAWING_MOVES, movesOf, reordered } from './drawing-order.ts';
import { DocumentHistory } from './history.ts';

const drawing = (id: string, ticker = 'BTCUSDT'): Drawing => drawingSample({ id, ticker });
const ids = (drawings: readonly Drawing[]): string => drawings.map(({ id }) => id).join(' ');
const ALL = [drawing('a'), drawing('x', 'ETHUSDT'), drawing('b'), drawing('c'), drawing('y', 'ETHUSDT'), drawing('d')];

describe('the order of drawings', () => {
  it('CHT-07 moves a drawing among those of its symbol, and leaves the others where they are', () => {
    expect(ids(reordered(ALL, 'b', 'front'))).toBe('a x c d y b');
    expect(ids(reordered(ALL, 'b', 'forward'))).toBe('a x c b y d');
    expect(ids(reordered(ALL, 'b', 'backward'))).toBe('b x a c y d');
    expect(ids(reordered(ALL, 'c', 'back'))).toBe('c x a b y d');
    expect(ids(reordered(ALL, 'x', 'front'))).toBe('a y b c x d');
  });

  it('CHT-07 offers only what moves it', () => {
    const offered = (id: string) => movesOf(ALL, ALL.find((each) => each.id === id) ?? drawing('none'));
    expect(offered('a')).toEqual(['front', 'forward']);
    expect(offered('b')).toEqual(DRAWING_MOVES);
    expect(offered('d')).toEqual(['backward', 'back']);
  });

  it('CHT-07 any run of moves keeps every drawing, and is undone step by step', () => {
    const move = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'gone'), to: fc.constantFrom(...DRAWING_MOVES) });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 20 }), (moves) => {
        const history = new DocumentHistory(
          { ...newDocument('Etc/UTC'), drawings: ALL },
          () => undefined,
          () => 'BTCUSDT',
        );
        for (const each of moves) history.apply({ kind: 'orderDrawing', ...each });
        expect(history.document.drawings.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c', 'd', 'x', 'y']);
        while (history.canUndo) {
          const before = history.document;
          history.undo();
          expect(ids(history.document.drawings)).not.toBe(ids(before.drawings));
        }
        const own = (all: readonly Drawing[]): string => ids(all.filter(({ ticker }) => ticker === 'BTCUSDT'));
        expect(own(history.document.drawings)).toBe(own(ALL));
      }),
    );
  });
});
