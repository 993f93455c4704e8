import { sharedNow } from '../../platform/painting/scene.ts';
import type { BookCommand, BookPick, SidePlace } from './book-messages.ts';
import { GridMirror } from './grid-mirror.ts';
import { rowAt, rowsIn, topOf, type BookSideName } from './side-layout.ts';

export interface BookSideElements {
  /** Covers the side's part of the canvas and receives the pointer. */
  readonly surface: HTMLElement;
  readonly grid: HTMLElement;
}

/** Time of an event by the shared clock. */
const timeOf = (event: Event): number => performance.timeOrigin + event.timeStamp;

/** The page's part of one side: its grid, and the actions of pointer and keyboard. */
export class BookSide {
  readonly side: BookSideName;
  readonly grid: GridMirror;
  readonly #elements: BookSideElements;
  readonly #tell: (command: BookCommand) => void;
  readonly #ends = new AbortController();
  #height = 0;
  #hover = -1;

  constructor(side: BookSideName, elements: BookSideElements, tell: (command: BookCommand) => void) {
    this.side = side;
    this.#elements = elements;
    this.#tell = tell;
    this.grid = new GridMirror(elements.grid);
    this.#listen();
  }

  destroy(): void {
    this.#ends.abort();
    this.grid.destroy();
  }

  /** Reads the element's position, which forces a layout. */
  measure(): SidePlace {
    const { offsetTop: top, clientHeight: height } = this.#elements.surface;
    if (height !== this.#height) {
      this.#height = height;
      this.#hover = -1;
      this.grid.setRowCount(rowsIn(height), (row) => topOf(this.side, height, row));
    }
    return { side: this.side, top, height };
  }

  #pick(row: number, what: BookPick['what'], at: number, isAimed: boolean): void {
    if (row >= 0) this.#tell({ type: 'pick', pick: { side: this.side, row, what, at, isAimed } });
  }

  #hovered(row: number): void {
    if (row === this.#hover) return;
    this.#hover = row;
    this.#tell({ type: 'hover', side: this.side, row });
  }

  #listen(): void {
    const { surface, grid } = this.#elements;
    const { signal } = this.#ends;
    const rowOf = (event: MouseEvent): number => rowAt(this.side, this.#height, event.offsetY);
    surface.addEventListener('pointermove', (event) => this.#hovered(rowOf(event)), { signal });
    surface.addEventListener('pointerleave', () => this.#hovered(-1), { signal });
    surface.addEventListener(
      'click',
      (event) => {
        const share = event.offsetX / Math.max(1, surface.clientWidth);
        this.#pick(rowOf(event), share < 0.4 ? 'price' : share < 0.72 ? 'quantity' : 'total', timeOf(event), true);
      },
      { signal },
    );
    grid.addEventListener(
      'keydown',
      (event) => {
        const outward = this.side === 'bid' ? 1 : -1;
        if (event.key === 'ArrowDown') this.grid.move(1, outward);
        else if (event.key === 'ArrowUp') this.grid.move(-1, outward);
        else if (event.key === 'Enter') this.#pick(this.grid.focusedRow, 'price', sharedNow(), false);
        else if (event.key === ' ') this.#pick(this.grid.focusedRow, 'quantity', sharedNow(), false);
        else return;
        event.preventDefault();
      },
      { signal },
    );
  }
}
