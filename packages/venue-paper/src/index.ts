export { PAPER_CAPABILITIES, PaperVenue, type PaperVenueOptions } from './paper-venue.ts';
export { PaperWorld, type PaperWorldOptions, type Published } from './world.ts';
export type { Span } from './candle-history.ts';
export { TRADES_KEPT, type RecentTrade } from './recent-trades.ts';
export { mergeCandles, rollUp } from './roll-up.ts';
