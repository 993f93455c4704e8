import type { StudyEntry } from '../document/chart-document.ts';
import type { PlottedStudy, Studies } from '../indicators/studies.ts';
import type { FigureBefore } from '../indicators/study.ts';
import type { BarStore } from '../model/bar-store.ts';
import type { PriceRange } from '../model/price-scale.ts';
import { rangeOfStudies } from '../render/paint-plots.ts';
import { IdleWork } from './idle-work.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Minimum number of bars per slice of idle time. */
const SLICE = 2_000;

export interface ChartStudiesOutlet {
  readonly bars: BarStore;
  /** Market figures from the datafeed. */
  readonly before: FigureBefore;
  readonly view: Window;
  /** The bars in sight. */
  readonly seen: () => Span;
  /** The code has loaded, and the indicators can be drawn. */
  readonly loaded: () => void;
  /** The values of all bars are known. */
  readonly completed: () => void;
}

/**
 * The indicators of a chart. Their code is fetched with the first one. The bars in sight are computed at once, those before them when
 * the page has nothing else to do, or when they come into sight.
 */
export class ChartStudies {
  private readonly outlet: ChartStudiesOutlet;
  private readonly rest: IdleWork;
  private studies: Studies | undefined;
  private isLoading = false;
  private entries: readonly StudyEntry[] = [];
  /** First bar from which all values are known. */
  private first = 0;

  constructor(outlet: ChartStudiesOutlet) {
    this.outlet = outlet;
    this.rest = new IdleWork(outlet.view, () => this.completeSome());
  }

  get all(): readonly PlottedStudy[] {
    return this.studies?.all ?? [];
  }

  /** Bars before the view that complete values need. */
  get reach(): number {
    return this.studies?.reach ?? 0;
  }

  /** Those with a pane of their own. */
  get inPanes(): readonly PlottedStudy[] {
    return this.all.filter(({ entry, definition }) => entry.shown && definition.place === 'pane');
  }

  set(entries: readonly StudyEntry[]): void {
    if (entries === this.entries && this.studies !== undefined) return;
    this.entries = entries;
    if (this.studies !== undefined) this.setNow(this.studies);
    else if (entries.length > 0) void this.load();
  }

  /** All bars were replaced, or older bars arrived. */
  recompute(): void {
    this.first = this.firstSeen();
    this.studies?.recompute(this.outlet.bars, this.first);
  }

  follow(): void {
    this.studies?.follow(this.outlet.bars);
  }

  /** Computes all missing values in view. */
  cover({ from, to }: Span): void {
    // A line begins before the first bar in sight.
    if (this.first === 0 || from - Math.ceil((to - from) / 8) >= this.first) return;
    while (!this.completeSome());
  }

  /** The visible bars are painted: the others may follow. */
  painted(): void {
    if (this.first > 0) this.rest.start();
  }

  stop(): void {
    this.rest.stop();
  }

  /** The range of the bars, wide enough for the indicators over them. */
  priceRange(span: Span, bars: PriceRange): PriceRange {
    const onPrice = this.all.filter(({ definition }) => definition.place === 'price');
    const range = rangeOfStudies(onPrice, span);
    return range === undefined ? bars : { low: Math.min(bars.low, range.low), high: Math.max(bars.high, range.high) };
  }

  private setNow(studies: Studies): void {
    const from = this.firstSeen();
    studies.set(this.entries, this.outlet.bars, from);
    this.first = Math.max(this.first, from);
  }

  /** The visible range plus a quarter. */
  private firstSeen(): number {
    const { from, to } = this.outlet.seen();
    return Math.max(0, Math.min(from - Math.ceil((to - from) / 4), this.outlet.bars.length - 1));
  }

  private completeSome(): boolean {
    const isDone = this.studies?.complete(this.outlet.bars, SLICE) ?? true;
    if (!isDone) return false;
    this.rest.stop();
    if (this.first > 0) this.outlet.completed();
    this.first = 0;
    return true;
  }

  private async load(): Promise<void> {
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      const code = await import('../indicators/studies.ts');
      this.studies = new code.Studies(this.outlet.before);
      this.setNow(this.studies);
      this.outlet.loaded();
    } catch (cause) {
      // If the server is unreachable, the next change of the document retries (CHT-27).
      console.warn('The indicators could not be loaded', cause);
    } finally {
      this.isLoading = false;
    }
  }
}
