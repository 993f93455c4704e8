import {
  lotCount,
  lots,
  money,
  moneyUnits,
  rate,
  rateUnits,
  timestamp,
  type CopyTag,
  type OrderSource,
  type PositionIndex,
  type Side,
  type StopOrderType,
  type StopRecord,
  type StrategyKind,
  type StrategyTag,
  type TimeInForce,
  type Instrument,
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
} from '../commands/order-options-codec.ts';
import { WaitingOrder, type WaitingTerms } from '../triggers/waiting-order.ts';
import type { OrderExtra } from './open-order.ts';
import { StateUnreadable, type StateReader, type StateWriter } from './state-codec.ts';

function writeStop(writer: StateWriter, stop: StopRecord): void {
  writer.text(stop.kind);
  writer.boolean(stop.closeOnTrigger);
  writer.boolean(stop.wholePosition);
  writer.number(stop.parent);
  writeOptional(writer, stop.trigger, writeTrigger);
  writeOptional(writer, stop.trailing, writeTrailing);
  writeOptional(writer, stop.marginRate, (to, value) => {
    to.bigint(rateUnits(value));
  });
}

const readStop = (reader: StateReader): StopRecord =>
  withoutAbsent<StopRecord>({
    kind: reader.text() as StopOrderType,
    closeOnTrigger: reader.boolean(),
    wholePosition: reader.boolean(),
    parent: reader.number(),
    trigger: readPresent(reader, readTrigger),
    trailing: readPresent(reader, readTrailing),
    marginRate: readPresent(reader, (from) => rate(from.bigint())),
  });

function writeTag(writer: StateWriter, { kind, id, part }: StrategyTag): void {
  writer.text(kind);
  writer.number(id);
  writer.number(part);
}
const readTag = (reader: StateReader): StrategyTag => ({ kind: reader.text() as StrategyKind, id: reader.number(), part: reader.number() });

function writeCopy(writer: StateWriter, { leader, order, lots: count }: CopyTag): void {
  for (const value of [leader, order, lotCount(count)]) writer.number(value);
}
const readCopy = (reader: StateReader): CopyTag => ({ leader: reader.number(), order: reader.number(), lots: lots(reader.number()) });

export function writeExtra(writer: StateWriter, extra: OrderExtra): void {
  writer.boolean(extra.stop !== undefined);
  if (extra.stop !== undefined) writeStop(writer, extra.stop);
  writeOptional(writer, extra.exits, writeExits);
  writeOptional(writer, extra.slippage, writeSlippage);
  writeOptional(writer, extra.selfMatch, writeSelfMatch);
  writer.boolean(extra.strategy !== undefined);
  if (extra.strategy !== undefined) writeTag(writer, extra.strategy);
  writer.boolean(extra.copy !== undefined);
  if (extra.copy !== undefined) writeCopy(writer, extra.copy);
}

export const readExtra = (reader: StateReader): OrderExtra =>
  withoutAbsent<OrderExtra>({
    stop: reader.boolean() ? readStop(reader) : undefined,
    exits: readPresent(reader, readExits),
    slippage: readPresent(reader, readSlippage),
    selfMatch: readPresent(reader, readSelfMatch),
    strategy: reader.boolean() ? readTag(reader) : undefined,
    copy: reader.boolean() ? readCopy(reader) : undefined,
  });

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
