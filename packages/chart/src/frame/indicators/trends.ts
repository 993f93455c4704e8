import { highest, lag, lowest, rma, sinceHighest, sum } from './blocks.ts';
import { decimal, length, line, valueOf, type IndicatorDefinition } from './definition.ts';
import type { Memory } from './memory.ts';
import { averageRange, median, trueRange } from './ranges-of-bars.ts';
import type { Row, Step } from './definition.ts';

/** Wilder's directional movement: pdi, mdi and adx. */
function directional(memory: Memory, size: number): Step {
  const range = trueRange(memory);
  const highBefore = lag(memory, 1);
  const lowBefore = lag(memory, 1);
  const [ups, downs, ranges, smooth] = [rma(memory, size), rma(memory, size), rma(memory, size), rma(memory, size)];
  return (row, out) => {
    const whole = range(row);
    const up = row.high - highBefore(row.high);
    const down = lowBefore(row.low) - row.low;
    // The first bar counts as one without movement.
    const plus = ups(up > down && up > 0 ? up : 0);
    const minus = downs(down > up && down > 0 ? down : 0);
    const average = ranges(whole);
    const rising = average === 0 ? 0 : (100 * plus) / average;
    const falling = average === 0 ? 0 : (100 * minus) / average;
    const total = rising + falling;
    out[0] = smooth(Number.isNaN(total) ? Number.NaN : total === 0 ? 0 : (100 * Math.abs(rising - falling)) / total);
    out[1] = rising;
    out[2] = falling;
  };
}

/** A line on the far side of the trend, which changes sides when the close crosses it. */
function superTrend(memory: Memory, size: number, multiple: number): Step {
  const range = averageRange(memory, size);
  const upper = memory.claim(1, Number.NaN);
  const lower = memory.claim(1, Number.NaN);
  const closeBefore = memory.claim(1, Number.NaN);
  const isUp = memory.claim(1);
  return (row, out) => {
    const room = multiple * range(row);
    const middle = median(row);
    out.fill(Number.NaN);
    if (Number.isNaN(room)) return;
    const [above, below, close] = [memory.get(upper), memory.get(lower), memory.get(closeBefore)];
    const isFirst = Number.isNaN(above);
    const top = isFirst || middle + room < above || close > above ? middle + room : above;
    const bottom = isFirst || middle - room > below || close < below ? middle - room : below;
    const wasUp = memory.get(isUp) === 1;
    const rises = !isFirst && wasUp ? row.close >= bottom : row.close > top;
    memory.set(upper, top);
    memory.set(lower, bottom);
    memory.set(closeBefore, row.close);
    memory.set(isUp, rises ? 1 : 0);
    out[rises ? 0 : 1] = rises ? bottom : top;
  };
}

interface Stop {
  readonly sar: number;
  readonly extreme: number;
  readonly pace: number;
  readonly isLong: boolean;
}

/** Wilder's stop, which accelerates with each new extreme of the trend. */
function parabolic(memory: Memory, step: number, most: number): Step {
  const cells = memory.claim(4, Number.NaN);
  const bars = [memory.claim(2, Number.NaN), memory.claim(2, Number.NaN)] as const;
  const remember = (row: Row): void => {
    const [newer, older] = bars;
    memory.set(older, memory.get(newer));
    memory.set(older + 1, memory.get(newer + 1));
    memory.set(newer, row.high);
    memory.set(newer + 1, row.low);
  };
  const keep = ({ sar, extreme, pace, isLong }: Stop): void =>
    [sar, extreme, pace, isLong ? 1 : 0].forEach((value, index) => memory.set(cells + index, value));
  const next = (row: Row): Stop => {
    const [before, older] = bars;
    const isLong = memory.get(cells + 3) === 1;
    const extreme = memory.get(cells + 1);
    const pace = memory.get(cells + 2);
    const moved = memory.get(cells) + pace * (extreme - memory.get(cells));
    // Never inside the range of the two previous bars.
    const reach = isLong ? 1 : 0;
    const bounds = [memory.get(before + reach), memory.get(older + reach)].filter((value) => !Number.isNaN(value));
    const sar = isLong ? Math.min(moved, ...bounds) : Math.max(moved, ...bounds);
    if (isLong ? row.low < sar : row.high > sar) return { sar: extreme, extreme: isLong ? row.low : row.high, pace: step, isLong: !isLong };
    const isFarther = isLong ? row.high > extreme : row.low < extreme;
    return {
      sar,
      isLong,
      extreme: isFarther ? (isLong ? row.high : row.low) : extreme,
      pace: isFarther ? Math.min(most, pace + step) : pace,
    };
  };
  return (row, out) => {
    const highBefore = memory.get(bars[0]);
    if (Number.isNaN(highBefore)) {
      out[0] = Number.NaN;
    } else {
      const lowBefore = memory.get(bars[0] + 1);
      const isLong = median(row) >= (highBefore + lowBefore) / 2;
      const first: Stop = { sar: isLong ? lowBefore : highBefore, extreme: isLong ? row.high : row.low, pace: step, isLong };
      const stop = Number.isNaN(memory.get(cells)) ? first : next(row);
      keep(stop);
      out[0] = stop.sar;
    }
    remember(row);
  };
}

export const TRENDS: readonly IndicatorDefinition[] = [
  {
    id: 'adx',
    group: 'trend',
    place: 'pane',
    takesSource: false,
    inputs: [length(14)],
    plots: [line('adx'), line('plus', 'up'), line('minus', 'down')],
    levels: [25],
    build: (memory, inputs) => directional(memory, valueOf(inputs)),
  },
  {
    id: 'superTrend',
    group: 'trend',
    place: 'price',
    takesSource: false,
    inputs: [length(10), decimal('multiple', 3, 50)],
    plots: [line('up', 'up'), line('down', 'down')],
    build: (memory, inputs) => superTrend(memory, valueOf(inputs), valueOf(inputs, 'multiple')),
  },
  {
    id: 'parabolic',
    group: 'trend',
    place: 'price',
    takesSource: false,
    inputs: [decimal('step', 0.02, 1), decimal('most', 0.2, 1)],
    plots: [{ key: 'stop', style: 'dots', tone: 'first' }],
    build: (memory, inputs) => parabolic(memory, valueOf(inputs, 'step'), valueOf(inputs, 'most')),
  },
  {
    id: 'aroon',
    group: 'trend',
    place: 'pane',
    takesSource: false,
    inputs: [length(14)],
    plots: [line('up', 'up'), line('down', 'down')],
    build: (memory, inputs) => {
      const size = valueOf(inputs);
      const top = sinceHighest(memory, size + 1);
      const bottom = sinceHighest(memory, size + 1);
      return ({ high, low }, out) => {
        out[0] = (100 * (size - top(high))) / size;
        out[1] = (100 * (size - bottom(-low))) / size;
      };
    },
  },
  {
    id: 'vortex',
    group: 'trend',
    place: 'pane',
    takesSource: false,
    inputs: [length(14)],
    plots: [line('plus', 'up'), line('minus', 'down')],
    build: (memory, inputs) => {
      const size = valueOf(inputs);
      const range = trueRange(memory);
      const [highBefore, lowBefore] = [lag(memory, 1), lag(memory, 1)];
      const [ups, downs, ranges] = [sum(memory, size), sum(memory, size), sum(memory, size)];
      return (row, out) => {
        const whole = range(row);
        const up = Math.abs(row.high - lowBefore(row.low));
        const down = Math.abs(row.low - highBefore(row.high));
        const total = ranges(Number.isNaN(up) ? Number.NaN : whole);
        out[0] = ups(up) / total;
        out[1] = downs(down) / total;
      };
    },
  },
  {
    id: 'chandelier',
    group: 'volatility',
    place: 'price',
    takesSource: false,
    inputs: [length(22), decimal('multiple', 3, 50)],
    plots: [line('long', 'up'), line('short', 'down')],
    build: (memory, inputs) => {
      const range = averageRange(memory, valueOf(inputs));
      const top = highest(memory, valueOf(inputs));
      const bottom = lowest(memory, valueOf(inputs));
      return (row, out) => {
        const room = valueOf(inputs, 'multiple') * range(row);
        out[0] = top(row.high) - room;
        out[1] = bottom(row.low) + room;
      };
    },
  },
];
