import { CELLS_PER_ROW, NO_TICKS } from './book-messages.ts';
import { createBookRows, fillBookRows, type BookRows, type BookSideInput } from './book-rows.ts';

/** Rows on either side of the pointer's row that keep their prices with it. */
const REACH = 2;

/** Prices that keep their rows while the pointer is among them. */
export interface HeldRows {
  readonly first: number;
  /** From the best outwards. */
  readonly ticks: readonly number[];
}

/** The displayed prices around a row; `undefined` for none. */
export function holdRows(rows: BookRows, row: number): HeldRows | undefined {
  const ticksOf = (at: number): number => rows.cells[at * CELLS_PER_ROW] ?? NO_TICKS;
  if (row < 0 || row >= rows.count || ticksOf(row) === NO_TICKS) return undefined;
  let first = row;
  while (first > Math.max(0, row - REACH) && ticksOf(first - 1) !== NO_TICKS) first -= 1;
  const end = Math.min(rows.count, row + REACH + 1);
  return { first, ticks: Array.from({ length: end - first }, (_unused, index) => ticksOf(first + index)) };
}

/**
 * Like `fillBookRows`, with some prices fixed in their rows: better and worse ones surround them as far as there is
 * room, a fixed price without orders has no lots, and a new price between fixed ones counts in the totals without a
 * row.
 */
export function fillAroundHeld(rows: BookRows, input: BookSideInput, held: HeldRows): void {
  const capacity = rows.cells.length / CELLS_PER_ROW;
  const all = createBookRows(input.levels.length / 2);
  fillBookRows(all, input);
  const outward = input.side === 'bid' ? -1 : 1;
  const [best = 0, worst = best] = [held.ticks[0], held.ticks.at(-1)];
  const ticksOf = (index: number): number => all.cells[index * CELLS_PER_ROW] ?? NO_TICKS;
  let better = 0;
  while (better < all.count && (ticksOf(better) - best) * outward < 0) better += 1;
  let worse = better;
  while (worse < all.count && (ticksOf(worse) - worst) * outward <= 0) worse += 1;
  const put = (row: number, index: number): void =>
    rows.cells.set(all.cells.subarray(index * CELLS_PER_ROW, (index + 1) * CELLS_PER_ROW), row * CELLS_PER_ROW);

  for (let row = 0; row < held.first; row += 1) {
    const index = better - held.first + row;
    if (index >= 0) put(row, index);
    else rows.cells.set([NO_TICKS, 0, 0, 0], row * CELLS_PER_ROW);
  }
  let quoted = better;
  held.ticks.forEach((ticks, place) => {
    while (quoted < worse && (ticksOf(quoted) - ticks) * outward < 0) quoted += 1;
    const row = held.first + place;
    if (quoted < worse && ticksOf(quoted) === ticks) put(row, quoted);
    else rows.cells.set([ticks, 0, quoted === 0 ? 0 : (all.cells[(quoted - 1) * CELLS_PER_ROW + 2] ?? 0), 0], row * CELLS_PER_ROW);
  });
  const after = held.first + held.ticks.length;
  const count = Math.min(capacity - after, all.count - worse);
  for (let place = 0; place < count; place += 1) put(after + place, worse + place);
  rows.count = after + Math.max(0, count);
}
