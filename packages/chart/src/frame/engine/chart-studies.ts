import type { StudyEntry } from '../document/chart-document.ts';
import type { PlottedStudy, Studies } from '../indicators/studies.ts';
import type { BarStore } from '../model/bar-store.ts';
import type { PriceRange } from '../model/price-scale.ts';
import { rangeOfStudies } from '../render/paint-plots.ts';
import { IdleWork } from './idle-work.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Bars that one slice of idle time computes at least. */
const SLICE = 2_000;

export interface ChartStudiesOutlet {
  readonly bars: BarStore;
  readonly view: Window;
  /** The bars in sight. */
  readonly seen: () => Span;
  /** The code arrived, so that the indicators can be drawn. */
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
  /** The first bar of which all values are known. */
  private first = 0;

  constructor(outlet: ChartStudiesOutlet) {
    this.outlet = outlet;
    this.rest = new IdleWork(outlet.view, () => this.completeSome());
  }

  get all(): readonly PlottedStudy[] {
    return this.studies?.all ?? [];
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

  /** All bars are other ones, or some came before them. */
  recompute(): void {
    this.first = this.firstSeen();
    this.studies?.recompute(this.outlet.bars, this.first);
  }

  follow(): void {
    this.studies?.follow(this.outlet.bars);
  }

  /** Sees to it that all values in sight are known. */
  cover({ from, to }: Span): void {
    // A line begins before the first bar in sight.
    if (this.first === 0 || from - Math.ceil((to - from) / 8) >= this.first) return;
    while (!this.completeSome());
  }

  /** The bars in sight are painted: the others may follow. */
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

  /** A quarter more than is in sight. */
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
      this.studies = new code.Studies();
      this.setNow(this.studies);
      this.outlet.loaded();
    } catch (cause) {
      // The server may be away just now: the next change of the document asks again (CHT-27).
      console.warn('The indicators could not be loaded', cause);
    } finally {
      this.isLoading = false;
    }
  }
}
