import {
  ZERO_MONEY,
  lots,
  ticks,
  trailingStopTick,
  type AccountId,
  type AttachedExits,
  type CancelReason,
  type Instrument,
  type Money,
  type OrderId,
  type OrderRecord,
  type OrderSource,
  type OrderStatus,
  type OrderType,
  type PositionIndex,
  type Rate,
  type SelfMatch,
  type Side,
  type SlippageLimit,
  type SourceTicks,
  type StopOrderType,
  type StopRecord,
  type TimeInForce,
  type Timestamp,
  type TrailingTerms,
  type Trigger,
  type TriggerDirection,
} from '@tapedeck/domain';

/** Immutable terms of a conditional order. */
export interface ConditionalTerms {
  readonly orderId: OrderId;
  readonly clientOrderId: string;
  readonly account: AccountId;
  readonly instrument: Instrument;
  readonly kind: StopOrderType;
  readonly side: Side;
  readonly timeInForce: TimeInForce;
  readonly reduceOnly: boolean;
  readonly closeOnTrigger: boolean;
  readonly wholePosition: boolean;
  readonly positionIndex: PositionIndex;
  /** Shared by the legs of an entry or a pair; 0 for none. */
  readonly parent: OrderId;
  readonly source: OrderSource;
  readonly createdAt: Timestamp;
  readonly selfMatch?: SelfMatch;
  /** Spot orders: borrows a shortfall on triggering. */
  readonly borrows?: boolean;
  /** Closes by margin rate only. */
  readonly marginRate?: Rate;
}

/** An untriggered conditional order. It reserves no margin and is in no book; once triggered, it becomes an ordinary order. */
export class ConditionalOrder {
  orderType: OrderType = 'Market';
  /** Ticks; 0 for a market order. */
  price = 0;
  /** Lots; 0 for the entire position. For an order by `amount`, the lots that it pays for at its limit price or trigger price. */
  quantity = 0;
  /** TP/SL attached to a spot sell: the quote coins of its proceeds, which they spend. */
  amount: Money | undefined = undefined;
  trigger: Trigger | undefined = undefined;
  trailing: TrailingTerms | undefined = undefined;
  /** Best last price in ticks since the trailing stop is active; 0 before. */
  best = 0;
  /** Value of `best` at the last report of the stop to its owner. */
  toldBest = 0;
  slippage: SlippageLimit | undefined = undefined;
  exits: AttachedExits | undefined = undefined;
  /** The other leg, which ends when this one triggers. */
  partner: ConditionalOrder | undefined = undefined;
  status: OrderStatus = 'Untriggered';
  cancelReason: CancelReason | undefined = undefined;
  updatedAt: Timestamp;

  constructor(readonly terms: ConditionalTerms) {
    this.updatedAt = terms.createdAt;
  }

  /** Side of the position that a closing order closes. */
  get positionSide(): Side {
    return this.terms.side === 'Sell' ? 'Buy' : 'Sell';
  }

  /** Updates an active trailing stop with the last price; true if its stop moved. It only moves towards profit. */
  follow(at: SourceTicks): boolean {
    const { trailing } = this;
    if (trailing === undefined) return false;
    const long = this.positionSide === 'Buy';
    const tick = long ? at.floor : at.ceil;
    if (this.best > 0 && (long ? tick <= this.best : tick >= this.best)) return false;
    this.best = tick;
    this.trigger = {
      price: ticks(trailingStopTick(this.positionSide, tick, trailing)),
      direction: long ? 'Falling' : 'Rising',
      source: 'LastPrice',
    };
    return true;
  }

  /** Direction from which the activation price of a trailing stop is reached: the profit side. */
  get activationDirection(): TriggerDirection {
    return this.positionSide === 'Buy' ? 'Rising' : 'Falling';
  }

  stopRecord(): StopRecord {
    const { terms } = this;
    const record: { -readonly [Field in keyof StopRecord]: StopRecord[Field] } = {
      kind: terms.kind,
      closeOnTrigger: terms.closeOnTrigger,
      wholePosition: terms.wholePosition,
      parent: terms.parent,
    };
    if (this.trigger !== undefined) record.trigger = this.trigger;
    if (this.trailing !== undefined) record.trailing = this.trailing;
    if (terms.marginRate !== undefined) record.marginRate = terms.marginRate;
    return record;
  }

  /** Current record of the order. */
  record(): OrderRecord {
    const { terms } = this;
    const record: { -readonly [Field in keyof OrderRecord]: OrderRecord[Field] } = {
      orderId: terms.orderId,
      clientOrderId: terms.clientOrderId,
      account: terms.account,
      instrument: terms.instrument.id,
      side: terms.side,
      orderType: this.orderType,
      price: ticks(this.price),
      quantity: lots(this.quantity),
      filled: lots(0),
      filledValue: ZERO_MONEY,
      fee: ZERO_MONEY,
      timeInForce: terms.timeInForce,
      reduceOnly: terms.reduceOnly,
      positionIndex: terms.positionIndex,
      status: this.status,
      source: terms.source,
      createdAt: terms.createdAt,
      updatedAt: this.updatedAt,
      stop: this.stopRecord(),
    };
    if (this.cancelReason !== undefined) record.cancelReason = this.cancelReason;
    if (this.exits !== undefined) record.exits = this.exits;
    if (this.slippage !== undefined) record.slippage = this.slippage;
    if (terms.borrows === true) record.borrows = true;
    if (this.amount !== undefined) record.quoteAmount = this.amount;
    if (terms.selfMatch !== undefined) record.selfMatch = terms.selfMatch;
    return record;
  }
}
