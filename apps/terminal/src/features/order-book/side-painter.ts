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

/** What a row last showed; rows that show the same are not painted again. */
interface Painted {
  ticks: number;
  lots: number;
  total: number;
  bar: number;
  own: number;
  hover: boolean;
}
const nothing = (): Painted => ({ ticks: Number.NaN, lots: 0, total: 0, bar: 0, own: 0, hover: false });

const PADDING = 12;

/** Paints one side of the book on a canvas, row by row, only what changed. Asks stand on the bottom edge, bids hang from the top. */
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
      if (this.#paintRow(context, colours, rows, row, scale, format)) count += 1;
    }
    return count;
  }

  #paintRow(context: CanvasRenderingContext2D, colours: Colours, rows: BookRows, row: number, scale: number, format: PaintFormat): boolean {
    const at = row * CELLS_PER_ROW;
    const filled = row < rows.count;
    const ticks = filled ? (rows.cells[at] ?? 0) : -1;
    const lots = filled ? (rows.cells[at + 1] ?? 0) : 0;
    const total = filled ? (rows.cells[at + 2] ?? 0) : 0;
    const own = filled ? (rows.cells[at + 3] ?? 0) : 0;
    const bar = filled && scale > 0 ? Math.round((total / scale) * this.#width) : 0;
    const hover = filled && row === this.hover;
    const was = (this.#painted[row] ??= nothing());
    if (was.ticks === ticks && was.lots === lots && was.total === total && was.bar === bar && was.own === own && was.hover === hover)
      return false;
    Object.assign(was, { ticks, lots, total, bar, own, hover });
    const top = this.topOf(row);
    context.clearRect(0, top, this.#width, ROW_HEIGHT);
    if (!filled) return true;
    if (hover) {
      context.fillStyle = colours.hover;
      context.fillRect(0, top, this.#width, ROW_HEIGHT);
    }
    context.fillStyle = colours.bar;
    context.fillRect(this.#width - bar, top + 1, bar, ROW_HEIGHT - 2);
    this.#writeRow(context, colours, top + ROW_HEIGHT / 2 + 0.5, [format.price(ticks), format.lots(lots), format.lots(total)]);
    if (own === 1) this.#markOwn(context, colours, top + ROW_HEIGHT / 2);
    return true;
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
