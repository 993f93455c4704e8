import type { ChartResolution } from '../bridge/messages.ts';
import type { ChartEngine } from './engine/chart-engine.ts';
import type { Shown } from './shown.ts';
import type { QuickRange } from './view/bottom-bar.ts';

/** Quick ranges: a resolution, and once its bars are there, the span up to the newest one. */
export interface Ranges {
  choose(range: QuickRange): void;
  /** Bars of the shown resolution are on the chart. */
  barsCame(): void;
}

export function createRanges(shown: Shown, chooseResolution: (resolution: ChartResolution) => void, engine: () => ChartEngine): Ranges {
  let wanted: QuickRange | undefined;
  const barsCame = (): void => {
    const last = engine().last();
    if (wanted === undefined || wanted.resolution !== shown.resolution || last === undefined) return;
    engine().view.showRange(last.bar.time - wanted.span, undefined);
    wanted = undefined;
  };
  return {
    choose: (range) => {
      wanted = range;
      if (range.resolution === shown.resolution) barsCame();
      else chooseResolution(range.resolution);
    },
    barsCame,
  };
}
