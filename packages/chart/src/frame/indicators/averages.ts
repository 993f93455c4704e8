import type { IndicatorId } from '../../bridge/indicator-names.ts';
import { ema, highest, lag, lowest, regression, rma, sma, weighted, windowOf, wma, type Block } from './blocks.ts';
import { decimal, length, line, valueOf, type IndicatorDefinition, type InputValues } from './definition.ts';
import type { Memory } from './memory.ts';

/** An average over one source with one length. */
function average(id: IndicatorId, standard: number, build: (memory: Memory, length: number) => Block): IndicatorDefinition {
  return {
    id,
    group: 'trend',
    place: 'price',
    takesSource: true,
    inputs: [length(standard)],
    plots: [line(id)],
    build: (memory, inputs) => {
      const block = build(memory, valueOf(inputs));
      return (row, out) => {
        out[0] = block(row.source);
      };
    },
  };
}

/** Twice the average, less the average of the average: half the delay. The outer average begins with the inner one. */
function dema(memory: Memory, size: number): Block {
  const inner = ema(memory, 1, 2 / (size + 1));
  const outer = ema(memory, size);
  return (value) => {
    const first = inner(value);
    return 2 * first - outer(first);
  };
}

function tema(memory: Memory, size: number): Block {
  const one = ema(memory, size);
  const two = ema(memory, size);
  const three = ema(memory, size);
  return (value) => {
    const first = one(value);
    const second = two(first);
    return 3 * first - 3 * second + three(second);
  };
}

function hma(memory: Memory, size: number): Block {
  const half = wma(memory, Math.max(1, Math.floor(size / 2)));
  const whole = wma(memory, size);
  const smooth = wma(memory, Math.max(1, Math.floor(Math.sqrt(size))));
  return (value) => smooth(2 * half(value) - whole(value));
}

/** Smoothed twice: an average over half the length of such an average. */
function trima(memory: Memory, size: number): Block {
  const first = sma(memory, Math.ceil((size + 1) / 2));
  const second = sma(memory, Math.floor((size + 1) / 2));
  return (value) => second(first(value));
}

/** Kaufman: fast in a trend, slow in noise. */
function kama(memory: Memory, size: number): Block {
  const FAST = 2 / 3;
  const SLOW = 2 / 31;
  const window = windowOf(memory, size + 1);
  const cell = memory.claim(1, Number.NaN);
  return (value) => {
    if (Number.isNaN(value)) return Number.NaN;
    const before = memory.get(cell);
    window.push(value);
    if (!window.isFull()) {
      memory.set(cell, value);
      return Number.NaN;
    }
    let travelled = 0;
    for (let steps = 0; steps < size; steps += 1) travelled += Math.abs(window.back(steps) - window.back(steps + 1));
    const efficiency = travelled === 0 ? 1 : Math.abs(value - window.back(size)) / travelled;
    const smoothing = (efficiency * (FAST - SLOW) + SLOW) ** 2;
    const next = before + smoothing * (value - before);
    memory.set(cell, next);
    return next;
  };
}

function mcGinley(memory: Memory, size: number): Block {
  const cell = memory.claim(1, Number.NaN);
  const count = memory.claim(1);
  return (value) => {
    if (Number.isNaN(value)) return Number.NaN;
    const before = memory.get(cell);
    const next = Number.isNaN(before) ? value : before + (value - before) / (0.6 * size * (value / before) ** 4);
    memory.set(cell, next);
    memory.set(count, memory.get(count) + 1);
    return memory.get(count) >= size ? next : Number.NaN;
  };
}

/** An exponential average of prices corrected for the delay. */
function zlema(memory: Memory, size: number): Block {
  const distance = Math.max(1, Math.floor((size - 1) / 2));
  const before = lag(memory, distance);
  const smooth = ema(memory, size);
  return (value) => smooth(2 * value - before(value));
}

/** Chande: an exponential average whose speed follows the momentum. */
function vidya(memory: Memory, size: number): Block {
  const window = windowOf(memory, size + 1);
  const cell = memory.claim(1, Number.NaN);
  const factor = 2 / (size + 1);
  return (value) => {
    if (Number.isNaN(value)) return Number.NaN;
    if (Number.isNaN(memory.get(cell))) memory.set(cell, value);
    window.push(value);
    if (!window.isFull()) return Number.NaN;
    let up = 0;
    let down = 0;
    for (let steps = 0; steps < size; steps += 1) {
      const change = window.back(steps) - window.back(steps + 1);
      if (change > 0) up += change;
      else down -= change;
    }
    const share = up + down === 0 ? 0 : Math.abs(up - down) / (up + down);
    const before = memory.get(cell);
    const next = before + factor * share * (value - before);
    memory.set(cell, next);
    return next;
  };
}

function t3(memory: Memory, { length: size = 5, factor = 0.7 }: InputValues): Block {
  const chain = [1, 2, 3, 4, 5, 6].map(() => ema(memory, size));
  const square = factor * factor;
  const cube = square * factor;
  return (value) => {
    let result = value;
    const results = chain.map((block) => (result = block(result)));
    const [, , third = Number.NaN, fourth = Number.NaN, fifth = Number.NaN, sixth = Number.NaN] = results;
    const outer = 1 + 3 * factor + 3 * square + cube;
    return -cube * sixth + 3 * (square + cube) * fifth - (6 * square + 3 * factor + 3 * cube) * fourth + outer * third;
  };
}

/** Arnaud Legoux: Gaussian weights centred near the newest bar. */
function alma(memory: Memory, { length: size = 9, offset = 0.85, sigma = 6 }: InputValues): Block {
  const middle = offset * (size - 1);
  const width = size / sigma;
  const weights = Array.from({ length: size }, (_, index) => Math.exp(-((index - middle) ** 2) / (2 * width * width)));
  return weighted(memory, weights);
}

/** Midpoint of the lowest and highest value of a window: a line of Ichimoku. */
function middleOf(memory: Memory, size: number): (high: number, low: number) => number {
  const top = highest(memory, size);
  const bottom = lowest(memory, size);
  return (high, low) => (top(high) + bottom(low)) / 2;
}

export const AVERAGES: readonly IndicatorDefinition[] = [
  average('sma', 20, sma),
  average('ema', 20, (memory, size) => ema(memory, size)),
  average('wma', 20, wma),
  average('rma', 14, rma),
  average('dema', 20, dema),
  average('tema', 20, tema),
  average('hma', 9, hma),
  average('trima', 20, trima),
  average('kama', 10, kama),
  average('mcGinley', 14, mcGinley),
  average('zlema', 20, zlema),
  average('vidya', 14, vidya),
  average('linearRegression', 14, regression),
  {
    ...average('t3', 5, sma),
    inputs: [length(5), decimal('factor', 0.7, 1)],
    build: (memory, inputs) => {
      const block = t3(memory, inputs);
      return (row, out) => {
        out[0] = block(row.source);
      };
    },
  },
  {
    ...average('alma', 9, sma),
    inputs: [length(9), decimal('offset', 0.85, 1), decimal('sigma', 6, 100)],
    build: (memory, inputs) => {
      const block = alma(memory, inputs);
      return (row, out) => {
        out[0] = block(row.source);
      };
    },
  },
  {
    id: 'ichimoku',
    group: 'trend',
    place: 'price',
    takesSource: false,
    inputs: [length(9, 'conversion'), length(26, 'base'), length(52, 'span')],
    plots: [
      line('conversion'),
      line('base', 'down'),
      line('leadingA', 'up', 26),
      line('leadingB', 'third', 26),
      line('lagging', 'second', -26),
    ],
    build: (memory, inputs) => {
      const conversion = middleOf(memory, valueOf(inputs, 'conversion'));
      const base = middleOf(memory, valueOf(inputs, 'base'));
      const span = middleOf(memory, valueOf(inputs, 'span'));
      return ({ high, low, close }, out) => {
        const quick = conversion(high, low);
        const slow = base(high, low);
        out[0] = quick;
        out[1] = slow;
        out[2] = (quick + slow) / 2;
        out[3] = span(high, low);
        out[4] = close;
      };
    },
  },
  {
    id: 'alligator',
    group: 'trend',
    place: 'price',
    takesSource: false,
    inputs: [length(13, 'jaw'), length(8, 'teeth'), length(5, 'lips')],
    plots: [line('jaw', 'first', 8), line('teeth', 'down', 5), line('lips', 'up', 3)],
    build: (memory, inputs) => {
      const lines = (['jaw', 'teeth', 'lips'] as const).map((key) => rma(memory, valueOf(inputs, key)));
      return ({ high, low }, out) => {
        lines.forEach((block, index) => {
          out[index] = block((high + low) / 2);
        });
      };
    },
  },
];
