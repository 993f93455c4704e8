import { lotCount, lots, tickCount, ticks, type AmendOrder, type CancelOrder, type OrderChanges, type PlaceOrder } from '@tapedeck/domain';
import {
  ORDER_SOURCES,
  ORDER_TYPES,
  POSITION_INDEXES,
  SIDES,
  TIMES_IN_FORCE,
  orderTypeCode,
  sideCode,
  sourceCode,
  timeInForceCode,
} from '../codec/choices.ts';
import type { CommandBytes, CommandReader } from '../codec/command-bytes.ts';
import { ABSENT, LOTS, MONEY, PRESENT, TICKS, optional, removable } from '../codec/fields.ts';
import { EXITS, OPTIONS, TRIGGER_SOURCE } from '../codec/order-options.ts';
import type { OwnBytes } from './command-row.ts';

// Most commands place, change or cancel orders, and each waits for its bytes: their codecs are hand-written.

/** Bits for fields that only some orders have. */
const BY_AMOUNT = 1;
const BORROWS = 2;
const HAS_OPTIONS = 4;
const HAS_KEY = 8;
const IS_TP_SL = 16;

function writeRest(bytes: CommandBytes, { quoteAmount, borrows, options, apiKey }: PlaceOrder): void {
  const amount = quoteAmount === undefined ? 0 : BY_AMOUNT;
  const key = apiKey === undefined ? 0 : HAS_KEY;
  const tpSl = options?.isTpSl === true ? IS_TP_SL : 0;
  bytes.byte(amount + (borrows === true ? BORROWS : 0) + (options === undefined ? 0 : HAS_OPTIONS) + key + tpSl);
  if (quoteAmount !== undefined) MONEY.write(bytes, quoteAmount);
  if (options !== undefined) OPTIONS.write(bytes, options);
  if (apiKey !== undefined) bytes.text(apiKey);
}

function readRest(reader: CommandReader, order: PlaceOrder): PlaceOrder {
  const bits = reader.byte();
  if (bits === 0) return order;
  return {
    ...order,
    ...((bits & BY_AMOUNT) === 0 ? {} : { quoteAmount: MONEY.read(reader) }),
    ...((bits & BORROWS) === 0 ? {} : { borrows: true }),
    ...((bits & HAS_OPTIONS) === 0 ? {} : { options: { ...OPTIONS.read(reader), ...((bits & IS_TP_SL) !== 0 && { isTpSl: true }) } }),
    ...((bits & HAS_KEY) === 0 ? {} : { apiKey: reader.text() }),
  };
}

export const PLACE_ORDER_BYTES: OwnBytes<PlaceOrder> = {
  names: [
    'account',
    'instrument',
    'side',
    'orderType',
    'price',
    'quantity',
    'timeInForce',
    'reduceOnly',
    'positionIndex',
    'source',
    'clientOrderId',
    'quoteAmount',
    'borrows',
    'options',
    'apiKey',
  ],
  write: (bytes, order) => {
    bytes.number(order.account);
    bytes.number(order.instrument);
    bytes.byte(sideCode(order.side));
    bytes.byte(orderTypeCode(order.orderType));
    bytes.number(tickCount(order.price));
    bytes.number(lotCount(order.quantity));
    bytes.byte(timeInForceCode(order.timeInForce));
    bytes.byte(order.reduceOnly ? 1 : 0);
    bytes.byte(order.positionIndex);
    bytes.byte(sourceCode(order.source));
    bytes.text(order.clientOrderId);
    writeRest(bytes, order);
  },
  read: (reader, { type, time }) =>
    readRest(reader, {
      type,
      time,
      account: reader.number(),
      instrument: reader.number(),
      side: reader.choice(SIDES),
      orderType: reader.choice(ORDER_TYPES),
      price: ticks(reader.number()),
      quantity: lots(reader.number()),
      timeInForce: reader.choice(TIMES_IN_FORCE),
      reduceOnly: reader.byte() === 1,
      positionIndex: reader.choice(POSITION_INDEXES),
      source: reader.choice(ORDER_SOURCES),
      clientOrderId: reader.text(),
    }),
};

export const CANCEL_ORDER_BYTES: OwnBytes<CancelOrder> = {
  names: ['account', 'orderId'],
  write: (bytes, { account, orderId }) => {
    bytes.number(account);
    bytes.number(orderId);
  },
  read: (reader, { type, time }) => ({ type, time, account: reader.number(), orderId: reader.number() }),
};

const TICKS_IF_ANY = optional(TICKS);
const LOTS_IF_ANY = optional(LOTS);
const SOURCE_IF_ANY = optional(TRIGGER_SOURCE);
const EXITS_IF_ANY = removable(EXITS);

/** Equivalent to `TICKS_IF_ANY` and `LOTS_IF_ANY`. */
function writeCount(bytes: CommandBytes, count: number | undefined): void {
  bytes.number(count === undefined ? ABSENT : PRESENT);
  if (count !== undefined) bytes.number(count);
}

function readChanges(reader: CommandReader): OrderChanges {
  const changes: { -readonly [Field in keyof OrderChanges]: OrderChanges[Field] } = {};
  const price = TICKS_IF_ANY.read(reader);
  if (price !== undefined) changes.price = price;
  const quantity = LOTS_IF_ANY.read(reader);
  if (quantity !== undefined) changes.quantity = quantity;
  const trigger = TICKS_IF_ANY.read(reader);
  if (trigger !== undefined) changes.trigger = trigger;
  const triggerSource = SOURCE_IF_ANY.read(reader);
  if (triggerSource !== undefined) changes.triggerSource = triggerSource;
  const exits = EXITS_IF_ANY.read(reader);
  if (exits !== undefined) changes.exits = exits;
  return changes;
}

export const AMEND_ORDER_BYTES: OwnBytes<AmendOrder> = {
  names: ['account', 'orderId', 'changes'],
  write: (bytes, { account, orderId, changes }) => {
    const { price, quantity, trigger, triggerSource, exits } = changes;
    bytes.number(account);
    bytes.number(orderId);
    writeCount(bytes, price === undefined ? undefined : tickCount(price));
    writeCount(bytes, quantity === undefined ? undefined : lotCount(quantity));
    writeCount(bytes, trigger === undefined ? undefined : tickCount(trigger));
    if (triggerSource === undefined) bytes.number(ABSENT);
    else SOURCE_IF_ANY.write(bytes, triggerSource);
    if (exits === undefined) bytes.number(ABSENT);
    else EXITS_IF_ANY.write(bytes, exits);
  },
  read: (reader, { type, time }) => ({ type, time, account: reader.number(), orderId: reader.number(), changes: readChanges(reader) }),
};
