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
  Venue,
  VenueCapabilities,
  VenueListener,
} from './venue.ts';
export { CursorUnknown, HISTORY_PAGE_MAX } from './history.ts';
export type { EventPlace, ExecutionRow, HistoryQuery, HistoryReader, Page, TransactionRow } from './history.ts';
