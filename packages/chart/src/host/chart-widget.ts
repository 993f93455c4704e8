import type { ChartLine, ChartResolution, ChartSymbol, ChartTheme } from '../bridge/messages.ts';
import type { Datafeed } from '../datafeed.ts';

export interface ChartWidgetOptions {
  readonly container: HTMLElement;
  /** Address of the frame's page on the own origin. */
  readonly frameUrl: string;
  readonly datafeed: Datafeed;
  readonly symbol: ChartSymbol;
  readonly resolution: ChartResolution;
  readonly theme: ChartTheme;
  readonly timezone: string;
  readonly locale: string;
}

/** The chart in its frame, as the page holds it. */
export interface ChartWidget {
  readonly state: 'created' | 'innerWindowLoaded' | 'ready' | 'destroyed';
  onReady(listener: () => void): void;
  setSymbol(symbol: ChartSymbol): void;
  setResolution(resolution: ChartResolution): void;
  setTheme(theme: ChartTheme): void;
  /** Made or updated by id; lines absent from `lines` are removed. */
  setLines(lines: readonly ChartLine[]): void;
  onLineButton(listener: (lineId: string, buttonId: string) => void): () => void;
  destroy(): void;
}
