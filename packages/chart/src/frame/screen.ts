import type { DocumentHistory } from './document/history.ts';
import type { ChartEngine, PointedBar } from './engine/chart-engine.ts';
import { spokenBar, type Shown } from './shown.ts';
import type { Favourites } from './store/preferences.ts';
import type { Tools } from './tools.ts';
import type { FrameView } from './view/frame-view.ts';
import { followSize } from './view/follow-size.ts';
import { NARROW } from './view/narrow.ts';

export interface ScreenParts {
  readonly view: Window;
  readonly shown: Shown;
  readonly history: DocumentHistory;
  readonly tools: Pick<Tools, 'showFigures'>;
  readonly engine: () => ChartEngine;
  readonly frameView: () => FrameView;
  readonly favourites: () => Favourites;
}

/** Buttons and figures around the picture, as document and engine are now. */
export class Screen {
  private readonly parts: ScreenParts;
  private isPointing = false;

  constructor(parts: ScreenParts) {
    this.parts = parts;
  }

  showTools(): void {
    const { view, shown, history, engine, frameView, favourites } = this.parts;
    const { document, canUndo, canRedo } = history;
    const isNarrow = view.matchMedia(NARROW).matches;
    frameView().showTools({
      resolution: shown.resolution,
      document,
      canUndo,
      canRedo,
      isAuto: engine().view.isAuto(),
      ticker: shown.symbol.ticker,
      favourites: favourites(),
      isSidebarShown: isNarrow ? view.document.documentElement.hasAttribute('data-drawing') : document.habits.sidebar,
    });
  }

  showDrawings(): void {
    const { shown, history, engine, frameView, favourites } = this.parts;
    const { drawings, habits } = history.document;
    const mine = drawings.filter(({ ticker }) => ticker === shown.symbol.ticker);
    const { tool, selected } = engine().drawings;
    const state = { habits, tool, drawings: mine.length, favourites: favourites() };
    frameView().showDrawings(state, habits.hidden ? undefined : selected);
  }

  /** The crosshair stands at a bar, or at none. */
  pointAt(pointed: PointedBar | undefined): void {
    this.isPointing = pointed !== undefined;
    this.showBar(pointed ?? this.parts.engine().last());
  }

  /** The newest bar changed: it is shown while no other one is pointed at. */
  showNewest(): void {
    if (!this.isPointing) this.showBar(this.parts.engine().last());
  }

  readonly say = (pointed: PointedBar): void => {
    const { shown, history, frameView } = this.parts;
    frameView().say(spokenBar(pointed, shown, history.document));
  };

  /** The picture fits its element, and prices and labels keep clear of the legend over it. Returns a function that ends it. */
  followSizes(): () => void {
    const { view, engine, frameView } = this.parts;
    const { canvas, legend } = frameView();
    const keepClear = (): void =>
      engine().keepClear({ width: legend.offsetLeft + legend.offsetWidth, height: legend.offsetTop + legend.offsetHeight });
    const stopCanvas = followSize(view, [canvas], () => {
      engine().resize();
      keepClear();
    });
    const stopLegend = followSize(view, [legend], keepClear);
    return () => {
      stopCanvas();
      stopLegend();
    };
  }

  private showBar(pointed: PointedBar | undefined): void {
    const { engine, frameView, tools } = this.parts;
    frameView().showBar(pointed, engine().view.readings());
    tools.showFigures(pointed);
  }
}
