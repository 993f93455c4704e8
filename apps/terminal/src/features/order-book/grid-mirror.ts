import { CELLS_PER_ROW, type BookRows } from './book-rows.ts';
import { NO_TICKS } from './held-rows.ts';
import { ROW_HEIGHT, type PaintFormat } from './side-painter.ts';

/**
 * The painted rows once more as a grid that keyboards and assistive technology can use. It lies over the canvas without being seen;
 * only the ring of the focused row shows. Rows are a fixed pool and only their text nodes change.
 */
export class GridMirror {
  readonly #grid: HTMLElement;
  #rows: HTMLElement[] = [];
  #focused = 0;
  #layOut: (() => void) | undefined;

  constructor(grid: HTMLElement) {
    this.#grid = grid;
  }

  get focusedRow(): number {
    return this.#focused;
  }

  /** The pool is to be as long as the canvas has rows; it is made with the next writing. */
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

  /** Takes its rows out of the grid. */
  destroy(): void {
    for (const row of this.#rows.splice(0)) row.remove();
  }

  /** `ownOrder` describes a row that holds an order of the account. */
  write(rows: BookRows, format: PaintFormat, ownOrder: string): void {
    this.#layOut?.();
    this.#layOut = undefined;
    this.#rows.forEach((row, index) => {
      const filled = index < rows.count && (rows.cells[index * CELLS_PER_ROW] ?? NO_TICKS) !== NO_TICKS;
      row.hidden = !filled;
      if (!filled) return;
      const at = index * CELLS_PER_ROW;
      const texts = [format.price(rows.cells[at] ?? 0), format.lots(rows.cells[at + 1] ?? 0), format.lots(rows.cells[at + 2] ?? 0)];
      const own = rows.cells[at + 3] === 1;
      row.setAttribute('aria-current', own ? 'true' : 'false');
      // A description, so that the row keeps its figures as its name.
      if (own) row.setAttribute('aria-description', ownOrder);
      else row.removeAttribute('aria-description');
      texts.forEach((text, cell) => {
        const element = row.children[cell];
        if (element !== undefined && element.textContent !== text) element.textContent = text;
      });
    });
  }

  /** Moves the focus by rows on screen; -1 is up. `outward` is the direction in which row numbers rise. */
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
