import type { StudyEntry } from '../document/chart-document.ts';
import type { BarStore } from '../model/bar-store.ts';
import { inputsWithin, type IndicatorDefinition } from './definition.ts';
import type { PlotColumn } from './plot-column.ts';
import { INDICATORS, indicatorOf } from './registry.ts';
import { Study, type FigureBefore, type Source } from './study.ts';

/** An indicator on the chart with its values. */
export interface PlottedStudy {
  readonly entry: StudyEntry;
  readonly definition: IndicatorDefinition;
  readonly plots: readonly PlotColumn[];
}

interface Made {
  /** Indicator, inputs and source as text: equal keys give equal values. */
  readonly key: string;
  readonly study: Study;
}

/** All indicators of a chart, each after its source. */
export class Studies {
  /** For the picker and the settings. */
  readonly definitions = INDICATORS;
  private readonly before: FigureBefore;
  private made = new Map<string, Made>();
  private plotted: readonly PlottedStudy[] = [];

  constructor(before: FigureBefore = () => Number.NaN) {
    this.before = before;
  }

  get all(): readonly PlottedStudy[] {
    return this.plotted;
  }

  /** Bars before the view that complete values need. */
  get reach(): number {
    return Math.max(0, ...[...this.made.values()].map(({ study }) => study.reach));
  }

  /** Computes new and changed indicators from the bar `from` on, and keeps the others. */
  set(entries: readonly StudyEntry[], bars: BarStore, from = 0): void {
    const before = this.made;
    this.made = new Map();
    const plotted: PlottedStudy[] = [];
    for (const entry of entries) {
      const definition = indicatorOf(entry.indicator);
      const source = definition === undefined ? undefined : this.sourceOf(entry, definition);
      if (definition === undefined || source === undefined) continue;
      const inputs = inputsWithin(definition, entry.inputs);
      const key = JSON.stringify([entry.indicator, inputs, source.key]);
      const known = before.get(entry.id);
      const study = known?.key === key ? known.study : new Study(definition, inputs, source.source);
      if (study !== known?.study) study.recompute(bars, from);
      this.made.set(entry.id, { key, study });
      plotted.push({ entry, definition, plots: study.plots });
    }
    this.plotted = plotted;
  }

  /** Older bars arrived, or all were replaced. `complete` computes the bars before `from`. */
  recompute(bars: BarStore, from = 0): void {
    for (const { study } of this.made.values()) study.recompute(bars, from);
  }

  /** Computes missing values, at most `count` bars of one indicator; true when none remain. */
  complete(bars: BarStore, count: number): boolean {
    const next = [...this.made.values()].find(({ study }) => !study.isWhole);
    next?.study.complete(bars, count);
    return [...this.made.values()].every(({ study }) => study.isWhole);
  }

  follow(bars: BarStore): void {
    for (const { study } of this.made.values()) study.follow(bars);
  }

  private sourceOf({ source }: StudyEntry, { series }: IndicatorDefinition): { readonly key: string; readonly source: Source } | undefined {
    if (series !== undefined) return { key: series, source: { series, before: this.before } };
    if ('price' in source) return { key: source.price, source };
    const other = this.made.get(source.study);
    if (other?.study.plots[source.plot] === undefined) return undefined;
    return { key: `${other.key} ${source.plot}`, source: { study: other.study, plot: source.plot } };
  }
}
