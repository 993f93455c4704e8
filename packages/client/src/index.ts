export type { AccountView } from './calculators/account-view.ts';
export type { PositionView } from './calculators/position-view.ts';
export { createTerminalClient, type TerminalClientOptions } from './facade/create-terminal-client.ts';
export type { Account, ConnectionState, MarketFeed, Notice, Page, TerminalClient, TransactionView } from './facade/terminal-client.ts';
export type {
  OrderFormAction,
  OrderFormContext,
  OrderFormDraft,
  OrderFormError,
  OrderFormField,
  OrderPreview,
} from './forms/order/order-form.ts';
export { orderFormContext } from './facade/order-form-context.ts';
export { maxOrder } from './forms/order/order-limits.ts';
export { initialDraft, reduceOrderForm } from './forms/order/order-form-reducer.ts';
export { orderFormErrors } from './forms/order/order-form-errors.ts';
export { orderPreview } from './forms/order/order-preview.ts';
export { orderCommand } from './forms/order/order-command.ts';
export type { OrderTerms } from './forms/order/order-terms.ts';
export {
  blurredNumber,
  numberIn,
  roundToStep,
  roundTypedPrice,
  typedNumber,
  type NumberBounds,
  type NumberInputOptions,
} from './inputs/number-input.ts';
export type { ClientPorts, HttpAnswer, HttpExchange, HttpRequest, SocketHandlers, SocketPort, StoragePort } from './ports/ports.ts';
export { webPorts, type WebPlatform } from './ports/web-ports.ts';
export { memoryStorage } from './storage/memory-storage.ts';
export type { LiveBook } from './raw/book-mirror.ts';
export type { Freshness } from './raw/freshness.ts';
export type { LiveTape, TapeTrade } from './raw/tape-mirror.ts';
export type { LiveTicker, Ticker } from './raw/ticker-mirror.ts';
export type { OrderView } from './selectors/account-selectors.ts';
export type { Failure, Loadable, Result } from './store/loadable.ts';
export { createStore, derived, type Readable, type Store } from './store/readable.ts';
