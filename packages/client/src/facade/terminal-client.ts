import type {
  AccountKind,
  Coin,
  FeeTier,
  FundsMove,
  Instrument,
  InstrumentId,
  InsuranceFund,
  Leverage,
  MarginMode,
  Money,
  OrderOptions,
  OrderRecord,
  Outcome,
  PositionExits,
  PositionMode,
  Price,
  SettingsRecord,
  StrategyRecord,
} from '@tapedeck/domain';
import type {
  CandleRow,
  ClosedPnlItem,
  Delivery,
  ExecutionItem,
  Funding,
  HistoryList,
  NoticeItem,
  OrderItem,
  Resolution,
  TransactionItem,
} from '@tapedeck/protocol';
import type { AccountView } from '../calculators/account-view.ts';
import type { CoinView } from '../calculators/coin-view.ts';
import type { PositionView } from '../calculators/position-view.ts';
import type { Telemetry } from '../errors/telemetry.ts';
import type { OrderFormDraft } from '../forms/order/order-form.ts';
import type { SlippageBounds } from '../forms/slippage/slippage.ts';
import type { OrderTerms } from '../forms/order/order-terms.ts';
import type { CancelledSeveral, ClosedPosition, ClosedSeveral, PositionClose } from '../flows/account-commands.ts';
import type { ApiKeyCommands } from '../flows/api-keys.ts';
import type { CopyCommands } from '../flows/copy-commands.ts';
import type { StrategyCommands } from '../flows/strategy-commands.ts';
import type { OwnEmail } from '../flows/own-email.ts';
import type { MarginCommands } from '../flows/margin-commands.ts';
import type { StopCommands } from '../flows/stop-commands.ts';
import type { ReverseFlow } from '../flows/reverse.ts';
import type { ClosedNotices } from '../flows/closed-notices.ts';
import type { Confirmations } from '../flows/confirmations.ts';
import type { ReverseTip } from '../flows/reverse-tip.ts';
import type { OptionBoards } from './option-boards.ts';
import type { PositionFields } from './position-fields.ts';
import type { PositionsAsked } from './position-list.ts';
import type { SessionParts } from './session-flow.ts';
import type { LiveBook } from '../raw/book-mirror.ts';
import type { Freshness } from '../raw/freshness.ts';
import type { LiveTape } from '../raw/tape-mirror.ts';
import type { LiveTicker } from '../raw/ticker-mirror.ts';
import type { CopyState, OrderView } from '../selectors/account-selectors.ts';
import type { CancelAllScope } from '../selectors/consequences.ts';
import type { Failure, Loadable, Result } from '../store/loadable.ts';
import type { Readable } from '../store/readable.ts';

export interface ConnectionState {
  /** Of the market data on screen. */
  readonly market: Freshness;
  /** Of the account, `loading` before it is known whose; `undefined` while nobody is logged in. */
  readonly account: Freshness | undefined;
  /** Round trip of the last ping in milliseconds. */
  readonly latency: number | undefined;
}

/** The ticker of one instrument; subscribed on the wire while somebody holds it. */
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

export interface Account {
  readonly freshness: Readable<Freshness>;
  /** Another number after anything of the account changed (orders, fills, positions, money): what lists of the past follow. */
  readonly version: Readable<number>;
  /** Settle-coin totals; ticks with the mark prices. */
  readonly totals: Readable<Loadable<AccountView>>;
  /** The totals as orders and positions of a settle coin meet them, in that coin. */
  totalsIn(coin: Coin): Readable<Loadable<AccountView>>;
  /** All coins of the account, in all its wallets; ticks with their prices. */
  readonly coins: Readable<Loadable<readonly CoinView[]>>;
  /** Keys of open positions, best known order: changes only when one opens or closes. */
  readonly positionKeys: Readable<Loadable<readonly string[]>>;
  /** Those of size 0: what was closed, and what there are settings for. */
  readonly emptyPositions: Readable<readonly PositionView[]>;
  /** Ticks with the mark price of its instrument; `undefined` once the position is gone. */
  position(key: string): Readable<PositionView | undefined>;
  /** TP/SL and trailing stop of a position; changes only when one of them does. */
  exits(key: string): Readable<PositionExits>;
  readonly openOrders: Readable<Loadable<readonly OrderView[]>>;
  /** Newest first: those that run, and those that ended lately. Their parts are among the orders, with the strategy's id. */
  readonly strategies: Readable<Loadable<readonly StrategyRecord[]>>;
  /** The part that the account plays in copy trading: none, leader or follower. */
  readonly copying: Readable<Loadable<CopyState>>;
  /** What decides the account's fees: forms read their instrument with it. */
  readonly feeTier: Readable<FeeTier>;
  settings(instrument: InstrumentId): Readable<SettingsRecord | undefined>;
  /** Fills and other news for toasts, each once. */
  onNotice(listener: (notice: Notice) => void): () => void;
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
  /** Its answer was lost: what became of it is being found out. Told again as made, ended or missing. */
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
  /** Since when the list may lack something, ms; `undefined` when it does not. */
  readonly behindSince?: number | undefined;
}

/** What of a list of the past is meant; all of it where nothing is said. */
export interface HistoryFilter {
  readonly symbol?: string;
  /** Part of a symbol, in place of a whole one. */
  readonly search?: string;
  /** From this moment on, and before that one; ms. */
  readonly from?: number;
  readonly to?: number;
  /** Words of the list's own kinds. */
  readonly kinds?: readonly string[];
}

/** The only thing the screens see of the data layer. */
export interface TerminalClient extends SessionParts {
  start(): void;
  stop(): void;
  readonly connection: Readable<ConnectionState>;
  /** The exchange's clock by its newest ticker, ms; `undefined` before the first. */
  readonly exchangeTime: Readable<number | undefined>;
  readonly options: OptionBoards;
  market(symbol: string): MarketFeed;
  /** For lists of many instruments: no book, no tape. */
  ticker(symbol: string): TickerFeed;
  readonly account: Account;
  /** The account's positions as they are now, with every field; those of size 0 when they are asked for. */
  positions(asked?: PositionsAsked): readonly PositionFields[];
  candles(query: {
    symbol: string;
    series: 'trade' | 'mark';
    resolution: Resolution;
    before: number;
    limit: number;
  }): Promise<Result<{ rows: readonly CandleRow[]; complete: boolean }>>;
  /** Follows the forming bar; also told when history must be asked for again (`undefined`). */
  followCandles(
    query: { symbol: string; series: 'trade' | 'mark'; resolution: Resolution },
    listener: (row: CandleRow | undefined) => void,
  ): () => void;
  /** Sends the form's order once, with a trigger, TP/SL or slippage limit if there is one; a second call while one is under way answers with the first. */
  placeOrder(draft: OrderFormDraft, side: 'Buy' | 'Sell', options?: OrderOptions): Promise<Result<Outcome>>;
  /** What the slippage limit of a market order may be. */
  slippageBounds(): Promise<Result<SlippageBounds>>;
  /** Sends an order for a pair once; a second call while one is under way answers with the first. */
  placeSpotOrder(terms: OrderTerms): Promise<Result<Outcome>>;
  cancelOrder(order: OrderRecord): Promise<Result<void>>;
  /** Cancels the open orders of a scope; answers how many. */
  cancelAllOrders(scope: CancelAllScope): Promise<Result<number>>;
  /** Closes a position, or a part of it, by a reduce-only order: at market, or at a limit price. */
  closePosition(key: string, close?: PositionClose): Promise<Result<Outcome>>;
  /** Closes positions at market; answers how many orders were sent, and the first reason of one that was not. */
  closePositions(closes: readonly ClosedPosition[]): Promise<ClosedSeveral>;
  setLeverage(symbol: string, long: Leverage, short: Leverage): Promise<Result<void>>;
  setMarginMode(symbol: string, mode: MarginMode): Promise<Result<void>>;
  setPositionMode(symbol: string, mode: PositionMode): Promise<Result<void>>;
  /** Cancels each of these orders; answers how many were, and the first reason of one that was not. */
  cancelOrders(orders: readonly OrderRecord[]): Promise<CancelledSeveral>;
  /** Tells every refused call, whoever made it: some codes concern the whole terminal. */
  onFailure(listener: (failure: Failure) => void): () => void;
  /** Tells the server of rejections that nobody caught, and of how long things took. */
  readonly telemetry: Pick<Telemetry, 'rejection' | 'measure'>;
  /** Orders that wait, TP/SL and trailing stops of positions, and changes of open orders. */
  readonly stops: StopCommands;
  /** The money inside isolated positions. */
  readonly margin: MarginCommands;
  /** Moves coins between trading and funding wallet, borrows, repays, saves and redeems. */
  /** Lets what there is of a coin count as margin, or no more. */
  setCollateral(coin: Coin, on: boolean): Promise<Result<void>>;
  moveFunds(move: FundsMove, coin: Coin, amount: Money): Promise<Result<void>>;
  /** Moves coins into the trading wallet of the user's account of another kind; done once, as above. */
  transferToAccount(kind: AccountKind, coin: Coin, amount: Money): Promise<Result<void>>;
  /** Iceberg, TWAP, chase, scaled orders, grid, webhook and futures spread, run by the exchange. */
  readonly strategies: StrategyCommands;
  /** Who can be followed, and what one does about it. */
  readonly copying: CopyCommands;
  /** The keys by which programs trade. */
  readonly apiKeys: ApiKeyCommands;
  /** Turning a position around: close at market, then open the other side. */
  readonly reversal: ReverseFlow;
  readonly email: OwnEmail;
  readonly reverseTip: Pick<ReverseTip, 'hidden' | 'choose'>;
  /** What the operator has to say to everybody, oldest first. */
  readonly notices: Readable<readonly NoticeItem[]>;
  /** Whether the visitor is banned, as the profile said that is asked for at start. */
  readonly isBanned: Readable<boolean>;
  /** Success messages that the user does without. */
  readonly closedNotices: Pick<ClosedNotices, 'closed' | 'choose'>;
  /** What is asked about before it is done. */
  readonly confirmations: Pick<Confirmations, 'off' | 'choose'>;
  orderHistory(cursor: string, filter?: HistoryFilter): Promise<Result<Page<OrderItem>>>;
  executions(cursor: string, filter?: HistoryFilter): Promise<Result<Page<ExecutionItem>>>;
  /** One row for each order that closed something, with what it earned. */
  closedPnl(cursor: string, filter?: HistoryFilter): Promise<Result<Page<ClosedPnlItem>>>;
  transactions(cursor: string, filter?: HistoryFilter): Promise<Result<Page<TransactionItem>>>;
  /** Fundings of a perpetual contract. */
  fundings(symbol: string, cursor: string): Promise<Result<Page<Funding>>>;
  /** Contracts of a coin that have ended. */
  deliveries(baseCoin: Coin, cursor: string): Promise<Result<Page<Delivery>>>;
  /** What the insurance fund of each coin holds. */
  insurance(): Promise<Result<readonly InsuranceFund[]>>;
  /** Where a whole list comes from as a CSV file. */
  historyFile(list: HistoryList, filter?: HistoryFilter): string;
}
