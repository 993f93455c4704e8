/** Children of a cell. */
const FACTOR = 8;
const SHIFT = 3;

/** Reads a typed array where the index is known to be inside. */
export function at(column: Float64Array, index: number): number {
  return column[index] ?? Number.NaN;
}

export interface PyramidSource {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly volume: Float64Array;
}

interface Level {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly volume: Float64Array;
}

/** Lowest low, highest high and largest volume of a span of slots, and where the two prices are. */
export interface Extremes {
  low: number;
  lowSlot: number;
  high: number;
  highSlot: number;
  volume: number;
}

/**
 * Lows, highs and volumes of ever longer runs of slots: 8, 64, 512 … A view of a million bars is read from a few
 * thousand cells, and a tick touches one cell per level. Cells are computed on first use of their slots: most of a long
 * history never comes into view.
 */
export class Pyramid {
  private readonly source: PyramidSource;
  private readonly levels: Level[] = [];
  /** Range of slots, up to `end` (exclusive), with computed cells. */
  private made = { start: 0, end: 0 };

  constructor(source: PyramidSource) {
    this.source = source;
    for (let cells = Math.ceil(source.low.length / FACTOR); cells > 1; cells = Math.ceil(cells / FACTOR)) {
      this.levels.push({
        low: new Float64Array(cells).fill(Infinity),
        high: new Float64Array(cells).fill(-Infinity),
        volume: new Float64Array(cells),
      });
    }
  }

  /** The slots from `from` up to `to` (exclusive) changed. */
  refresh(from: number, to: number): void {
    const { start, end } = this.made;
    if (start === end || from > end || to < start) return;
    this.make(from, to);
    this.made = { start: Math.min(start, from), end: Math.max(end, to) };
  }

  extremes(from: number, to: number): Extremes {
    this.look(from, to);
    const found: Extremes = { low: Infinity, lowSlot: -1, high: -Infinity, highSlot: -1, volume: 0 };
    let start = from;
    while (start < to) {
      // The largest cell that starts here and ends inside.
      let depth = 0;
      while (depth < this.levels.length && isAligned(start, depth + 1) && start + (1 << (SHIFT * (depth + 1))) <= to) depth += 1;
      this.take(found, start >> (SHIFT * depth), depth);
      start += 1 << (SHIFT * depth);
    }
    found.lowSlot = found.lowSlot === -1 ? -1 : this.descend('low', found.lowSlot, found.low);
    found.highSlot = found.highSlot === -1 ? -1 : this.descend('high', found.highSlot, found.high);
    return found;
  }

  /** Computes the missing cells of these slots, and those up to the computed range. */
  private look(from: number, to: number): void {
    if (from >= to) return;
    const { start, end } = this.made;
    if (start === end) {
      this.make(from, to);
      this.made = { start: from, end: to };
      return;
    }
    if (from < start) this.make(from, start);
    if (to > end) this.make(end, to);
    this.made = { start: Math.min(start, from), end: Math.max(end, to) };
  }

  private make(from: number, to: number): void {
    let below: PyramidSource = this.source;
    let first = from;
    let last = to - 1;
    for (const level of this.levels) {
      first >>= SHIFT;
      last >>= SHIFT;
      for (let cell = first; cell <= last; cell += 1) refreshCell(level, below, cell);
      below = level;
    }
  }

  private rows(depth: number): PyramidSource | undefined {
    return depth === 0 ? this.source : this.levels[depth - 1];
  }

  private take(found: Extremes, cell: number, depth: number): void {
    const rows = this.rows(depth);
    if (rows === undefined) return;
    const low = at(rows.low, cell);
    const high = at(rows.high, cell);
    if (low < found.low) {
      found.low = low;
      found.lowSlot = encode(cell, depth);
    }
    if (high > found.high) {
      found.high = high;
      found.highSlot = encode(cell, depth);
    }
    found.volume = Math.max(found.volume, at(rows.volume, cell));
  }

  /** The first slot below a cell that has the cell's value. */
  private descend(kind: 'low' | 'high', place: number, value: number): number {
    let { cell, depth } = decode(place);
    while (depth > 0) {
      depth -= 1;
      const column = this.rows(depth)?.[kind];
      cell *= FACTOR;
      while (column !== undefined && column[cell] !== value && cell < column.length) cell += 1;
    }
    return cell;
  }
}

const DEPTHS = 16;
const encode = (cell: number, depth: number): number => cell * DEPTHS + depth;
const decode = (place: number): { cell: number; depth: number } => ({ cell: Math.floor(place / DEPTHS), depth: place % DEPTHS });
const isAligned = (slot: number, depth: number): boolean => slot % (1 << (SHIFT * depth)) === 0;

function refreshCell(level: Level, below: PyramidSource, cell: number): void {
  const end = Math.min(below.low.length, (cell + 1) * FACTOR);
  let low = Infinity;
  let high = -Infinity;
  let volume = 0;
  for (let child = cell * FACTOR; child < end; child += 1) {
    low = Math.min(low, at(below.low, child));
    high = Math.max(high, at(below.high, child));
    volume = Math.max(volume, at(below.volume, child));
  }
  level.low[cell] = low;
  level.high[cell] = high;
  level.volume[cell] = volume;
}
