import type { PaintFormat } from '../../platform/painting/numbers.ts';
import { CELLS_PER_ROW, type BookPalette } from './book-messages.ts';
import type { BookRows } from './book-rows.ts';
import { ROW_HEIGHT, rowsIn, topOf, type BookSideName } from './side-layout.ts';

/** The used part of a canvas context, on the page and in the worker. */
export type PaintContext = Pick<
  CanvasRenderingContext2D,
  | 'setTransform'
  | 'clearRect'
  | 'fillRect'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'fill'
  | 'fillText'
  | 'fillStyle'
  | 'font'
  | 'textAlign'
  | 'textBaseline'
>;

/** The contents of a row; repainted only on change. `ticks` is -1 for an empty one. */
interface Painted {
  readonly ticks: number;
  readonly lots: number;
  readonly total: number;
  readonly bar: number;
  readonly own: number;
  readonly hover: boolean;
}
const EMPTY: Painted = { ticks: -1, lots: 0, total: 0, bar: 0, own: 0, hover: false };

function rowOf(rows: BookRows, row: number, pixelsPerLot: number, hover: boolean): Painted {
  if (row >= rows.count) return EMPTY;
  const at = row * CELLS_PER_ROW;
  const { cells } = rows;
  const total = cells[at + 2] ?? 0;
  return {
    ticks: cells[at] ?? 0,
    lots: cells[at + 1] ?? 0,
    total,
    own: cells[at + 3] ?? 0,
    hover,
    bar: Math.round(total * pixelsPerLot),
  };
}

function sameRow(a: Painted, b: Painted): boolean {
  return a.ticks === b.ticks && a.lots === b.lots && a.total === b.total && a.bar === b.bar && a.own === b.own && a.hover === b.hover;
}

const PADDING = 12;

export interface PaintTerms {
  readonly palette: BookPalette;
  readonly format: PaintFormat;
  readonly width: number;
  /** The total that fills the full width. */
  readonly scale: number;
}

/** Paints one side of the book on a canvas, row by row, changed rows only. */
export class SidePainter {
  readonly #side: BookSideName;
  readonly #top: number;
  readonly #height: number;
  #painted: Painted[] = [];
  /** Row under the pointer, -1 for none. */
  hover = -1;

  constructor(side: BookSideName, top: number, height: number) {
    this.#side = side;
    this.#top = top;
    this.#height = height;
  }

  /** Discards the painted state after a change of colours, texts or fonts. */
  reset(): void {
    this.#painted = [];
  }

  /** Returns the number of painted rows. */
  paint(context: PaintContext, rows: BookRows, terms: PaintTerms): number {
    let count = 0;
    for (let row = 0; row < rowsIn(this.#height); row += 1) {
      const shown = rowOf(rows, row, terms.width / Math.max(1, terms.scale), row === this.hover);
      const before = this.#painted[row];
      if (before !== undefined && sameRow(before, shown)) continue;
      this.#painted[row] = shown;
      this.#paintRow(context, shown, row, terms);
      count += 1;
    }
    return count;
  }

  #paintRow(context: PaintContext, shown: Painted, row: number, terms: PaintTerms): void {
    const { palette, format, width } = terms;
    const top = this.#top + topOf(this.#side, this.#height, row);
    context.clearRect(0, top, width, ROW_HEIGHT);
    if (shown.ticks < 0) return;
    if (shown.hover) {
      context.fillStyle = palette.hover;
      context.fillRect(0, top, width, ROW_HEIGHT);
    }
    const middle = top + ROW_HEIGHT / 2 + 0.5;
    if (shown.lots === 0) {
      // The pointer holds a price that nobody quotes any more.
      context.fillStyle = palette.muted;
      context.textAlign = 'left';
      context.fillText(format.price(shown.ticks), PADDING, middle);
      return;
    }
    context.fillStyle = this.#side === 'bid' ? palette.bidBar : palette.askBar;
    context.fillRect(width - shown.bar, top + 1, shown.bar, ROW_HEIGHT - 2);
    this.#writeRow(context, terms, middle, [format.price(shown.ticks), format.lots(shown.lots), format.lots(shown.total)]);
    if (shown.own === 1) markOwn(context, palette, top + ROW_HEIGHT / 2);
  }

  #writeRow(
    context: PaintContext,
    { palette, width }: PaintTerms,
    middle: number,
    [price, lots, total]: readonly [string, string, string],
  ): void {
    context.fillStyle = this.#side === 'bid' ? palette.bid : palette.ask;
    context.textAlign = 'left';
    context.fillText(price, PADDING, middle);
    context.textAlign = 'right';
    context.fillStyle = palette.text;
    context.fillText(lots, PADDING + (width - 2 * PADDING) * 0.66, middle);
    context.fillStyle = palette.muted;
    context.fillText(total, width - PADDING, middle);
  }
}

function markOwn(context: PaintContext, { own }: BookPalette, middle: number): void {
  context.fillStyle = own;
  context.beginPath();
  context.moveTo(3, middle - 4);
  context.lineTo(8, middle);
  context.lineTo(3, middle + 4);
  context.fill();
}
