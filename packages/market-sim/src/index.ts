export { LINEAR_INSTRUMENTS } from './instruments/linear-instruments.ts';
export { FOUNDING_INSTRUMENTS, PERPETUALS } from './instruments/contracts.ts';
export { PricePath, type PathBar } from './path/price-path.ts';
export { DAY_MS, MINUTE_MS, barStart, barStartAfter, type BarWidth } from './path/calendar.ts';
export { LeaderDesk, leadersBegin } from './simulated-leaders.ts';
export { SimulatedMarket } from './live/simulated-market.ts';
export { RecordedMarket } from './replay/recorded-market.ts';
export type { RecordedTrade } from './replay/candle-trades.ts';
export { RecordingMalformed, parseRecording, symbolInFileName } from './replay/parse-recording.ts';
