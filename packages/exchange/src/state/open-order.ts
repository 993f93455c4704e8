import {
  ZERO_MONEY,
  keptLots,
  harmonicPrice,
  inverseSumOf,
  isInverse,
  keptTicks,
  keptTimestamp,
  lots,
  milliseconds,
  money,
  moneyUnits,
  priceOfTicks,
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
import {
  ACCOUNT,
  CREATED_AT,
  FEE,
  FILLED,
  FILLED_VALUE,
  HANDLE,
  HAS_CLIENT_ID,
  HAS_EXTRA,
  INSTRUMENT,
  ORDER_ID,
  PRICE,
  QUANTITY,
  ROW_DOUBLES,
  ROW_INTEGERS,
  STATE,
  TERMS,
  UPDATED_AT,
  type OrderRows,
} from './order-rows.ts';
import { CANCEL_REASONS, ORDER_SOURCES, ORDER_STATUSES, ORDER_TYPES, POSITION_INDEXES, TIMES_IN_FORCE, placeOf } from '../codec/choices.ts';
import { orderTypeCode, sideCode, sourceCode, timeInForceCode } from '../codec/order-choices.ts';
import { readExtra, writeExtra, type OrderExtra } from '../codec/order-extra.ts';
import type { StateReader, StateWriter } from '../codec/state-bytes.ts';

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

/** Where the bits of each choice begin in `TERMS`, and how many they are. */
const TYPE_AT = 1;
const TIME_IN_FORCE_AT = 2;
const INDEX_AT = 4;
const SOURCE_AT = 6;
const REDUCE_ONLY = 1 << 9;
const BORROWS = 1 << 10;
/** In `STATE`: the status, and behind it the reason: its place and one more. */
const STATUS_MASK = 7;
const REASON_AT = 3;
const CANCELLED = placeOf(ORDER_STATUSES, 'Cancelled');

function termsWord(terms: OrderTerms): number {
  return (
    sideCode(terms.side) |
    (orderTypeCode(terms.orderType) << TYPE_AT) |
    (timeInForceCode(terms.timeInForce) << TIME_IN_FORCE_AT) |
    (terms.positionIndex << INDEX_AT) |
    (sourceCode(terms.source) << SOURCE_AT) |
    (terms.reduceOnly ? REDUCE_ONLY : 0) |
    (terms.borrows ? BORROWS : 0) |
    (terms.clientOrderId === '' ? 0 : HAS_CLIENT_ID)
  );
}

const sideOf = (terms: number): Side => ((terms & 1) === 0 ? 'Buy' : 'Sell');
const typeOf = (terms: number): OrderType => ORDER_TYPES[(terms >> TYPE_AT) & 1] as OrderType;
const timeInForceOf = (terms: number): TimeInForce => TIMES_IN_FORCE[(terms >> TIME_IN_FORCE_AT) & 3] as TimeInForce;
const indexOf = (terms: number): PositionIndex => POSITION_INDEXES[(terms >> INDEX_AT) & 3] as PositionIndex;
const sourceOf = (terms: number): OrderSource => ORDER_SOURCES[(terms >> SOURCE_AT) & 7] as OrderSource;
const clientOrderIdOf = (rows: OrderRows, row: number, terms: number): string =>
  (terms & HAS_CLIENT_ID) === 0 ? '' : (rows.clientOrderIds[row] as string);
const extraOf = (rows: OrderRows, row: number, terms: number): OrderExtra | undefined =>
  (terms & HAS_EXTRA) === 0 ? undefined : rows.extras[row];
const statusOf = (state: number): OrderStatus => ORDER_STATUSES[state & STATUS_MASK] as OrderStatus;
const reasonOf = (state: number): CancelReason | undefined =>
  state >> REASON_AT === 0 ? undefined : CANCEL_REASONS[(state >> REASON_AT) - 1];

/**
 * An order of an account while it lives: a view of its row, made when it is asked for. Two views of one row are the same order. Counts are
 * plain numbers: ticks and lots.
 */
export class OpenOrder implements OrderTerms {
  constructor(
    readonly rows: OrderRows,
    readonly row: number,
  ) {}

  /** A new order, not resting. */
  static open(rows: OrderRows, terms: OrderTerms, quantity: number): OpenOrder {
    const row = rows.take();
    const { doubles, integers } = rows;
    const at = row * ROW_DOUBLES;
    doubles[at + ORDER_ID] = terms.orderId;
    doubles[at + QUANTITY] = quantity;
    doubles[at + FILLED] = 0;
    doubles[at + CREATED_AT] = milliseconds(terms.createdAt);
    doubles[at + UPDATED_AT] = milliseconds(terms.createdAt);
    rows.setMoney(row, FILLED_VALUE, ZERO_MONEY);
    rows.setMoney(row, FEE, ZERO_MONEY);
    const int = row * ROW_INTEGERS;
    integers[int + PRICE] = terms.price;
    integers[int + ACCOUNT] = terms.account;
    integers[int + INSTRUMENT] = terms.instrument.id;
    integers[int + TERMS] = termsWord(terms);
    integers[int + STATE] = 0;
    if (terms.clientOrderId !== '') rows.clientOrderIds[row] = terms.clientOrderId;
    if (terms.quoteAmount !== undefined) rows.quoteAmounts.set(row, terms.quoteAmount);
    return new OpenOrder(rows, row);
  }

  #double(field: number): number {
    return this.rows.doubles[this.row * ROW_DOUBLES + field] as number;
  }

  #setDouble(field: number, value: number): void {
    this.rows.doubles[this.row * ROW_DOUBLES + field] = value;
  }

  #integer(field: number): number {
    return this.rows.integers[this.row * ROW_INTEGERS + field] as number;
  }

  #setInteger(field: number, value: number): void {
    this.rows.integers[this.row * ROW_INTEGERS + field] = value;
  }

  get orderId(): OrderId {
    return this.#double(ORDER_ID);
  }

  get clientOrderId(): string {
    return clientOrderIdOf(this.rows, this.row, this.#integer(TERMS));
  }

  get account(): AccountId {
    return this.#integer(ACCOUNT);
  }

  get instrument(): Instrument {
    return this.rows.instruments[this.#integer(INSTRUMENT)] as Instrument;
  }

  get side(): Side {
    return sideOf(this.#integer(TERMS));
  }

  get orderType(): OrderType {
    return typeOf(this.#integer(TERMS));
  }

  get price(): number {
    return this.#integer(PRICE);
  }

  get timeInForce(): TimeInForce {
    return timeInForceOf(this.#integer(TERMS));
  }

  get reduceOnly(): boolean {
    return (this.#integer(TERMS) & REDUCE_ONLY) !== 0;
  }

  get positionIndex(): PositionIndex {
    return indexOf(this.#integer(TERMS));
  }

  get source(): OrderSource {
    return sourceOf(this.#integer(TERMS));
  }

  get borrows(): boolean {
    return (this.#integer(TERMS) & BORROWS) !== 0;
  }

  get quoteAmount(): Money | undefined {
    return this.rows.quoteAmounts.size === 0 ? undefined : this.rows.quoteAmounts.get(this.row);
  }

  get createdAt(): Timestamp {
    return keptTimestamp(this.#double(CREATED_AT));
  }

  get updatedAt(): Timestamp {
    return keptTimestamp(this.#double(UPDATED_AT));
  }

  set updatedAt(at: Timestamp) {
    this.#setDouble(UPDATED_AT, milliseconds(at));
  }

  get quantity(): number {
    return this.#double(QUANTITY);
  }

  set quantity(count: number) {
    this.#setDouble(QUANTITY, count);
  }

  get filled(): number {
    return this.#double(FILLED);
  }

  set filled(count: number) {
    this.#setDouble(FILLED, count);
  }

  get filledValue(): Money {
    return this.filled === 0 ? ZERO_MONEY : this.rows.money(this.row, FILLED_VALUE);
  }

  set filledValue(value: Money) {
    this.rows.setMoney(this.row, FILLED_VALUE, value);
  }

  /** Counts a fill of an inverse contract, whose value does not tell its price. */
  addInverse(tick: number, count: number): void {
    const { inverseSums } = this.rows;
    const share = inverseSumOf(priceOfTicks(ticks(tick), this.instrument.tickSize), lots(count));
    inverseSums.set(this.row, (inverseSums.get(this.row) ?? 0n) + share);
  }

  get fee(): Money {
    return this.filled === 0 ? ZERO_MONEY : this.rows.money(this.row, FEE);
  }

  set fee(fee: Money) {
    this.rows.setMoney(this.row, FEE, fee);
  }

  get status(): OrderStatus {
    return statusOf(this.#integer(STATE));
  }

  set status(status: OrderStatus) {
    this.#setInteger(STATE, (this.#integer(STATE) & ~STATUS_MASK) | placeOf(ORDER_STATUSES, status));
  }

  get cancelReason(): CancelReason | undefined {
    return reasonOf(this.#integer(STATE));
  }

  /** Its place in the book, -1 while it does not rest. */
  get handle(): number {
    return this.#integer(HANDLE);
  }

  set handle(handle: number) {
    if (handle === -1) this.rows.leave(this.row);
    else this.#setInteger(HANDLE, handle);
  }

  get extra(): OrderExtra | undefined {
    return extraOf(this.rows, this.row, this.#integer(TERMS));
  }

  set extra(extra: OrderExtra | undefined) {
    if (extra === undefined && (this.#integer(TERMS) & HAS_EXTRA) === 0) return;
    this.rows.extras[this.row] = extra;
    this.#setInteger(TERMS, this.#integer(TERMS) | HAS_EXTRA);
  }

  get left(): number {
    return this.quantity - this.filled;
  }

  /** The order is over. */
  cancel(reason: CancelReason, now: Timestamp): void {
    this.#setInteger(STATE, CANCELLED | ((placeOf(CANCEL_REASONS, reason) + 1) << REASON_AT));
    this.updatedAt = now;
  }

  /** Gives an order that has left the book the price and the quantity with which it arrives anew. */
  reprice(price: number, quantity: number): void {
    this.#setInteger(PRICE, price);
    this.quantity = quantity;
    this.status = this.filled > 0 ? 'PartiallyFilled' : 'New';
  }

  /** The order as it stands now. */
  record(): OrderRecord {
    // Straight from the row, in one literal and without a spread: this runs several times for each command.
    const { rows, row } = this;
    const { doubles, integers } = rows;
    const at = row * ROW_DOUBLES;
    const int = row * ROW_INTEGERS;
    const terms = integers[int + TERMS] as number;
    const state = integers[int + STATE] as number;
    const filled = doubles[at + FILLED] as number;
    const record: { -readonly [Field in keyof OrderRecord]: OrderRecord[Field] } = {
      orderId: doubles[at + ORDER_ID] as number,
      clientOrderId: clientOrderIdOf(rows, row, terms),
      account: integers[int + ACCOUNT] as number,
      instrument: integers[int + INSTRUMENT] as number,
      side: sideOf(terms),
      orderType: typeOf(terms),
      price: keptTicks(integers[int + PRICE] as number),
      quantity: keptLots(doubles[at + QUANTITY] as number),
      filled: keptLots(filled),
      filledValue: filled === 0 ? ZERO_MONEY : rows.money(row, FILLED_VALUE),
      fee: filled === 0 ? ZERO_MONEY : rows.money(row, FEE),
      timeInForce: timeInForceOf(terms),
      reduceOnly: (terms & REDUCE_ONLY) !== 0,
      positionIndex: indexOf(terms),
      status: statusOf(state),
      source: sourceOf(terms),
      createdAt: keptTimestamp(doubles[at + CREATED_AT] as number),
      updatedAt: keptTimestamp(doubles[at + UPDATED_AT] as number),
    };
    if (rows.quoteAmounts.size > 0) {
      const { quoteAmount } = this;
      if (quoteAmount !== undefined) record.quoteAmount = quoteAmount;
    }
    if (rows.inverseSums.size > 0) {
      const sum = rows.inverseSums.get(row);
      if (sum !== undefined) record.averagePrice = harmonicPrice(record.filled, sum);
    }
    if ((terms & BORROWS) !== 0) record.borrows = true;
    const reason = reasonOf(state);
    if (reason !== undefined) record.cancelReason = reason;
    const extra = extraOf(rows, row, terms);
    if (extra !== undefined) Object.assign(record, extra);
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
    if (isInverse(this.instrument)) writer.bigint(this.rows.inverseSums.get(this.row) ?? 0n);
    writer.text(this.status);
    writer.number(Number(this.updatedAt));
    writer.number(this.handle);
    writer.boolean(this.extra !== undefined);
    if (this.extra !== undefined) writeExtra(writer, this.extra);
  }

  static read(reader: StateReader, rows: OrderRows): OpenOrder {
    const orderId = reader.number();
    const clientOrderId = reader.text();
    const account = reader.number();
    const instrument = rows.instruments[reader.number()] as Instrument;
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
    const order = OpenOrder.open(rows, terms, reader.number());
    order.filled = reader.number();
    order.filledValue = money(reader.bigint());
    order.fee = money(reader.bigint());
    const inverseSum = isInverse(instrument) ? reader.bigint() : 0n;
    if (inverseSum > 0n) rows.inverseSums.set(order.row, inverseSum);
    order.status = reader.text() as OrderStatus;
    order.updatedAt = timestamp(reader.number());
    order.handle = reader.number();
    if (reader.boolean()) order.extra = readExtra(reader);
    return order;
  }
}
