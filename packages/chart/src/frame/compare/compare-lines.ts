import type { ChartBar } from '../../bridge/messages.ts';
import type { CompareEntry } from '../document/chart-document.ts';
import type { ComparePort, StudyReading } from '../engine/chart-engine.ts';
import { BarStore, type Span } from '../model/bar-store.ts';
import { PriceScale, type PriceRange } from '../model/price-scale.ts';

/** Room above and below a line on a scale of its own, as shares of the pane. */
const OWN_ROOM = 0.1;

/** A compared line with its bars. */
export interface ComparedLine {
  readonly entry: CompareEntry;
  readonly bars: BarStore;
  /** Scale of a line that does not use the price scale, in the price pane or in a pane of its own. */
  readonly own: PriceScale;
  /** Close at 0 %: that of the first bar in view. */
  base: number;
}

interface Window {
  /** First and last moment in view. */
  readonly from: number;
  readonly to: number;
}

/** The lines that are compared with the bars. Their bars are matched by time: a line may have holes that the bars do not have. */
export class CompareLines implements ComparePort {
  private readonly changed: () => void;
  private lines: readonly ComparedLine[] = [];

  /** `changed` requests a repaint of the lines. */
  constructor(changed: () => void) {
    this.changed = changed;
  }

  get shown(): readonly ComparedLine[] {
    return this.lines.filter(({ entry, bars }) => entry.shown && bars.length > 0);
  }

  /** Lines with a pane of their own, also before their bars arrive. */
  get inPanes(): readonly ComparedLine[] {
    return this.lines.filter(({ entry }) => entry.shown && entry.scale === 'pane');
  }

  /** Existing lines keep their bars. */
  set(entries: readonly CompareEntry[]): void {
    this.lines = entries.map((entry) => {
      const before = this.lines.find((line) => line.entry.id === entry.id);
      return before === undefined ? { entry, bars: new BarStore(), own: new PriceScale(), base: 1 } : { ...before, entry };
    });
  }

  replace(id: string, bars: readonly ChartBar[]): void {
    this.find(id)?.bars.replace(bars);
    this.changed();
  }

  prepend(id: string, bars: readonly ChartBar[]): void {
    this.find(id)?.bars.prepend(bars);
    this.changed();
  }

  update(id: string, bar: ChartBar): void {
    this.find(id)?.bars.update(bar);
    this.changed();
  }

  /** Closes at a moment, NaN where a line has none. `topOf`: where the pane of a line begins, while it is in view. */
  readings(time: number | undefined, topOf: (id: string) => number | undefined): readonly StudyReading[] {
    return this.lines.map(({ entry, bars }) => {
      const index = time === undefined ? -1 : bars.indexAt(time);
      const values = [index < 0 ? Number.NaN : bars.close(index)];
      const top = topOf(entry.id);
      const isCovered = entry.shown && entry.scale === 'pane' && top === undefined;
      return { id: entry.id, top, isCovered, kind: entry.ticker === '' ? 'price' : 'otherPrice', values };
    });
  }

  /** Fits the lines' own scales to the bars in view. `height`: of the price pane; other panes have placed their scales. */
  fit(view: Window, height: number): void {
    for (const line of this.lines) {
      const span = spanOf(line, view);
      if (span === undefined) continue;
      line.base = line.bars.close(Math.max(0, line.bars.indexAt(view.from)));
      if (line.entry.scale !== 'pane') line.own.place(0, height, { above: height * OWN_ROOM, below: height * OWN_ROOM });
      line.own.fit(span.low, span.high);
    }
  }

  /** The range of the bars, wide enough for the lines on their scale. `base`: the bars' close at 0 %. */
  priceRange(view: Window, bars: PriceRange, base: number): PriceRange {
    let { low, high } = bars;
    for (const line of this.shown) {
      const span = hasOwnScale(line) ? undefined : spanOf(line, view);
      if (span === undefined) continue;
      const factor = factorOf(line, base);
      low = Math.min(low, span.low * factor);
      high = Math.max(high, span.high * factor);
    }
    return { low, high };
  }

  private find(id: string): ComparedLine | undefined {
    return this.lines.find(({ entry }) => entry.id === id);
  }
}

const hasOwnScale = ({ entry }: ComparedLine): boolean => entry.scale === 'own' || entry.scale === 'pane';

/** Scale of a line. `price`: that of the bars. */
export const scaleOf = (line: ComparedLine, price: PriceScale): PriceScale => (hasOwnScale(line) ? line.own : price);

/** Factor that places a line's price on the scale of the bars: 1 % of the line equals 1 % of the bars. */
export function factorOf({ entry, base: own }: ComparedLine, base: number): number {
  return entry.scale === 'percent' && own !== 0 ? base / own : 1;
}

/** Lowest and highest close in view: the highs and lows of its bars are not drawn. */
function spanOf({ bars }: ComparedLine, { from, to }: Window): Pick<Span, 'low' | 'high'> | undefined {
  const first = Math.max(0, bars.indexAt(from));
  const end = bars.indexAt(to) + 1;
  if (first >= end) return undefined;
  let low = Infinity;
  let high = -Infinity;
  const step = Math.max(1, Math.floor((end - first) / MOST_READ));
  for (let index = first; index < end; index += step) {
    low = Math.min(low, bars.close(index));
    high = Math.max(high, bars.close(index));
  }
  return { low, high };
}

const MOST_READ = 4_000;
