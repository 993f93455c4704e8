import type { Price } from '../../bridge/indicator-names.ts';
import type { MarketSeries } from '../../bridge/messages.ts';
import type { BarStore } from '../model/bar-store.ts';
import type { IndicatorDefinition, InputValues, Row, Step } from './definition.ts';
import { Memory } from './memory.ts';
import { PlotColumn } from './plot-column.ts';

/** A market figure: the last one before a time. */
export type FigureBefore = (series: MarketSeries, moment: number) => number;

/** Source of an indicator: a price of each bar, a plot of another indicator, or a figure of the market. */
export type Source =
  | { readonly price: Price }
  | { readonly study: Study; readonly plot: number }
  | { readonly series: MarketSeries; readonly before: FigureBefore };

const OF_PRICE: { readonly [K in Price]: (row: Row) => number } = {
  open: ({ open }) => open,
  high: ({ high }) => high,
  low: ({ low }) => low,
  close: ({ close }) => close,
  hl2: ({ high, low }) => (high + low) / 2,
  hlc3: ({ high, low, close }) => (high + low + close) / 3,
  ohlc4: ({ open, high, low, close }) => (open + high + low + close) / 4,
};

type Reading = (row: Row, index: number, bars: BarStore) => number;

function reading(source: Source): Reading {
  if ('price' in source) return OF_PRICE[source.price];
  if ('study' in source) return (_row, index) => source.study.plots[source.plot]?.get(index) ?? Number.NaN;
  // The figure that was known at the end of the bar.
  return (_row, index, bars) => source.before(source.series, index + 1 < bars.length ? bars.time(index + 1) : Infinity);
}

/** A calculation in progress over the bars. */
class Run {
  readonly memory = new Memory();
  private readonly step: Step;
  private readonly source: Reading;
  private readonly out: Float64Array;
  private readonly row: Row = { time: 0, open: 0, high: 0, low: 0, close: 0, volume: 0, source: 0 };
  private readonly plots: readonly PlotColumn[];
  /** Bars up to which values are computed. */
  done: number;

  constructor({ definition, inputs, source, plots }: Parts, from: number) {
    this.step = definition.build(this.memory, inputs);
    this.source = reading(source);
    this.out = new Float64Array(plots.length);
    this.plots = plots;
    this.memory.clear();
    this.done = Math.max(0, from - this.memory.reach);
  }

  /** Computes the bars before `to`. Saves the state before the last bar, which may be forming. */
  advance(bars: BarStore, to: number): void {
    const last = bars.length - 1;
    for (; this.done < to; this.done += 1) {
      if (this.done === last) this.memory.keep();
      this.compute(bars, this.done);
    }
  }

  /** Computes the last bar again from the state before it, because it may have been forming. */
  stepBack(): void {
    if (this.done === 0) return;
    this.memory.restore();
    this.done -= 1;
  }

  private compute(bars: BarStore, index: number): void {
    const { row, out, plots } = this;
    row.time = bars.time(index);
    row.open = bars.open(index);
    row.high = bars.high(index);
    row.low = bars.low(index);
    row.close = bars.close(index);
    row.volume = bars.volume(index);
    row.source = this.source(row, index, bars);
    this.step(row, out);
    for (let plot = 0; plot < plots.length; plot += 1) plots[plot]?.set(index, out[plot] ?? Number.NaN);
  }
}

interface Parts {
  readonly definition: IndicatorDefinition;
  readonly inputs: InputValues;
  readonly source: Source;
  readonly plots: readonly PlotColumn[];
}

/**
 * One indicator over the bars of a chart. The state before the forming bar is kept, so that a tick computes one bar, regardless of the
 * number of bars. A page of history in front changes the start of every calculation, so everything is computed again. Visible values may
 * come first: a second run then writes all values, from the first bar on, and takes over at the last one.
 */
export class Study {
  readonly plots: readonly PlotColumn[];
  private readonly parts: Parts;
  private run: Run | undefined;
  private whole: Run | undefined;
  /** Bars before it are not computed yet. */
  private first = 0;

  constructor(definition: IndicatorDefinition, inputs: InputValues, source: Source) {
    this.plots = definition.plots.map(() => new PlotColumn());
    this.parts = { definition, inputs, source, plots: this.plots };
  }

  /** Whether the values of all bars are computed. */
  get isWhole(): boolean {
    return this.first === 0;
  }

  /** Bars before a bar on which its values depend; 0 if they depend on all bars, so that no number of bars suffices. */
  get reach(): number {
    const { source } = this.parts;
    const own = this.run?.memory.reach ?? 0;
    return (Number.isFinite(own) ? own : 0) + ('study' in source ? source.study.reach : 0);
  }

  /** Computes the values from bar `from` on, and starts as many bars earlier as the indicator reaches. */
  recompute(bars: BarStore, from = 0): void {
    const { definition, source } = this.parts;
    // Values of another indicator begin where that one does.
    const isChained = 'study' in source;
    if (isChained) source.study.complete(bars, bars.length);
    const offset = Math.max(0, ...definition.plots.map((plot) => plot.offset ?? 0));
    this.run = new Run(this.parts, isChained ? 0 : from - offset);
    this.whole = undefined;
    this.first = this.run.done;
    for (const plot of this.plots) plot.clear(bars.length, this.first);
    this.run.advance(bars, bars.length);
  }

  /** Computes up to `count` bars of those that `recompute` left out. */
  complete(bars: BarStore, count: number): void {
    if (this.isWhole) return;
    this.whole ??= new Run(this.parts, 0);
    this.whole.advance(bars, Math.min(bars.length, this.whole.done + count));
    if (this.whole.done < bars.length) return;
    this.run = this.whole;
    this.whole = undefined;
    this.first = 0;
  }

  /** The last bar ticked, or bars were added behind it. */
  follow(bars: BarStore): void {
    this.run ??= new Run(this.parts, 0);
    this.run.stepBack();
    this.run.advance(bars, bars.length);
  }
}
