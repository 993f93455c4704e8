import type { PaintFormat } from '../../platform/painting/numbers.ts';
import { CELLS_PER_ROW, NO_TICKS, type ShownSide } from './book-messages.ts';
import { ROW_HEIGHT } from './side-layout.ts';

/**
 * The painted rows as an accessible grid for keyboards and assistive technology. It lies over the canvas invisibly;
 * only the focus ring of a row shows. Rows are a fixed pool and only their text nodes change.
 */
export class GridMirror {
  readonly #grid: HTMLElement;
  #rows: HTMLElement[] = [];
  #focused = 0;
  #layOut: (() => void) | undefined;
  /** The cells on screen: a row is written only when they change. */
  #written = new Float64Array();

  constructor(grid: HTMLElement) {
    this.#grid = grid;
  }

  get focusedRow(): number {
    return this.#focused;
  }

  /** The pool must have as many rows as the canvas; it is created with the next update. */
  setRowCount(count: number, topOf: (row: number) => number): void {
    this.#layOut = () => this.#makeRows(count, topOf);
  }

  #makeRows(count: number, topOf: (row: number) => number): void {
    while (this.#rows.length > count) this.#rows.pop()?.remove();
    while (this.#rows.length < count) {
      const row = document.createElement('div');
      row.setAttribute('role', 'row');
      for (let cell = 0; cell < 3; cell += 1) {
        const element = document.createElement('span');
        element.setAttribute('role', 'gridcell');
        row.append(element);
      }
      this.#rows.push(row);
      this.#grid.append(row);
    }
    this.#focused = Math.min(this.#focused, Math.max(0, count - 1));
    this.#rows.forEach((row, index) => {
      row.style.top = `${topOf(index)}px`;
      row.style.height = `${ROW_HEIGHT}px`;
      row.tabIndex = index === this.#focused ? 0 : -1;
    });
  }

  /** Removes its rows from the grid. */
  destroy(): void {
    for (const row of this.#rows.splice(0)) row.remove();
  }

  /** `ownOrder` describes a row with an order of the account. */
  write({ cells, count }: Pick<ShownSide, 'cells' | 'count'>, format: PaintFormat, ownOrder: string): void {
    this.#layOut?.();
    this.#layOut = undefined;
    const before = this.#written;
    const written = new Float64Array(this.#rows.length * CELLS_PER_ROW).fill(NO_TICKS);
    this.#rows.forEach((row, index) => {
      const [at, end] = [index * CELLS_PER_ROW, (index + 1) * CELLS_PER_ROW];
      if (index < count) written.set(cells.subarray(at, end), at);
      // Rows that were made since are written as well.
      const isNew = at >= before.length;
      if (!isNew && written.subarray(at, end).every((cell, place) => cell === before[at + place])) return;
      this.#writeRow(row, written.subarray(at, end), format, ownOrder);
    });
    this.#written = written;
  }

  #writeRow(row: HTMLElement, cells: Float64Array, format: PaintFormat, ownOrder: string): void {
    const [ticks = NO_TICKS, lots = 0, total = 0, own] = cells;
    row.hidden = ticks === NO_TICKS;
    if (row.hidden) return;
    row.setAttribute('aria-current', own === 1 ? 'true' : 'false');
    // A description, so that the row keeps its figures as its name.
    if (own === 1) row.setAttribute('aria-description', ownOrder);
    else row.removeAttribute('aria-description');
    const texts = lots === 0 ? [format.price(ticks), '', ''] : [format.price(ticks), format.lots(lots), format.lots(total)];
    texts.forEach((text, cell) => {
      const element = row.children[cell];
      if (element !== undefined && element.textContent !== text) element.textContent = text;
    });
  }

  /** Moves the focus by displayed rows; -1 is up. `outward` is the direction of ascending row numbers. */
  move(step: number, outward: 1 | -1): void {
    const next = this.#focused + step * outward;
    const row = this.#rows[next];
    if (row === undefined || row.hidden) return;
    const before = this.#rows[this.#focused];
    if (before !== undefined) before.tabIndex = -1;
    this.#focused = next;
    row.tabIndex = 0;
    row.focus();
  }
}
