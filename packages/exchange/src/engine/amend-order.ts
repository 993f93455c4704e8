import {
  lotCount,
  lots,
  refusal,
  subtractMoney,
  tickCount,
  ticks,
  valueAtTick,
  valueBound,
  type AmendOrder,
  type Arrival,
  type OrderChanges,
  type Outcome,
  type PlaceOrder,
  type Refusal,
} from '@tapedeck/domain';
import { marginRefusal, priceRefusal, quantityRefusal, reducible } from '../risk/check-order.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { OpenOrder } from '../state/open-order.ts';
import type { Slot } from '../state/slot.ts';
import { amendWaiting } from './amend-waiting.ts';
import { amendedCommand, changesRefusal, tellReplaced, withExits } from './amended.ts';
import { attachedRefusal } from './check-options.ts';
import { leaveBook } from './order-flow.ts';
import { enter, metArrival, type MetArrival } from './place-order.ts';
import { amendSpot } from './spot-flow.ts';

function termsOfChanges(
  state: ExchangeState,
  account: Account,
  order: OpenOrder,
  { command, changes }: { readonly command: PlaceOrder; readonly changes: OrderChanges },
): Refusal | undefined {
  const { instrument } = order;
  const { orderType, timeInForce } = command;
  const market = state.market(instrument.id);
  const bad =
    quantityRefusal(instrument, { orderType, timeInForce, quantity: changes.quantity ?? lots(order.quantity) }) ??
    (changes.price === undefined ? undefined : priceRefusal(instrument, market, command));
  if (bad !== undefined) return bad;
  if (!order.reduceOnly && valueAtTick(instrument, command.quantity, command.price) < instrument.minNotional) {
    return refusal('notionalTooSmall', { limit: valueBound(instrument.minNotional) });
  }
  const exits = changes.exits ?? undefined;
  return exits === undefined ? undefined : attachedRefusal(state, account, account.slot(instrument), { command, exits });
}

/** Frees what the order holds, unless the account could not carry the order as changed: why, and then nothing has changed. */
function freeHeld(
  state: ExchangeState,
  account: Account,
  order: OpenOrder,
  { command, arrival }: { readonly command: PlaceOrder; readonly arrival: Arrival },
): Refusal | undefined {
  const { instrument, side, positionIndex, price } = order;
  const slot = account.slot(instrument);
  const held = valueAtTick(instrument, lots(order.left), ticks(price));
  slot.uncount(positionIndex, side, order.left, held);
  const refused = marginRefusal(state, account, command, arrival);
  if (refused !== undefined) slot.count(positionIndex, side, order.left, held);
  return refused;
}

function changeExits(order: OpenOrder, { exits }: OrderChanges): void {
  if (exits !== undefined) order.extra = withExits(order.extra ?? {}, exits ?? undefined);
}

/** Makes an order smaller where it rests: it keeps its place in the queue. */
function shrink(state: ExchangeState, slot: Slot, order: OpenOrder, quantity: number): void {
  if (quantity === order.quantity) return;
  const { instrument, side, positionIndex, price, reduceOnly } = order;
  const cut = order.quantity - quantity;
  const before = valueAtTick(instrument, lots(order.left), ticks(price));
  state.market(instrument.id).book.reduce(order.handle, cut);
  order.quantity = quantity;
  const freed = subtractMoney(before, valueAtTick(instrument, lots(order.left), ticks(price)));
  if (!reduceOnly) slot.uncount(positionIndex, side, cut, freed);
}

/** Takes an order that holds nothing any more out of the book and lets it arrive anew as changed: it goes to the end of its queue, or trades. */
function rearrive(
  state: ExchangeState,
  account: Account,
  order: OpenOrder,
  { command, met }: { readonly command: PlaceOrder; readonly met: MetArrival },
): void {
  const { instrument, side, positionIndex } = order;
  const slot = account.slot(instrument);
  const market = state.market(instrument.id);
  leaveBook(state, order);
  account.dropOrder(slot, order);
  order.reprice(tickCount(command.price), order.filled + lotCount(command.quantity));
  tellReplaced(state, order);
  enter(state, { account, market, side, positionIndex, limit: met.limit, order }, met.arrival, met.meets);
}

/** The command of an amended order: one that only reduces never for more than its position. */
function cutToPosition(slot: Slot, order: OpenOrder, command: PlaceOrder): PlaceOrder {
  if (!order.reduceOnly) return command;
  const most = reducible(slot.position(order.positionIndex), order.side);
  return { ...command, quantity: lots(Math.min(most, lotCount(command.quantity))) };
}

function amendOpen(state: ExchangeState, account: Account, order: OpenOrder, changes: OrderChanges): Outcome {
  const unfit = changesRefusal(order, changes);
  if (unfit !== undefined) return { refusal: unfit };
  const wished = amendedCommand(state, order, changes);
  const refused = termsOfChanges(state, account, order, { command: wished, changes });
  if (refused !== undefined) return { refusal: refused };
  const { reduceOnly, price, orderId } = order;
  const slot = account.slot(order.instrument);
  const command = cutToPosition(slot, order, wished);
  const left = lotCount(command.quantity);
  if (tickCount(command.price) === price && left <= order.left) {
    changeExits(order, changes);
    shrink(state, slot, order, order.filled + left);
    tellReplaced(state, order);
    return { orderId };
  }
  const met = metArrival(state, account, command, left);
  const cost = reduceOnly ? undefined : freeHeld(state, account, order, { command, arrival: met.arrival });
  if (cost !== undefined) return { refusal: cost };
  changeExits(order, changes);
  rearrive(state, account, order, { command, met });
  return { orderId };
}

/** Changes an open order, resting or waiting. A refusal changes nothing. */
export function amendOrder(state: ExchangeState, account: Account, { orderId, changes }: AmendOrder): Outcome {
  const order = account.orders.get(orderId);
  if (order !== undefined) {
    return state.market(order.instrument.id).spot ? amendSpot(state, account, order, changes) : amendOpen(state, account, order, changes);
  }
  const waiting = state.triggers.get(account.id, orderId);
  return waiting === undefined ? { refusal: refusal('orderUnknown') } : amendWaiting(state, account, waiting, changes);
}

/** The same at the owner's wish: a part of a strategy is its strategy's to change, a copy its leader's. */
export function amendOwnOrder(state: ExchangeState, account: Account, command: AmendOrder): Outcome {
  const extra = account.orders.get(command.orderId)?.extra;
  if (extra?.strategy !== undefined) return { refusal: refusal('strategyPart') };
  return extra?.copy === undefined ? amendOrder(state, account, command) : { refusal: refusal('followerOpens') };
}
