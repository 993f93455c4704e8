import type { Price } from '../../bridge/indicator-names.ts';
import type { BarStore } from '../model/bar-store.ts';
import type { IndicatorDefinition, InputValues, Row, Step } from './definition.ts';
import { Memory } from './memory.ts';
import { PlotColumn } from './plot-column.ts';

/** What an indicator is computed of: a price of each bar, or a plot of another one. */
export type Source = { readonly price: Price } | { readonly plot: PlotColumn };

const OF_PRICE: { readonly [K in Price]: (row: Row) => number } = {
  open: ({ open }) => open,
  high: ({ high }) => high,
  low: ({ low }) => low,
  close: ({ close }) => close,
  hl2: ({ high, low }) => (high + low) / 2,
  hlc3: ({ high, low, close }) => (high + low + close) / 3,
  ohlc4: ({ open, high, low, close }) => (open + high + low + close) / 4,
};

/**
 * One indicator over the bars of a chart. The state before the forming bar is kept, so that a tick computes one bar whatever the
 * number of bars is; a page of history in front changes what everything begins with, and everything is computed anew.
 */
export class Study {
  readonly plots: readonly PlotColumn[];
  private readonly memory = new Memory();
  private readonly step: Step;
  private readonly source: Source;
  private readonly out: Float64Array;
  private readonly row: Row = { time: 0, open: 0, high: 0, low: 0, close: 0, volume: 0, source: 0 };
  private done = 0;

  constructor(definition: IndicatorDefinition, inputs: InputValues, source: Source) {
    this.step = definition.build(this.memory, inputs);
    this.source = source;
    this.plots = definition.plots.map(() => new PlotColumn());
    this.out = new Float64Array(definition.plots.length);
    this.memory.clear();
  }

  /** All bars, from the first one on. */
  recompute(bars: BarStore): void {
    this.memory.clear();
    this.done = 0;
    for (const plot of this.plots) plot.clear(bars.length);
    this.follow(bars);
  }

  /** The last bar ticked, or bars were added behind it. */
  follow(bars: BarStore): void {
    // The last computed bar may still have been forming: it is computed once more, from the state before it.
    const from = Math.max(0, this.done - 1);
    if (this.done > 0) this.memory.restore();
    for (let index = from; index < bars.length; index += 1) {
      if (index === bars.length - 1) this.memory.keep();
      this.compute(bars, index);
    }
    this.done = bars.length;
  }

  private compute(bars: BarStore, index: number): void {
    const { row, out, source } = this;
    row.time = bars.time(index);
    row.open = bars.open(index);
    row.high = bars.high(index);
    row.low = bars.low(index);
    row.close = bars.close(index);
    row.volume = bars.volume(index);
    row.source = 'price' in source ? OF_PRICE[source.price](row) : source.plot.get(index);
    this.step(row, out);
    this.plots.forEach((plot, at) => plot.set(index, out[at] ?? Number.NaN));
  }
}
