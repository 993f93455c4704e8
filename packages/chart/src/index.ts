export type { ChartBar, ChartFreshness, ChartLine, ChartResolution, ChartTexts } from './bridge/messages.ts';
export type { Datafeed } from './datafeed.ts';
export type { ChartWidget } from './host/chart-widget.ts';
export { createChartWidget } from './host/create-chart-widget.ts';
