import { expect, test } from 'vitest';
import { ROW_HEIGHT, rowAt, rowsIn, topOf } from './side-layout.ts';

const HEIGHT = 3 * ROW_HEIGHT + 7;

test('asks stand on the bottom edge, bids hang from the top', () => {
  expect(rowsIn(HEIGHT)).toBe(3);
  expect(topOf('ask', HEIGHT, 0)).toBe(HEIGHT - ROW_HEIGHT);
  expect(topOf('bid', HEIGHT, 0)).toBe(0);
});

test.each(['ask', 'bid'] as const)('a place on a row of the %ss is found there, one beside the rows is none', (side) => {
  for (let row = 0; row < 3; row += 1) {
    const top = topOf(side, HEIGHT, row);
    expect([rowAt(side, HEIGHT, top + 0.5), rowAt(side, HEIGHT, top + ROW_HEIGHT - 0.5)]).toEqual([row, row]);
  }
  expect(rowAt(side, HEIGHT, side === 'ask' ? 1 : HEIGHT - 1)).toBe(-1);
});
