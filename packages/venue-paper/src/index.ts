export { PAPER_CAPABILITIES } from './capabilities.ts';
export { PaperWorld, STATE_VERSION, type Published } from './world.ts';
export { RULES, isUnderTheseRules } from './rules.ts';
export { upgradeState, type StateUpgrade } from './state-upgrades.ts';
export type { Span } from './candle-history.ts';
export {
  CommandDecoder,
  CommandEncoder,
  SCENARIO_POINTS_MAX,
  StateOfAnotherVersion,
  type Command,
  type WatchChange,
} from '@tapedeck/exchange';
export {
  LINEAR_INSTRUMENTS,
  FOUNDING_INSTRUMENTS,
  instrumentsOf,
  leadersBegin,
  IDLE_STEP_MS,
  PERPETUALS,
  RecordingMalformed,
  WATCHED_STEP_MS,
  marketMoments,
  nextMoment,
  RecordingReader,
  symbolInFileName,
  decimalStep,
  isListable,
  recordedPerpetual,
  type Recording,
  type RecordedBook,
  type RecordedLevel,
  type RecordedSymbol,
  type RecordedTrade,
} from '@tapedeck/market-sim';
