import { CELLS_PER_ROW } from './book-messages.ts';

/** Rows of one side for the painter: best first, grouped, with running totals. All counts are ticks and lots. */
export interface BookRows {
  /** Ticks, lots, total lots, own (0 or 1), repeated. */
  readonly cells: Float64Array;
  count: number;
}

export function createBookRows(capacity: number): BookRows {
  return { cells: new Float64Array(capacity * CELLS_PER_ROW), count: 0 };
}

export interface BookSideInput {
  /** Best first; ticks at even, lots at odd indices. */
  readonly levels: readonly number[];
  readonly side: 'bid' | 'ask';
  /** Ticks per row; 1 shows every level. */
  readonly group: number;
  /** Prices of own orders, in ticks. */
  readonly own: ReadonlySet<number>;
}

/** Price of the row of a level: bids round down, asks up, so that a row never shows a better price than it contains. */
export function groupTicks(ticks: number, group: number, side: 'bid' | 'ask'): number {
  if (group === 1) return ticks;
  return (side === 'bid' ? Math.floor(ticks / group) : Math.ceil(ticks / group)) * group;
}

/** Fills `rows` from the levels without allocation; stops when the rows are full. */
export function fillBookRows(rows: BookRows, { levels, side, group, own }: BookSideInput): void {
  const { cells } = rows;
  const capacity = cells.length / CELLS_PER_ROW;
  let row = -1;
  let total = 0;
  for (let index = 0; index + 1 < levels.length; index += 2) {
    const ticks = levels[index] ?? 0;
    const lots = levels[index + 1] ?? 0;
    const grouped = groupTicks(ticks, group, side);
    if (row < 0 || cells[row * CELLS_PER_ROW] !== grouped) {
      if (row + 1 >= capacity) break;
      row += 1;
      cells[row * CELLS_PER_ROW] = grouped;
      cells[row * CELLS_PER_ROW + 1] = 0;
      cells[row * CELLS_PER_ROW + 3] = 0;
    }
    total += lots;
    cells[row * CELLS_PER_ROW + 1] = (cells[row * CELLS_PER_ROW + 1] ?? 0) + lots;
    cells[row * CELLS_PER_ROW + 2] = total;
    if (own.size > 0 && own.has(ticks)) cells[row * CELLS_PER_ROW + 3] = 1;
  }
  rows.count = row + 1;
}

/** Share of bids in the displayed lots, in whole percent; `undefined` for an empty book. */
export function bidPercent(bids: BookRows, asks: BookRows): number | undefined {
  const of = (rows: BookRows) => (rows.count === 0 ? 0 : (rows.cells[(rows.count - 1) * CELLS_PER_ROW + 2] ?? 0));
  const sum = of(bids) + of(asks);
  return sum === 0 ? undefined : Math.round((of(bids) / sum) * 100);
}
