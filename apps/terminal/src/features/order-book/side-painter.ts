import { token } from '../../platform/theme.ts';
import { CELLS_PER_ROW, type BookRows } from './book-rows.ts';

export const ROW_HEIGHT = 20;

export interface PaintFormat {
  price(ticks: number): string;
  lots(count: number): string;
}

interface Colours {
  readonly side: string;
  readonly bar: string;
  readonly text: string;
  readonly muted: string;
  readonly hover: string;
  readonly own: string;
  readonly font: string;
}

/** What a row shows; a row that shows what it showed before is not painted again. `ticks` is -1 for an empty one. */
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
  const [ticks = 0, lots = 0, total = 0, own = 0] = rows.cells.subarray(at, at + CELLS_PER_ROW);
  return { ticks, lots, total, own, hover, bar: Math.round(total * pixelsPerLot) };
}

function sameRow(a: Painted, b: Painted): boolean {
  return a.ticks === b.ticks && a.lots === b.lots && a.total === b.total && a.bar === b.bar && a.own === b.own && a.hover === b.hover;
}

const PADDING = 12;

/**
 * Paints one side of the book on a canvas, row by row, only what changed. Asks stand on the bottom edge, bids hang from the top. The canvas
 * is shown with the page's frame, never by itself: of two that were, one could be a moment older, and the book would look crossed.
 */
export class SidePainter {
  readonly #canvas: HTMLCanvasElement;
  readonly #side: 'bid' | 'ask';
  #colours: Colours | undefined;
  #painted: Painted[] = [];
  #width = 0;
  #height = 0;
  #ratio = 0;
  /** Row under the pointer, -1 for none. */
  hover = -1;

  constructor(canvas: HTMLCanvasElement, side: 'bid' | 'ask') {
    this.#canvas = canvas;
    this.#side = side;
  }

  /** Forgets colours and rows: after a change of theme or when a font arrived. */
  reset(): void {
    this.#colours = undefined;
    this.#painted = [];
  }

  /** Rows that fit into the canvas now. */
  get visibleRows(): number {
    return Math.floor(this.#height / ROW_HEIGHT);
  }

  /** Takes the canvas's size and the screen's density over; `true` when the number of rows changed. */
  resize(width: number, height: number): boolean {
    const ratio = Math.max(1, window.devicePixelRatio);
    if (width === this.#width && height === this.#height && ratio === this.#ratio) return false;
    const before = this.visibleRows;
    this.#width = width;
    this.#height = height;
    this.#ratio = ratio;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    this.#painted = [];
    return before !== this.visibleRows;
  }

  /** Row at a height of the canvas, -1 for none. */
  rowAt(y: number): number {
    const row = this.#side === 'bid' ? Math.floor(y / ROW_HEIGHT) : Math.floor((this.#height - y) / ROW_HEIGHT);
    return row >= 0 && row < this.visibleRows ? row : -1;
  }

  /** Top edge of a row. */
  topOf(row: number): number {
    return this.#side === 'bid' ? row * ROW_HEIGHT : this.#height - (row + 1) * ROW_HEIGHT;
  }

  /** `scale` is the total that fills the whole width. Returns how many rows were painted. */
  paint(rows: BookRows, scale: number, format: PaintFormat): number {
    const context = this.#canvas.getContext('2d');
    if (context === null || this.#width === 0) return 0;
    const colours = (this.#colours ??= this.#readColours());
    context.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0);
    context.font = colours.font;
    context.textBaseline = 'middle';
    let count = 0;
    for (let row = 0; row < this.visibleRows; row += 1) {
      const shown = rowOf(rows, row, this.#width / Math.max(1, scale), row === this.hover);
      const before = this.#painted[row];
      if (before !== undefined && sameRow(before, shown)) continue;
      this.#painted[row] = shown;
      this.#paintRow(context, colours, shown, row, format);
      count += 1;
    }
    return count;
  }

  #paintRow(context: CanvasRenderingContext2D, colours: Colours, shown: Painted, row: number, format: PaintFormat): void {
    const top = this.topOf(row);
    context.clearRect(0, top, this.#width, ROW_HEIGHT);
    if (shown.ticks < 0) return;
    if (shown.hover) {
      context.fillStyle = colours.hover;
      context.fillRect(0, top, this.#width, ROW_HEIGHT);
    }
    context.fillStyle = colours.bar;
    context.fillRect(this.#width - shown.bar, top + 1, shown.bar, ROW_HEIGHT - 2);
    const texts = [format.price(shown.ticks), format.lots(shown.lots), format.lots(shown.total)] as const;
    this.#writeRow(context, colours, top + ROW_HEIGHT / 2 + 0.5, texts);
    if (shown.own === 1) this.#markOwn(context, colours, top + ROW_HEIGHT / 2);
  }

  #writeRow(
    context: CanvasRenderingContext2D,
    colours: Colours,
    middle: number,
    [price, lots, total]: readonly [string, string, string],
  ): void {
    context.fillStyle = colours.side;
    context.textAlign = 'left';
    context.fillText(price, PADDING, middle);
    context.textAlign = 'right';
    context.fillStyle = colours.text;
    context.fillText(lots, PADDING + (this.#width - 2 * PADDING) * 0.66, middle);
    context.fillStyle = colours.muted;
    context.fillText(total, this.#width - PADDING, middle);
  }

  #markOwn(context: CanvasRenderingContext2D, colours: Colours, middle: number): void {
    context.fillStyle = colours.own;
    context.beginPath();
    context.moveTo(3, middle - 4);
    context.lineTo(8, middle);
    context.lineTo(3, middle + 4);
    context.fill();
  }

  #readColours(): Colours {
    const bid = this.#side === 'bid';
    return {
      side: token(bid ? '--up' : '--down'),
      bar: token(bid ? '--up-ground' : '--down-ground'),
      text: token('--text'),
      muted: token('--text-muted'),
      hover: token('--pressed'),
      own: token('--accent'),
      font: `11.5px ${token('--mono')}`,
    };
  }
}
