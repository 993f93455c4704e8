import type { StudyEntry } from '../document/chart-document.ts';
import type { PlottedStudy, Studies } from '../indicators/studies.ts';
import type { BarStore } from '../model/bar-store.ts';
import type { PriceRange } from '../model/price-scale.ts';
import { rangeOfStudies } from '../render/paint-plots.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The indicators of a chart. Their code is fetched with the first one. */
export class ChartStudies {
  private readonly onLoaded: () => void;
  private studies: Studies | undefined;
  private isLoading = false;
  private entries: readonly StudyEntry[] = [];

  /** `onLoaded`: the code arrived, so that the indicators can be drawn. */
  constructor(onLoaded: () => void) {
    this.onLoaded = onLoaded;
  }

  get all(): readonly PlottedStudy[] {
    return this.studies?.all ?? [];
  }

  /** Those with a pane of their own. */
  get inPanes(): readonly PlottedStudy[] {
    return this.all.filter(({ entry, definition }) => entry.shown && definition.place === 'pane');
  }

  set(entries: readonly StudyEntry[], bars: BarStore): void {
    if (entries === this.entries && this.studies !== undefined) return;
    this.entries = entries;
    if (this.studies !== undefined) this.studies.set(entries, bars);
    else if (entries.length > 0) void this.load(bars);
  }

  recompute(bars: BarStore): void {
    this.studies?.recompute(bars);
  }

  follow(bars: BarStore): void {
    this.studies?.follow(bars);
  }

  /** The range of the bars, wide enough for the indicators over them. */
  priceRange(span: Span, bars: PriceRange): PriceRange {
    const onPrice = this.all.filter(({ definition }) => definition.place === 'price');
    const range = rangeOfStudies(onPrice, span);
    return range === undefined ? bars : { low: Math.min(bars.low, range.low), high: Math.max(bars.high, range.high) };
  }

  private async load(bars: BarStore): Promise<void> {
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      const code = await import('../indicators/studies.ts');
      this.studies = new code.Studies();
      this.studies.set(this.entries, bars);
      this.onLoaded();
    } catch (cause) {
      // The server may be away just now: the next change of the document asks again (CHT-27).
      console.warn('The indicators could not be loaded', cause);
    } finally {
      this.isLoading = false;
    }
  }
}
