import type { ChartResolution, TimeFrame } from '../bridge/messages.ts';
import { spanOf } from '../bridge/time-frames.ts';
import type { ChartEngine } from './engine/chart-engine.ts';
import type { Shown } from './shown.ts';

/** Quick ranges: a resolution and, once its bars have loaded, the range up to the newest bar. */
export interface Ranges {
  choose(frame: TimeFrame): void;
  /** The bars of the current resolution have loaded. */
  barsCame(): void;
}

export function createRanges(shown: Shown, chooseResolution: (resolution: ChartResolution) => void, engine: () => ChartEngine): Ranges {
  let wanted: TimeFrame | undefined;
  const barsCame = (): void => {
    const last = engine().last();
    if (wanted === undefined || wanted.resolution !== shown.resolution || last === undefined) return;
    engine().view.showRange(last.bar.time - (spanOf(wanted.text) ?? 0), undefined);
    wanted = undefined;
  };
  return {
    choose: (frame) => {
      wanted = frame;
      if (frame.resolution === shown.resolution) barsCame();
      else chooseResolution(frame.resolution);
    },
    barsCame,
  };
}
