import { describe, expect, test } from 'vitest';
import { bidPercent, createBookRows, fillBookRows, groupTicks } from './book-rows.ts';

const fill = (levels: number[], side: 'bid' | 'ask', group: number, capacity = 10, own: number[] = []) => {
  const rows = createBookRows(capacity);
  fillBookRows(rows, { levels, side, group, own: new Set(own) });
  return Array.from({ length: rows.count }, (_unused, row) => [...rows.cells.slice(row * 4, row * 4 + 4)]);
};

describe('book rows', () => {
  test('MKT-01 totals run from the best price outwards', () => {
    expect(fill([100, 5, 99, 7, 97, 1], 'bid', 1)).toEqual([
      [100, 5, 5, 0],
      [99, 7, 12, 0],
      [97, 1, 13, 0],
    ]);
  });

  test('MKT-01 grouped bids round down and asks up, so that no row looks better than it is', () => {
    expect(fill([109, 1, 100, 2, 99, 3], 'bid', 10)).toEqual([
      [100, 3, 3, 0],
      [90, 3, 6, 0],
    ]);
    expect(fill([101, 1, 110, 2, 111, 3], 'ask', 10)).toEqual([
      [110, 3, 3, 0],
      [120, 3, 6, 0],
    ]);
    expect(groupTicks(105, 1, 'bid')).toBe(105);
  });

  test('MKT-01 rows that hold own orders are marked, also inside a group', () => {
    expect(fill([109, 1, 104, 2, 99, 3], 'bid', 10, 10, [104])).toEqual([
      [100, 3, 3, 1],
      [90, 3, 6, 0],
    ]);
  });

  test('stops when the rows are full, with the last row complete', () => {
    expect(fill([109, 1, 104, 2, 99, 3, 95, 4], 'bid', 10, 1)).toEqual([[100, 3, 3, 0]]);
  });

  test('the balance is the share of bids in what is shown', () => {
    const bids = createBookRows(2);
    const asks = createBookRows(2);
    expect(bidPercent(bids, asks)).toBeUndefined();
    fillBookRows(bids, { levels: [10, 3], side: 'bid', group: 1, own: new Set() });
    fillBookRows(asks, { levels: [11, 1], side: 'ask', group: 1, own: new Set() });
    expect(bidPercent(bids, asks)).toBe(75);
  });
});
