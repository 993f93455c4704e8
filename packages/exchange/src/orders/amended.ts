import {
  lotCount,
  lots,
  quantityBound,
  refusal,
  tickCount,
  ticks,
  type OrderChanges,
  type PlaceOrder,
  type Refusal,
} from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { OrderExtra } from '../codec/order-extra.ts';
import { withoutAbsent } from '../codec/fields.ts';
import type { OpenOrder } from '../state/open-order.ts';

/** The order with its changes as a new order; its quantity is the unfilled part. */
export function amendedCommand(state: ExchangeState, order: OpenOrder, changes: OrderChanges): PlaceOrder {
  const quantity = changes.quantity === undefined ? order.left : lotCount(changes.quantity) - order.filled;
  // One literal without a spread: amends are the most frequent command of makers.
  const command: { -readonly [Field in keyof PlaceOrder]: PlaceOrder[Field] } = {
    type: 'PlaceOrder',
    time: state.now,
    account: order.account,
    instrument: order.instrument.id,
    side: order.side,
    orderType: order.orderType,
    price: changes.price ?? ticks(order.price),
    quantity: lots(quantity),
    timeInForce: order.timeInForce,
    reduceOnly: order.reduceOnly,
    positionIndex: order.positionIndex,
    clientOrderId: order.clientOrderId,
    source: order.source,
  };
  if (order.borrows) command.borrows = true;
  return command;
}

/** Refusals of the changes that depend neither on the book nor on margin. */
export function changesRefusal(order: OpenOrder, changes: OrderChanges): Refusal | undefined {
  if (changes.trigger !== undefined || changes.triggerSource !== undefined) return refusal('parameter', { field: 'triggerPrice' });
  if (changes.quantity !== undefined && lotCount(changes.quantity) <= order.filled)
    return refusal('quantityBelowFilled', { limit: quantityBound(order.filled, order.instrument) });
  const price = changes.price === undefined || tickCount(changes.price) === order.price;
  const quantity = changes.quantity === undefined || lotCount(changes.quantity) === order.quantity;
  if (price && quantity && changes.exits === undefined) return refusal('orderNotModified');
  return changes.exits !== undefined && order.filled > 0 ? refusal('exitsOfFilledOrder') : undefined;
}

/** Reports the new terms of an open order to its owner. */
export function tellReplaced(state: ExchangeState, account: Account, order: OpenOrder): void {
  order.updatedAt = state.now;
  state.life.changed(account, order);
  state.tell({ type: 'OrderReplaced', order: order.record() });
}

/** The optional fields of an order with new TP/SL. */
export function withExits({ stop, slippage, selfMatch, strategy, copy }: OrderExtra, exits: OrderExtra['exits']): OrderExtra {
  return withoutAbsent<OrderExtra>({ stop, slippage, selfMatch, strategy, copy, exits });
}
