import { PRICE_PANE, layPanes, type PaneBox, type PaneLayout } from '../document/panes.ts';
import type { PlottedStudy } from '../indicators/studies.ts';
import { PriceScale } from '../model/price-scale.ts';
import { rangeOfStudies, type StudyPane } from '../render/paint-plots.ts';

/** Room for the name of the indicator, and below the lowest value. */
const MARGINS = { above: 22, below: 6 };

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The panes of a picture, from top to bottom: the prices, and below them the indicators with a pane of their own. */
export class PaneStack {
  private readonly scales = new Map<string, PriceScale>();
  private laid: readonly PaneBox[] = [];
  private below: readonly StudyPane[] = [];

  /** With the prices, unless another pane is maximised. */
  get boxes(): readonly PaneBox[] {
    return this.laid;
  }

  /** Without the prices. */
  get panes(): readonly StudyPane[] {
    return this.below;
  }

  /** Pixels of the prices; 0 while another pane is maximised. */
  get priceHeight(): number {
    return this.boxOf(PRICE_PANE)?.height ?? 0;
  }

  place(total: number, studies: readonly PlottedStudy[], layout: PaneLayout): void {
    this.laid = layPanes(
      total,
      studies.map(({ entry }) => entry.id),
      layout,
    );
    this.below = this.laid.flatMap((box) => {
      const study = studies.find(({ entry }) => entry.id === box.id);
      return study === undefined ? [] : [{ ...box, study, scale: this.scaleOf(box) }];
    });
  }

  /** Fits every pane to its values in view; true when one is drawn otherwise for it. */
  fit(span: Span): boolean {
    let isRefitted = false;
    for (const { study, scale } of this.below) {
      const range = rangeOfStudies([study], span);
      if (range === undefined) continue;
      // Its levels are always in the picture: they say whether a value is high.
      const levels = study.definition.levels ?? [];
      if (scale.fit(Math.min(range.low, ...levels), Math.max(range.high, ...levels))) isRefitted = true;
    }
    return isRefitted;
  }

  boxOf(id: string): PaneBox | undefined {
    return this.laid.find((box) => box.id === id);
  }

  private scaleOf({ id, top, height }: PaneBox): PriceScale {
    const scale = this.scales.get(id) ?? new PriceScale();
    this.scales.set(id, scale);
    scale.place(top, height, MARGINS);
    return scale;
  }
}
