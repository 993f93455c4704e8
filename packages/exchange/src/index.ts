export { SCENARIOS } from './commands/command.ts';
export type { ScenarioKind, StageScenario } from './commands/command.ts';
export type {
  AdvanceClock,
  Command,
  CommandType,
  CreditAccount,
  OpenAccount,
  ReplayTrade,
  SetFeeTier,
  WatchMarkets,
} from './commands/command.ts';
export type { ExchangeApi } from './engine/exchange-api.ts';
export type { MarketAccess, MarketInside, QuoteHandle } from './engine/market-inside.ts';
export {
  ByteStateReader,
  ByteStateWriter,
  StateOfAnotherVersion,
  StateUnreadable,
  type StateReader,
  type StateWriter,
} from './state/state-codec.ts';
export { BUY, OrderBook, SELL, type BookSide } from './matching/order-book.ts';
export { matchOrder, type OnFill } from './matching/match.ts';
export { CommandDecoder, CommandEncoder, decodeCommand } from './commands/command-codec.ts';
export { Exchange } from './engine/exchange.ts';
export { FIRST_USER_ACCOUNT, LIQUIDATION_DESK, MARKET_FLOW, MARKET_MAKER } from './state/account.ts';
