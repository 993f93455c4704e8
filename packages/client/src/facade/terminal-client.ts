import type {
  Coin,
  FeeTier,
  Instrument,
  InstrumentId,
  InsuranceFund,
  OrderOptions,
  OrderRecord,
  Outcome,
  PositionExits,
  Price,
  SettingsRecord,
  StrategyRecord,
  AccountKind,
} from '@tapedeck/domain';
import type {
  CandleRow,
  ClosedPnlItem,
  Delivery,
  ExecutionItem,
  Funding,
  HistoryList,
  LoginRequest,
  NoticeItem,
  OpenInterestResult,
  OrderItem,
  Resolution,
  SessionResult,
  SymbolFacts,
  TransactionItem,
} from '@tapedeck/protocol';
import type { AccountView } from '../calculators/account-view.ts';
import type { CoinView } from '../calculators/coin-view.ts';
import type { PositionView } from '../calculators/position-view.ts';
import type { CatalogueFallback } from '../catalogue/catalogue.ts';
import type { SpotFallback } from '../catalogue/spot-lists.ts';
import type { Telemetry } from '../errors/telemetry.ts';
import type { ApiKeyCommands } from '../flows/api-keys.ts';
import type { ClosedNotices } from '../flows/closed-notices.ts';
import type { Confirmations } from '../flows/confirmations.ts';
import type { CopyCommands } from '../flows/copy-commands.ts';
import type { ExitCommands } from '../flows/exit-commands.ts';
import type { FundsCommands } from '../flows/funds-commands.ts';
import type { MarginCommands } from '../flows/margin-commands.ts';
import type { OrderCommands } from '../flows/order-commands.ts';
import type { OwnEmail } from '../flows/own-email.ts';
import type { PositionCommands } from '../flows/position-commands.ts';
import type { ReverseTip } from '../flows/reverse-tip.ts';
import type { ReverseFlow } from '../flows/reverse.ts';
import type { StrategyCommands } from '../flows/strategy-commands.ts';
import type { OrderFormDraft } from '../forms/order/order-form.ts';
import type { OrderTerms } from '../forms/order/order-terms.ts';
import type { SlippageBounds } from '../forms/slippage/slippage.ts';
import type { LiveBook } from '../raw/book-mirror.ts';
import type { Freshness } from '../raw/freshness.ts';
import type { LiveTape } from '../raw/tape-mirror.ts';
import type { LiveTicker } from '../raw/ticker-mirror.ts';
import type { CopyState, OrderView } from '../selectors/account-selectors.ts';
import type { Failure, Loadable, Result } from '../store/loadable.ts';
import type { Readable } from '../store/readable.ts';
import type { OptionBoards } from './option-boards.ts';
import type { PositionFields } from './position-fields.ts';
import type { PositionsAsked } from './position-list.ts';

export interface ConnectionState {
  /** Freshness of the market data on screen. */
  readonly market: Freshness;
  /** Freshness of the account; `loading` until the user is known, `undefined` while nobody is logged in. */
  readonly account: Freshness | undefined;
  /** Round trip of the last ping in milliseconds. */
  readonly latency: number | undefined;
}

/** The ticker of one instrument; subscribed while it has a holder. */
export interface TickerFeed {
  readonly instrument: Instrument;
  readonly ticker: Readable<LiveTicker>;
  release(): void;
}

/** All live data of one instrument. */
export interface MarketFeed extends TickerFeed {
  readonly book: Readable<LiveBook>;
  readonly tape: Readable<LiveTape>;
}

export type Notice =
  | {
      readonly kind: 'orderFilled';
      readonly order: OrderRecord;
      readonly instrument: Instrument;
      readonly price: Price;
      readonly quantity: string;
    }
  | { readonly kind: 'orderMade'; readonly order: OrderRecord; readonly instrument: Instrument }
  /** The answer was lost, and the order is being looked up. A later notice reports it as placed, ended or missing. */
  | { readonly kind: 'orderUnanswered'; readonly order: OrderRecord; readonly instrument: Instrument }
  /** It never reached the exchange. */
  | { readonly kind: 'orderMissing'; readonly order: OrderRecord; readonly instrument: Instrument }
  | { readonly kind: 'orderEdited'; readonly order: OrderRecord; readonly before: OrderRecord; readonly instrument: Instrument }
  | { readonly kind: 'orderCancelled'; readonly order: OrderRecord; readonly instrument: Instrument }
  | { readonly kind: 'liquidated'; readonly instrument: Instrument; readonly side: 'Buy' | 'Sell'; readonly size: string };

export interface Page<T> {
  readonly rows: readonly T[];
  /** '' on the last page. */
  readonly cursor: string;
  /** Start of the period in which the list may be incomplete, ms; `undefined` if complete. */
  readonly behindSince?: number | undefined;
}

/** Filters of a history list; all rows if absent. */
export interface HistoryFilter {
  readonly symbol?: string;
  /** Part of a symbol instead of a complete one. */
  readonly search?: string;
  /** From this time on, and before that one; ms. */
  readonly from?: number;
  readonly to?: number;
  /** Kinds of the list. */
  readonly kinds?: readonly string[];
}

/** The logged-in user. */
export interface Session {
  readonly state: Readable<Loadable<SessionResult>>;
  /** Freshness of orders, positions and money. */
  readonly freshness: Readable<Freshness>;
  login(credentials: LoginRequest): Promise<Result<SessionResult>>;
  logout(): Promise<Result<SessionResult>>;
  /** Selects the user's account of another kind or mode, and opens it if necessary. */
  switchAccount(kind: AccountKind, isDemo: boolean): Promise<Result<SessionResult>>;
  /** Whether the visitor is banned, by the profile loaded at start. */
  readonly isBanned: Readable<boolean>;
  readonly email: OwnEmail;
  /** The API keys of programs. */
  readonly apiKeys: ApiKeyCommands;
}

export interface CandleSeries {
  readonly symbol: string;
  readonly series: 'trade' | 'mark';
  readonly resolution: Resolution;
}

/** Tradable instruments and their public data. */
export interface Markets {
  /** The instrument of the first screen: known before the lists load. */
  readonly first: Readable<Instrument | undefined>;
  /** All contracts in catalogue order. */
  readonly catalogue: Readable<Loadable<readonly Instrument[]>>;
  /** The list shown while the exchange is unreachable; no order is sent then. */
  readonly fallback: Readable<CatalogueFallback | undefined>;
  /** Spot pairs, which the catalogue does not list. */
  readonly pairs: Readable<Loadable<readonly Instrument[]>>;
  /** The list of pairs shown while the exchange is unreachable; no order for a pair is sent then. */
  readonly pairsFallback: Readable<SpotFallback | undefined>;
  readonly options: OptionBoards;
  instrument(symbol: string): Instrument | undefined;
  instrumentById(id: InstrumentId): Instrument | undefined;
  /** Displayed terms of a contract; undefined for unlisted instruments. */
  facts(symbol: string): SymbolFacts | undefined;
  feed(symbol: string): MarketFeed;
  /** For lists of many instruments: without book and trades. */
  ticker(symbol: string): TickerFeed;
  candles(
    query: CandleSeries & { readonly before: number; readonly limit: number },
  ): Promise<Result<{ rows: readonly CandleRow[]; complete: boolean }>>;
  /** Follows the forming bar; `undefined` requests a reload of the history. */
  followCandles(query: CandleSeries, listener: (row: CandleRow | undefined) => void): () => void;
  /** Open interest before a given time, oldest first, as far back as the exchange stores it. */
  openInterests(query: { readonly symbol: string; readonly before: number; readonly limit: number }): Promise<Result<OpenInterestResult>>;
  /** The exchange's clock from its newest ticker, ms; `undefined` before the first. */
  readonly exchangeTime: Readable<number | undefined>;
  /** Funding settlements of a perpetual contract. */
  fundings(symbol: string, cursor: string): Promise<Result<Page<Funding>>>;
  /** Delivered contracts of a coin. */
  deliveries(baseCoin: Coin, cursor: string): Promise<Result<Page<Delivery>>>;
  /** The balance of the insurance fund in each coin. */
  insurance(): Promise<Result<readonly InsuranceFund[]>>;
}

export interface Orders extends OrderCommands {
  readonly open: Readable<Loadable<readonly OrderView[]>>;
  /** Sends the form's order once, with an optional trigger, TP/SL or slippage limit; a second call during the first receives its answer. */
  place(draft: OrderFormDraft, side: 'Buy' | 'Sell', options?: OrderOptions): Promise<Result<Outcome>>;
  /** Sends a spot order once; a second call during the first receives its answer. */
  placeSpot(terms: OrderTerms): Promise<Result<Outcome>>;
  /** The range of the slippage limit of a market order. */
  slippageBounds(): Promise<Result<SlippageBounds>>;
}

export interface Positions extends PositionCommands, ExitCommands, MarginCommands {
  /** Keys of open positions, including those of pending fills: changes only when one opens or closes. */
  readonly keys: Readable<Loadable<readonly string[]>>;
  /** Positions of size 0: those closed, and those with settings of their own. */
  readonly empty: Readable<readonly PositionView[]>;
  /** All current positions with every field; those of size 0 on request. */
  list(asked?: PositionsAsked): readonly PositionFields[];
  /** Ticks with the mark price of its instrument; `undefined` after its end. */
  position(key: string): Readable<PositionView | undefined>;
  /** TP/SL and trailing stop of a position; notifies only about their changes. */
  exits(key: string): Readable<PositionExits>;
  settings(instrument: InstrumentId): Readable<SettingsRecord | undefined>;
  /** Reverses a position: closes it at market, then opens the other side. */
  readonly reversal: ReverseFlow;
}

export interface Funds extends FundsCommands {
  /** Settle-coin totals; ticks with the mark prices. */
  readonly totals: Readable<Loadable<AccountView>>;
  /** Totals for orders and positions of a settle coin, in that coin. */
  totalsIn(coin: Coin): Readable<Loadable<AccountView>>;
  /** All coins of the account, in all its wallets; ticks with their prices. */
  readonly coins: Readable<Loadable<readonly CoinView[]>>;
  /** Freshness of every figure computed from prices: margin, P&L, equity. */
  readonly freshness: Readable<Freshness>;
  /** Determines the account's fees; forms read their instrument with it. */
  readonly feeTier: Readable<FeeTier>;
}

/** Iceberg, TWAP, chase, scaled orders, grid, webhook and futures spread, run by the exchange. */
export interface Strategies extends StrategyCommands {
  /** Newest first: running ones, and recently ended ones. Their parts are among the orders, with the strategy's id. */
  readonly list: Readable<Loadable<readonly StrategyRecord[]>>;
}

export interface Copying extends CopyCommands {
  /** The account's role in copy trading: none, leader or follower. */
  readonly state: Readable<Loadable<CopyState>>;
}

/** The account's history by pages, and as files. */
export interface Histories {
  /** Changes with every change of the account (orders, fills, positions, money); history lists reload by it. */
  readonly version: Readable<number>;
  orders(cursor: string, filter?: HistoryFilter): Promise<Result<Page<OrderItem>>>;
  executions(cursor: string, filter?: HistoryFilter): Promise<Result<Page<ExecutionItem>>>;
  /** One row for each closing order, with its realised P&L. */
  closedPnl(cursor: string, filter?: HistoryFilter): Promise<Result<Page<ClosedPnlItem>>>;
  transactions(cursor: string, filter?: HistoryFilter): Promise<Result<Page<TransactionItem>>>;
  /** URL of a complete list as a CSV file. */
  file(list: HistoryList, filter?: HistoryFilter): string;
}

/** Messages to the trader, and the settings for them. */
export interface Notices {
  /** Fills and other events for toasts, each once. */
  onNotice(listener: (notice: Notice) => void): () => void;
  /** Every refused call: some codes concern the whole terminal. */
  onFailure(listener: (failure: Failure) => void): () => void;
  /** The operator's notices to all users, oldest first. */
  readonly operator: Readable<readonly NoticeItem[]>;
  /** Success messages that the trader turned off. */
  readonly closed: Pick<ClosedNotices, 'closed' | 'choose'>;
  /** Actions that ask before they are sent. */
  readonly confirmations: Pick<Confirmations, 'off' | 'choose'>;
  readonly reverseTip: Pick<ReverseTip, 'hidden' | 'choose'>;
}

/** The only part of the data layer that screens use. */
export interface TerminalClient {
  start(): void;
  stop(): void;
  readonly connection: Readable<ConnectionState>;
  readonly session: Session;
  readonly markets: Markets;
  readonly orders: Orders;
  readonly positions: Positions;
  readonly funds: Funds;
  readonly strategies: Strategies;
  readonly copying: Copying;
  readonly histories: Histories;
  readonly notices: Notices;
  /** Reports uncaught rejections and durations to the server. */
  readonly telemetry: Pick<Telemetry, 'rejection' | 'measure'>;
}
