import {
  timestamp,
  type Instrument,
  type OrderSource,
  type PositionIndex,
  type Side,
  type StopOrderType,
  type TimeInForce,
} from '@tapedeck/domain';
import { MONEY, RATE, optional, withoutAbsent } from '../codec/fields.ts';
import { EXITS, SELF_MATCH, SLIPPAGE, TRAILING, TRIGGER } from '../codec/order-options.ts';
import { StateUnreadable, type StateReader, type StateWriter } from '../codec/state-bytes.ts';
import { ConditionalOrder, type ConditionalTerms } from '../triggers/conditional-order.ts';

const SELF_MATCH_IF_ANY = optional(SELF_MATCH);
const RATE_IF_ANY = optional(RATE);
/** Fields of a conditional order that apply once it triggers. */
const PART = {
  trigger: optional(TRIGGER),
  trailing: optional(TRAILING),
  slippage: optional(SLIPPAGE),
  exits: optional(EXITS),
  amount: optional(MONEY),
};

/** Conditional orders by ascending id. The triggers are derived from them. */
export function writeConditional(writer: StateWriter, orders: readonly ConditionalOrder[]): void {
  writer.number(orders.length);
  for (const order of orders) {
    const { terms } = order;
    writer.number(terms.orderId);
    writer.text(terms.clientOrderId);
    writer.number(terms.account);
    writer.number(terms.instrument.id);
    writer.text(terms.kind);
    writer.text(terms.side);
    writer.text(terms.timeInForce);
    for (const flag of [terms.reduceOnly, terms.closeOnTrigger, terms.wholePosition]) writer.boolean(flag);
    writer.number(terms.positionIndex);
    writer.number(terms.parent);
    writer.text(terms.source);
    writer.number(Number(terms.createdAt));
    writer.boolean(terms.borrows === true);
    SELF_MATCH_IF_ANY.write(writer, terms.selfMatch);
    RATE_IF_ANY.write(writer, terms.marginRate);
    writer.text(order.orderType);
    for (const value of [order.price, order.quantity, order.best, order.toldBest, Number(order.updatedAt)]) writer.number(value);
    PART.trigger.write(writer, order.trigger);
    PART.trailing.write(writer, order.trailing);
    PART.slippage.write(writer, order.slippage);
    PART.exits.write(writer, order.exits);
    PART.amount.write(writer, order.amount);
    writer.number(order.partner?.terms.orderId ?? 0);
  }
}

function readTerms(reader: StateReader, instruments: readonly Instrument[]): ConditionalTerms {
  const [orderId, clientOrderId, account] = [reader.number(), reader.text(), reader.number()];
  const instrument = instruments[reader.number()];
  if (instrument === undefined) throw new StateUnreadable('an order waits in an instrument that does not exist');
  return withoutAbsent<ConditionalTerms>({
    orderId,
    clientOrderId,
    account,
    instrument,
    kind: reader.text() as StopOrderType,
    side: reader.text() as Side,
    timeInForce: reader.text() as TimeInForce,
    reduceOnly: reader.boolean(),
    closeOnTrigger: reader.boolean(),
    wholePosition: reader.boolean(),
    positionIndex: reader.number() as PositionIndex,
    parent: reader.number(),
    source: reader.text() as OrderSource,
    createdAt: timestamp(reader.number()),
    borrows: reader.boolean() ? true : undefined,
    selfMatch: SELF_MATCH_IF_ANY.read(reader),
    marginRate: RATE_IF_ANY.read(reader),
  });
}

export function readConditional(reader: StateReader, instruments: readonly Instrument[]): ConditionalOrder[] {
  const orders = new Map<number, ConditionalOrder>();
  for (let left = reader.number(); left > 0; left -= 1) {
    const order = new ConditionalOrder(readTerms(reader, instruments));
    order.orderType = reader.text() as ConditionalOrder['orderType'];
    order.price = reader.number();
    order.quantity = reader.number();
    order.best = reader.number();
    order.toldBest = reader.number();
    order.updatedAt = timestamp(reader.number());
    order.trigger = PART.trigger.read(reader);
    order.trailing = PART.trailing.read(reader);
    order.slippage = PART.slippage.read(reader);
    order.exits = PART.exits.read(reader);
    order.amount = PART.amount.read(reader);
    order.partner = orders.get(reader.number());
    if (order.partner !== undefined) order.partner.partner = order;
    orders.set(order.terms.orderId, order);
  }
  return [...orders.values()];
}
