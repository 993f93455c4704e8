import {
  exitLegRefusal,
  exitsShapeRefusal,
  isPositionExit,
  lotCount,
  priceRangeRefusal,
  quantityBound,
  refusal,
  subtractMoney,
  tickCount,
  ticks,
  type OrderChanges,
  type Outcome,
  type PlaceOrder,
  type Refusal,
  type Trigger,
} from '@tapedeck/domain';
import { quantityRefusal } from '../margin/check-order.ts';
import { spendableCash } from '../margin/check-spot-order.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import { exitLock, exitLockOf, isSpotExit, lockExit, setAmount, unlockExit } from '../state/spot-exits.ts';
import type { ConditionalOrder } from '../triggers/conditional-order.ts';
import { attachedRefusal } from './check-options.ts';
import {
  covered,
  EXIT_KINDS,
  fireIfReached,
  FULL_KIND,
  PARTIAL_KIND,
  partialEntries,
  sourceAt,
  commandOfConditional,
  tellConditional,
} from './conditional-orders.ts';
import { triggerRefusal } from './place-conditional.ts';
import { spotExitsRefusal } from './spot-exits.ts';

/** The order that triggers, as far as its checks need it. */
function commandOf(state: ExchangeState, order: ConditionalOrder, changes: OrderChanges): PlaceOrder {
  const trigger = newTrigger(order, changes);
  const command = commandOfConditional(state, order);
  return {
    ...command,
    price: changes.price ?? command.price,
    quantity: changes.quantity ?? command.quantity,
    options: trigger === undefined ? {} : { trigger },
  };
}

function newTrigger(order: ConditionalOrder, { trigger, triggerSource }: OrderChanges): Trigger | undefined {
  if (order.trigger === undefined) return undefined;
  return { ...order.trigger, price: trigger ?? order.trigger.price, source: triggerSource ?? order.trigger.source };
}

/** Whether a new trigger is on its side of the price; TP/SL follow their own rule, which also defines the price source. */
function movedRefusal(state: ExchangeState, order: ConditionalOrder, trigger: Trigger): Refusal | undefined {
  const market = state.market(order.terms.instrument.id);
  const which = EXIT_KINDS.find((kind) => [FULL_KIND[kind], PARTIAL_KIND[kind]].includes(order.terms.kind));
  if (which === undefined) return triggerRefusal(market, trigger);
  const leg = { trigger: trigger.price, source: trigger.source, orderType: order.orderType, limit: ticks(order.price) };
  const mode = order.terms.kind === FULL_KIND[which] ? 'Full' : 'Partial';
  const shape = exitsShapeRefusal({ mode, [which]: leg }, market.instrument);
  if (shape !== undefined) return shape;
  const base = sourceAt(market, trigger.source);
  return exitLegRefusal(leg, which, { side: order.positionSide, base, grid: market.instrument });
}

function quantityOfExit(state: ExchangeState, account: Account, order: ConditionalOrder, quantity: number): Refusal | undefined {
  if (isSpotExit(order)) {
    // The entry keeps its quantity; an increase needs unprotected position size.
    const { coin, amount } = exitLock(order);
    const needed = exitLockOf(order, quantity).amount;
    return subtractMoney(needed, amount) > spendableCash(state, account, coin) ? refusal('insufficientBalance') : undefined;
  }
  const slot = account.slot(order.terms.instrument);
  const entries = partialEntries(state, slot, order.terms.positionIndex);
  const most = slot.position(order.terms.positionIndex).size;
  const free = EXIT_KINDS.filter((kind) =>
    entries.some((entry) => entry[kind] === order || (order.partner !== undefined && entry[kind] === order.partner)),
  ).map((kind) => most - covered(entries, kind) + order.quantity);
  const least = Math.min(...free);
  return quantity > least ? refusal('exitsOverPosition', { limit: quantityBound(Math.max(0, least), slot.instrument) }) : undefined;
}

/** Whether the changes equal the current values. */
function changesNothing(order: ConditionalOrder, changes: OrderChanges): boolean {
  const { price, quantity, exits } = changes;
  const trigger = newTrigger(order, changes);
  if (exits !== undefined || (price !== undefined && tickCount(price) !== order.price)) return false;
  if (quantity !== undefined && lotCount(quantity) !== order.quantity) return false;
  return trigger?.price === order.trigger?.price && trigger?.source === order.trigger?.source;
}

function priceChangeRefusal({ orderType, terms }: ConditionalOrder, { price }: OrderChanges): Refusal | undefined {
  if (price === undefined) return undefined;
  if (orderType === 'Market') return refusal('parameter', { field: 'price' });
  return priceRangeRefusal(price, terms.instrument);
}

function quantityChangeRefusal(
  state: ExchangeState,
  account: Account,
  order: ConditionalOrder,
  changes: OrderChanges,
): Refusal | undefined {
  const { terms } = order;
  if (changes.quantity === undefined) return undefined;
  if (terms.wholePosition || order.amount !== undefined) return refusal('parameter', { field: 'qty' });
  const refused = quantityRefusal(terms.instrument, commandOf(state, order, changes));
  if (refused !== undefined || !isPositionExit(terms.kind)) return refused;
  return quantityOfExit(state, account, order, lotCount(changes.quantity));
}

function exitsChangeRefusal(state: ExchangeState, account: Account, order: ConditionalOrder, changes: OrderChanges): Refusal | undefined {
  const { terms } = order;
  const exits = changes.exits ?? undefined;
  if (exits === undefined) return undefined;
  if (isPositionExit(terms.kind)) return refusal('exitsOnReduceOnly');
  const market = state.market(terms.instrument.id);
  if (market.spot) return spotExitsRefusal(state, account, market, { command: commandOf(state, order, changes), exits });
  return attachedRefusal(state, account, account.slot(terms.instrument), { command: commandOf(state, order, changes), exits });
}

function changesRefusal(state: ExchangeState, account: Account, order: ConditionalOrder, changes: OrderChanges): Refusal | undefined {
  // TP/SL have a command of their own.
  if (order.trailing !== undefined || order.terms.marginRate !== undefined) return refusal('parameter', { field: 'orderId' });
  if (changesNothing(order, changes)) return refusal('orderNotModified');
  const refused = priceChangeRefusal(order, changes) ?? quantityChangeRefusal(state, account, order, changes);
  if (refused !== undefined) return refused;
  const moved = changes.trigger !== undefined || changes.triggerSource !== undefined;
  const trigger = moved ? newTrigger(order, changes) : undefined;
  const wrong = trigger === undefined ? undefined : movedRefusal(state, order, trigger);
  return wrong ?? exitsChangeRefusal(state, account, order, changes);
}

/** Amends a conditional order; both legs of a partial entry keep one quantity. */
export function amendConditional(state: ExchangeState, account: Account, order: ConditionalOrder, changes: OrderChanges): Outcome {
  const refused = changesRefusal(state, account, order, changes);
  if (refused !== undefined) return { refusal: refused };
  const market = state.market(order.terms.instrument.id);
  const untriggered = state.triggers.untriggered(market.instrument.id);
  untriggered.unwatch(order);
  order.trigger = newTrigger(order, changes);
  if (changes.price !== undefined) order.price = tickCount(changes.price);
  if (order.amount !== undefined) setAmount(order, order.amount);
  if (changes.exits !== undefined) order.exits = changes.exits ?? undefined;
  if (changes.quantity !== undefined) {
    unlockExit(state, order);
    order.quantity = lotCount(changes.quantity);
    if (isSpotExit(order)) lockExit(account, order);
    if (order.partner !== undefined) {
      order.partner.quantity = order.quantity;
      tellConditional(state, order.partner, 'OrderReplaced');
    }
  }
  untriggered.watch(order);
  tellConditional(state, order, 'OrderReplaced');
  fireIfReached(state, market, order);
  return { orderId: order.terms.orderId };
}
