export type {
  ChartBar,
  ChartFreshness,
  ChartLine,
  ChartResolution,
  ChartSymbol,
  ChartSymbolInfo,
  ChartTexts,
  DragEstimate,
  SymbolKind,
} from './bridge/messages.ts';
export type { Datafeed } from './datafeed.ts';
export type { ChartWidget, LineDragHandler } from './host/chart-widget.ts';
export { createChartWidget } from './host/create-chart-widget.ts';
