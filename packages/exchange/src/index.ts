export { SCENARIOS, SCENARIO_POINTS_MAX } from './commands/command.ts';
export type { ScenarioKind, StageScenario } from './commands/command.ts';
export type { Command, ReplayBook, ReplayTrade, WatchChange } from './commands/command.ts';
export { watchedAfter } from './commands/watched.ts';
export type { ExchangeApi } from './engine/exchange-api.ts';
export type { MarketAccess, MarketInside } from './house/market-inside.ts';
export {
  ByteStateReader,
  ByteStateWriter,
  StateOfAnotherVersion,
  StateUnreadable,
  type StateReader,
  type StateWriter,
} from './codec/state-bytes.ts';
export { BUY, OrderBook, SELL, type BookSide } from './matching/order-book.ts';
export { CommandDecoder, CommandEncoder } from './engine/command-codec.ts';
export { Exchange } from './engine/exchange.ts';
