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

/** What never changes about an order that waits. */
export interface WaitingTerms {
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
  /** Common to the legs of an entry or a pair; 0 for none. */
  readonly parent: OrderId;
  readonly source: OrderSource;
  readonly createdAt: Timestamp;
  readonly selfMatch?: SelfMatch;
  /** Of a spot order: what is missing when it fires is borrowed. */
  readonly borrows?: boolean;
  /** Of a close by margin rate. */
  readonly marginRate?: Rate;
}

/** An order that waits for its trigger. It holds no margin and is in no book; once fired it becomes an order like any other. */
export class WaitingOrder {
  orderType: OrderType = 'Market';
  /** Ticks; 0 for a market order. */
  price = 0;
  /** Lots; 0 when it closes the whole position. Of an order by `amount` what that pays for at its limit, or at its trigger. */
  quantity = 0;
  /** Of TP/SL that a sell of a pair brought along: the quote coins that it brought in, which they spend. */
  amount: Money | undefined = undefined;
  trigger: Trigger | undefined = undefined;
  trailing: TrailingTerms | undefined = undefined;
  /** Best last price in ticks since a trailing stop is active; 0 before. */
  best = 0;
  /** What `best` was when the owner was told last where the stop is. */
  toldBest = 0;
  slippage: SlippageLimit | undefined = undefined;
  exits: AttachedExits | undefined = undefined;
  /** The other leg: it goes when this one fires. */
  partner: WaitingOrder | undefined = undefined;
  status: OrderStatus = 'Untriggered';
  cancelReason: CancelReason | undefined = undefined;
  updatedAt: Timestamp;

  constructor(readonly terms: WaitingTerms) {
    this.updatedAt = terms.createdAt;
  }

  /** Side of the position that a closing order closes. */
  get positionSide(): Side {
    return this.terms.side === 'Sell' ? 'Buy' : 'Sell';
  }

  /** An active trailing stop takes the last price; true when its stop moved. It only ever moves towards the profit. */
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

  /** The direction from which a trailing stop's activation price is reached: the profit side. */
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

  /** The order as it stands now. */
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
