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
  priceOfTicks,
  ticks,
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
import { CHOICES, ORDER, ROW_DOUBLES, ROW_INTEGERS, type OrderRows } from './order-rows.ts';
import {
  ORDER_SOURCES,
  ORDER_STATUSES,
  ORDER_TYPES,
  SIDES,
  TIMES_IN_FORCE,
  orderTypeCode,
  sideCode,
  sourceCode,
  timeInForceCode,
} from '../codec/choices.ts';
import { EXTRA, type OrderExtra } from '../codec/order-extra.ts';
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
  /** Spot orders only. */
  readonly quoteAmount: Money | undefined;
  readonly borrows: boolean;
}

// Constants, not nested fields: each command reads rows several times.
const { side: SIDE, orderType: ORDER_TYPE, timeInForce: TIME_IN_FORCE, positionIndex: POSITION_INDEX, source: SOURCE } = ORDER;
const { reduceOnly: REDUCE_ONLY, borrows: BORROWS, hasClientId: HAS_CLIENT_ID, hasExtra: HAS_EXTRA } = ORDER;
const { status: STATUS, cancelReason: CANCEL_REASON } = ORDER;
const ORDER_ID = ORDER.orderId.at;
const QUANTITY = ORDER.quantity.at;
const FILLED = ORDER.filled.at;
const CREATED_AT = ORDER.createdAt.at;
const UPDATED_AT = ORDER.updatedAt.at;
const FILLED_VALUE = ORDER.filledValue.at;
const FEE = ORDER.fee.at;
const PRICE = ORDER.price.at;
const ACCOUNT = ORDER.account.at;
const INSTRUMENT = ORDER.instrument.at;
const HANDLE = ORDER.handle.at;

/** Fields in the order of the state image; some parts are stored elsewhere. */
const IMAGE = {
  terms: [
    ...[ORDER.account, ORDER.instrument, SIDE, ORDER_TYPE, ORDER.price, TIME_IN_FORCE, REDUCE_ONLY, POSITION_INDEX, SOURCE],
    ...[ORDER.createdAt, BORROWS, ORDER.quantity, ORDER.filled, ORDER.filledValue, ORDER.fee],
  ],
  state: [STATUS, ORDER.updatedAt, ORDER.handle],
} as const;

// Each command opens and reports an order several times: these paths access the bits without a call.
const { shift: TYPE_AT, mask: TYPE_BITS } = ORDER_TYPE;
const { shift: TIME_IN_FORCE_AT, mask: TIME_IN_FORCE_BITS } = TIME_IN_FORCE;
const { shift: INDEX_AT, mask: INDEX_BITS } = POSITION_INDEX;
const { shift: SOURCE_AT, mask: SOURCE_BITS } = SOURCE;
const { shift: STATUS_AT, mask: STATUS_BITS } = STATUS;
const { shift: SIDE_AT, mask: SIDE_BITS } = SIDE;
const IS_REDUCE_ONLY = REDUCE_ONLY.bits(true);
const IS_BORROWING = BORROWS.bits(true);
const IS_NAMED = HAS_CLIENT_ID.bits(true);

const choicesOf = (terms: OrderTerms): number =>
  (sideCode(terms.side) << SIDE_AT) |
  (orderTypeCode(terms.orderType) << TYPE_AT) |
  (timeInForceCode(terms.timeInForce) << TIME_IN_FORCE_AT) |
  (terms.positionIndex << INDEX_AT) |
  (sourceCode(terms.source) << SOURCE_AT) |
  (terms.reduceOnly ? IS_REDUCE_ONLY : 0) |
  (terms.borrows ? IS_BORROWING : 0) |
  (terms.clientOrderId === '' ? 0 : IS_NAMED);

const clientOrderIdOf = (rows: OrderRows, row: number, choices: number): string =>
  HAS_CLIENT_ID.of(choices) ? (rows.clientOrderIds[row] as string) : '';
const extraOf = (rows: OrderRows, row: number, choices: number): OrderExtra | undefined =>
  HAS_EXTRA.of(choices) ? rows.extras[row] : undefined;

// Functions, not private methods, which would make each view larger by a reference.
const doubleOf = ({ rows, row }: OpenOrder, field: number): number => rows.doubles[row * ROW_DOUBLES + field] as number;
const integerOf = ({ rows, row }: OpenOrder, field: number): number => rows.integers[row * ROW_INTEGERS + field] as number;
function setDouble({ rows, row }: OpenOrder, field: number, value: number): void {
  rows.doubles[row * ROW_DOUBLES + field] = value;
}
function setInteger({ rows, row }: OpenOrder, field: number, value: number): void {
  rows.integers[row * ROW_INTEGERS + field] = value;
}

/**
 * An open order of an account: a view of its row, created on demand. Two views of one row are the same order. Counts
 * are plain numbers: ticks and lots.
 */
export class OpenOrder implements OrderTerms {
  readonly row: number;

  constructor(
    readonly rows: OrderRows,
    row: number,
  ) {
    // Lists of ids and rows hold doubles: with an integer here, the places of all fields are computed in integers.
    this.row = row | 0;
  }

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
    integers[int + CHOICES] = choicesOf(terms);
    if (terms.clientOrderId !== '') rows.clientOrderIds[row] = terms.clientOrderId;
    if (terms.quoteAmount !== undefined) rows.quoteAmounts.set(row, terms.quoteAmount);
    return new OpenOrder(rows, row);
  }

  get orderId(): OrderId {
    return doubleOf(this, ORDER_ID);
  }

  get clientOrderId(): string {
    return clientOrderIdOf(this.rows, this.row, integerOf(this, CHOICES));
  }

  get account(): AccountId {
    return integerOf(this, ACCOUNT);
  }

  get instrument(): Instrument {
    return this.rows.instruments[integerOf(this, INSTRUMENT)] as Instrument;
  }

  get side(): Side {
    return SIDE.of(integerOf(this, CHOICES));
  }

  get orderType(): OrderType {
    return ORDER_TYPE.of(integerOf(this, CHOICES));
  }

  get price(): number {
    return integerOf(this, PRICE);
  }

  get timeInForce(): TimeInForce {
    return TIME_IN_FORCE.of(integerOf(this, CHOICES));
  }

  get reduceOnly(): boolean {
    return REDUCE_ONLY.of(integerOf(this, CHOICES));
  }

  get positionIndex(): PositionIndex {
    return POSITION_INDEX.of(integerOf(this, CHOICES));
  }

  get source(): OrderSource {
    return SOURCE.of(integerOf(this, CHOICES));
  }

  get borrows(): boolean {
    return BORROWS.of(integerOf(this, CHOICES));
  }

  get quoteAmount(): Money | undefined {
    return this.rows.quoteAmounts.size === 0 ? undefined : this.rows.quoteAmounts.get(this.row);
  }

  get createdAt(): Timestamp {
    return keptTimestamp(doubleOf(this, CREATED_AT));
  }

  get updatedAt(): Timestamp {
    return keptTimestamp(doubleOf(this, UPDATED_AT));
  }

  set updatedAt(at: Timestamp) {
    setDouble(this, UPDATED_AT, milliseconds(at));
  }

  get quantity(): number {
    return doubleOf(this, QUANTITY);
  }

  set quantity(count: number) {
    setDouble(this, QUANTITY, count);
  }

  get filled(): number {
    return doubleOf(this, FILLED);
  }

  set filled(count: number) {
    setDouble(this, FILLED, count);
  }

  get filledValue(): Money {
    return this.filled === 0 ? ZERO_MONEY : this.rows.money(this.row, FILLED_VALUE);
  }

  set filledValue(value: Money) {
    this.rows.setMoney(this.row, FILLED_VALUE, value);
  }

  /** Adds a fill of an inverse contract, whose value does not determine its price. */
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
    return STATUS.of(integerOf(this, CHOICES));
  }

  set status(status: OrderStatus) {
    setInteger(this, CHOICES, STATUS.put(integerOf(this, CHOICES), status));
  }

  get cancelReason(): CancelReason | undefined {
    return CANCEL_REASON.of(integerOf(this, CHOICES)) || undefined;
  }

  /** Its handle in the book, -1 while it does not rest. */
  get handle(): number {
    return integerOf(this, HANDLE);
  }

  set handle(handle: number) {
    if (handle === -1) this.rows.leave(this.row);
    else setInteger(this, HANDLE, handle);
  }

  get extra(): OrderExtra | undefined {
    return extraOf(this.rows, this.row, integerOf(this, CHOICES));
  }

  set extra(extra: OrderExtra | undefined) {
    if (extra === undefined && !HAS_EXTRA.of(integerOf(this, CHOICES))) return;
    this.rows.extras[this.row] = extra;
    setInteger(this, CHOICES, HAS_EXTRA.put(integerOf(this, CHOICES), true));
  }

  get left(): number {
    return this.quantity - this.filled;
  }

  /** The order has ended. */
  cancel(reason: CancelReason, now: Timestamp): void {
    setInteger(this, CHOICES, CANCEL_REASON.put(STATUS.put(integerOf(this, CHOICES), 'Cancelled'), reason));
    this.updatedAt = now;
  }

  /** Sets the price and quantity with which an order re-enters after leaving the book. */
  reprice(price: number, quantity: number): void {
    setInteger(this, PRICE, price);
    this.quantity = quantity;
    this.status = this.filled > 0 ? 'PartiallyFilled' : 'New';
  }

  /** Current record of the order. */
  record(): OrderRecord {
    // Read from the row into one literal without a spread: this runs several times per command.
    const { rows, row } = this;
    const { doubles, integers } = rows;
    const at = row * ROW_DOUBLES;
    const int = row * ROW_INTEGERS;
    const choices = integers[int + CHOICES] as number;
    const filled = doubles[at + FILLED] as number;
    const record: { -readonly [Field in keyof OrderRecord]: OrderRecord[Field] } = {
      orderId: doubles[at + ORDER_ID] as number,
      clientOrderId: clientOrderIdOf(rows, row, choices),
      account: integers[int + ACCOUNT] as number,
      instrument: integers[int + INSTRUMENT] as number,
      side: SIDES[(choices >> SIDE_AT) & SIDE_BITS] as Side,
      orderType: ORDER_TYPES[(choices >> TYPE_AT) & TYPE_BITS] as OrderType,
      price: keptTicks(integers[int + PRICE] as number),
      quantity: keptLots(doubles[at + QUANTITY] as number),
      filled: keptLots(filled),
      filledValue: filled === 0 ? ZERO_MONEY : rows.money(row, FILLED_VALUE),
      fee: filled === 0 ? ZERO_MONEY : rows.money(row, FEE),
      timeInForce: TIMES_IN_FORCE[(choices >> TIME_IN_FORCE_AT) & TIME_IN_FORCE_BITS] as TimeInForce,
      reduceOnly: (choices & IS_REDUCE_ONLY) !== 0,
      positionIndex: ((choices >> INDEX_AT) & INDEX_BITS) as PositionIndex,
      status: ORDER_STATUSES[(choices >> STATUS_AT) & STATUS_BITS] as OrderStatus,
      source: ORDER_SOURCES[(choices >> SOURCE_AT) & SOURCE_BITS] as OrderSource,
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
    if ((choices & IS_BORROWING) !== 0) record.borrows = true;
    const reason = CANCEL_REASON.of(choices);
    if (reason !== '') record.cancelReason = reason;
    const extra = extraOf(rows, row, choices);
    if (extra !== undefined) Object.assign(record, extra);
    return record;
  }

  write(writer: StateWriter): void {
    const { rows, row } = this;
    ORDER.orderId.write(writer, rows, row);
    writer.text(this.clientOrderId);
    for (const field of IMAGE.terms) field.write(writer, rows, row);
    if (isInverse(this.instrument)) writer.bigint(rows.inverseSums.get(row) ?? 0n);
    for (const field of IMAGE.state) field.write(writer, rows, row);
    writer.boolean(this.extra !== undefined);
    if (this.extra !== undefined) EXTRA.write(writer, this.extra);
  }

  static read(reader: StateReader, rows: OrderRows): OpenOrder {
    const order = new OpenOrder(rows, rows.take());
    const { row } = order;
    setInteger(order, CHOICES, 0);
    ORDER.orderId.read(reader, rows, row);
    const clientOrderId = reader.text();
    if (clientOrderId !== '') {
      rows.clientOrderIds[row] = clientOrderId;
      setInteger(order, CHOICES, HAS_CLIENT_ID.bits(true));
    }
    // An order by amount is a market order, which never rests: none is written.
    for (const field of IMAGE.terms) field.read(reader, rows, row);
    const inverseSum = isInverse(order.instrument) ? reader.bigint() : 0n;
    if (inverseSum > 0n) rows.inverseSums.set(row, inverseSum);
    for (const field of IMAGE.state) field.read(reader, rows, row);
    if (reader.boolean()) order.extra = EXTRA.read(reader);
    return order;
  }
}
