import type { StudyEntry } from '../document/chart-document.ts';
import type { PlottedStudy, Studies } from '../indicators/studies.ts';
import type { BarStore } from '../model/bar-store.ts';
import { PriceScale, type PriceRange } from '../model/price-scale.ts';
import { rangeOfStudies, type StudyPane } from '../render/paint-plots.ts';
import type { StudyReading } from './chart-engine.ts';

const PANE_SHARE = 0.18;
const PANE_HEIGHT = { min: 48, max: 160 };
/** Share of the picture that the prices keep, however many panes there are. */
const PRICE_SHARE = 0.4;
/** Room for the name of the indicator, and below the lowest value. */
const MARGINS = { above: 22, below: 6 };

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The indicators of a chart and the panes below the prices. Their code is fetched with the first one. */
export class StudyPanes {
  private readonly onLoaded: () => void;
  private studies: Studies | undefined;
  private isLoading = false;
  private entries: readonly StudyEntry[] = [];
  private readonly scales = new Map<string, PriceScale>();
  private laid: readonly StudyPane[] = [];

  /** `onLoaded`: the code arrived, so that the indicators can be drawn. */
  constructor(onLoaded: () => void) {
    this.onLoaded = onLoaded;
  }

  get all(): readonly PlottedStudy[] {
    return this.studies?.all ?? [];
  }

  get panes(): readonly StudyPane[] {
    return this.laid;
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

  /** Puts the panes at the foot of a picture of that height. Returns the height that is left for the prices. */
  place(total: number): number {
    const own = this.all.filter(({ entry, definition }) => entry.shown && definition.place === 'pane');
    const wanted = Math.min(PANE_HEIGHT.max, Math.max(PANE_HEIGHT.min, total * PANE_SHARE));
    const height = own.length === 0 ? 0 : Math.floor(Math.min(wanted, (total * (1 - PRICE_SHARE)) / own.length));
    const first = total - height * own.length;
    this.laid = own.map((study, index) => {
      const scale = this.scales.get(study.entry.id) ?? new PriceScale();
      this.scales.set(study.entry.id, scale);
      const top = first + index * height;
      scale.place(top, height, MARGINS);
      return { study, top, height, scale };
    });
    return Math.max(1, first);
  }

  /** Fits every pane to its values in view; true when one is drawn otherwise for it. */
  fit(span: Span): boolean {
    let isRefitted = false;
    for (const { study, scale } of this.laid) {
      const range = rangeOfStudies([study], span);
      if (range === undefined) continue;
      // Its levels are always in the picture: they say whether a value is high.
      const levels = study.definition.levels ?? [];
      if (scale.fit(Math.min(range.low, ...levels), Math.max(range.high, ...levels))) isRefitted = true;
    }
    return isRefitted;
  }

  /** The range of the bars, wide enough for the indicators over them. */
  priceRange(span: Span, bars: PriceRange): PriceRange {
    const onPrice = this.all.filter(({ definition }) => definition.place === 'price');
    const range = rangeOfStudies(onPrice, span);
    return range === undefined ? bars : { low: Math.min(bars.low, range.low), high: Math.max(bars.high, range.high) };
  }

  readings(index: number): readonly StudyReading[] {
    return this.all.map(({ entry, definition, plots }) => ({
      id: entry.id,
      top: this.laid.find(({ study }) => study.entry.id === entry.id)?.top,
      isOnPrice: definition.place === 'price',
      values: plots.map((plot) => plot.get(index)),
    }));
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
