import type {
  AccountId,
  CashChanged,
  Closing,
  Coin,
  DeliverySettled,
  ExecutionKind,
  FundingSettled,
  InstrumentId,
  LedgerKind,
  OrderFilled,
  OrderId,
  OrderRecord,
  OrderStatus,
  OrderType,
  Side,
  StopOrderType,
  StrategyKind,
  Timestamp,
} from '@tapedeck/domain';

/** A page of one account's history, newest first. */
export interface HistoryQuery {
  readonly account: AccountId;
  /** Rows of these instruments only; none match an empty list. */
  readonly instruments?: readonly InstrumentId[];
  /** Rows from this moment on (ms): an order by its creation, others by when they happened. */
  readonly from?: number;
  /** Rows before this moment (ms). */
  readonly to?: number;
  /** `Page.next` of the page before; '' for the newest page. */
  readonly cursor: string;
  /** 1 to `HISTORY_PAGE_MAX`. */
  readonly limit: number;
}

/** What an order is: how it trades, what it waits as, or the strategy that it is a part of. */
export type OrderKind = OrderType | StopOrderType | StrategyKind;

export interface OrderQuery extends HistoryQuery {
  /** These orders only. */
  readonly orderIds?: readonly OrderId[];
  /** The order that its sender gave this id. */
  readonly clientOrderId?: string;
  readonly side?: Side;
  readonly statuses?: readonly OrderStatus[];
  readonly kinds?: readonly OrderKind[];
}
export interface ExecutionQuery extends HistoryQuery {
  /** Those of one order. */
  readonly orderId?: OrderId;
  readonly side?: Side;
  readonly kinds?: readonly ExecutionKind[];
}
export interface TransactionQuery extends HistoryQuery {
  readonly coin?: Coin;
  readonly kinds?: readonly LedgerKind[];
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Cursor of the next (older) page, of [A-Za-z0-9_-]; '' when there is none. */
  readonly next: string;
}

/** Where an event stands in the journal: its command's sequence and time, and its place among the command's events. */
export interface EventPlace {
  readonly sequence: number;
  readonly index: number;
  readonly time: Timestamp;
}

export interface ExecutionRow extends EventPlace {
  readonly execution: OrderFilled;
}
export interface TransactionRow extends EventPlace {
  readonly transaction: CashChanged;
}

/** Placed where its last fill stands. */
export interface ClosingRow extends EventPlace {
  readonly closing: Closing;
}

/** Fundings or deliveries of the market, newest first. */
export interface SettlementQuery extends Pick<HistoryQuery, 'instruments' | 'cursor' | 'limit'> {
  readonly kind: Settlement['type'];
}
export type Settlement = FundingSettled | DeliverySettled;
export interface SettlementRow extends EventPlace {
  readonly settlement: Settlement;
}

export const HISTORY_PAGE_MAX = 200;

/** A cursor that no page handed out. */
export class CursorUnknown extends Error {
  override readonly name = 'CursorUnknown';
}

/** Nothing of the past can be read at the moment; what happens meanwhile is added to it later. */
export class HistoryUnavailable extends Error {
  override readonly name = 'HistoryUnavailable';

  constructor() {
    super('the history is not available at the moment');
  }
}

/**
 * Reads what is past. It may lag behind the venue's events by a moment. Rejects with `CursorUnknown` on a foreign cursor, and with
 * `HistoryUnavailable` while nothing can be read.
 */
export interface HistoryReader {
  /** Since when something is missing, ms; `undefined` when nothing is. */
  readonly behindSince: number | undefined;
  /** Orders by creation, each as it stands now, open ones included. */
  orders(query: OrderQuery): Promise<Page<OrderRecord>>;
  executions(query: ExecutionQuery): Promise<Page<ExecutionRow>>;
  /** By the last fill. */
  closings(query: ExecutionQuery): Promise<Page<ClosingRow>>;
  transactions(query: TransactionQuery): Promise<Page<TransactionRow>>;
  settlements(query: SettlementQuery): Promise<Page<SettlementRow>>;
}
