import {
  ZERO_MONEY,
  lots,
  money,
  moneyUnits,
  ticks,
  timestamp,
  type AccountId,
  type AttachedExits,
  type CancelReason,
  type CopyTag,
  type Instrument,
  type Money,
  type OrderId,
  type OrderRecord,
  type OrderSource,
  type OrderStatus,
  type OrderType,
  type PositionIndex,
  type SelfMatch,
  type Side,
  type SlippageLimit,
  type StopRecord,
  type StrategyTag,
  type TimeInForce,
  type Timestamp,
} from '@tapedeck/domain';
import { readExtra, writeExtra } from './waiting-codec.ts';
import type { StateReader, StateWriter } from './state-codec.ts';

export interface OrderTerms {
  readonly orderId: OrderId;
  readonly clientOrderId: string;
  readonly account: AccountId;
  readonly instrument: Instrument;
  readonly side: Side;
  readonly orderType: OrderType;
  /** Ticks; 0 for a market order. */
  readonly price: number;
  readonly timeInForce: TimeInForce;
  readonly reduceOnly: boolean;
  readonly positionIndex: PositionIndex;
  readonly source: OrderSource;
  readonly createdAt: Timestamp;
  /** Of spot orders. */
  readonly quoteAmount: Money | undefined;
  readonly borrows: boolean;
}

/** What only some orders have. Kept apart, so that the others stay small. */
export interface OrderExtra {
  /** What it waited for before it fired. */
  readonly stop?: StopRecord;
  /** TP/SL for the position that it opens. */
  readonly exits?: AttachedExits;
  readonly slippage?: SlippageLimit;
  readonly selfMatch?: SelfMatch;
  readonly strategy?: StrategyTag;
  readonly copy?: CopyTag;
}

/** An order of an account while it lives. Counts are plain numbers: ticks and lots. */
export class OpenOrder implements OrderTerms {
  readonly orderId: OrderId;
  readonly clientOrderId: string;
  readonly account: AccountId;
  readonly instrument: Instrument;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly price: number;
  readonly timeInForce: TimeInForce;
  readonly reduceOnly: boolean;
  readonly positionIndex: PositionIndex;
  readonly source: OrderSource;
  readonly createdAt: Timestamp;
  readonly quoteAmount: Money | undefined;
  readonly borrows: boolean;
  quantity: number;
  filled = 0;
  filledValue: Money = ZERO_MONEY;
  fee: Money = ZERO_MONEY;
  status: OrderStatus = 'New';
  cancelReason: CancelReason | undefined = undefined;
  updatedAt: Timestamp;
  /** Its place in the book, -1 while it does not rest. */
  handle = -1;
  extra: OrderExtra | undefined = undefined;

  /** Field by field: one object for each order, none of which is shared. */
  constructor(terms: OrderTerms, quantity: number) {
    this.orderId = terms.orderId;
    this.clientOrderId = terms.clientOrderId;
    this.account = terms.account;
    this.instrument = terms.instrument;
    this.side = terms.side;
    this.orderType = terms.orderType;
    this.price = terms.price;
    this.timeInForce = terms.timeInForce;
    this.reduceOnly = terms.reduceOnly;
    this.positionIndex = terms.positionIndex;
    this.source = terms.source;
    this.createdAt = terms.createdAt;
    this.quoteAmount = terms.quoteAmount;
    this.borrows = terms.borrows;
    this.quantity = quantity;
    this.updatedAt = terms.createdAt;
  }

  get left(): number {
    return this.quantity - this.filled;
  }

  /** The order as it stands now. */
  record(): OrderRecord {
    // One literal and no spread: this runs several times for each command.
    const record: { -readonly [Field in keyof OrderRecord]: OrderRecord[Field] } = {
      orderId: this.orderId,
      clientOrderId: this.clientOrderId,
      account: this.account,
      instrument: this.instrument.id,
      side: this.side,
      orderType: this.orderType,
      price: ticks(this.price),
      quantity: lots(this.quantity),
      filled: lots(this.filled),
      filledValue: this.filledValue,
      fee: this.fee,
      timeInForce: this.timeInForce,
      reduceOnly: this.reduceOnly,
      positionIndex: this.positionIndex,
      status: this.status,
      source: this.source,
      createdAt: this.createdAt,
      updatedAt: this.updatedAt,
    };
    if (this.quoteAmount !== undefined) record.quoteAmount = this.quoteAmount;
    if (this.borrows) record.borrows = true;
    if (this.cancelReason !== undefined) record.cancelReason = this.cancelReason;
    if (this.extra !== undefined) Object.assign(record, this.extra);
    return record;
  }

  write(writer: StateWriter): void {
    writer.number(this.orderId);
    writer.text(this.clientOrderId);
    writer.number(this.account);
    writer.number(this.instrument.id);
    writer.text(this.side);
    writer.text(this.orderType);
    writer.number(this.price);
    writer.text(this.timeInForce);
    writer.boolean(this.reduceOnly);
    writer.number(this.positionIndex);
    writer.text(this.source);
    writer.number(Number(this.createdAt));
    writer.boolean(this.borrows);
    writer.number(this.quantity);
    writer.number(this.filled);
    writer.bigint(moneyUnits(this.filledValue));
    writer.bigint(moneyUnits(this.fee));
    writer.text(this.status);
    writer.number(Number(this.updatedAt));
    writer.number(this.handle);
    writer.boolean(this.extra !== undefined);
    if (this.extra !== undefined) writeExtra(writer, this.extra);
  }

  static read(reader: StateReader, instruments: readonly Instrument[]): OpenOrder {
    const orderId = reader.number();
    const clientOrderId = reader.text();
    const account = reader.number();
    const instrument = instruments[reader.number()] as Instrument;
    const terms: OrderTerms = {
      orderId,
      clientOrderId,
      account,
      instrument,
      side: reader.text() as Side,
      orderType: reader.text() as OrderType,
      price: reader.number(),
      timeInForce: reader.text() as TimeInForce,
      reduceOnly: reader.boolean(),
      positionIndex: reader.number() as PositionIndex,
      source: reader.text() as OrderSource,
      createdAt: timestamp(reader.number()),
      // An order by amount is a market order, which never rests: none is written.
      quoteAmount: undefined,
      borrows: reader.boolean(),
    };
    const order = new OpenOrder(terms, reader.number());
    order.filled = reader.number();
    order.filledValue = money(reader.bigint());
    order.fee = money(reader.bigint());
    order.status = reader.text() as OrderStatus;
    order.updatedAt = timestamp(reader.number());
    order.handle = reader.number();
    if (reader.boolean()) order.extra = readExtra(reader);
    return order;
  }
}
