export { PAPER_CAPABILITIES, PaperVenue, type PaperVenueOptions } from './paper-venue.ts';
export { PaperWorld, type PaperWorldOptions, type Published } from './world.ts';
export type { Span } from './candle-history.ts';
export { TRADES_KEPT, type RecentTrade } from './recent-trades.ts';
export { mergeCandles, rollUp } from './roll-up.ts';
export {
  CommandDecoder,
  CommandEncoder,
  StateOfAnotherVersion,
  StateUnreadable,
  type AdvanceClock,
  type Command,
  type CreditAccount,
  type OpenAccount,
  type ReplayTrade,
  type WatchMarkets,
} from '@tapedeck/exchange';
export {
  LINEAR_INSTRUMENTS,
  FOUNDING_INSTRUMENTS,
  SIMULATED_LEADERS,
  leadersBegin,
  PERPETUALS,
  RecordingMalformed,
  RecordingParser,
  parseRecording,
  symbolInFileName,
  type RecordedTrade,
  type Recording,
} from '@tapedeck/market-sim';
