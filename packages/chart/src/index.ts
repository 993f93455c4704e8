export type {
  ChartBar,
  ChartFreshness,
  ChartLine,
  ChartMark,
  ChartQuote,
  ChartResolution,
  ChartSymbol,
  ChartSymbolInfo,
  FiredAlert,
  MarketSeries,
  BracketEstimate,
  DragEstimate,
  PlannedBracket,
  WantedOrder,
  SymbolKind,
  TimeFrame,
} from './bridge/messages.ts';
export type { Datafeed } from './datafeed.ts';
export type { ChartWidget, TradeHandler } from './host/chart-widget.ts';
export { createChartWidget } from './host/create-chart-widget.ts';
