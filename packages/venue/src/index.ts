export { askChanges, bidChanges } from './book-changes.ts';
export { isOffered, type VenueCapabilities } from './capabilities.ts';
export { BOOK_DEPTH } from './venue.ts';
export type {
  AccountSnapshot,
  BookSnapshot,
  BookUpdate,
  Candle,
  CandleQuery,
  DayStatistics,
  EventBatch,
  MinuteBar,
  Series,
  Venue,
  VenueListener,
} from './venue.ts';
export { CursorUnknown, HISTORY_PAGE_MAX, HistoryUnavailable } from './history.ts';
export type {
  ClosingRow,
  ExecutionQuery,
  ExecutionRow,
  HistoryQuery,
  HistoryReader,
  OrderKind,
  OrderQuery,
  Page,
  Settlement,
  SettlementQuery,
  SettlementRow,
  TransactionQuery,
  TransactionRow,
} from './history.ts';
