import {
  money,
  moneyUnits,
  rate,
  rateUnits,
  timestamp,
  type Instrument,
  type OrderSource,
  type PositionIndex,
  type Side,
  type StopOrderType,
  type TimeInForce,
} from '@tapedeck/domain';
import {
  readExits,
  readPresent,
  readSelfMatch,
  readSlippage,
  readTrailing,
  readTrigger,
  withoutAbsent,
  writeExits,
  writeOptional,
  writeSelfMatch,
  writeSlippage,
  writeTrailing,
  writeTrigger,
} from '../codec/order-options.ts';
import { StateUnreadable, type StateReader, type StateWriter } from '../codec/state-bytes.ts';
import { WaitingOrder, type WaitingTerms } from '../triggers/waiting-order.ts';

/** Orders that wait, by rising id. Which of them fire next is derived from what they wait for. */
export function writeWaiting(writer: StateWriter, orders: readonly WaitingOrder[]): void {
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
    writeOptional(writer, terms.selfMatch, writeSelfMatch);
    writeOptional(writer, terms.marginRate, (to, value) => {
      to.bigint(rateUnits(value));
    });
    writer.text(order.orderType);
    for (const value of [order.price, order.quantity, order.best, order.toldBest, Number(order.updatedAt)]) writer.number(value);
    writeOptional(writer, order.trigger, writeTrigger);
    writeOptional(writer, order.trailing, writeTrailing);
    writeOptional(writer, order.slippage, writeSlippage);
    writeOptional(writer, order.exits, writeExits);
    writeOptional(writer, order.amount, (to, value) => {
      to.bigint(moneyUnits(value));
    });
    writer.number(order.partner?.terms.orderId ?? 0);
  }
}

function readTerms(reader: StateReader, instruments: readonly Instrument[]): WaitingTerms {
  const [orderId, clientOrderId, account] = [reader.number(), reader.text(), reader.number()];
  const instrument = instruments[reader.number()];
  if (instrument === undefined) throw new StateUnreadable('an order waits in an instrument that does not exist');
  return withoutAbsent<WaitingTerms>({
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
    selfMatch: readPresent(reader, readSelfMatch),
    marginRate: readPresent(reader, (from) => rate(from.bigint())),
  });
}

export function readWaiting(reader: StateReader, instruments: readonly Instrument[]): WaitingOrder[] {
  const orders = new Map<number, WaitingOrder>();
  for (let left = reader.number(); left > 0; left -= 1) {
    const order = new WaitingOrder(readTerms(reader, instruments));
    order.orderType = reader.text() as WaitingOrder['orderType'];
    order.price = reader.number();
    order.quantity = reader.number();
    order.best = reader.number();
    order.toldBest = reader.number();
    order.updatedAt = timestamp(reader.number());
    order.trigger = readPresent(reader, readTrigger);
    order.trailing = readPresent(reader, readTrailing);
    order.slippage = readPresent(reader, readSlippage);
    order.exits = readPresent(reader, readExits);
    order.amount = readPresent(reader, (from) => money(from.bigint()));
    order.partner = orders.get(reader.number());
    if (order.partner !== undefined) order.partner.partner = order;
    orders.set(order.terms.orderId, order);
  }
  return [...orders.values()];
}
