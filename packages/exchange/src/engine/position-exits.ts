import {
  invariant,
  isPositionExit,
  tickCount,
  exitDirection,
  type AttachedExits,
  type ExitLeg,
  type OrderId,
  type OrderSource,
  type PositionIndex,
  type Rate,
  type StopOrderType,
} from '@tapedeck/domain';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { OpenOrder } from '../state/open-order.ts';
import type { Position } from '../state/position.ts';
import type { Slot } from '../state/slot.ts';
import { Triggers } from '../triggers/triggers.ts';
import { WaitingOrder } from '../triggers/waiting-order.ts';
import { beginWaiting, endWaiting, fireIfReached, startWaiting } from './cross-triggers.ts';

export type ExitKind = 'takeProfit' | 'stopLoss';
export const EXIT_KINDS: readonly ExitKind[] = ['takeProfit', 'stopLoss'];

export const FULL_KIND: Readonly<Record<ExitKind, StopOrderType>> = { takeProfit: 'TakeProfit', stopLoss: 'StopLoss' };
export const PARTIAL_KIND: Readonly<Record<ExitKind, StopOrderType>> = { takeProfit: 'PartialTakeProfit', stopLoss: 'PartialStopLoss' };

/** The legs of one partial entry; both have the same quantity. */
export type PartialEntry = Partial<Record<ExitKind, WaitingOrder>> & { readonly parent: OrderId };

/** The waiting orders of a position that go when it goes. */
export function exitsOf(state: ExchangeState, slot: Slot, index: PositionIndex): WaitingOrder[] {
  if (!state.triggers.has(slot.account)) return [];
  return state.triggers.ofPosition(slot.account, slot.instrument, index).filter(({ terms }) => isPositionExit(terms.kind));
}

/** Partial entries of a position, oldest first. Legs that lost their partner to a fill of the same order stand alone. */
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

/** Lots that the partial entries of one kind close together. */
export function covered(entries: readonly PartialEntry[], kind: ExitKind): number {
  return entries.reduce((sum, entry) => sum + (entry[kind]?.quantity ?? 0), 0);
}

export interface NewLeg {
  readonly kind: StopOrderType;
  readonly which: ExitKind;
  readonly leg: ExitLeg;
  /** 0 for the whole position. */
  readonly quantity: number;
  /** 0 for the leg's own id. */
  readonly parent: OrderId;
  readonly source: OrderSource;
}

/** Gives a waiting leg the terms of `leg`. */
export function applyLeg(order: WaitingOrder, which: ExitKind, leg: ExitLeg): void {
  order.orderType = leg.orderType;
  order.price = leg.orderType === 'Limit' ? tickCount(leg.limit) : 0;
  order.trigger = { price: leg.trigger, direction: exitDirection(order.positionSide, which), source: leg.source };
  order.slippage = leg.slippage;
}

/** An exit of a position that does not wait yet. */
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
): WaitingOrder {
  const orderId = state.nextOrderId;
  state.nextOrderId += 1;
  return new WaitingOrder({
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

/** Makes a leg that waits from now on; it may fire at once. */
export function addLeg(state: ExchangeState, position: Position, leg: NewLeg): WaitingOrder {
  const whole = leg.quantity === 0;
  const order = newExit(state, position, { kind: leg.kind, parent: leg.parent, source: leg.source, whole });
  applyLeg(order, leg.which, leg.leg);
  order.quantity = leg.quantity;
  return order;
}

function attachFull(state: ExchangeState, position: Position, exits: AttachedExits, order: OpenOrder): void {
  const market = state.market(position.slot.instrument.id);
  for (const which of EXIT_KINDS) {
    const leg = exits[which];
    if (leg === undefined) continue;
    const kind = FULL_KIND[which];
    const before = exitsOf(state, position.slot, position.index).find(({ terms }) => terms.kind === kind);
    if (before !== undefined) endWaiting(state, before, 'CancelByUser');
    const { source, orderId } = order;
    startWaiting(state, market, addLeg(state, position, { kind, which, leg, quantity: 0, parent: orderId, source }));
  }
}

function attachPartial(state: ExchangeState, position: Position, exits: AttachedExits, fill: { order: OpenOrder; opened: number }): void {
  const market = state.market(position.slot.instrument.id);
  const { orderId, source } = fill.order;
  const legs = EXIT_KINDS.flatMap((which) => {
    const leg = exits[which];
    return leg === undefined ? [] : [{ which, leg }];
  });
  const entry = partialEntries(state, position.slot, position.index).find(({ parent }) => parent === orderId);
  const complete = entry !== undefined && legs.every(({ which }) => entry[which] !== undefined);
  if (complete) {
    for (const { which } of legs) growLeg(state, entry[which], fill.opened);
    return;
  }
  const added = legs.map(({ which, leg }) =>
    addLeg(state, position, { kind: PARTIAL_KIND[which], which, leg, quantity: fill.opened, parent: orderId, source }),
  );
  startPair(state, market.instrument.id, added);
}

function growLeg(state: ExchangeState, leg: WaitingOrder | undefined, lots: number): void {
  invariant(leg !== undefined, 'an entry that is complete has its legs');
  leg.quantity += lots;
  replaced(state, leg);
}

export function replaced(state: ExchangeState, order: WaitingOrder): void {
  order.updatedAt = state.now;
  state.tell({ type: 'OrderReplaced', order: order.record() });
}

/** Lets one leg, or two that cancel each other, wait from now on. */
export function startPair(state: ExchangeState, instrument: number, legs: readonly WaitingOrder[]): void {
  const [first, second] = legs;
  if (first !== undefined && second !== undefined) Triggers.pair(first, second);
  const market = state.market(instrument);
  // Both wait before either may fire: the one that does ends the other.
  for (const leg of legs) beginWaiting(state, market, leg);
  for (const leg of legs) if (leg.status === 'Untriggered') fireIfReached(state, market, leg);
}

/** An order that brings TP/SL along has opened `opened` lots of its position: they become the position's. */
export function attachExits(state: ExchangeState, position: Position, order: OpenOrder, opened: number): void {
  const exits = order.extra?.exits;
  if (exits === undefined || opened === 0 || position.size === 0) return;
  const first = exitsOf(state, position.slot, position.index).every(({ terms }) => terms.parent !== order.orderId);
  if (exits.mode === 'Partial') attachPartial(state, position, exits, { order, opened });
  else if (first) attachFull(state, position, exits, order);
}

/**
 * Keeps the exits of a position true to it: when it is gone or has turned they go too, and partial entries never close more than there is,
 * the newest giving way first. Called after every change of a position.
 */
export function trimExits(state: ExchangeState, slot: Slot): void {
  for (const position of slot.positions) {
    for (const order of exitsOf(state, slot, position.index)) {
      const gone = position.size === 0 || position.side !== order.positionSide;
      // Its partner may have taken it along.
      if (gone && order.status === 'Untriggered') endWaiting(state, order, 'CancelByTpSlTsClear');
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

function cutLeg(state: ExchangeState, leg: WaitingOrder | undefined, cut: number): void {
  if (leg === undefined) return;
  leg.quantity -= cut;
  if (leg.quantity > 0) replaced(state, leg);
  else endWaiting(state, leg, 'CancelByTpSlTsClear');
}

/** Partial entries of a position and of the open orders that will bring some along. */
export function countEntries(state: ExchangeState, slot: Slot, index: PositionIndex, orders: Iterable<OpenOrder>): number {
  let count = partialEntries(state, slot, index).length;
  for (const { positionIndex, extra } of orders) {
    if (positionIndex === index && extra?.exits?.mode === 'Partial') count += 1;
  }
  return count;
}
