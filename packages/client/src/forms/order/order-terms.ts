import type {
  Instrument,
  Leverage,
  Lots,
  Money,
  OrderOptions,
  OrderSource,
  OrderType,
  PositionIndex,
  Price,
  Side,
  Ticks,
  TimeInForce,
} from '@tapedeck/domain';

/** Terms of an order, without its account. */
export interface OrderTerms {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly orderType: OrderType;
  /** Limit orders only. */
  readonly price: Ticks | undefined;
  readonly quantity: Lots;
  readonly timeInForce: TimeInForce;
  readonly reduceOnly: boolean;
  readonly positionIndex: PositionIndex;
  readonly source: Extract<OrderSource, 'form' | 'chart' | 'table'>;
  /** Trigger, TP/SL, slippage limit and the like. */
  readonly options?: OrderOptions | undefined;
  /** Spot market orders by amount only: quote coin to spend, or the maximum to receive; `quantity` is then 0. */
  readonly quoteAmount?: Money;
  /** Spot orders only: borrows the missing amount. */
  readonly borrows?: boolean;
  /** Sent by the copy-trading call, like the reversal orders of a leader. */
  readonly copyTrade?: boolean;
  /** The two orders of a reversal only. */
  readonly reverse?: ReverseTerms;
}

export interface ReverseTerms {
  readonly step: 'close' | 'open';
  readonly leverage: Leverage;
  /** The displayed price when the trader confirmed. */
  readonly basePrice: Price | undefined;
}
