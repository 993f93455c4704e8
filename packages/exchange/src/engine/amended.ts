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
import type { ExchangeState } from '../state/exchange-state.ts';
import type { OrderExtra } from '../codec/order-extra.ts';
import { withoutAbsent } from '../codec/order-options.ts';
import type { OpenOrder } from '../state/open-order.ts';
import { noteChanged } from './note-leading.ts';

/** The order as it would be placed with its changes; its quantity is what is left of it. */
export function amendedCommand(state: ExchangeState, order: OpenOrder, changes: OrderChanges): PlaceOrder {
  const quantity = changes.quantity === undefined ? order.left : lotCount(changes.quantity) - order.filled;
  // One literal and no spread: makers amend more often than they do anything else.
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

/** What is wrong with the changes before book and margin are asked. */
export function changesRefusal(order: OpenOrder, changes: OrderChanges): Refusal | undefined {
  if (changes.trigger !== undefined || changes.triggerSource !== undefined) return refusal('parameter', { field: 'triggerPrice' });
  if (changes.quantity !== undefined && lotCount(changes.quantity) <= order.filled)
    return refusal('quantityBelowFilled', { limit: quantityBound(order.filled, order.instrument) });
  const price = changes.price === undefined || tickCount(changes.price) === order.price;
  const quantity = changes.quantity === undefined || lotCount(changes.quantity) === order.quantity;
  if (price && quantity && changes.exits === undefined) return refusal('orderNotModified');
  return changes.exits !== undefined && order.filled > 0 ? refusal('exitsOfFilledOrder') : undefined;
}

/** Tells the owner that an open order has other terms. */
export function tellReplaced(state: ExchangeState, order: OpenOrder): void {
  order.updatedAt = state.now;
  if (state.copying.leaders.size > 0) noteChanged(state, order);
  state.tell({ type: 'OrderReplaced', order: order.record() });
}

/** What an order has beside its terms, with other TP/SL. */
export function withExits({ stop, slippage, selfMatch, strategy, copy }: OrderExtra, exits: OrderExtra['exits']): OrderExtra {
  return withoutAbsent<OrderExtra>({ stop, slippage, selfMatch, strategy, copy, exits });
}
