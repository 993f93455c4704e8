import type { ExitLeg, StopOrderType, TriggerSource } from '@tapedeck/domain';
import { ONE, against, ceil, floor, larger } from './naive-formulas.ts';
import type { NaiveAccount, NaiveOrder, NaivePosition, NaiveState, NaiveTrigger, NaiveWaiting } from './naive-state.ts';

export type Leg = 'takeProfit' | 'stopLoss';
export const LEGS: readonly Leg[] = ['takeProfit', 'stopLoss'];
export const FULL: Readonly<Record<Leg, StopOrderType>> = { takeProfit: 'TakeProfit', stopLoss: 'StopLoss' };
export const PARTIAL: Readonly<Record<Leg, StopOrderType>> = { takeProfit: 'PartialTakeProfit', stopLoss: 'PartialStopLoss' };

/** Waiting orders that are an account's own, not a position's. */
export const ALONE: readonly StopOrderType[] = ['Stop', 'TakeProfitStopLossOCO', 'BidirectionalTpSl'];

const passes = (rising: boolean, level: bigint, price: bigint): boolean => (rising ? price >= level : price <= level);

/** Whether the source of a trigger has reached it. */
export function isReached(state: NaiveState, instrument: number, trigger: NaiveTrigger): boolean {
  return passes(trigger.rising, BigInt(trigger.tick) * state.instrument(instrument).tick, state.price(instrument, trigger.source));
}

/** A stop that trails the last price takes it; true when it moved. */
function follow(state: NaiveState, order: NaiveWaiting): boolean {
  const { trailing, best } = order;
  const { tick } = state.instrument(order.instrument);
  const last = state.price(order.instrument, 'LastPrice');
  const long = order.side === 'Sell';
  const at = Number(long ? floor(last, tick) : ceil(last, tick));
  if (trailing === undefined || (best > 0 && (long ? at <= best : at >= best))) return false;
  const share = trailing.share as unknown as bigint;
  const away = Number(trailing.distance) > 0 ? Number(trailing.distance) : Number(larger(1n, floor(BigInt(at) * share, ONE)));
  order.best = at;
  order.trigger = { tick: Math.max(1, long ? at - away : at + away), rising: !long, source: 'LastPrice' };
  return true;
}

/** Whether a trailing stop follows from the last price on. */
function activates(state: NaiveState, order: NaiveWaiting): boolean {
  const tick = Number(order.trailing?.activation);
  return tick === 0 || isReached(state, order.instrument, { tick, rising: order.side === 'Sell', source: 'LastPrice' });
}

function forget(state: NaiveState, order: NaiveWaiting): void {
  state.waiting = state.waiting.filter((other) => other !== order);
  if (order.partner !== undefined) order.partner.partner = undefined;
  order.partner = undefined;
}

/** Ends an order that waits, without its having fired. */
export function endWaiting(state: NaiveState, order: NaiveWaiting, reason: string): void {
  forget(state, order);
  state.lines.push(`cancel ${order.id} ${reason}`);
}

/** An order fires: it is carried out later, and its partner goes now. */
export function fire(state: NaiveState, order: NaiveWaiting): void {
  const { partner, kind } = order;
  const profit = kind === 'PartialTakeProfit' || (kind !== 'PartialStopLoss' && order.trigger?.rising === true);
  forget(state, order);
  state.lines.push(`trigger ${order.id} ${kind}`);
  state.due.push(order);
  if (partner !== undefined)
    endWaiting(state, partner, profit ? 'CancelByOCOSlCanceledByTpTriggered' : 'CancelByOCOTpCanceledBySlTriggered');
}

/** A source has moved: what it reaches fires, rises before falls, what was passed first before the rest, older before younger. */
export function crossed(state: NaiveState, instrument: number, source: TriggerSource): void {
  const reached: { order: NaiveWaiting; trigger: NaiveTrigger }[] = [];
  for (const order of state.waiting) {
    if (order.instrument !== instrument || order.marginRate !== undefined) continue;
    if (order.trailing !== undefined) {
      if (source !== 'LastPrice') continue;
      const starts = order.best === 0;
      if (starts && !activates(state, order)) continue;
      if (follow(state, order) || starts) continue;
    }
    const { trigger } = order;
    if (trigger?.source === source && isReached(state, instrument, trigger)) reached.push({ order, trigger });
  }
  reached.sort(({ trigger: a, order: one }, { trigger: b, order: other }) => {
    if (a.rising !== b.rising) return a.rising ? -1 : 1;
    return (a.rising ? a.tick - b.tick : b.tick - a.tick) || one.id - other.id;
  });
  for (const { order } of reached) if (state.waiting.includes(order)) fire(state, order);
}

/** Fires an order whose price is there already. */
export function fireIfReached(state: NaiveState, order: NaiveWaiting): void {
  if (order.trigger !== undefined && isReached(state, order.instrument, order.trigger)) fire(state, order);
}

/** Lets an order wait, or two that cancel each other. */
export function startWaiting(state: NaiveState, ...legs: readonly NaiveWaiting[]): void {
  const [first, second] = legs;
  if (first !== undefined && second !== undefined) {
    first.partner = second;
    second.partner = first;
  }
  for (const leg of legs) {
    if (leg.trailing !== undefined && activates(state, leg)) follow(state, leg);
    state.waiting.push(leg);
  }
  for (const leg of legs) if (state.waiting.includes(leg)) fireIfReached(state, leg);
}

export function exitsOf(state: NaiveState, position: NaivePosition): NaiveWaiting[] {
  const { account, instrument, index } = position;
  const own = state.waiting.filter((order) => order.owner === account && order.instrument === instrument && order.index === index);
  return own.filter(({ kind }) => !ALONE.includes(kind));
}

export interface Entry {
  readonly parent: number;
  takeProfit: NaiveWaiting | undefined;
  stopLoss: NaiveWaiting | undefined;
}

/** Partial TP/SL of a position, oldest first; two that cancel each other are one entry. */
export function entriesOf(state: NaiveState, position: NaivePosition): Entry[] {
  const entries: Entry[] = [];
  for (const order of exitsOf(state, position)) {
    const leg = LEGS.find((one) => PARTIAL[one] === order.kind);
    if (leg === undefined) continue;
    const known = entries.find((entry) => LEGS.some((one) => entry[one] !== undefined && entry[one] === order.partner));
    if (known !== undefined) known[leg] = order;
    else entries.push({ parent: order.parent, takeProfit: undefined, stopLoss: undefined, [leg]: order });
  }
  return entries;
}

export const entryLots = (entry: Entry): number => (entry.takeProfit ?? entry.stopLoss)?.lots ?? 0;
export const coveredBy = (entries: readonly Entry[], leg: Leg): number => entries.reduce((sum, entry) => sum + (entry[leg]?.lots ?? 0), 0);

/** Gives an exit the terms of a leg. */
export function dress(order: NaiveWaiting, which: Leg, leg: ExitLeg): void {
  order.market = leg.orderType === 'Market';
  order.tick = order.market ? 0 : Number(leg.limit);
  order.trigger = { tick: Number(leg.trigger), rising: (order.side === 'Sell') === (which === 'takeProfit'), source: leg.source };
  order.slippage = leg.slippage;
}

/** An exit of the whole position, at market. */
export function newExit(state: NaiveState, position: NaivePosition, kind: StopOrderType, parent: number): NaiveWaiting {
  const { account: owner, instrument, index } = position;
  const fixed = { timeInForce: 'GoodTillCancel', reduceOnly: true, closeOnTrigger: true, selfMatch: 'CancelMaker', marginRate: undefined };
  const open = { trailing: undefined, trigger: undefined, best: 0, slippage: undefined, exits: undefined, partner: undefined };
  const what = { id: state.takeId(), owner, instrument, index, kind, side: against(position.side), parent };
  return { ...what, ...fixed, ...open, market: true, tick: 0, lots: 0 };
}

export function newLeg(
  state: NaiveState,
  position: NaivePosition,
  made: { which: Leg; leg: ExitLeg; lots: number; parent: number },
): NaiveWaiting {
  const { which, leg, lots, parent } = made;
  const order = newExit(state, position, lots === 0 ? FULL[which] : PARTIAL[which], parent);
  dress(order, which, leg);
  order.lots = lots;
  return order;
}

/** An order that brings TP/SL along has opened `lots`: they become the position's. */
export function attach(state: NaiveState, position: NaivePosition, order: NaiveOrder, lots: number): void {
  const { exits } = order;
  if (exits === undefined || lots === 0 || position.size === 0) return;
  const given = LEGS.flatMap((which) => (exits[which] === undefined ? [] : [{ which, leg: exits[which], parent: order.id }]));
  if (exits.mode === 'Full') {
    if (exitsOf(state, position).some(({ parent }) => parent === order.id)) return;
    for (const one of given) {
      const before = exitsOf(state, position).find(({ kind }) => kind === FULL[one.which]);
      if (before !== undefined) endWaiting(state, before, 'CancelByUser');
      startWaiting(state, newLeg(state, position, { ...one, lots: 0 }));
    }
    return;
  }
  const entry = entriesOf(state, position).find(({ parent }) => parent === order.id);
  const there = given.flatMap(({ which }) => entry?.[which] ?? []);
  if (entry !== undefined && there.length === given.length) for (const leg of there) leg.lots += lots;
  else startWaiting(state, ...given.map((one) => newLeg(state, position, { ...one, lots })));
}

/** Exits go when their position is gone or has turned, and partial ones never close more than it has: the newest give way. */
export function trimExits(state: NaiveState, account: NaiveAccount, instrument: number): void {
  for (const index of [0, 1, 2]) {
    const position = state.position(account, instrument, index);
    for (const order of exitsOf(state, position)) {
      const gone = position.size === 0 || position.side === order.side;
      if (gone && state.waiting.includes(order)) endWaiting(state, order, 'CancelByTpSlTsClear');
    }
    for (const which of LEGS) {
      const entries = entriesOf(state, position);
      let excess = coveredBy(entries, which) - position.size;
      for (const entry of entries.reverse()) {
        if (excess <= 0 || entry[which] === undefined) continue;
        const cut = Math.min(excess, entryLots(entry));
        excess -= cut;
        for (const leg of [entry.takeProfit, entry.stopLoss]) {
          if (leg === undefined) continue;
          leg.lots -= cut;
          if (leg.lots === 0) endWaiting(state, leg, 'CancelByTpSlTsClear');
        }
      }
    }
  }
}
