import type { ChartBar, ChartMark, ChartResolution, ChartSymbol } from '../../bridge/messages.ts';
import type { BarPage, BarSink, ChartEngine } from '../engine/chart-engine.ts';
import type { KeptView } from '../engine/viewport.ts';
import { longestStep } from '../resolution.ts';

type ReplayEngine = BarSink &
  Pick<ChartEngine, 'last'> & { readonly view: Pick<ChartEngine['view'], 'allBars' | 'reset' | 'keep' | 'restore'> };

export interface ReplayGateEvents {
  /** The replay ended because the bars of the chart were replaced. */
  readonly interrupted: () => void;
  /** The feed answered with bars, or failed to. */
  readonly answered: (isFailed: boolean) => void;
  /** Marks on the chart. */
  readonly marked: (marks: readonly ChartMark[]) => void;
}

interface Held {
  readonly bars: ChartBar[];
  /** Number of bars on the chart. */
  shown: number;
  /** The view before the replay. */
  readonly kept: KeptView;
}

/** Takes bars and marks from the feed to the engine: all of them, or during a replay those up to the bar that it has reached. */
export class ReplayGate implements BarSink {
  private readonly engine: () => ReplayEngine;
  private readonly events: ReplayGateEvents;
  private symbol: ChartSymbol | undefined;
  private resolution: ChartResolution = '1';
  private more = false;
  private first = Infinity;
  private marks: readonly ChartMark[] = [];
  private held: Held | undefined;

  constructor(engine: () => ReplayEngine, events: ReplayGateEvents) {
    this.engine = engine;
    this.events = events;
  }

  get isReplaying(): boolean {
    return this.held !== undefined;
  }

  /** All bars are on the chart: the replay is at its end. */
  get isAtEnd(): boolean {
    return this.held !== undefined && this.held.shown >= this.held.bars.length;
  }

  /** Start of the newest bar, shown or not; `undefined` when there is none. */
  get newest(): number | undefined {
    return (this.held === undefined ? this.engine().last()?.bar : this.held.bars.at(-1))?.time;
  }

  /** The bars reach back to that time, or to the first bar. */
  reaches(time: number): boolean {
    return this.first <= time || !this.more;
  }

  /** Newest price of the market, whatever the replay shows. */
  get newestPrice(): number | undefined {
    return this.held === undefined ? this.engine().last()?.bar.close : this.held.bars.at(-1)?.close;
  }

  /** Shows the bars up to the one of that moment, and keeps back the later ones. `kept`: the view to come back to. */
  start(time: number, kept: KeptView): void {
    const bars = this.held?.bars ?? [...this.engine().view.allBars()];
    if (bars.length === 0) return;
    this.held = { bars, shown: Math.max(1, countUpTo(bars, time)), kept: this.held?.kept ?? kept };
    this.show();
    this.engine().view.reset();
  }

  /** Shows one more bar. */
  step(): void {
    const { held } = this;
    const next = held?.bars[held.shown];
    if (held === undefined || next === undefined) return;
    held.shown += 1;
    this.engine().update(next);
    this.showMarks();
  }

  /** Shows everything, live again, where the view was before. */
  leave(): void {
    const { held } = this;
    if (held === undefined) return;
    held.shown = held.bars.length;
    this.show();
    this.held = undefined;
    this.engine().view.restore(held.kept);
  }

  setBars(symbol: ChartSymbol, resolution: ChartResolution, page: BarPage): void {
    const { held } = this;
    const isSame = symbol.ticker === this.symbol?.ticker && resolution === this.resolution;
    this.symbol = symbol;
    this.resolution = resolution;
    this.marks = [];
    if (held !== undefined && isSame && continues(held.bars, page.bars, resolution)) {
      // Older bars that were loaded stay: the feed answers with the newest page only.
      this.replace(held, [...held.bars.filter(({ time }) => time < (page.bars[0]?.time ?? 0)), ...page.bars]);
      return;
    }
    this.more = page.more;
    this.first = page.bars[0]?.time ?? Infinity;
    this.held = undefined;
    this.engine().setBars(symbol, resolution, page);
    this.events.marked([]);
    if (held !== undefined) this.events.interrupted();
    this.events.answered(false);
  }

  addOlder(page: BarPage): void {
    const { held, first } = this;
    this.more = page.more;
    const bars = page.bars.filter(({ time }) => time < first);
    this.first = bars[0]?.time ?? first;
    if (held !== undefined) this.held = { ...held, bars: [...bars, ...held.bars], shown: held.shown + bars.length };
    this.engine().addOlder({ bars, more: page.more });
    this.events.answered(page.bars.length === 0 && page.more);
  }

  update(bar: ChartBar): void {
    if (this.held === undefined) {
      this.engine().update(bar);
      return;
    }
    const { bars } = this.held;
    const last = bars.at(-1)?.time ?? -Infinity;
    if (bar.time === last) bars[bars.length - 1] = bar;
    else if (bar.time > last) bars.push(bar);
  }

  setMarks(marks: readonly ChartMark[]): void {
    this.marks = marks;
    this.showMarks();
  }

  /** The bar that the replay has reached stays the last one on the chart. */
  private replace(held: Held, bars: ChartBar[]): void {
    const reached = held.bars[held.shown - 1]?.time ?? 0;
    this.held = { ...held, bars, shown: Math.max(1, countUpTo(bars, reached)) };
  }

  private show(): void {
    const { held, symbol, resolution, more } = this;
    if (held === undefined || symbol === undefined) return;
    this.engine().setBars(symbol, resolution, { bars: held.bars.slice(0, held.shown), more });
    this.showMarks();
  }

  private showMarks(): void {
    const next = this.held?.bars[this.held.shown]?.time ?? Infinity;
    const marks = this.marks.filter(({ time }) => time < next);
    this.engine().setMarks(marks);
    this.events.marked(marks);
  }
}

/** Bars that began up to that moment. */
const countUpTo = (bars: readonly ChartBar[], time: number): number => bars.findLastIndex((bar) => bar.time <= time) + 1;

function continues(bars: readonly ChartBar[], next: readonly ChartBar[], resolution: ChartResolution): boolean {
  const [last, first] = [bars.at(-1)?.time, next[0]?.time];
  return last !== undefined && first !== undefined && first <= last + longestStep(resolution);
}
