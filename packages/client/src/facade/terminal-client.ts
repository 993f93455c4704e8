import type {
  Coin,
  Instrument,
  InstrumentId,
  Leverage,
  LedgerKind,
  MarginMode,
  MarketState,
  Money,
  OrderRecord,
  Outcome,
  PositionRecord,
  Price,
  Rate,
  SettingsRecord,
} from '@tapedeck/domain';
import type { CandleRow, ExecutionItem, OrderItem, Resolution, SessionResult, TransactionItem } from '@tapedeck/protocol';
import type { OrderFormDraft } from '../forms/order/order-form.ts';

/** A value that can be read now and followed; made for `useSyncExternalStore` and for painters outside React. */
export interface Readable<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

/** Remote data in one union; pending and error keep what was there. */
export type Loadable<T> =
  | { readonly status: 'idle' }
  | { readonly status: 'pending'; readonly data?: T }
  | { readonly status: 'success'; readonly data: T }
  | { readonly status: 'error'; readonly error: Failure; readonly data?: T };

/** Why a request failed: the code of the answer, or 9000001 for a time-out and 9000000 when there was none. */
export interface Failure {
  readonly code: number;
  readonly message: string;
}
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

/** How far live data can be trusted. `stale` is 3 s without news where news is due. */
export type Freshness = 'loading' | 'live' | 'stale' | 'resyncing' | 'offline';

export interface ConnectionState {
  readonly public: 'connecting' | 'open' | 'lost';
  readonly private: 'closed' | 'connecting' | 'open' | 'lost';
  /** Round trip of the last ping in milliseconds. */
  readonly latency: number | undefined;
}

/** Ticking values of one instrument. */
export interface Ticker {
  readonly market: MarketState;
  readonly open24h: Price;
  readonly high24h: Price;
  readonly low24h: Price;
  readonly volume24h: Money;
  readonly turnover24h: Money;
}

/** The live book of one instrument, read in place by painters: never copied per update. */
export interface LiveBook {
  readonly freshness: Freshness;
  /** Best first; ticks at even, lots at odd indices. */
  readonly bids: readonly number[];
  readonly asks: readonly number[];
  readonly update: number;
}

export interface TapeTrade {
  readonly id: string;
  readonly time: number;
  readonly price: Price;
  readonly quantity: string;
  readonly side: 'Buy' | 'Sell';
}
export interface LiveTape {
  readonly freshness: Freshness;
  /** Newest first, at most 60. */
  readonly trades: readonly TapeTrade[];
}

/** Live data of one instrument; subscribed on the wire while somebody holds it. */
export interface MarketFeed {
  readonly instrument: Instrument;
  readonly ticker: Readable<{ readonly freshness: Freshness; readonly ticker: Ticker | undefined }>;
  readonly book: Readable<LiveBook>;
  readonly tape: Readable<LiveTape>;
  release(): void;
}

/** A position with everything that follows from the mark price, by the exchange's own functions. */
export interface PositionView {
  readonly key: string;
  readonly instrument: Instrument;
  readonly record: PositionRecord;
  readonly entryPrice: Price;
  readonly markPrice: Price | undefined;
  readonly value: Money | undefined;
  readonly initialMargin: Money | undefined;
  readonly maintenanceMargin: Money | undefined;
  /** `undefined` outside minPrice..maxPrice: shown as `--`. */
  readonly liquidationPrice: Price | undefined;
  readonly breakEvenPrice: Price | undefined;
  readonly unrealisedPnl: Money | undefined;
  readonly roi: Rate | undefined;
}

export interface OrderView {
  readonly instrument: Instrument;
  readonly record: OrderRecord;
  /** Sent and not yet answered, or unanswered and being looked up: never shown as failed before it is known. */
  readonly state: 'pending' | 'checking' | 'live';
}

export interface AccountView {
  readonly cash: readonly (readonly [Coin, Money])[];
  readonly equity: Money;
  readonly available: Money;
  readonly initialMargin: Money;
  readonly maintenanceMargin: Money;
  readonly initialMarginRate: Rate | undefined;
  readonly maintenanceMarginRate: Rate | undefined;
  readonly unrealisedPnl: Money;
}

export interface Account {
  readonly freshness: Readable<Freshness>;
  /** Settle-coin totals; ticks with the mark prices. */
  readonly totals: Readable<Loadable<AccountView>>;
  /** Keys of open positions, best known order: changes only when one opens or closes. */
  readonly positionKeys: Readable<Loadable<readonly string[]>>;
  /** Ticks with the mark price of its instrument; `undefined` once the position is gone. */
  position(key: string): Readable<PositionView | undefined>;
  readonly openOrders: Readable<Loadable<readonly OrderView[]>>;
  settings(instrument: InstrumentId): Readable<SettingsRecord | undefined>;
  /** Fills and other news for toasts, each once. */
  onNotice(listener: (notice: Notice) => void): () => void;
}

export type Notice =
  | { readonly kind: 'orderFilled'; readonly order: OrderRecord; readonly instrument: Instrument; readonly price: Price; readonly quantity: string }
  | { readonly kind: 'orderCancelled'; readonly order: OrderRecord; readonly instrument: Instrument }
  | { readonly kind: 'liquidated'; readonly instrument: Instrument; readonly side: 'Buy' | 'Sell'; readonly size: string };

/** Money that moved, with the kinds of the exchange's ledger. */
export interface TransactionView extends TransactionItem {
  readonly type: LedgerKind;
}
export interface Page<T> {
  readonly rows: readonly T[];
  /** '' on the last page. */
  readonly cursor: string;
}

/** The only thing the screens see of the data layer. */
export interface TerminalClient {
  start(): void;
  stop(): void;
  readonly connection: Readable<ConnectionState>;
  readonly session: Readable<Loadable<SessionResult>>;
  login(passphrase?: string): Promise<Result<SessionResult>>;
  logout(): Promise<Result<SessionResult>>;
  /** All instruments by the catalogue's order. */
  readonly catalogue: Readable<Loadable<readonly Instrument[]>>;
  instrument(symbol: string): Instrument | undefined;
  market(symbol: string): MarketFeed;
  /** Tickers of all instruments, for the symbol selector. */
  readonly account: Account;
  candles(query: { symbol: string; series: 'trade' | 'mark'; resolution: Resolution; before: number; limit: number }): Promise<Result<{ rows: readonly CandleRow[]; complete: boolean }>>;
  /** Follows the forming bar; also told when history must be asked for again (`undefined`). */
  followCandles(
    query: { symbol: string; series: 'trade' | 'mark'; resolution: Resolution },
    listener: (row: CandleRow | undefined) => void,
  ): () => void;
  /** Sends the form's order once; a second call while one is under way answers with the first. */
  placeOrder(draft: OrderFormDraft, side: 'Buy' | 'Sell'): Promise<Result<Outcome>>;
  cancelOrder(order: OrderRecord): Promise<Result<void>>;
  cancelAllOrders(symbol?: string): Promise<Result<number>>;
  /** Closes the whole position by a reduce-only order: at market, or at a limit price. */
  closePosition(key: string, limit?: Price): Promise<Result<Outcome>>;
  setLeverage(symbol: string, long: Leverage, short: Leverage): Promise<Result<void>>;
  setMarginMode(symbol: string, mode: MarginMode): Promise<Result<void>>;
  orderHistory(cursor: string): Promise<Result<Page<OrderItem>>>;
  executions(cursor: string): Promise<Result<Page<ExecutionItem>>>;
  transactions(cursor: string): Promise<Result<Page<TransactionItem>>>;
}
