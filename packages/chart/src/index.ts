export type { ChartBar, ChartFreshness, ChartLine, ChartResolution, ChartTexts, DragEstimate } from './bridge/messages.ts';
export type { Datafeed } from './datafeed.ts';
export type { ChartWidget, LineDragHandler } from './host/chart-widget.ts';
export { createChartWidget } from './host/create-chart-widget.ts';
