import { fading, type Memory } from './memory.ts';

/** Takes the next value of a series and returns the next result, NaN until defined. A NaN input changes nothing. */
export type Block = (value: number) => number;

const isMissing = Number.isNaN;

/** The value `distance` steps before. */
export function lag(memory: Memory, distance: number): Block {
  const ring = memory.claim(distance, Number.NaN, distance);
  const at = memory.claim(1, 0, 0);
  return (value) => {
    if (isMissing(value)) return Number.NaN;
    const place = memory.get(at);
    const before = memory.get(ring + place);
    memory.set(ring + place, value);
    memory.set(at, (place + 1) % distance);
    return before;
  };
}

/** The last values, the newest first. */
export interface Window {
  push(value: number): void;
  /** Value `steps` before the newest one. */
  back(steps: number): number;
  isFull(): boolean;
  sum(): number;
  /** Sum of the squares of the distances from `mean`. */
  squares(mean: number): number;
}

export function windowOf(memory: Memory, length: number): Window {
  const ring = memory.claim(length, 0, length);
  const at = memory.claim(1, 0, 0);
  const count = memory.claim(1, 0, 0);
  return {
    push: (value) => {
      const place = (memory.get(at) + 1) % length;
      memory.set(at, place);
      memory.set(ring + place, value);
      if (memory.get(count) < length) memory.set(count, memory.get(count) + 1);
    },
    back: (steps) => {
      // The remainder of floating-point numbers is expensive, and this runs for every value of every window.
      const place = memory.get(at) - steps;
      return memory.get(ring + (place < 0 ? place + length : place));
    },
    isFull: () => memory.get(count) === length,
    sum: () => memory.sum(ring, length),
    squares: (mean) => memory.squares(ring, length, mean),
  };
}

/** A result over the last `length` values. */
function over(memory: Memory, length: number, result: (window: Window) => number): Block {
  const window = windowOf(memory, length);
  return (value) => {
    if (isMissing(value)) return Number.NaN;
    window.push(value);
    return window.isFull() ? result(window) : Number.NaN;
  };
}

/** Summed again for each value: a running sum drifts over a million bars. */
export function sum(memory: Memory, length: number): Block {
  return over(memory, length, (window) => window.sum());
}

export function sma(memory: Memory, length: number): Block {
  const total = sum(memory, length);
  return (value) => total(value) / length;
}

/** Weights 1, 2, … `length`, the largest for the newest. */
export function wma(memory: Memory, length: number): Block {
  return over(memory, length, (window) => {
    let total = 0;
    for (let steps = 0; steps < length; steps += 1) total += window.back(steps) * (length - steps);
    return total / ((length * (length + 1)) / 2);
  });
}

/** Starts at the first value; `factor` is the weight of the newest. Defined from value `length` on. */
export function ema(memory: Memory, length: number, factor = 2 / (length + 1)): Block {
  const cell = memory.claim(1, 0, fading(factor));
  const count = memory.claim(1, 0, length);
  return (value) => {
    if (isMissing(value)) return Number.NaN;
    const seen = memory.get(count);
    const before = memory.get(cell);
    const next = seen === 0 ? value : value * factor + before * (1 - factor);
    memory.set(cell, next);
    memory.set(count, seen + 1);
    return seen + 1 >= length ? next : Number.NaN;
  };
}

/** Wilder's average: starts with the mean of the first `length` values; the newest has a weight of 1/`length`. */
export function rma(memory: Memory, length: number): Block {
  const cell = memory.claim(1, 0, fading(1 / length));
  const count = memory.claim(1, 0, length);
  return (value) => {
    if (isMissing(value)) return Number.NaN;
    const seen = memory.get(count);
    const before = memory.get(cell);
    memory.set(count, seen + 1);
    if (seen < length) {
      memory.set(cell, seen === length - 1 ? (before + value) / length : before + value);
      return seen === length - 1 ? memory.get(cell) : Number.NaN;
    }
    const next = (before * (length - 1) + value) / length;
    memory.set(cell, next);
    return next;
  };
}

export function highest(memory: Memory, length: number): Block {
  return over(memory, length, (window) => {
    let found = -Infinity;
    for (let steps = 0; steps < length; steps += 1) found = Math.max(found, window.back(steps));
    return found;
  });
}

export function lowest(memory: Memory, length: number): Block {
  const top = highest(memory, length);
  return (value) => -top(-value);
}

/** Bars since the highest value, the newest of equals. */
export function sinceHighest(memory: Memory, length: number): Block {
  return over(memory, length, (window) => {
    let found = 0;
    for (let steps = 1; steps < length; steps += 1) if (window.back(steps) > window.back(found)) found = steps;
    return found;
  });
}

/** Standard deviation of the whole window, from its mean in a second pass: mean of squares minus square of mean loses nine digits. */
export function deviation(memory: Memory, length: number): Block {
  return over(memory, length, (window) => Math.sqrt(window.squares(window.sum() / length) / length));
}

/** Mean distance from the mean. */
export function meanDeviation(memory: Memory, length: number): Block {
  return over(memory, length, (window) => {
    const mean = window.sum() / length;
    let distance = 0;
    for (let steps = 0; steps < length; steps += 1) distance += Math.abs(window.back(steps) - mean);
    return distance / length;
  });
}

/** End of the least-squares line of the last values. */
export function regression(memory: Memory, length: number): Block {
  return over(memory, length, (window) => {
    const middle = (length - 1) / 2;
    let mean = 0;
    for (let steps = 0; steps < length; steps += 1) mean += window.back(steps) / length;
    let slope = 0;
    let spread = 0;
    for (let steps = 0; steps < length; steps += 1) {
      const x = length - 1 - steps - middle;
      slope += x * (window.back(steps) - mean);
      spread += x * x;
    }
    return mean + (spread === 0 ? 0 : slope / spread) * middle;
  });
}

/** Weights of any shape, `weights[0]` for the oldest. */
export function weighted(memory: Memory, weights: readonly number[]): Block {
  const whole = weights.reduce((total, weight) => total + weight, 0);
  return over(memory, weights.length, (window) => {
    let total = 0;
    weights.forEach((weight, index) => {
      total += weight * window.back(weights.length - 1 - index);
    });
    return total / whole;
  });
}

/** Share of rises among all moves, 0 to 100, both by Wilder's average. */
export function rsi(memory: Memory, length: number): Block {
  const before = lag(memory, 1);
  const rises = rma(memory, length);
  const falls = rma(memory, length);
  return (value) => {
    const change = value - before(value);
    const up = rises(Math.max(change, 0));
    const down = falls(Math.max(-change, 0));
    if (isMissing(up)) return Number.NaN;
    return down === 0 ? 100 : 100 - 100 / (1 + up / down);
  };
}

/** Sum of all defined results. */
export function cumulative(memory: Memory): Block {
  const cell = memory.claim(1);
  return (value) => {
    if (!isMissing(value)) memory.set(cell, memory.get(cell) + value);
    return memory.get(cell);
  };
}
