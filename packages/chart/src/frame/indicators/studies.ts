import type { StudyEntry } from '../document/chart-document.ts';
import type { BarStore } from '../model/bar-store.ts';
import type { IndicatorDefinition } from './definition.ts';
import type { PlotColumn } from './plot-column.ts';
import { INDICATORS, indicatorOf } from './registry.ts';
import { Study, type Source } from './study.ts';

/** An indicator on the chart with its values. */
export interface PlottedStudy {
  readonly entry: StudyEntry;
  readonly definition: IndicatorDefinition;
  readonly plots: readonly PlotColumn[];
}

interface Made {
  /** What it is computed of and how: the same key, the same values. */
  readonly key: string;
  readonly study: Study;
}

/** All indicators of a chart, each after the one it is computed of. */
export class Studies {
  /** For the picker and the settings. */
  readonly definitions = INDICATORS;
  private made = new Map<string, Made>();
  private plotted: readonly PlottedStudy[] = [];

  get all(): readonly PlottedStudy[] {
    return this.plotted;
  }

  /** Computes what is new or has other inputs, from the bar `from` on, and keeps the rest. */
  set(entries: readonly StudyEntry[], bars: BarStore, from = 0): void {
    const before = this.made;
    this.made = new Map();
    const plotted: PlottedStudy[] = [];
    for (const entry of entries) {
      const definition = indicatorOf(entry.indicator);
      const source = definition === undefined ? undefined : this.sourceOf(entry);
      if (definition === undefined || source === undefined) continue;
      const key = JSON.stringify([entry.indicator, entry.inputs, source.key]);
      const known = before.get(entry.id);
      const study = known?.key === key ? known.study : new Study(definition, entry.inputs, source.source);
      if (study !== known?.study) study.recompute(bars, from);
      this.made.set(entry.id, { key, study });
      plotted.push({ entry, definition, plots: study.plots });
    }
    this.plotted = plotted;
  }

  /** Bars came before those that were there, or all are others. Those before `from` are left to `complete`. */
  recompute(bars: BarStore, from = 0): void {
    for (const { study } of this.made.values()) study.recompute(bars, from);
  }

  /** Computes what was left out, at most `count` bars of one indicator; true when nothing is left. */
  complete(bars: BarStore, count: number): boolean {
    const next = [...this.made.values()].find(({ study }) => !study.isWhole);
    next?.study.complete(bars, count);
    return [...this.made.values()].every(({ study }) => study.isWhole);
  }

  follow(bars: BarStore): void {
    for (const { study } of this.made.values()) study.follow(bars);
  }

  private sourceOf({ source }: StudyEntry): { readonly key: string; readonly source: Source } | undefined {
    if ('price' in source) return { key: source.price, source };
    const other = this.made.get(source.study);
    if (other?.study.plots[source.plot] === undefined) return undefined;
    return { key: `${other.key} ${source.plot}`, source: { study: other.study, plot: source.plot } };
  }
}
