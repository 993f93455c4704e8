import type { ChartBar, ChartLine, ChartMark, ChartResolution, ChartSymbol } from '../../bridge/messages.ts';
import type { Palette } from '../palette.ts';

/** A page of bars for the engine, oldest first. */
export interface BarPage {
  readonly bars: readonly ChartBar[];
  /** Older bars can be asked for. */
  readonly more: boolean;
}

/** A bar and the close before it, for the legend. */
export interface PointedBar {
  readonly bar: ChartBar;
  readonly previousClose: number | undefined;
}

export interface ChartEngineEvents {
  /** The view came near the oldest bar; `before` is its time. Answered by `addOlder`, once. */
  readonly olderWanted: (before: number) => void;
  /** The crosshair stands on a bar, or left the chart. */
  readonly pointed: (pointed: PointedBar | undefined) => void;
  readonly lineButton: (lineId: string, buttonId: string) => void;
}

/**
 * What the frame asks of a chart library, and all of it: another library is put in its place by writing this once more.
 * Everything is pushed; the engine never fetches.
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
  setPalette(palette: Palette): void;
  setTimezone(timezone: string): void;
  setLocale(locale: string): void;
  /** Fits into its container; what is to be kept clear is told anew. */
  resize(): void;
  /** No price of a bar, nor its mark, comes into so many pixels at the top. What is kept clear only grows: prices would jump. */
  keepClear(pixels: number): void;
  destroy(): void;
}

export type CreateChartEngine = (container: HTMLElement, palette: Palette, events: ChartEngineEvents) => ChartEngine;
