import {
  exitDirection,
  invariant,
  isPositionExit,
  lots,
  sourceTicks,
  tickCount,
  ticks,
  triggerReached,
  type AttachedExits,
  type CancelReason,
  type ExitLeg,
  type OrderId,
  type OrderSource,
  type PlaceOrder,
  type PositionIndex,
  type Rate,
  type SourceTicks,
  type StopOrderType,
  type TriggerSource,
} from '@tapedeck/domain';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { OpenOrder } from '../state/open-order.ts';
import type { Position } from '../state/position.ts';
import type { Slot } from '../state/slot.ts';
import { unlockExit } from '../state/spot-exits.ts';
import { ConditionalOrder } from '../triggers/conditional-order.ts';
import { Triggers } from '../triggers/triggers.ts';

/** Current price of a source of the instrument. */
export function sourceAt(market: Market, source: TriggerSource): SourceTicks {
  const at = source === 'LastPrice' ? market.last : source === 'MarkPrice' ? market.mark : market.index;
  return sourceTicks(at, market.instrument.tickSize);
}

/** The command of a conditional order, as it stands, to place an order. */
export function commandOfConditional(state: ExchangeState, { terms, orderType, price, quantity }: ConditionalOrder): PlaceOrder {
  return {
    type: 'PlaceOrder',
    time: state.now,
    account: terms.account,
    instrument: terms.instrument.id,
    side: terms.side,
    orderType,
    price: ticks(price),
    quantity: lots(quantity),
    timeInForce: terms.timeInForce,
    reduceOnly: terms.reduceOnly,
    positionIndex: terms.positionIndex,
    clientOrderId: terms.clientOrderId,
    source: terms.source,
    ...(terms.borrows === true && { borrows: true }),
  };
}

/** Tells the owner that a conditional order has changed. */
export function tellConditional(
  state: ExchangeState,
  order: ConditionalOrder,
  type: 'OrderAccepted' | 'OrderReplaced' | 'OrderTriggered' | 'OrderCancelled',
): void {
  order.updatedAt = state.now;
  state.tell({ type, order: order.record() });
}

/** Ends a conditional order without triggering it. Its record is final afterwards. */
export function endConditional(state: ExchangeState, order: ConditionalOrder, reason: CancelReason): void {
  // The other leg, while untriggered, keeps the coins of both.
  const frees = order.partner === undefined;
  deactivate(state, order, reason);
  if (frees) unlockExit(state, order);
}

function deactivate(state: ExchangeState, order: ConditionalOrder, reason: CancelReason, watched = true): void {
  state.triggers.remove(order, watched);
  order.status = 'Deactivated';
  order.cancelReason = reason;
  tellConditional(state, order, 'OrderCancelled');
}

/** Cancel reason of the other leg of a pair when this one triggers. */
function partnerReason(fired: ConditionalOrder): CancelReason {
  const { kind } = fired.terms;
  const takesProfit = kind === 'PartialTakeProfit' || (kind !== 'PartialStopLoss' && fired.trigger?.direction === 'Rising');
  return takesProfit ? 'CancelByOCOSlCanceledByTpTriggered' : 'CancelByOCOTpCanceledBySlTriggered';
}

/**
 * Triggers an order: removes it from the triggers, cancels its partner, keeps the reserved coins, and queues it for
 * execution after the command that moved the price. `taken` are the orders removed from their books at the same moment.
 */
export function fire(state: ExchangeState, order: ConditionalOrder, taken: readonly ConditionalOrder[]): void {
  const { partner } = order;
  state.triggers.remove(order, !taken.includes(order));
  order.status = 'Triggered';
  tellConditional(state, order, 'OrderTriggered');
  state.triggers.due.push(order);
  if (partner !== undefined) deactivate(state, partner, partnerReason(order), !taken.includes(partner));
}

/** A source of the instrument is at `at`: triggers all orders that it reaches, in order. */
export function crossTriggers(state: ExchangeState, market: Market, source: TriggerSource, at: SourceTicks): void {
  const taken = state.triggers.untriggered(market.instrument.id).reached(source, at);
  for (const order of taken) if (order.status === 'Untriggered') fire(state, order, taken);
}

/** Registers a conditional order, wherever the price is. */
export function beginConditional(state: ExchangeState, market: Market, order: ConditionalOrder): void {
  const last = sourceAt(market, 'LastPrice');
  if (activeAt(order, last)) order.follow(last);
  order.toldBest = order.best;
  state.triggers.add(order);
  tellConditional(state, order, 'OrderAccepted');
}

/** Registers a conditional order, or triggers it if its price is already reached. */
export function startConditional(state: ExchangeState, market: Market, order: ConditionalOrder): void {
  beginConditional(state, market, order);
  fireIfReached(state, market, order);
}

/** Whether a trailing stop starts to follow at this last price. */
function activeAt(order: ConditionalOrder, last: SourceTicks): boolean {
  if (order.trailing === undefined) return false;
  const price = order.trailing.activation;
  return tickCount(price) === 0 || triggerReached({ price, direction: order.activationDirection }, last);
}

/** A new or amended conditional order whose price is already reached triggers now. */
export function fireIfReached(state: ExchangeState, market: Market, order: ConditionalOrder): void {
  const { trigger } = order;
  if (trigger === undefined) return;
  if (triggerReached(trigger, sourceAt(market, trigger.source))) fire(state, order, []);
}

export type ExitKind = 'takeProfit' | 'stopLoss';
export const EXIT_KINDS: readonly ExitKind[] = ['takeProfit', 'stopLoss'];

export const FULL_KIND: Readonly<Record<ExitKind, StopOrderType>> = { takeProfit: 'TakeProfit', stopLoss: 'StopLoss' };
export const PARTIAL_KIND: Readonly<Record<ExitKind, StopOrderType>> = { takeProfit: 'PartialTakeProfit', stopLoss: 'PartialStopLoss' };

/** The legs of one partial entry, of equal quantity. */
export type PartialEntry = Partial<Record<ExitKind, ConditionalOrder>> & { readonly parent: OrderId };

/** Conditional orders of a position that end with it. */
export function exitsOf(state: ExchangeState, slot: Slot, index: PositionIndex): ConditionalOrder[] {
  if (!state.triggers.has(slot.account)) return [];
  return state.triggers.ofPosition(slot.account, slot.instrument, index).filter(({ terms }) => isPositionExit(terms.kind));
}

/** Partial entries of a position, oldest first. Legs whose partner ended with a fill of the same order stand alone. */
export function partialEntries(state: ExchangeState, slot: Slot, index: PositionIndex): PartialEntry[] {
  const entries: PartialEntry[] = [];
  for (const order of exitsOf(state, slot, index)) {
    const kind = EXIT_KINDS.find((one) => PARTIAL_KIND[one] === order.terms.kind);
    if (kind === undefined) continue;
    const known = entries.find((entry) => EXIT_KINDS.some((one) => entry[one] !== undefined && entry[one] === order.partner));
    if (known === undefined) entries.push({ parent: order.terms.parent, [kind]: order });
    else known[kind] = order;
  }
  return entries;
}

export const entryQuantity = (entry: PartialEntry): number => (entry.takeProfit ?? entry.stopLoss)?.quantity ?? 0;

/** Total lots that the partial entries of one kind close. */
export function covered(entries: readonly PartialEntry[], kind: ExitKind): number {
  return entries.reduce((sum, entry) => sum + (entry[kind]?.quantity ?? 0), 0);
}

export interface NewLeg {
  readonly kind: StopOrderType;
  readonly which: ExitKind;
  readonly leg: ExitLeg;
  /** 0 for the entire position. */
  readonly quantity: number;
  /** 0 for the leg's own id. */
  readonly parent: OrderId;
  readonly source: OrderSource;
}

/** Gives an untriggered leg the terms of `leg`. */
export function applyLeg(order: ConditionalOrder, which: ExitKind, leg: ExitLeg): void {
  order.orderType = leg.orderType;
  order.price = leg.orderType === 'Limit' ? tickCount(leg.limit) : 0;
  order.trigger = { price: leg.trigger, direction: exitDirection(order.positionSide, which), source: leg.source };
  order.slippage = leg.slippage;
}

/** An exit of a position before it is registered. */
export function newExit(
  state: ExchangeState,
  position: Position,
  exit: {
    readonly kind: StopOrderType;
    readonly parent: OrderId;
    readonly source: OrderSource;
    readonly whole: boolean;
    readonly marginRate?: Rate;
  },
): ConditionalOrder {
  const orderId = state.takeOrderId();
  return new ConditionalOrder({
    orderId,
    clientOrderId: '',
    account: position.slot.account,
    instrument: position.slot.instrument,
    kind: exit.kind,
    side: position.side === 'Buy' ? 'Sell' : 'Buy',
    timeInForce: 'GoodTillCancel',
    reduceOnly: true,
    closeOnTrigger: true,
    wholePosition: exit.whole,
    positionIndex: position.index,
    parent: exit.parent,
    source: exit.source,
    createdAt: state.now,
    ...(exit.marginRate === undefined ? {} : { marginRate: exit.marginRate }),
  });
}

/** Registers a leg; it may trigger immediately. */
export function addLeg(state: ExchangeState, position: Position, leg: NewLeg): ConditionalOrder {
  const whole = leg.quantity === 0;
  const order = newExit(state, position, { kind: leg.kind, parent: leg.parent, source: leg.source, whole });
  applyLeg(order, leg.which, leg.leg);
  order.quantity = leg.quantity;
  return order;
}

/** TP/SL of an order that has opened so many lots of its position. */
interface Brought {
  readonly exits: AttachedExits;
  readonly order: OpenOrder;
  readonly opened: number;
}

function attachFull(state: ExchangeState, market: Market, position: Position, { exits, order }: Brought): void {
  for (const which of EXIT_KINDS) {
    const leg = exits[which];
    if (leg === undefined) continue;
    const kind = FULL_KIND[which];
    const before = exitsOf(state, position.slot, position.index).find(({ terms }) => terms.kind === kind);
    if (before !== undefined) endConditional(state, before, 'CancelByUser');
    const { source, orderId } = order;
    startConditional(state, market, addLeg(state, position, { kind, which, leg, quantity: 0, parent: orderId, source }));
  }
}

function attachPartial(state: ExchangeState, market: Market, position: Position, { exits, order, opened }: Brought): void {
  const { orderId, source } = order;
  const legs = EXIT_KINDS.flatMap((which) => {
    const leg = exits[which];
    return leg === undefined ? [] : [{ which, leg }];
  });
  const entry = partialEntries(state, position.slot, position.index).find(({ parent }) => parent === orderId);
  const complete = entry !== undefined && legs.every(({ which }) => entry[which] !== undefined);
  if (complete) {
    for (const { which } of legs) growLeg(state, entry[which], opened);
    return;
  }
  const added = legs.map(({ which, leg }) =>
    addLeg(state, position, { kind: PARTIAL_KIND[which], which, leg, quantity: opened, parent: orderId, source }),
  );
  startPair(state, market, added);
}

function growLeg(state: ExchangeState, leg: ConditionalOrder | undefined, lots: number): void {
  invariant(leg !== undefined, 'an entry that is complete has its legs');
  leg.quantity += lots;
  tellConditional(state, leg, 'OrderReplaced');
}

/** Registers one leg, or two that cancel each other. */
export function startPair(state: ExchangeState, market: Market, legs: readonly ConditionalOrder[]): void {
  const [first, second] = legs;
  if (first !== undefined && second !== undefined) Triggers.pair(first, second);
  // Both are registered before either may trigger: the first ends the other.
  for (const leg of legs) beginConditional(state, market, leg);
  for (const leg of legs) if (leg.status === 'Untriggered') fireIfReached(state, market, leg);
}

/** An order with attached TP/SL has opened `opened` lots of its position: the TP/SL now belong to the position. */
export function attachExits(
  state: ExchangeState,
  market: Market,
  position: Position,
  { order, opened }: { readonly order: OpenOrder; readonly opened: number },
): void {
  const exits = order.extra?.exits;
  if (exits === undefined || opened === 0 || position.size === 0) return;
  const first = exitsOf(state, position.slot, position.index).every(({ terms }) => terms.parent !== order.orderId);
  const brought = { exits, order, opened };
  if (exits.mode === 'Partial') attachPartial(state, market, position, brought);
  else if (first) attachFull(state, market, position, brought);
}

/**
 * Adjusts the exits after every change of a position: they end when it is closed or reversed, and partial entries never
 * close more than its size; the newest are reduced first.
 */
export function trimExits(state: ExchangeState, slot: Slot): void {
  for (const position of slot.positions) {
    for (const order of exitsOf(state, slot, position.index)) {
      const gone = position.size === 0 || position.side !== order.positionSide;
      // Its partner may have ended it.
      if (gone && order.status === 'Untriggered') endConditional(state, order, 'CancelByTpSlTsClear');
    }
    for (const kind of EXIT_KINDS) trimPartial(state, position, kind);
  }
}

function trimPartial(state: ExchangeState, position: Position, kind: ExitKind): void {
  const entries = partialEntries(state, position.slot, position.index);
  let excess = covered(entries, kind) - position.size;
  for (const entry of entries.reverse()) {
    if (excess <= 0) return;
    if (entry[kind] === undefined) continue;
    const cut = Math.min(excess, entryQuantity(entry));
    excess -= cut;
    for (const which of EXIT_KINDS) cutLeg(state, entry[which], cut);
  }
}

function cutLeg(state: ExchangeState, leg: ConditionalOrder | undefined, cut: number): void {
  if (leg === undefined) return;
  leg.quantity -= cut;
  if (leg.quantity > 0) tellConditional(state, leg, 'OrderReplaced');
  else endConditional(state, leg, 'CancelByTpSlTsClear');
}

/** Partial entries of a position, including those attached to open orders. */
export function countEntries(state: ExchangeState, slot: Slot, index: PositionIndex, orders: Iterable<OpenOrder>): number {
  let count = partialEntries(state, slot, index).length;
  for (const { positionIndex, extra } of orders) {
    if (positionIndex === index && extra?.exits?.mode === 'Partial') count += 1;
  }
  return count;
}
