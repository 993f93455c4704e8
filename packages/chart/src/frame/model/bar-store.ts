import type { ChartBar } from '../../bridge/messages.ts';
import { at, Pyramid } from './pyramid.ts';

const FIELDS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;
type Field = (typeof FIELDS)[number];
type Columns = { readonly [K in Field]: Float64Array };

const SMALLEST = 1_024;
/** Spare room in front: a page of history moves no stored bar. */
const ROOM_IN_FRONT = 0.5;

/** Extremes and volume of a span of bars. */
export interface Span {
  readonly low: number;
  readonly lowIndex: number;
  readonly high: number;
  readonly highIndex: number;
  readonly volume: number;
}

/**
 * Bars as columns of numbers with spare room at both ends: an older page is written in front, a new bar behind, a tick over the last
 * one, and nothing else moves. Indexes count from the oldest bar.
 */
export class BarStore {
  private columns = emptyColumns(SMALLEST);
  private pyramid = new Pyramid(this.columns);
  private head = SMALLEST / 2;
  private count = 0;

  get length(): number {
    return this.count;
  }

  replace(bars: readonly ChartBar[]): void {
    this.count = 0;
    this.allot(bars.length);
    this.write(this.head, bars);
    this.count = bars.length;
    this.pyramid.refresh(this.head, this.head + this.count);
  }

  /** Bars before the oldest one. */
  prepend(bars: readonly ChartBar[]): void {
    if (bars.length === 0) return;
    if (bars.length > this.head) this.allot(this.count + bars.length, bars.length);
    this.head -= bars.length;
    this.count += bars.length;
    this.write(this.head, bars);
    this.pyramid.refresh(this.head, this.head + bars.length);
  }

  /** Updates the last bar or appends one (true if appended). Ignores earlier bars. */
  update(bar: ChartBar): 'added' | 'changed' | 'ignored' {
    const last = this.count === 0 ? -Infinity : this.time(this.count - 1);
    if (bar.time < last) return 'ignored';
    const isNew = bar.time > last;
    if (isNew) {
      if (this.head + this.count === this.columns.time.length) this.allot(this.count + 1);
      this.count += 1;
    }
    const slot = this.head + this.count - 1;
    this.write(slot, [bar]);
    this.pyramid.refresh(slot, slot + 1);
    return isNew ? 'added' : 'changed';
  }

  time(index: number): number {
    return at(this.columns.time, this.head + index);
  }
  open(index: number): number {
    return at(this.columns.open, this.head + index);
  }
  high(index: number): number {
    return at(this.columns.high, this.head + index);
  }
  low(index: number): number {
    return at(this.columns.low, this.head + index);
  }
  close(index: number): number {
    return at(this.columns.close, this.head + index);
  }
  volume(index: number): number {
    return at(this.columns.volume, this.head + index);
  }

  bar(index: number): ChartBar | undefined {
    if (index < 0 || index >= this.count) return undefined;
    return {
      time: this.time(index),
      open: this.open(index),
      high: this.high(index),
      low: this.low(index),
      close: this.close(index),
      volume: this.volume(index),
    };
  }

  /** The bars from `from` up to `to` (exclusive). */
  slice({ from, to }: { readonly from: number; readonly to: number }): readonly ChartBar[] {
    const bars: ChartBar[] = [];
    for (let index = from; index < to; index += 1) {
      const bar = this.bar(index);
      if (bar !== undefined) bars.push(bar);
    }
    return bars;
  }

  /** The bar a moment falls into: the last one that does not start after it; -1 before all. */
  indexAt(time: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.time(middle) <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Extremes and volume of the bars from `from` up to `to` (exclusive); `undefined` when there are none. */
  span(from: number, to: number): Span | undefined {
    const first = Math.max(0, from);
    const end = Math.min(this.count, to);
    if (first >= end) return undefined;
    const found = this.pyramid.extremes(this.head + first, this.head + end);
    return {
      low: found.low,
      lowIndex: found.lowSlot - this.head,
      high: found.high,
      highIndex: found.highSlot - this.head,
      volume: found.volume,
    };
  }

  /** Makes room for `total` bars, `inFront` of them before the present ones. */
  private allot(total: number, inFront = 0): void {
    const old = this.columns;
    const oldHead = this.head;
    const spare = Math.max(SMALLEST, total);
    const capacity = total + spare;
    const head = inFront + Math.floor(spare * ROOM_IN_FRONT);
    this.columns = emptyColumns(capacity);
    for (const field of FIELDS) this.columns[field].set(old[field].subarray(oldHead, oldHead + this.count), head);
    this.head = head;
    this.pyramid = new Pyramid(this.columns);
    if (this.count > 0) this.pyramid.refresh(head, head + this.count);
  }

  private write(slot: number, bars: readonly ChartBar[]): void {
    // In one loop over the columns: a page is written before the engine has compiled anything of it.
    const { time, open, high, low, close, volume } = this.columns;
    let next = slot;
    for (const bar of bars) {
      time[next] = bar.time;
      open[next] = bar.open;
      high[next] = bar.high;
      low[next] = bar.low;
      close[next] = bar.close;
      volume[next] = bar.volume;
      next += 1;
    }
  }
}

/** Room without a bar counts for nothing in a minimum or a maximum. */
function emptyColumns(capacity: number): Columns {
  return {
    time: new Float64Array(capacity),
    open: new Float64Array(capacity),
    high: new Float64Array(capacity).fill(-Infinity),
    low: new Float64Array(capacity).fill(Infinity),
    close: new Float64Array(capacity),
    volume: new Float64Array(capacity),
  };
}
