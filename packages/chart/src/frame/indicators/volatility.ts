import { deviation, ema, highest, lag, lowest, sma, sum, windowOf, type Window } from './blocks.ts';
import { decimal, length, line, valueOf, type IndicatorDefinition } from './definition.ts';
import { averageRange, trueRange } from './ranges-of-bars.ts';

const common = { group: 'volatility', takesSource: false } as const;
const BANDS = [line('middle'), line('upper', 'second'), line('lower', 'second')];
const MULTIPLE = decimal('multiple', 2, 50);
/** Crypto trades on all days of a year. */
const DAYS = 365;

/** Root mean square of the distance of each value below the previous peak, in percent. */
function depth(window: Window, size: number): number {
  let peak = -Infinity;
  let squares = 0;
  for (let steps = size - 1; steps >= 0; steps -= 1) {
    const value = window.back(steps);
    peak = Math.max(peak, value);
    squares += ((100 * (value - peak)) / peak) ** 2;
  }
  return Math.sqrt(squares / size);
}

export const VOLATILITY: readonly IndicatorDefinition[] = [
  {
    ...common,
    id: 'bollinger',
    place: 'price',
    takesSource: true,
    inputs: [length(20), MULTIPLE],
    plots: BANDS,
    build: (memory, inputs) => {
      const [mean, spread] = [sma(memory, valueOf(inputs)), deviation(memory, valueOf(inputs))];
      return ({ source }, out) => {
        const middle = mean(source);
        const room = valueOf(inputs, 'multiple') * spread(source);
        out[0] = middle;
        out[1] = middle + room;
        out[2] = middle - room;
      };
    },
  },
  {
    ...common,
    id: 'bollingerWidth',
    place: 'pane',
    takesSource: true,
    inputs: [length(20), MULTIPLE],
    plots: [line('width')],
    build: (memory, inputs) => {
      const [mean, spread] = [sma(memory, valueOf(inputs)), deviation(memory, valueOf(inputs))];
      return ({ source }, out) => {
        out[0] = (2 * valueOf(inputs, 'multiple') * spread(source)) / mean(source);
      };
    },
  },
  {
    ...common,
    id: 'percentB',
    place: 'pane',
    takesSource: true,
    inputs: [length(20), MULTIPLE],
    plots: [line('share')],
    levels: [0, 1],
    build: (memory, inputs) => {
      const [mean, spread] = [sma(memory, valueOf(inputs)), deviation(memory, valueOf(inputs))];
      return ({ source }, out) => {
        const middle = mean(source);
        const room = valueOf(inputs, 'multiple') * spread(source);
        out[0] = room === 0 ? Number.NaN : (source - middle + room) / (2 * room);
      };
    },
  },
  {
    ...common,
    id: 'standardDeviation',
    place: 'pane',
    takesSource: true,
    inputs: [length(20)],
    plots: [line('deviation')],
    build: (memory, inputs) => {
      const spread = deviation(memory, valueOf(inputs));
      return ({ source }, out) => {
        out[0] = spread(source);
      };
    },
  },
  {
    ...common,
    id: 'averageTrueRange',
    place: 'pane',
    inputs: [length(14)],
    plots: [line('range')],
    build: (memory, inputs) => {
      const range = averageRange(memory, valueOf(inputs));
      return (row, out) => {
        out[0] = range(row);
      };
    },
  },
  {
    ...common,
    id: 'normalisedRange',
    place: 'pane',
    inputs: [length(14)],
    plots: [line('range')],
    build: (memory, inputs) => {
      const range = averageRange(memory, valueOf(inputs));
      return (row, out) => {
        out[0] = (100 * range(row)) / row.close;
      };
    },
  },
  {
    ...common,
    id: 'keltner',
    place: 'price',
    takesSource: true,
    inputs: [length(20), length(10, 'range'), MULTIPLE],
    plots: BANDS,
    build: (memory, inputs) => {
      const mean = ema(memory, valueOf(inputs));
      const range = averageRange(memory, valueOf(inputs, 'range'));
      return (row, out) => {
        const middle = mean(row.source);
        const room = valueOf(inputs, 'multiple') * range(row);
        out[0] = middle;
        out[1] = middle + room;
        out[2] = middle - room;
      };
    },
  },
  {
    ...common,
    id: 'donchian',
    place: 'price',
    inputs: [length(20)],
    plots: BANDS,
    build: (memory, inputs) => {
      const [top, bottom] = [highest(memory, valueOf(inputs)), lowest(memory, valueOf(inputs))];
      return ({ high, low }, out) => {
        const [above, below] = [top(high), bottom(low)];
        out[0] = (above + below) / 2;
        out[1] = above;
        out[2] = below;
      };
    },
  },
  {
    ...common,
    id: 'choppiness',
    place: 'pane',
    inputs: [{ ...length(14), min: 2 }],
    plots: [line('choppiness')],
    levels: [38.2, 61.8],
    build: (memory, inputs) => {
      const size = valueOf(inputs);
      const before = lag(memory, 1);
      const range = trueRange(memory);
      const total = sum(memory, size);
      const [top, bottom] = [highest(memory, size), lowest(memory, size)];
      return (row, out) => {
        const close = before(row.close);
        const whole = range(row);
        const isFirst = Number.isNaN(close);
        const height = top(Math.max(row.high, close)) - bottom(Math.min(row.low, close));
        const moved = total(isFirst ? Number.NaN : whole);
        out[0] = height === 0 ? 100 : (100 * Math.log10(moved / height)) / Math.log10(size);
      };
    },
  },
  {
    ...common,
    id: 'historicalVolatility',
    place: 'pane',
    takesSource: true,
    inputs: [{ ...length(10), min: 2 }],
    plots: [line('volatility')],
    build: (memory, inputs) => {
      const size = valueOf(inputs);
      const before = lag(memory, 1);
      const spread = deviation(memory, size);
      return ({ source }, out) => {
        // Sample deviation: the divisor is the window less one.
        out[0] = 100 * spread(Math.log(source / before(source))) * Math.sqrt((size / (size - 1)) * DAYS);
      };
    },
  },
  {
    ...common,
    id: 'ulcer',
    place: 'pane',
    takesSource: true,
    inputs: [length(14)],
    plots: [line('ulcer')],
    build: (memory, inputs) => {
      const size = valueOf(inputs);
      const window = windowOf(memory, size);
      return ({ source }, out) => {
        out[0] = Number.NaN;
        if (Number.isNaN(source)) return;
        window.push(source);
        if (window.isFull()) out[0] = depth(window, size);
      };
    },
  },
  {
    ...common,
    id: 'massIndex',
    place: 'pane',
    inputs: [length(9), length(25, 'window')],
    plots: [line('mass')],
    build: (memory, inputs) => {
      const [first, second] = [ema(memory, valueOf(inputs)), ema(memory, valueOf(inputs))];
      const total = sum(memory, valueOf(inputs, 'window'));
      return ({ high, low }, out) => {
        const once = first(high - low);
        out[0] = total(once / second(once));
      };
    },
  },
  {
    ...common,
    id: 'chaikinVolatility',
    place: 'pane',
    inputs: [length(10), length(10, 'change')],
    plots: [line('volatility')],
    build: (memory, inputs) => {
      const mean = ema(memory, valueOf(inputs));
      const before = windowOf(memory, valueOf(inputs, 'change') + 1);
      return ({ high, low }, out) => {
        const now = mean(high - low);
        out[0] = Number.NaN;
        if (Number.isNaN(now)) return;
        before.push(now);
        const old = before.back(valueOf(inputs, 'change'));
        if (before.isFull()) out[0] = (100 * (now - old)) / old;
      };
    },
  },
];
