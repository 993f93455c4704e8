import { createBookRows, fillBookRows, CELLS_PER_ROW, type BookRows } from './book-rows.ts';
import { GridMirror } from './grid-mirror.ts';
import { fillAroundHeld, holdRows, NO_TICKS, type HeldRows } from './held-rows.ts';
import { SidePainter, type PaintFormat } from './side-painter.ts';

export interface BookPick {
  /** A click on the price, on the row's quantity, or on the total up to it. */
  readonly what: 'price' | 'quantity' | 'total';
  readonly ticks: number;
  readonly lots: number;
}

export interface BookSideElements {
  readonly canvas: HTMLCanvasElement;
  readonly grid: HTMLElement;
}

/** A press this soon after its row got another price was meant for the price before. */
const REACTION_MS = 250;

/** One painted side with its grid and its pointer and keyboard handling. */
export class BookSide {
  readonly side: 'bid' | 'ask';
  readonly painter: SidePainter;
  readonly grid: GridMirror;
  rows: BookRows = createBookRows(0);
  readonly #elements: BookSideElements;
  readonly #onPick: (pick: BookPick) => void;
  readonly #onChange: () => void;
  readonly #ends: (() => void)[] = [];
  #height = 0;
  /** Reading a size lays the page out: done only when it may be another one. */
  #isMeasured = false;
  #held: HeldRows | undefined;
  /** Price of each row at the last filling, and when it got there. */
  #prices: { ticks: number; since: number }[] = [];

  constructor(side: 'bid' | 'ask', elements: BookSideElements, onPick: (pick: BookPick) => void, onChange: () => void) {
    this.side = side;
    this.#elements = elements;
    this.#onPick = onPick;
    this.#onChange = onChange;
    this.painter = new SidePainter(elements.canvas, side);
    this.grid = new GridMirror(elements.grid);
    this.#listen();
  }

  destroy(): void {
    for (const end of this.#ends) end();
    this.grid.destroy();
  }

  /** The element, or the screen it is on, may have another size. */
  resized(): void {
    this.#isMeasured = false;
  }

  /** Takes the element's size over. */
  measure(): void {
    if (this.#isMeasured) return;
    this.#isMeasured = true;
    const { clientWidth, clientHeight } = this.#elements.canvas;
    if (this.painter.resize(clientWidth, clientHeight)) {
      this.rows = createBookRows(this.painter.visibleRows);
      this.#held = undefined;
      this.#prices = [];
    }
    if (clientHeight === this.#height) return;
    this.#height = clientHeight;
    this.grid.setRowCount(this.painter.visibleRows, (row) => this.painter.topOf(row));
  }

  fill(levels: readonly number[], group: number, own: ReadonlySet<number>): void {
    const input = { levels, side: this.side, group, own };
    if (levels.length === 0) this.#held = undefined;
    if (this.#held === undefined) fillBookRows(this.rows, input);
    else fillAroundHeld(this.rows, input, this.#held);
    this.#notePrices();
  }

  /** Total of the deepest row on screen. */
  get depth(): number {
    return this.rows.count === 0 ? 0 : (this.rows.cells[(this.rows.count - 1) * CELLS_PER_ROW + 2] ?? 0);
  }

  paint(scale: number, format: PaintFormat): void {
    this.painter.paint(this.rows, scale, format);
  }

  #ticksOf(row: number): number {
    return row < this.rows.count ? (this.rows.cells[row * CELLS_PER_ROW] ?? NO_TICKS) : NO_TICKS;
  }

  #notePrices(): void {
    const now = performance.now();
    for (let row = 0; row < this.painter.visibleRows; row += 1) {
      const ticks = this.#ticksOf(row);
      const before = (this.#prices[row] ??= { ticks: NO_TICKS, since: now });
      if (before.ticks === ticks) continue;
      before.ticks = ticks;
      before.since = now;
    }
  }

  /** Whether the row stands still for long enough to be what the hand aimed at. */
  #isSettled(row: number): boolean {
    const shown = this.#prices[row];
    return shown !== undefined && performance.now() - shown.since >= REACTION_MS;
  }

  #pick(row: number, what: BookPick['what']): void {
    if (row < 0 || this.#ticksOf(row) === NO_TICKS) return;
    const at = row * CELLS_PER_ROW;
    this.#onPick({ what, ticks: this.rows.cells[at] ?? 0, lots: this.rows.cells[at + (what === 'total' ? 2 : 1)] ?? 0 });
  }

  #listen(): void {
    const { canvas, grid } = this.#elements;
    const on = <Name extends keyof HTMLElementEventMap>(
      element: HTMLElement,
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
    ) => {
      element.addEventListener(name, listener);
      this.#ends.push(() => element.removeEventListener(name, listener));
    };
    const hover = (row: number) => {
      if (row === this.painter.hover) return;
      this.painter.hover = row;
      this.#held = holdRows(this.rows, row);
      this.#onChange();
    };
    on(canvas, 'pointermove', (event) => hover(this.painter.rowAt(event.offsetY)));
    on(canvas, 'pointerleave', () => hover(-1));
    on(canvas, 'click', (event) => {
      const share = event.offsetX / Math.max(1, canvas.clientWidth);
      const row = this.painter.rowAt(event.offsetY);
      if (this.#isSettled(row)) this.#pick(row, share < 0.4 ? 'price' : share < 0.72 ? 'quantity' : 'total');
    });
    on(grid, 'keydown', (event) => {
      const outward = this.side === 'bid' ? 1 : -1;
      if (event.key === 'ArrowDown') this.grid.move(1, outward);
      else if (event.key === 'ArrowUp') this.grid.move(-1, outward);
      else if (event.key === 'Enter') this.#pick(this.grid.focusedRow, 'price');
      else if (event.key === ' ') this.#pick(this.grid.focusedRow, 'quantity');
      else return;
      event.preventDefault();
    });
  }
}
