import type { CompareLines } from '../compare/compare-lines.ts';
import type { DrawingBoard } from '../drawings/drawing-board.ts';
import type { PointerFollower } from '../input/pointer.ts';
import type { BarStore } from '../model/bar-store.ts';
import type { ChartResolution } from '../../bridge/messages.ts';
import type { ChartView, StudyReading } from './chart-engine.ts';
import type { ChartStudies } from './chart-studies.ts';
import type { Cursor } from './cursor.ts';
import type { PaneStack } from './pane-stack.ts';
import type { PicturePointer } from './picture-pointer.ts';
import type { TradeLines } from './trade-lines.ts';
import type { Viewport } from './viewport.ts';

/** The parts of the engine that a view reads and moves. */
export interface ViewParts {
  readonly bars: BarStore;
  readonly resolution: () => ChartResolution;
  readonly viewport: Viewport;
  readonly cursor: Cursor;
  readonly stack: PaneStack;
  readonly studies: ChartStudies;
  readonly compares: CompareLines;
  readonly drawings: DrawingBoard;
  readonly trading: TradeLines;
  readonly pointing: PicturePointer;
  readonly pointer: PointerFollower;
}

/** The bars and prices in view, and the ways to move them that do not come from the pointer. */
export function createView(parts: ViewParts): ChartView {
  const { bars, resolution, viewport, cursor, stack, compares, drawings, trading, pointing, pointer } = parts;
  return {
    bars: () => bars.slice(viewport.time.visible()),
    allBars: () => bars.slice({ from: 0, to: bars.length }),
    timeAt: (x) => cursor.barAt(Math.min(bars.length - 1, viewport.time.indexAt(x)))?.bar.time,
    readings: () => {
      const index = cursor.crosshair?.index ?? bars.length - 1;
      const topOf = (id: string): number | undefined => stack.boxOf(id)?.top;
      return [...compares.readings(bars.bar(index)?.time, topOf), ...studyReadings(parts, index)];
    },
    isAuto: () => viewport.price.isAuto && !viewport.isLocked,
    setAuto: (isAuto) => viewport.setAuto(isAuto),
    scrollBars: (count) => viewport.scroll(count * viewport.time.spacing),
    zoom: (factor) => viewport.zoom(factor, undefined),
    reset: () => viewport.reset(),
    keep: () => viewport.keep(resolution()),
    restore: (kept) => viewport.restore(kept, resolution()),
    showRange: (from, to) => viewport.showRange(from, to),
    moveCursor: (count) => cursor.step(count),
    openMenu: () => {
      const middle = { x: viewport.time.width / 2, y: stack.priceHeight / 2 };
      pointing.menu(cursor.place ?? drawings.origin ?? middle);
    },
    leave: () => {
      if (pointer.cancel() || drawings.cancel()) return;
      trading.cancel();
      pointing.leave();
    },
    end: () => {
      pointer.end();
      drawings.restart();
      trading.cancel();
      pointing.leave();
    },
  };
}

function studyReadings({ studies, stack }: ViewParts, index: number): readonly StudyReading[] {
  const { inPanes } = studies;
  return studies.all.map((study) => {
    const top = stack.boxOf(study.entry.id)?.top;
    return {
      id: study.entry.id,
      top,
      isCovered: top === undefined && inPanes.includes(study),
      kind: study.definition.place === 'price' ? 'price' : 'value',
      values: study.plots.map((plot) => plot.get(index)),
    };
  });
}
