export { BTCUSDT, DOGEUSDT, ETHUSDT, LINEAR_INSTRUMENTS, SOLUSDT, XRPUSDT } from './instruments/linear-instruments.ts';
export { FOUNDING_INSTRUMENTS, PERPETUALS } from './instruments/contracts.ts';
export { perpetual, riskLadder, type LadderRow, type PerpetualKind, type PerpetualTerms } from './instruments/perpetual.ts';
export { PricePath, mergeBars, type PathBar } from './path/price-path.ts';
export { DAY_MS, MINUTE_MS, barStart, barStartAfter, type BarWidth } from './path/calendar.ts';
export { LeaderDesk, SIMULATED_LEADERS, leadersBegin, type SimulatedLeader } from './simulated-leaders.ts';
export { SimulatedMarket } from './live/simulated-market.ts';
export { RecordedMarket } from './replay/recorded-market.ts';
export type { RecordedTrade } from './replay/candle-trades.ts';
export {
  RecordingMalformed,
  RecordingParser,
  parseRecording,
  symbolInFileName,
  type Recording,
  type RecordingFormat,
  type RecordingOptions,
} from './replay/parse-recording.ts';
