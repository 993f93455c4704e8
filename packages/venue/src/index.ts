export { BOOK_DEPTH } from './venue.ts';
export type {
  AccountSnapshot, BookSnapshot, BookUpdate, Candle, CandleQuery, DayStatistics, EventBatch, MinuteBar, Venue, VenueCapabilities, VenueListener,
} from './venue.ts';
