import { CELLS_PER_ROW, NO_TICKS, type BookPick, type PickTerms, type ShownSide, type SidePlace } from './book-messages.ts';
import { createBookRows, fillBookRows, type BookRows } from './book-rows.ts';
import { fillAroundHeld, holdRows, type HeldRows } from './held-rows.ts';
import { rowsIn, type BookSideName } from './side-layout.ts';
import { SidePainter } from './side-painter.ts';

/** A press within this time after its row got another price was meant for the previous price. */
const REACTION_MS = 250;

/** The contents of a row, and the time of their last change by the shared clock. */
interface Shown {
  readonly ticks: number;
  lots: number;
  total: number;
  readonly since: number;
}

interface RowPast {
  now: Shown;
  /** Its previous contents: an arriving click may be older than the change. */
  before: Shown | undefined;
}

/** One painted side: its rows, the fixed ones under the pointer, and their recent contents. */
export class SideScene {
  readonly side: BookSideName;
  readonly painter: SidePainter;
  readonly rows: BookRows;
  #held: HeldRows | undefined;
  readonly #past: RowPast[] = [];

  constructor({ side, top, height }: SidePlace) {
    this.side = side;
    this.painter = new SidePainter(side, top, height);
    this.rows = createBookRows(rowsIn(height));
  }

  /** Total of the deepest displayed row. */
  get depth(): number {
    return this.rows.count === 0 ? 0 : (this.rows.cells[(this.rows.count - 1) * CELLS_PER_ROW + 2] ?? 0);
  }

  get shown(): ShownSide {
    const { cells, count } = this.rows;
    return { side: this.side, cells: cells.slice(0, count * CELLS_PER_ROW), count };
  }

  /** Row under the pointer, -1 for none: it and its neighbours keep their prices. */
  hover(row: number): void {
    this.painter.hover = row;
    this.#held = holdRows(this.rows, row);
  }

  fill(levels: readonly number[], group: number, own: ReadonlySet<number>, now: number): void {
    const input = { levels, side: this.side, group, own };
    if (levels.length === 0) this.#held = undefined;
    if (this.#held === undefined) fillBookRows(this.rows, input);
    else fillAroundHeld(this.rows, input, this.#held);
    this.#notePast(now);
  }

  /** Contents of the row at the time of the action; `undefined` for none, and for contents too recent to be aimed at. */
  pick({ row, what, at, isAimed }: PickTerms): BookPick | undefined {
    const past = this.#past[row];
    const shown = past === undefined || past.now.since <= at ? past?.now : past.before;
    if (shown === undefined || shown.ticks === NO_TICKS || (isAimed && at - shown.since < REACTION_MS)) return undefined;
    // A held price that nobody quotes any more shows no quantity and no total.
    if (what !== 'price' && shown.lots === 0) return undefined;
    return { what, ticks: shown.ticks, lots: what === 'total' ? shown.total : shown.lots };
  }

  #notePast(since: number): void {
    const { cells, count } = this.rows;
    for (let row = 0; row < cells.length / CELLS_PER_ROW; row += 1) {
      const at = row * CELLS_PER_ROW;
      const ticks = row < count ? (cells[at] ?? NO_TICKS) : NO_TICKS;
      const [lots, total] = [cells[at + 1] ?? 0, cells[at + 2] ?? 0];
      const past = this.#past[row];
      if (past === undefined) this.#past[row] = { now: { ticks, lots, total, since }, before: undefined };
      else if (past.now.ticks === ticks) Object.assign(past.now, { lots, total });
      else {
        past.before = past.now;
        past.now = { ticks, lots, total, since };
      }
    }
  }
}
