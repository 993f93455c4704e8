import type { ChartBar, ChartLine, ChartMark, ChartResolution, ChartSymbol } from '../../bridge/messages.ts';
import type { DrawingBoard, DrawingOutlet } from '../drawings/drawing-board.ts';
import type { ChartDocument } from '../document/chart-document.ts';
import type { PaneBox, PaneLayout } from '../document/panes.ts';
import type { Point } from '../input/grip.ts';
import type { Palette } from '../palette.ts';
import type { MarkHit } from '../render/paint-marks.ts';
import type { Size } from '../render/scene.ts';
import type { FigureKind } from '../render/value-format.ts';
import type { MenuTarget } from './menu-target.ts';
import type { KeptView } from './viewport.ts';
import type { HeldLine } from '../trading/line-drag.ts';

/** A page of bars for the engine, oldest first. */
export interface BarPage {
  readonly bars: readonly ChartBar[];
  /** Older bars can be requested. */
  readonly more: boolean;
}

/** A bar and the close before it, for the legend. */
export interface PointedBar {
  readonly bar: ChartBar;
  readonly previousClose: number | undefined;
}

/** Values of an indicator or of a compared line at a bar, for its legend. */
export interface StudyReading {
  readonly id: string;
  /** Where its own pane begins; `undefined` over the prices. */
  readonly top: number | undefined;
  /** Its pane is out of view because another one is maximised. */
  readonly isCovered: boolean;
  readonly kind: FigureKind;
  readonly values: readonly number[];
}

export interface ChartEngineEvents {
  /** Bars before the oldest one, at `before`, are wanted, if need be as far back as `from`. Answered by `addOlder`, once. */
  readonly olderWanted: (before: number, from: number) => void;
  /** The crosshair stands on a bar, or left the chart. */
  readonly pointed: (pointed: PointedBar | undefined) => void;
  readonly lineButton: (lineId: string, buttonId: string) => void;
  /** A label was pressed that several lines share, or that has no room for its buttons. */
  readonly lineMenu: (lineIds: readonly string[], at: Point) => void;
  /** Where the crosshair's price meets the price axis; `undefined` while there is none. */
  readonly crosshairAt: (at: PricePoint | undefined) => void;
  /** Requests a menu at a point of the picture. */
  readonly menu: (target: MenuTarget) => void;
  /** The pointer rests on marks, or has left them. */
  readonly marksAt: (hit: MarkHit | undefined) => void;
  /** Runs `work` before the next frame. */
  readonly schedule: (work: () => void) => void;
  /** A line is dragged, and later let go: answered by `trading.ended`. */
  readonly dragged: (drag: number, lineId: string, price: number) => void;
  readonly dropped: (drag: number, lineId: string, price: number) => void;
  /** The line in hand is another one, elsewhere, or none. */
  readonly lineHeld: (held: ShownHeld | undefined) => void;
  /** Events of the drawings. */
  readonly drawings: Pick<DrawingOutlet, 'command' | 'told' | 'edit'>;
  /** The panes from top to bottom have these places, and the price axis this width. */
  readonly panesPlaced: (boxes: readonly PaneBox[], axisWidth: number) => void;
  /** Pressed twice: a pane is to be the only one in view, or one among the others again. */
  readonly paneToggled: (id: string) => void;
  /** Other bars are in view, or the prices' range began or ceased to follow them. */
  readonly viewChanged: () => void;
}

/** The drawings of the shown symbol in the hands of the user. */
export type DrawingActions = Pick<
  DrawingBoard,
  'tool' | 'selected' | 'hasCopy' | 'placeAt' | 'take' | 'select' | 'cancel' | 'remove' | 'copy' | 'paste' | 'nudge' | 'placeAtCursor'
>;

/** Bars of the compared lines of the document, by the line's id. */
export interface ComparePort {
  /** All bars; none when they are on their way. */
  replace(id: string, bars: readonly ChartBar[]): void;
  /** Bars before the oldest one. */
  prepend(id: string, bars: readonly ChartBar[]): void;
  update(id: string, bar: ChartBar): void;
}

/** The panes as they stand now. */
export interface PanePort {
  /** From top to bottom. */
  boxes(): readonly PaneBox[];
  /** Shows heights in place of those of the document, until none are given. */
  preview(shares: PaneLayout['shares'] | undefined): void;
}

/**
 * The complete interface between the frame and a drawing engine: a replacement implements this and nothing else. The frame pushes all data;
 * the engine never fetches.
 */
export interface ChartEngine {
  /** Replaces all bars, and with them symbol and resolution. */
  setBars(symbol: ChartSymbol, resolution: ChartResolution, page: BarPage): void;
  addOlder(page: BarPage): void;
  /** A bar at or after the last one. */
  update(bar: ChartBar): void;
  /** The newest bar, `undefined` when there is none. */
  last(): PointedBar | undefined;
  /** Made, updated or removed by id. */
  setLines(lines: readonly ChartLine[]): void;
  setMarks(marks: readonly ChartMark[]): void;
  setDocument(document: ChartDocument): void;
  setPalette(palette: Palette): void;
  /** `barsText`: the word after a count of bars. */
  setLocale(locale: string, barsText: string): void;
  /** Fits into its container; the areas to keep clear are set again. */
  resize(): void;
  /** The chart on screen as one canvas, with or without the account's lines. */
  picture(withLines: boolean): HTMLCanvasElement;
  /**
   * The legend reaches so far from the top left corner: bars, marks and labels keep clear of it. It only grows:
   * prices would jump.
   */
  keepClear(legend: Size): void;
  readonly compare: ComparePort;
  /** Figures of the market by series, for their indicators. */
  readonly figures: ComparePort;
  readonly panes: PanePort;
  readonly drawings: DrawingActions;
  readonly view: ChartView;
  readonly trading: TradingView;
  destroy(): void;
}

/** A price at a place of the picture. */
export interface PricePoint extends Point {
  readonly price: number;
}

/** A line in hand, where it is in the picture. */
export interface ShownHeld extends HeldLine {
  readonly y: number;
  /** Its price as the axis writes it. */
  readonly text: string;
}

/** Actions on trade lines that do not come from the pointer. */
export interface TradingView {
  /** Takes a line and moves it by so many price steps, up when positive. */
  step(lineId: string, steps: number): void;
  /** The line gets a label of its own, however full the picture is. */
  pin(lineId: string): void;
  /** A price as the axis writes it. */
  write(price: number): string;
  /** Where prices stand just now. */
  scale(): {
    readonly step: number;
    readonly height: number;
    readonly width: number;
    yOf(price: number): number;
    priceAt(y: number): number;
  };
  drop(): void;
  cancel(): void;
  /** The dropped change is complete, refused or abandoned. */
  ended(drag: number): void;
}

/** Which bars and prices are in view, and where the crosshair stands. */
export interface ChartView {
  /** Bars in view, oldest first. */
  bars(): readonly ChartBar[];
  /** All bars that are loaded, oldest first. */
  allBars(): readonly ChartBar[];
  /** Start of the bar under a pixel, of the newest one to the right of all bars; `undefined` where there is none. */
  timeAt(x: number): number | undefined;
  /** Values of the indicators under the crosshair, or of the newest bar. */
  readings(): readonly StudyReading[];
  /** The range of prices follows the bars in view. */
  isAuto(): boolean;
  setAuto(isAuto: boolean): void;
  /** Towards older bars when positive. */
  scrollBars(bars: number): void;
  zoom(factor: number): void;
  /** The newest bar, the usual width of a bar, and prices that fit. */
  reset(): void;
  /** Zoom, place and prices of the view, to come back to them among more bars of the same symbol and interval. */
  keep(): KeptView;
  restore(kept: KeptView): void;
  /** Shows the time from `from` to `to`, or to the newest bar, as soon and as far as there are bars of it. */
  showRange(from: number, to: number | undefined): void;
  /** Moves the crosshair by bars, from the newest one when it is nowhere; it stays in view. */
  moveCursor(bars: number): PointedBar | undefined;
  /** Asks for the menu at the crosshair, at the selected drawing, or in the middle of the picture. */
  openMenu(): void;
  /** Gives up what is being dragged, or else takes the crosshair away. */
  leave(): void;
  /** Ends every gesture, the drawing in progress and the crosshair: their prices belong to a symbol that is no longer shown. */
  end(): void;
}

/** The engine as bars and marks reach it. */
export type BarSink = Pick<ChartEngine, 'setBars' | 'addOlder' | 'update' | 'setMarks'>;

export type CreateChartEngine = (container: HTMLElement, palette: Palette, events: ChartEngineEvents) => ChartEngine;
