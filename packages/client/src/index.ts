export type {
  Account, AccountView, ConnectionState, Failure, Freshness, LiveBook, LiveTape, Loadable, MarketFeed, Notice, OrderView, Page, PositionView,
  Readable, Result, TapeTrade, TerminalClient, Ticker, TransactionView,
} from './facade/terminal-client.ts';
export type {
  OrderFormAction, OrderFormContext, OrderFormDraft, OrderFormError, OrderFormField, OrderPreview,
} from './forms/order/order-form.ts';
