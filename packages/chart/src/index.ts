export { BRIDGE_VERSION } from './bridge/messages.ts';
export type { ChartBar, ChartLine, ChartResolution, ChartSymbol, ChartTheme } from './bridge/messages.ts';
export type { Datafeed } from './datafeed.ts';
export type { ChartWidget, ChartWidgetOptions } from './host/chart-widget.ts';
