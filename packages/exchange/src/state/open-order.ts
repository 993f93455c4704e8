import {
  ZERO_MONEY,
  lots,
  money,
  moneyUnits,
  ticks,
  timestamp,
  type AccountId,
  type CancelReason,
  type Instrument,
  type Money,
  type OrderId,
  type OrderRecord,
  type OrderSource,
  type OrderStatus,
  type OrderType,
  type PositionIndex,
  type Side,
  type TimeInForce,
  type Timestamp,
} from '@tapedeck/domain';
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

/** An order of an account while it lives. Counts are plain numbers: ticks and lots. */
export class OpenOrder {
  quantity: number;
  filled = 0;
  filledValue: Money = ZERO_MONEY;
  fee: Money = ZERO_MONEY;
  status: OrderStatus = 'New';
  cancelReason: CancelReason | undefined = undefined;
  updatedAt: Timestamp;
  /** Its place in the book, -1 while it does not rest. */
  handle = -1;

  constructor(
    readonly terms: OrderTerms,
    quantity: number,
  ) {
    this.quantity = quantity;
    this.updatedAt = terms.createdAt;
  }

  get left(): number {
    return this.quantity - this.filled;
  }

  /** The order as it stands now. */
  record(): OrderRecord {
    const { terms } = this;
    // One literal and no spread: this runs several times for each command.
    const record: { -readonly [Field in keyof OrderRecord]: OrderRecord[Field] } = {
      orderId: terms.orderId,
      clientOrderId: terms.clientOrderId,
      account: terms.account,
      instrument: terms.instrument.id,
      side: terms.side,
      orderType: terms.orderType,
      price: ticks(terms.price),
      quantity: lots(this.quantity),
      filled: lots(this.filled),
      filledValue: this.filledValue,
      fee: this.fee,
      timeInForce: terms.timeInForce,
      reduceOnly: terms.reduceOnly,
      positionIndex: terms.positionIndex,
      status: this.status,
      source: terms.source,
      createdAt: terms.createdAt,
      updatedAt: this.updatedAt,
    };
    if (terms.quoteAmount !== undefined) record.quoteAmount = terms.quoteAmount;
    if (terms.borrows) record.borrows = true;
    if (this.cancelReason !== undefined) record.cancelReason = this.cancelReason;
    return record;
  }

  write(writer: StateWriter): void {
    const { terms } = this;
    writer.number(terms.orderId);
    writer.text(terms.clientOrderId);
    writer.number(terms.account);
    writer.number(terms.instrument.id);
    writer.text(terms.side);
    writer.text(terms.orderType);
    writer.number(terms.price);
    writer.text(terms.timeInForce);
    writer.boolean(terms.reduceOnly);
    writer.number(terms.positionIndex);
    writer.text(terms.source);
    writer.number(Number(terms.createdAt));
    writer.boolean(terms.borrows);
    writer.number(this.quantity);
    writer.number(this.filled);
    writer.bigint(moneyUnits(this.filledValue));
    writer.bigint(moneyUnits(this.fee));
    writer.text(this.status);
    writer.number(Number(this.updatedAt));
    writer.number(this.handle);
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
    return order;
  }
}
