import { highest, lag, lowest, rma, type Block } from './blocks.ts';
import type { Row } from './definition.ts';
import type { Memory } from './memory.ts';

/** Height of a bar with the gap to the close before it. The first bar has no gap. */
export function trueRange(memory: Memory): (row: Row) => number {
  const before = lag(memory, 1);
  return ({ high, low, close }) => {
    const last = before(close);
    return Number.isNaN(last) ? high - low : Math.max(high - low, Math.abs(high - last), Math.abs(low - last));
  };
}

/** Wilder's average of the true range. */
export function averageRange(memory: Memory, size: number): (row: Row) => number {
  const range = trueRange(memory);
  const smooth = rma(memory, size);
  return (row) => smooth(range(row));
}

/** Change from the value before. */
export function change(memory: Memory): Block {
  const before = lag(memory, 1);
  return (value) => value - before(value);
}

/** Position of a value between the lowest and the highest of the last values: 0 to 100. */
export function position(memory: Memory, size: number): (value: number, high: number, low: number) => number {
  const top = highest(memory, size);
  const bottom = lowest(memory, size);
  return (value, high, low) => {
    const above = top(high);
    const below = bottom(low);
    if (Number.isNaN(above)) return Number.NaN;
    return above === below ? Number.NaN : (100 * (value - below)) / (above - below);
  };
}

export const typical = ({ high, low, close }: Row): number => (high + low + close) / 3;
export const median = ({ high, low }: Row): number => (high + low) / 2;
