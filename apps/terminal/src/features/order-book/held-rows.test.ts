import { expect, test } from 'vitest';
import { createBookRows, fillBookRows, type BookRows } from './book-rows.ts';
import { NO_TICKS } from './book-messages.ts';
import { fillAroundHeld, holdRows } from './held-rows.ts';

const input = (levels: number[], side: 'bid' | 'ask' = 'bid') => ({ levels, side, group: 1, own: new Set<number>() });
const shown = (rows: BookRows) => Array.from({ length: rows.count }, (_unused, row) => [...rows.cells.slice(row * 4, row * 4 + 3)]);
const BIDS = [100, 1, 99, 1, 98, 1, 97, 1, 96, 1, 95, 1, 94, 1, 93, 1];

function held(row: number) {
  const rows = createBookRows(7);
  fillBookRows(rows, input(BIDS));
  const hold = holdRows(rows, row);
  if (hold === undefined) throw new Error('nothing is held');
  return { rows, hold };
}

test('MKT-02 the rows around the pointer keep their prices, whatever comes or goes at the best price', () => {
  const { rows, hold } = held(3);
  expect(hold).toEqual({ first: 1, ticks: [99, 98, 97, 96, 95] });
  fillAroundHeld(rows, input([102, 5, 101, 5, ...BIDS]), hold);
  expect(shown(rows).map(([ticks]) => ticks)).toEqual([100, 99, 98, 97, 96, 95, 94]);
  expect(shown(rows)[1]).toEqual([99, 1, 12]);
  fillAroundHeld(rows, input([98, 4, 96, 1, 95, 1, 94, 1, 93, 1]), hold);
  expect(shown(rows)).toEqual([
    [NO_TICKS, 0, 0],
    [99, 0, 0],
    [98, 4, 4],
    [97, 0, 4],
    [96, 1, 5],
    [95, 1, 6],
    [94, 1, 7],
  ]);
});

test('MKT-02 a price that is new among them counts in the totals without taking a row', () => {
  const rows = createBookRows(4);
  const asks = [10, 1, 12, 1, 14, 1, 16, 1];
  fillBookRows(rows, input(asks, 'ask'));
  const hold = holdRows(rows, 0);
  expect(hold?.ticks).toEqual([10, 12, 14]);
  if (hold === undefined) return;
  fillAroundHeld(rows, input([10, 1, 11, 5, 12, 1, 14, 1, 16, 1], 'ask'), hold);
  expect(shown(rows)).toEqual([
    [10, 1, 1],
    [12, 1, 7],
    [14, 1, 8],
    [16, 1, 9],
  ]);
});

test('what is no row holds nothing', () => {
  const rows = createBookRows(4);
  fillBookRows(rows, input([10, 1]));
  expect(holdRows(rows, -1)).toBeUndefined();
  expect(holdRows(rows, 2)).toBeUndefined();
});
