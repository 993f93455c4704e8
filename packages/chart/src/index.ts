export { BRIDGE_VERSION, CHART_RESOLUTIONS } from './bridge/messages.ts';
export type {
  ChartBar,
  ChartFreshness,
  ChartLine,
  ChartMark,
  ChartResolution,
  ChartSymbol,
  ChartTexts,
  ChartTheme,
} from './bridge/messages.ts';
export { NEWEST } from './datafeed.ts';
export type { Datafeed, HistoryQuery } from './datafeed.ts';
export type { ChartWidget, ChartWidgetOptions, ChartWidgetState } from './host/chart-widget.ts';
export { createChartWidget, FRAME_TITLE } from './host/create-chart-widget.ts';
