export type BookSideName = 'bid' | 'ask';

export const ROW_HEIGHT = 20;

/** Rows that fit into a height. */
export const rowsIn = (height: number): number => Math.floor(height / ROW_HEIGHT);

/** Top edge of a row within its side: asks start at the bottom edge, bids at the top. */
export const topOf = (side: BookSideName, height: number, row: number): number =>
  side === 'bid' ? row * ROW_HEIGHT : height - (row + 1) * ROW_HEIGHT;

/** Row at a position within a side, -1 for none. */
export function rowAt(side: BookSideName, height: number, y: number): number {
  const row = Math.floor((side === 'bid' ? y : height - y) / ROW_HEIGHT);
  return row >= 0 && row < rowsIn(height) ? row : -1;
}
