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
  /** Rows from this time on (ms): orders by creation, others by their time. */
  readonly from?: number;
  /** Rows before this time (ms). */
  readonly to?: number;
  /** `Page.next` of the previous page; '' for the newest page. */
  readonly cursor: string;
  /** 1 to `HISTORY_PAGE_MAX`. */
  readonly limit: number;
}

/** Kind of an order: its order type, its stop type, or its strategy. */
export type OrderKind = OrderType | StopOrderType | StrategyKind;

export interface OrderQuery extends HistoryQuery {
  /** These orders only. */
  readonly orderIds?: readonly OrderId[];
  /** The order with this client order id. */
  readonly clientOrderId?: string;
  readonly side?: Side;
  readonly statuses?: readonly OrderStatus[];
  readonly kinds?: readonly OrderKind[];
}
export interface ExecutionQuery extends HistoryQuery {
  /** Executions of one order. */
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
  /** Cursor of the next (older) page, of [A-Za-z0-9_-]; '' if there is none. */
  readonly next: string;
}

/** Position of an event in the journal: sequence and time of its command, and its index among the command's events. */
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

/** Ordered by its last fill. */
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

/** An unknown cursor. */
export class CursorUnknown extends Error {
  override readonly name = 'CursorUnknown';
}

/** The history cannot be read at the moment; missed events are added later. */
export class HistoryUnavailable extends Error {
  override readonly name = 'HistoryUnavailable';

  constructor() {
    super('the history is not available at the moment');
  }
}

/**
 * Reads the history, which may lag the venue's events by a moment. Rejects with `CursorUnknown` on a foreign cursor, and with
 * `HistoryUnavailable` while the history cannot be read.
 */
export interface HistoryReader {
  /** Start of the period with missing rows, ms; `undefined` if complete. */
  readonly behindSince: number | undefined;
  /** Orders by creation in their current state, including open ones. */
  orders(query: OrderQuery): Promise<Page<OrderRecord>>;
  executions(query: ExecutionQuery): Promise<Page<ExecutionRow>>;
  /** By the last fill. */
  closings(query: ExecutionQuery): Promise<Page<ClosingRow>>;
  transactions(query: TransactionQuery): Promise<Page<TransactionRow>>;
  settlements(query: SettlementQuery): Promise<Page<SettlementRow>>;
}
