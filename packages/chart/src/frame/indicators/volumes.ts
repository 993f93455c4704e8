import type { IndicatorId } from '../../bridge/indicator-names.ts';
import { cumulative, ema, lag, sma, sum } from './blocks.ts';
import {
  histogram,
  length,
  line,
  valueOf,
  type IndicatorDefinition,
  type InputValues,
  type PlotSpec,
  type NumberInput,
  type Row,
  type Step,
} from './definition.ts';
import type { Memory } from './memory.ts';
import { median, typical } from './ranges-of-bars.ts';

interface Own {
  readonly inputs?: readonly NumberInput[];
  readonly plots?: readonly PlotSpec[];
  readonly levels?: readonly number[];
  readonly place?: 'price' | 'pane';
}

function ofVolume(id: IndicatorId, build: (memory: Memory, inputs: InputValues) => Step, own: Own = {}): IndicatorDefinition {
  return { id, group: 'volume', place: 'pane', takesSource: false, inputs: [], plots: [line(id)], ...own, build };
}

/** Position of the close in its bar, -1 to 1, times the volume. */
function moneyFlow({ high, low, close, volume }: Row): number {
  return high === low ? 0 : ((close - low - (high - close)) / (high - low)) * volume;
}

/** Klinger: volume signed by the direction of the typical price, weighted by the extent of the trend. */
function klinger(memory: Memory, inputs: InputValues): Step {
  const total = lag(memory, 1);
  const heightBefore = lag(memory, 1);
  const trend = memory.claim(1);
  const travelled = memory.claim(1);
  const quick = ema(memory, 1, 2 / (valueOf(inputs, 'fast') + 1));
  const slow = ema(memory, 1, 2 / (valueOf(inputs, 'slow') + 1));
  return (row, out) => {
    const height = row.high - row.low;
    const price = row.high + row.low + row.close;
    const before = total(price);
    const last = heightBefore(height);
    out[0] = Number.NaN;
    if (Number.isNaN(before)) return;
    const turned = price > before ? 1 : price < before ? -1 : memory.get(trend);
    if (turned !== memory.get(trend)) memory.set(travelled, last);
    memory.set(trend, turned);
    memory.set(travelled, memory.get(travelled) + height);
    const whole = memory.get(travelled);
    const force = whole === 0 ? 0 : row.volume * Math.abs((2 * height) / whole - 1) * 100 * (turned === -1 ? -1 : 1);
    out[0] = quick(force) - slow(force);
  };
}

/** Follows the price only on bars with less (or more) volume than the bar before, from 1,000 on. */
function byVolume(isTaken: (volume: number, before: number) => boolean): (memory: Memory) => Step {
  return (memory) => {
    const cell = memory.claim(1, 1_000);
    const [closeBefore, volumeBefore] = [lag(memory, 1), lag(memory, 1)];
    return ({ close, volume }, out) => {
      const old = closeBefore(close);
      const was = volumeBefore(volume);
      if (!Number.isNaN(old) && isTaken(volume, was)) memory.set(cell, memory.get(cell) * (close / old));
      out[0] = memory.get(cell);
    };
  };
}

const DAY = 86_400_000;

export const VOLUMES: readonly IndicatorDefinition[] = [
  ofVolume('onBalance', (memory) => {
    const before = lag(memory, 1);
    const total = cumulative(memory);
    return ({ close, volume }, out) => {
      const old = before(close);
      out[0] = total(close > old ? volume : close < old ? -volume : 0);
    };
  }),
  ofVolume('accumulation', (memory) => {
    const total = cumulative(memory);
    return (row, out) => {
      out[0] = total(moneyFlow(row));
    };
  }),
  ofVolume(
    'chaikinOscillator',
    (memory, inputs) => {
      const total = cumulative(memory);
      const [quick, slow] = [ema(memory, valueOf(inputs, 'fast')), ema(memory, valueOf(inputs, 'slow'))];
      return (row, out) => {
        const value = total(moneyFlow(row));
        out[0] = quick(value) - slow(value);
      };
    },
    { inputs: [length(3, 'fast'), length(10, 'slow')], levels: [0] },
  ),
  ofVolume(
    'chaikinFlow',
    (memory, inputs) => {
      const [flow, volume] = [sum(memory, valueOf(inputs)), sum(memory, valueOf(inputs))];
      return (row, out) => {
        const moved = flow(moneyFlow(row));
        const all = volume(row.volume);
        out[0] = all === 0 ? 0 : moved / all;
      };
    },
    { inputs: [length(20)], levels: [0] },
  ),
  ofVolume(
    'moneyFlowIndex',
    (memory, inputs) => {
      const before = lag(memory, 1);
      const [ups, downs] = [sum(memory, valueOf(inputs)), sum(memory, valueOf(inputs))];
      return (row, out) => {
        const price = typical(row);
        const old = before(price);
        const flow = Number.isNaN(old) ? Number.NaN : price * row.volume;
        const up = ups(price > old ? flow : flow * 0);
        const down = downs(price < old ? flow : flow * 0);
        out[0] = up + down === 0 ? 50 : (100 * up) / (up + down);
      };
    },
    { inputs: [length(14)], levels: [20, 80] },
  ),
  ofVolume(
    'force',
    (memory, inputs) => {
      const before = lag(memory, 1);
      const smooth = ema(memory, valueOf(inputs));
      return ({ close, volume }, out) => {
        out[0] = smooth((close - before(close)) * volume);
      };
    },
    { inputs: [length(13)], levels: [0] },
  ),
  ofVolume(
    'easeOfMovement',
    (memory, inputs) => {
      const before = lag(memory, 1);
      const smooth = sma(memory, valueOf(inputs));
      return (row, out) => {
        const moved = median(row) - before(median(row));
        const height = row.high - row.low;
        const isStill = !Number.isNaN(moved) && (height === 0 || row.volume === 0);
        out[0] = smooth(isStill ? 0 : (moved * height * valueOf(inputs, 'divisor')) / row.volume);
      };
    },
    { inputs: [length(14), { key: 'divisor', standard: 10_000, min: 1, max: 1e9, step: 1 }], levels: [0] },
  ),
  ofVolume('priceVolumeTrend', (memory) => {
    const before = lag(memory, 1);
    const total = cumulative(memory);
    return ({ close, volume }, out) => {
      const old = before(close);
      const sumSoFar = total(old === 0 ? 0 : (volume * (close - old)) / old);
      out[0] = Number.isNaN(old) ? Number.NaN : sumSoFar;
    };
  }),
  ofVolume('klinger', klinger, { inputs: [length(34, 'fast'), length(55, 'slow')], levels: [0] }),
  ofVolume(
    'negativeVolume',
    byVolume((volume, before) => volume < before),
  ),
  ofVolume(
    'positiveVolume',
    byVolume((volume, before) => volume > before),
  ),
  ofVolume(
    'volumeOscillator',
    (memory, inputs) => {
      const [quick, slow] = [ema(memory, valueOf(inputs, 'fast')), ema(memory, valueOf(inputs, 'slow'))];
      return ({ volume }, out) => {
        const far = slow(volume);
        out[0] = (100 * (quick(volume) - far)) / far;
      };
    },
    { inputs: [length(12, 'fast'), length(26, 'slow')], levels: [0] },
  ),
  ofVolume(
    'volumeAverage',
    (memory, inputs) => {
      const smooth = sma(memory, valueOf(inputs));
      return ({ volume }, out) => {
        out[0] = volume;
        out[1] = smooth(volume);
      };
    },
    { inputs: [length(20)], plots: [histogram('volume'), line('average', 'second')] },
  ),
  ofVolume(
    'weightedByVolume',
    (memory, inputs) => {
      const [value, volume] = [sum(memory, valueOf(inputs)), sum(memory, valueOf(inputs))];
      return (row, out) => {
        out[0] = value(row.close * row.volume) / volume(row.volume);
      };
    },
    { inputs: [length(20)], place: 'price' },
  ),
  ofVolume(
    'vwap',
    (memory) => {
      const day = memory.claim(1, -1);
      const value = memory.claim(1);
      const volume = memory.claim(1);
      return (row, out) => {
        const today = Math.floor(row.time / DAY);
        if (today !== memory.get(day)) {
          memory.set(day, today);
          memory.set(value, 0);
          memory.set(volume, 0);
        }
        memory.set(value, memory.get(value) + typical(row) * row.volume);
        memory.set(volume, memory.get(volume) + row.volume);
        const all = memory.get(volume);
        out[0] = all === 0 ? typical(row) : memory.get(value) / all;
      };
    },
    { place: 'price' },
  ),
];
