import { PRICE_PANE, layPanes, type PaneBox, type PaneLayout } from '../document/panes.ts';
import type { PlottedStudy } from '../indicators/studies.ts';
import type { ComparedLine } from '../compare/compare-lines.ts';
import { PriceScale } from '../model/price-scale.ts';
import type { LowerPane } from '../render/paint-panes.ts';
import { rangeOfStudies } from '../render/paint-plots.ts';

/** Room for the name of the indicator, and below the lowest value. */
const MARGINS = { above: 22, below: 6 };

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Items with a pane of their own, in the default order. */
export interface InPanes {
  readonly studies: readonly PlottedStudy[];
  readonly compares: readonly ComparedLine[];
}

/** The panes of a picture, from top to bottom: the price pane, then indicators and lines with a pane of their own. */
export class PaneStack {
  private readonly scales = new Map<string, PriceScale>();
  private laid: readonly PaneBox[] = [];
  private below: readonly LowerPane[] = [];

  /** With the prices, unless another pane is maximised. */
  get boxes(): readonly PaneBox[] {
    return this.laid;
  }

  /** Without the prices. */
  get panes(): readonly LowerPane[] {
    return this.below;
  }

  /** Pixels of the prices; 0 while another pane is maximised. */
  get priceHeight(): number {
    return this.boxOf(PRICE_PANE)?.height ?? 0;
  }

  place(total: number, { studies, compares }: InPanes, layout: PaneLayout): void {
    this.laid = layPanes(
      total,
      [...compares, ...studies].map(({ entry }) => entry.id),
      layout,
    );
    this.below = this.laid.flatMap((box): LowerPane[] => {
      const study = studies.find(({ entry }) => entry.id === box.id);
      const compare = compares.find(({ entry }) => entry.id === box.id);
      if (study === undefined && compare === undefined) return [];
      const scale = compare?.own ?? this.scaleOf(box.id);
      scale.place(box.top, box.height, MARGINS);
      return [{ ...box, study, compare, scale }];
    });
  }

  /** Fits every indicator pane to its values in view; true if a pane must be repainted. */
  fit(span: Span): boolean {
    let isRefitted = false;
    for (const { study, scale } of this.below) {
      if (study === undefined) continue;
      const range = rangeOfStudies([study], span);
      if (range === undefined) continue;
      // Its levels are always visible, because they show whether a value is high.
      const levels = study.definition.levels ?? [];
      if (scale.fit(Math.min(range.low, ...levels), Math.max(range.high, ...levels))) isRefitted = true;
    }
    return isRefitted;
  }

  boxOf(id: string): PaneBox | undefined {
    return this.laid.find((box) => box.id === id);
  }

  private scaleOf(id: string): PriceScale {
    const scale = this.scales.get(id) ?? new PriceScale();
    this.scales.set(id, scale);
    return scale;
  }
}
