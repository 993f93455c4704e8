import type { IndicatorId } from '../../bridge/indicator-names.ts';
import { deviation, ema, highest, lag, lowest, meanDeviation, rsi, sma, sum, windowOf, wma, type Block } from './blocks.ts';
import {
  histogram,
  length,
  line,
  signed,
  valueOf,
  type IndicatorDefinition,
  type InputValues,
  type NumberInput,
  type PlotSpec,
  type Row,
  type Step,
} from './definition.ts';
import type { Memory } from './memory.ts';
import { change, median, position, trueRange, typical } from './ranges-of-bars.ts';

interface Own {
  readonly inputs?: readonly NumberInput[];
  readonly plots?: readonly PlotSpec[];
  readonly levels?: readonly number[];
}

/** In a pane of its own, over one source. */
function ofSource(id: IndicatorId, build: (memory: Memory, inputs: InputValues) => Block, own: Own = {}): IndicatorDefinition {
  return {
    id,
    group: 'momentum',
    place: 'pane',
    takesSource: true,
    inputs: [length(14)],
    plots: [line(id)],
    ...own,
    build: (memory, inputs) => {
      const block = build(memory, inputs);
      return (row, out) => {
        out[0] = block(row.source);
      };
    },
  };
}

/** In a pane of its own, over whole bars. */
function ofBars(id: IndicatorId, build: (memory: Memory, inputs: InputValues) => Step, own: Own = {}): IndicatorDefinition {
  return { id, group: 'momentum', place: 'pane', takesSource: false, inputs: [length(14)], plots: [line(id)], ...own, build };
}

/** Change over the length, in percent. */
function rateOfChange(memory: Memory, size: number): Block {
  const before = lag(memory, size);
  return (value) => {
    const old = before(value);
    return (100 * (value - old)) / old;
  };
}

/** Difference of two exponential averages, its own average, and the distance of both. */
function macdOf(memory: Memory, inputs: InputValues, inPercent: boolean): (value: number, out: Float64Array) => void {
  const quick = ema(memory, valueOf(inputs, 'fast'));
  const slow = ema(memory, valueOf(inputs, 'slow'));
  const signal = ema(memory, valueOf(inputs, 'signal'));
  return (value, out) => {
    const far = slow(value);
    const distance = quick(value) - far;
    const main = inPercent ? (100 * distance) / far : distance;
    const smooth = signal(main);
    out[0] = main;
    out[1] = smooth;
    out[2] = main - smooth;
  };
}

const MACD_INPUTS = [length(12, 'fast'), length(26, 'slow'), length(9, 'signal')];
const MACD_PLOTS = [line('macd'), line('signal', 'second'), signed('distance')];

function fisher(memory: Memory, size: number): Step {
  const top = highest(memory, size);
  const bottom = lowest(memory, size);
  const bent = memory.claim(1);
  const result = memory.claim(1);
  return (row, out) => {
    const value = median(row);
    const high = top(value);
    const low = bottom(value);
    out[0] = Number.NaN;
    if (Number.isNaN(high)) return;
    const share = (value - low) / (high === low ? 0.001 : high - low);
    const raw = 0.66 * (share - 0.5) + 0.67 * memory.get(bent);
    const kept = raw > 0.99 ? 0.999 : raw < -0.99 ? -0.999 : raw;
    memory.set(bent, kept);
    memory.set(result, 0.5 * Math.log((1 + kept) / (1 - kept)) + 0.5 * memory.get(result));
    out[0] = memory.get(result);
  };
}

/** Mean of a short RSI, the RSI of the run of rises or falls, and the rank of the last change among those before. */
function connors(memory: Memory, inputs: InputValues): Block {
  const ranked = valueOf(inputs, 'rank');
  const ofPrice = rsi(memory, valueOf(inputs));
  const ofStreak = rsi(memory, valueOf(inputs, 'streak'));
  const before = lag(memory, 1);
  const streak = memory.claim(1);
  const changes = windowOf(memory, ranked);
  return (value) => {
    const price = ofPrice(value);
    const old = before(value);
    if (Number.isNaN(old)) return Number.NaN;
    const run = memory.get(streak);
    if (value > old) memory.set(streak, Math.max(run, 0) + 1);
    else if (value < old) memory.set(streak, Math.min(run, 0) - 1);
    else memory.set(streak, 0);
    const streaks = ofStreak(memory.get(streak));
    const moved = (100 * (value - old)) / old;
    let below = Number.NaN;
    if (changes.isFull()) {
      below = 0;
      for (let steps = 0; steps < ranked; steps += 1) if (changes.back(steps) < moved) below += 1;
    }
    changes.push(moved);
    return (price + streaks + (100 * below) / ranked) / 3;
  };
}

function ultimate(memory: Memory, inputs: InputValues): Step {
  const before = lag(memory, 1);
  const range = trueRange(memory);
  const spans = (['short', 'middle', 'long'] as const).map((key) => ({
    pressure: sum(memory, valueOf(inputs, key)),
    range: sum(memory, valueOf(inputs, key)),
  }));
  return (row, out) => {
    const old = before(row.close);
    const whole = range(row);
    const pressure = row.close - Math.min(row.low, old);
    const [short = 0, middle = 0, long = 0] = spans.map((span) => {
      const moved = span.range(Number.isNaN(old) ? Number.NaN : whole);
      return span.pressure(pressure) / moved;
    });
    out[0] = (100 * (4 * short + 2 * middle + long)) / 7;
  };
}

/** Two stochastics of the difference of two averages, smoothed after each. */
function schaff(memory: Memory, inputs: InputValues): Block {
  const size = valueOf(inputs, 'cycle');
  const quick = ema(memory, valueOf(inputs, 'fast'));
  const slow = ema(memory, valueOf(inputs, 'slow'));
  const [first, second] = [position(memory, size), position(memory, size)];
  const [smoothFirst, smoothSecond] = [ema(memory, 1, 0.5), ema(memory, 1, 0.5)];
  const full = (value: number, high: number): number => (Number.isNaN(value) && !Number.isNaN(high) ? 50 : value);
  const counted = [memory.claim(1), memory.claim(1)] as const;
  /** In a window without height, the value is 50. */
  const centred = (place: number, cell: number, value: number): number => {
    if (Number.isNaN(value)) return Number.NaN;
    memory.set(cell, memory.get(cell) + 1);
    return memory.get(cell) < size ? Number.NaN : full(place, value);
  };
  return (value) => {
    const distance = quick(value) - slow(value);
    const one = smoothFirst(centred(first(distance, distance, distance), counted[0], distance));
    return smoothSecond(centred(second(one, one, one), counted[1], one));
  };
}

function stochasticRsi(memory: Memory, inputs: InputValues): (value: number, out: Float64Array) => void {
  const strength = rsi(memory, valueOf(inputs));
  const place = position(memory, valueOf(inputs, 'window'));
  const smoothK = sma(memory, valueOf(inputs, 'k'));
  const smoothD = sma(memory, valueOf(inputs, 'd'));
  return (value, out) => {
    const now = strength(value);
    const k = smoothK(place(now, now, now));
    out[0] = k;
    out[1] = smoothD(k);
  };
}

const KST_CHAINS = [
  { change: 10, smooth: 10, weight: 1 },
  { change: 15, smooth: 10, weight: 2 },
  { change: 20, smooth: 10, weight: 3 },
  { change: 30, smooth: 15, weight: 4 },
];

export const MOMENTUM: readonly IndicatorDefinition[] = [
  ofSource('rsi', (memory, inputs) => rsi(memory, valueOf(inputs)), { levels: [30, 70] }),
  ofSource(
    'momentum',
    (memory, inputs) => {
      const before = lag(memory, valueOf(inputs));
      return (value) => value - before(value);
    },
    { inputs: [length(10)], levels: [0] },
  ),
  ofSource('rateOfChange', (memory, inputs) => rateOfChange(memory, valueOf(inputs)), { inputs: [length(9)], levels: [0] }),
  ofSource(
    'trix',
    (memory, inputs) => {
      const chain = [1, 2, 3].map(() => ema(memory, valueOf(inputs)));
      const before = lag(memory, 1);
      return (value) => {
        const smooth = chain.reduce((result, block) => block(result), value);
        return (100 * (smooth - before(smooth))) / smooth;
      };
    },
    { inputs: [length(18)], levels: [0] },
  ),
  ofSource(
    'trueStrength',
    (memory, inputs) => {
      const moved = change(memory);
      const chain = () => [ema(memory, valueOf(inputs, 'long')), ema(memory, valueOf(inputs, 'short'))];
      const [signed, whole] = [chain(), chain()];
      return (value) => {
        const step = moved(value);
        const up = signed.reduce((result, block) => block(result), step);
        const all = whole.reduce((result, block) => block(result), Math.abs(step));
        return all === 0 ? 0 : (100 * up) / all;
      };
    },
    { inputs: [length(25, 'long'), length(13, 'short')], levels: [0] },
  ),
  ofSource(
    'coppock',
    (memory, inputs) => {
      const [long, short] = [rateOfChange(memory, valueOf(inputs, 'long')), rateOfChange(memory, valueOf(inputs, 'short'))];
      const smooth = wma(memory, valueOf(inputs, 'smooth'));
      return (value) => smooth(long(value) + short(value));
    },
    { inputs: [length(14, 'long'), length(11, 'short'), length(10, 'smooth')], levels: [0] },
  ),
  ofSource(
    'knowSureThing',
    (memory) => {
      const chains = KST_CHAINS.map((chain) => ({ ...chain, rate: rateOfChange(memory, chain.change), mean: sma(memory, chain.smooth) }));
      return (value) => chains.reduce((total, { rate, mean, weight }) => total + weight * mean(rate(value)), 0);
    },
    { inputs: [], levels: [0] },
  ),
  ofSource('connors', connors, { inputs: [length(3), length(2, 'streak'), length(100, 'rank')], levels: [10, 90] }),
  ofSource('schaff', schaff, { inputs: [length(10, 'cycle'), length(23, 'fast'), length(50, 'slow')], levels: [25, 75] }),
  ofSource(
    'chandeMomentum',
    (memory, inputs) => {
      const moved = change(memory);
      const [ups, downs] = [sum(memory, valueOf(inputs)), sum(memory, valueOf(inputs))];
      return (value) => {
        const step = moved(value);
        const up = ups(Math.max(step, 0));
        const down = downs(Math.max(-step, 0));
        return up + down === 0 ? 0 : (100 * (up - down)) / (up + down);
      };
    },
    { inputs: [length(9)], levels: [-50, 50] },
  ),
  ofSource(
    'detrended',
    (memory, inputs) => {
      const mean = sma(memory, valueOf(inputs));
      const before = lag(memory, Math.floor(valueOf(inputs) / 2) + 1);
      return (value) => before(value) - mean(value);
    },
    { inputs: [length(21)], levels: [0] },
  ),
  {
    ...ofSource('macd', () => (value) => value, { inputs: MACD_INPUTS, plots: MACD_PLOTS, levels: [0] }),
    build: (memory, inputs) => {
      const step = macdOf(memory, inputs, false);
      return (row, out) => step(row.source, out);
    },
  },
  {
    ...ofSource('percentageOscillator', () => (value) => value, { inputs: MACD_INPUTS, plots: MACD_PLOTS, levels: [0] }),
    build: (memory, inputs) => {
      const step = macdOf(memory, inputs, true);
      return (row, out) => step(row.source, out);
    },
  },
  {
    ...ofSource('stochasticRsi', () => (value) => value, {
      inputs: [length(14), length(14, 'window'), length(3, 'k'), length(3, 'd')],
      plots: [line('k'), line('d', 'second')],
      levels: [20, 80],
    }),
    build: (memory, inputs) => {
      const step = stochasticRsi(memory, inputs);
      return (row, out) => step(row.source, out);
    },
  },
  ofBars(
    'stochastic',
    (memory, inputs) => {
      const place = position(memory, valueOf(inputs));
      const slow = sma(memory, valueOf(inputs, 'slow'));
      const smooth = sma(memory, valueOf(inputs, 'smooth'));
      return ({ close, high, low }, out) => {
        const k = slow(place(close, high, low));
        out[0] = k;
        out[1] = smooth(k);
      };
    },
    { inputs: [length(14), length(3, 'slow'), length(3, 'smooth')], plots: [line('k'), line('d', 'second')], levels: [20, 80] },
  ),
  ofBars(
    'williamsR',
    (memory, inputs) => {
      const place = position(memory, valueOf(inputs));
      return ({ close, high, low }, out) => {
        out[0] = place(close, high, low) - 100;
      };
    },
    { levels: [-80, -20] },
  ),
  ofBars(
    'cci',
    (memory, inputs) => {
      const mean = sma(memory, valueOf(inputs));
      const spread = meanDeviation(memory, valueOf(inputs));
      return (row, out) => {
        const price = typical(row);
        const middle = mean(price);
        const distance = spread(price);
        out[0] = distance === 0 ? 0 : (price - middle) / (0.015 * distance);
      };
    },
    { inputs: [length(20)], levels: [-100, 100] },
  ),
  ofBars(
    'awesome',
    (memory, inputs) => {
      const [short, long] = [sma(memory, valueOf(inputs, 'short')), sma(memory, valueOf(inputs, 'long'))];
      return (row, out) => {
        out[0] = short(median(row)) - long(median(row));
      };
    },
    { inputs: [length(5, 'short'), length(34, 'long')], plots: [signed('awesome')], levels: [0] },
  ),
  ofBars('fisher', (memory, inputs) => fisher(memory, valueOf(inputs)), { inputs: [length(9)], levels: [0] }),
  ofBars('ultimate', ultimate, { inputs: [length(7, 'short'), length(14, 'middle'), length(28, 'long')], levels: [30, 70] }),
  ofBars(
    'balanceOfPower',
    () =>
      ({ open, high, low, close }: Row, out) => {
        out[0] = high === low ? 0 : (close - open) / (high - low);
      },
    { inputs: [], levels: [0] },
  ),
  ofBars(
    'elderRay',
    (memory, inputs) => {
      const mean = ema(memory, valueOf(inputs));
      return ({ close, high, low }, out) => {
        const middle = mean(close);
        out[0] = high - middle;
        out[1] = low - middle;
      };
    },
    { inputs: [length(13)], plots: [histogram('bulls', 'up'), histogram('bears', 'down')], levels: [0] },
  ),
  ofBars(
    'qstick',
    (memory, inputs) => {
      const mean = sma(memory, valueOf(inputs));
      return ({ open, close }, out) => {
        out[0] = mean(close - open);
      };
    },
    { inputs: [length(10)], levels: [0] },
  ),
  ofBars(
    'waveTrend',
    (memory, inputs) => {
      const factor = 2 / (valueOf(inputs, 'channel') + 1);
      const [mean, spread] = [ema(memory, 1, factor), ema(memory, 1, factor)];
      const slow = ema(memory, 1, 2 / (valueOf(inputs, 'average') + 1));
      const signal = sma(memory, 4);
      return (row, out) => {
        const price = typical(row);
        const middle = mean(price);
        const distance = spread(Math.abs(price - middle));
        const wave = slow(distance === 0 ? 0 : (price - middle) / (0.015 * distance));
        out[0] = wave;
        out[1] = signal(wave);
      };
    },
    { inputs: [length(10, 'channel'), length(21, 'average')], plots: [line('wave'), line('signal', 'second')], levels: [-60, 60] },
  ),
  ofSource(
    'standardScore',
    (memory, inputs) => {
      const [mean, spread] = [sma(memory, valueOf(inputs)), deviation(memory, valueOf(inputs))];
      return (value) => {
        const distance = spread(value);
        return (value - mean(value)) / distance;
      };
    },
    { inputs: [length(20)], levels: [-2, 2] },
  ),
];
