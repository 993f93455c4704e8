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

/** What an order says, apart from who sends it. */
export interface OrderTerms {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly orderType: OrderType;
  /** Of a limit order. */
  readonly price: Ticks | undefined;
  readonly quantity: Lots;
  readonly timeInForce: TimeInForce;
  readonly reduceOnly: boolean;
  readonly positionIndex: PositionIndex;
  readonly source: Extract<OrderSource, 'form' | 'chart' | 'table'>;
  /** Trigger, TP/SL, slippage limit and the like. */
  readonly options?: OrderOptions | undefined;
  /** Of a spot market order by amount: quote coin to spend, or to receive at most; `quantity` is 0 then. */
  readonly quoteAmount?: Money;
  /** Of a spot order: what is missing is borrowed. */
  readonly borrows?: boolean;
  /** Sent by the call of copy trading, as a leader's orders of a reversal are. */
  readonly copyTrade?: boolean;
  /** Of the two orders that reverse a position. */
  readonly reverse?: ReverseTerms;
}

export interface ReverseTerms {
  readonly step: 'close' | 'open';
  readonly leverage: Leverage;
  /** The price on screen when the trader confirmed. */
  readonly basePrice: Price | undefined;
}
