import type { AttachedExits, ExitLeg, OrderChanges, PairLeg, SetPositionExits } from '@tapedeck/domain';
import { ONE } from './naive-formulas.ts';
import { type NaiveAccount, type NaivePosition, type NaiveState, type NaiveTrigger, type NaiveWaiting, balanceOf } from './naive-state.ts';
import { countEntries, refusedAttached, refusedEntry, refusedExits, refusedLots, refusedSlippage } from './naive-placing.ts';
import { type NaivePlacing, arrive, closes, inRange } from './naive-placing.ts';
import { cancel, priceLimit, reducible } from './naive-trading.ts';
import { ALONE, type Entry, FULL, LEGS, coveredBy, dress, endWaiting, entriesOf, entryLots, exitsOf } from './naive-waiting.ts';
import { fire, fireIfReached, isReached, newExit, newLeg, startWaiting } from './naive-waiting.ts';

const CONDITIONAL = 10;

function refusedTrigger(state: NaiveState, instrument: number, trigger: NaiveTrigger): string | undefined {
  if (!inRange(state.instrument(instrument), trigger.tick)) return 'priceOutOfRange';
  if (!isReached(state, instrument, trigger)) return undefined;
  return trigger.rising ? 'triggerNotAbove' : 'triggerNotBelow';
}

const tooMany = (state: NaiveState, { account, instrument }: NaivePlacing, more: number): boolean =>
  state.waiting.filter((order) => order.owner === account && order.instrument === instrument && ALONE.includes(order.kind)).length + more >
  CONDITIONAL;

function refusedConditional(state: NaiveState, account: NaiveAccount, order: NaivePlacing, trigger: NaiveTrigger): string | undefined {
  const instrument = state.instrument(order.instrument);
  const refused = refusedEntry(state, account, order) ?? refusedLots(instrument, order) ?? refusedSlippage(order.slippage, order.market);
  if (refused !== undefined) return refused;
  if (!order.market && !inRange(instrument, order.tick)) return 'priceOutOfRange';
  if (tooMany(state, order, 1)) return 'tooManyConditionalOrders';
  return refusedTrigger(state, instrument.id, trigger) ?? refusedAttached(state, account, order);
}

function waiting(state: NaiveState, order: NaivePlacing, trigger: NaiveTrigger, kind: NaiveWaiting['kind'], parent: number): NaiveWaiting {
  const { account: owner, closeOnTrigger, lots, tick, market, side, index, timeInForce, selfMatch, slippage, exits, instrument } = order;
  const own = { kind, parent, trigger, reduceOnly: closes(order) || closeOnTrigger, closeOnTrigger, marginRate: undefined };
  const open = { trailing: undefined, best: 0, partner: undefined, slippage, exits, tick, market, lots };
  return { id: state.takeId(), owner, instrument, side, index, timeInForce, selfMatch, ...own, ...open };
}

/** An order that waits for its trigger. */
export function placeConditional(state: NaiveState, account: NaiveAccount, order: NaivePlacing, trigger: NaiveTrigger): string | undefined {
  const refused = refusedConditional(state, account, order, trigger);
  if (refused !== undefined) return refused;
  if (order.clientId !== '') account.clientIds.add(order.clientId);
  startWaiting(state, waiting(state, order, trigger, 'Stop', 0));
  return undefined;
}

/** Two conditional orders that cancel each other; `order` says what both have in common. */
export function placePair(
  state: NaiveState,
  account: NaiveAccount,
  order: NaivePlacing,
  pair: { kind: 'TakeProfitStopLossOCO' | 'BidirectionalTpSl'; upper: PairLeg; lower: PairLeg },
): string | undefined {
  if (pair.kind === 'TakeProfitStopLossOCO' && pair.upper.side !== pair.lower.side) return 'parameter';
  const legs = [pair.upper, pair.lower].map((leg) => {
    const market = leg.orderType === 'Market';
    const trigger = { tick: Number(leg.trigger), rising: leg === pair.upper, source: leg.source };
    const placed = { ...order, side: leg.side, market, tick: market ? 0 : Number(leg.price) };
    return { trigger, placed: { ...placed, timeInForce: market ? 'ImmediateOrCancel' : 'GoodTillCancel' } };
  });
  for (const { placed, trigger } of legs) {
    const refused = refusedConditional(state, account, placed, trigger);
    if (refused !== undefined) return refused;
  }
  if (tooMany(state, order, 2)) return 'tooManyConditionalOrders';
  const parent = state.nextOrder;
  startWaiting(state, ...legs.map(({ placed, trigger }) => waiting(state, placed, trigger, pair.kind, parent)));
  return undefined;
}

/** A close of a position that waits for the maintenance margin rate of its account. */
export function placeMarginRateClose(state: NaiveState, position: NaivePosition, marginRate: bigint): string | undefined {
  const settings = state.settings(position.account, position.instrument);
  if (settings.hedge === (position.index === 0)) return 'positionIndexMismatch';
  if (position.size === 0) return 'exitsNoPosition';
  if (marginRate <= 0n || marginRate >= ONE) return 'parameter';
  if (settings.isolated) return 'marginRateIsolated';
  if (exitsOf(state, position).some(({ kind }) => kind === 'MmRateClose')) return 'tooManyConditionalOrders';
  startWaiting(state, { ...newExit(state, position, 'MmRateClose', 0), marginRate });
  return undefined;
}

/** Fires the closes whose account stands too badly. */
export function fireMarginRates(state: NaiveState): void {
  for (const order of state.waiting.filter(({ marginRate }) => marginRate !== undefined)) {
    const { balance, maintenance } = balanceOf(state, state.account(order.owner), state.instrument(order.instrument).coin);
    if (!state.waiting.includes(order) || order.marginRate === undefined) continue;
    // Rates are rounded to nearest.
    if (balance === 0n || (balance > 0n && (2n * maintenance * ONE + balance) / (2n * balance) >= order.marginRate)) fire(state, order);
  }
}

function carryOut(state: NaiveState, order: NaiveWaiting): void {
  const account = state.account(order.owner);
  const instrument = state.instrument(order.instrument);
  const drop = (reason: string): void => void state.lines.push(`cancel ${order.id} ${reason}`);
  if (state.closed.has(instrument.id)) return drop('EC_Others');
  const most = reducible(state.position(account, instrument.id, order.index), order.side);
  if (closes(order) && most === 0) return drop(ALONE.includes(order.kind) ? 'CancelByReduceOnly' : 'CancelByTpSlTsClear');
  if (order.closeOnTrigger) {
    for (const open of state.ordersOf(account.id, instrument.id).reverse()) {
      const { initial, balance } = balanceOf(state, account, instrument.coin);
      if (initial > balance && !open.reduceOnly) cancel(state, open, 'CancelByCannotAffordOrderCost');
    }
  }
  const limit = priceLimit(state, instrument, order.side);
  const tick = order.market ? 0 : order.side === 'Buy' ? Math.min(order.tick, limit) : Math.max(order.tick, limit);
  const whole = order.lots === 0 ? most : order.lots;
  const placed = { ...order, account: account.id, clientId: '', tick, lots: whole, trigger: undefined };
  const refused = arrive(state, account, placed, order.id);
  if (refused === 'insufficientBalance' || refused === 'aboveRiskLimit') drop('CancelByCannotAffordOrderCost');
  else if (refused !== undefined) drop(refused === 'marketNoLiquidity' ? 'EC_NoImmediateQtyToFill' : 'EC_Others');
}

/** Carries out all that fired, in order; what fires meanwhile follows. */
export function carryOutDue(state: NaiveState): void {
  for (let order = state.due.shift(); order !== undefined; order = state.due.shift()) carryOut(state, order);
}

/** Both legs of a pair go together. */
export function cancelWaiting(state: NaiveState, order: NaiveWaiting): void {
  const { partner } = order;
  endWaiting(state, order, 'CancelByUser');
  if (partner !== undefined) endWaiting(state, partner, 'CancelByUser');
}

const slips = (limit: ExitLeg['slippage']): string =>
  limit === undefined ? '' : String(limit.type === 'Percent' ? limit.share : limit.ticks);

const sameLeg = (order: NaiveWaiting, leg: ExitLeg): boolean =>
  order.trigger?.tick === Number(leg.trigger) &&
  order.trigger.source === leg.source &&
  order.market === (leg.orderType === 'Market') &&
  (order.market || order.tick === Number(leg.limit)) &&
  slips(order.slippage) === slips(leg.slippage);

function setFull(state: NaiveState, position: NaivePosition, command: SetPositionExits): string | undefined {
  let changed = false;
  const before = exitsOf(state, position);
  for (const which of LEGS) {
    const leg = command[which];
    const order = before.find((one) => one.kind === FULL[which] && state.waiting.includes(one));
    if (leg === undefined || (leg === null && order === undefined) || (leg && order && sameLeg(order, leg))) continue;
    changed = true;
    if (order !== undefined && leg === null) endWaiting(state, order, 'CancelByUser');
    else if (leg !== null && order === undefined) startWaiting(state, newLeg(state, position, { which, leg, lots: 0, parent: 0 }));
    else if (leg !== null && order !== undefined) {
      dress(order, which, leg);
      fireIfReached(state, order);
    }
  }
  const { trailing } = command;
  const stop = exitsOf(state, position).find(({ kind }) => kind === 'TrailingStop');
  if (trailing === undefined || (trailing === null && stop === undefined)) return changed ? undefined : 'exitsNotModified';
  if (stop !== undefined) endWaiting(state, stop, 'CancelByUser');
  if (trailing !== null) startWaiting(state, { ...newExit(state, position, 'TrailingStop', 0), trailing });
  return undefined;
}

function overPosition(state: NaiveState, position: NaivePosition, command: SetPositionExits, lots: number, changed?: Entry): boolean {
  const others = entriesOf(state, position).filter((entry) => entry.parent !== changed?.parent);
  return LEGS.some((which) => {
    const leg = command[which] === undefined ? changed?.[which] : (command[which] ?? undefined);
    return leg !== undefined && coveredBy(others, which) + lots > position.size;
  });
}

function addEntry(state: NaiveState, position: NaivePosition, command: SetPositionExits, given: AttachedExits): string | undefined {
  const lots = Number(command.quantity);
  if (given.takeProfit === undefined && given.stopLoss === undefined) return 'exitsNotModified';
  if (lots <= 0) return 'parameter';
  if (countEntries(state, state.account(position.account), position.instrument, position.index) >= 20) return 'tooManyExits';
  if (overPosition(state, position, command, lots)) return 'exitsOverPosition';
  const parent = state.nextOrder;
  const legs = LEGS.flatMap((which) =>
    given[which] === undefined ? [] : newLeg(state, position, { which, leg: given[which], lots, parent }),
  );
  startWaiting(state, ...legs);
  return undefined;
}

function changeEntry(state: NaiveState, position: NaivePosition, command: SetPositionExits): string | undefined {
  const entry = entriesOf(state, position).find((one) => LEGS.some((which) => one[which]?.id === command.entry));
  if (entry === undefined) return 'orderUnknown';
  const lots = Number(command.quantity) === 0 ? entryLots(entry) : Number(command.quantity);
  if (overPosition(state, position, command, lots, entry)) return 'exitsOverPosition';
  const same = LEGS.every((which) => {
    const leg = command[which];
    const order = entry[which];
    return leg === undefined || (leg === null ? order === undefined : order !== undefined && sameLeg(order, leg));
  });
  if (same && lots === entryLots(entry)) return 'exitsNotModified';
  const added: NaiveWaiting[] = [];
  for (const which of LEGS) {
    const leg = command[which];
    const order = entry[which];
    if (order === undefined) {
      if (leg) added.push(newLeg(state, position, { which, leg, lots, parent: entry.parent }));
    } else if (!state.waiting.includes(order)) continue;
    else if (leg === null) endWaiting(state, order, 'CancelByUser');
    else {
      if (leg !== undefined) dress(order, which, leg);
      order.lots = lots;
      fireIfReached(state, order);
    }
  }
  const kept = LEGS.map((which) => entry[which]).find((order) => order !== undefined && state.waiting.includes(order));
  for (const leg of added) {
    leg.partner = kept?.partner === undefined ? kept : undefined;
    if (leg.partner !== undefined) leg.partner.partner = leg;
    startWaiting(state, leg);
  }
  return undefined;
}

/** TP/SL or trailing stop of a position; the reason when they are refused. */
export function setExits(state: NaiveState, position: NaivePosition, command: SetPositionExits): string | undefined {
  const { takeProfit, stopLoss, trailing, mode } = command;
  if (state.settings(position.account, position.instrument).hedge === (position.index === 0)) return 'positionIndexMismatch';
  if (position.size === 0) return 'exitsNoPosition';
  const given: AttachedExits = { mode, ...(takeProfit ? { takeProfit } : {}), ...(stopLoss ? { stopLoss } : {}) };
  const refused = takeProfit || stopLoss ? refusedExits(state, given, position) : undefined;
  if (refused !== undefined) return refused;
  if (trailing) {
    const { tick, maxTick } = state.instrument(position.instrument);
    const [distance, activation] = [Number(trailing.distance), Number(trailing.activation)];
    const share = trailing.share as unknown as bigint;
    if (distance < 0 || share < 0n || distance > 0 === share > 0n || share >= ONE) return 'parameter';
    if (position.side === 'Buy' && BigInt(distance) * tick >= state.price(position.instrument, 'LastPrice')) return 'parameter';
    if (activation < 0 || activation > maxTick) return 'parameter';
  }
  if (mode === 'Full') return setFull(state, position, command);
  if (trailing !== undefined) return 'parameter';
  return command.entry === 0 ? addEntry(state, position, command, given) : changeEntry(state, position, command);
}

/** Changes an order that waits; both legs of a pair keep one quantity. */
export function amendWaiting(state: NaiveState, account: NaiveAccount, order: NaiveWaiting, changes: OrderChanges): string | undefined {
  const instrument = state.instrument(order.instrument);
  const position = state.position(account, instrument.id, order.index);
  if (order.trailing !== undefined || order.trigger === undefined) return 'parameter';
  const tick = changes.price === undefined ? order.tick : Number(changes.price);
  const lots = changes.quantity === undefined ? order.lots : Number(changes.quantity);
  const source = changes.triggerSource ?? order.trigger.source;
  const trigger = { ...order.trigger, source, tick: changes.trigger === undefined ? order.trigger.tick : Number(changes.trigger) };
  const moves = trigger.tick !== order.trigger.tick || source !== order.trigger.source;
  if (changes.exits === undefined && tick === order.tick && lots === order.lots && !moves) return 'orderNotModified';
  if (changes.price !== undefined && order.market) return 'parameter';
  if (changes.price !== undefined && !inRange(instrument, tick)) return 'priceOutOfRange';
  const placed = { ...order, account: account.id, clientId: '', tick, lots, trigger, exits: changes.exits ?? undefined };
  if (changes.quantity !== undefined) {
    const wrong = order.lots === 0 ? 'parameter' : refusedLots(instrument, placed);
    if (wrong !== undefined) return wrong;
    const entries = entriesOf(state, position);
    const own = LEGS.filter((which) =>
      entries.some((entry) => entry[which] === order || (order.partner && entry[which] === order.partner)),
    );
    if (own.some((which) => coveredBy(entries, which) - order.lots + lots > position.size)) return 'exitsOverPosition';
  }
  const alone = ALONE.includes(order.kind);
  if (changes.trigger !== undefined || changes.triggerSource !== undefined) {
    const which = order.kind.endsWith('TakeProfit') ? 'takeProfit' : 'stopLoss';
    const leg = { trigger: trigger.tick, source, orderType: order.market ? 'Market' : 'Limit', limit: order.tick } as unknown as ExitLeg;
    const refused = alone
      ? refusedTrigger(state, instrument.id, trigger)
      : refusedExits(state, { mode: 'Partial', [which]: leg }, { instrument: instrument.id, side: order.side === 'Sell' ? 'Buy' : 'Sell' });
    if (refused !== undefined) return refused;
  }
  if (changes.exits && !alone) return 'exitsOnReduceOnly';
  const attached = refusedAttached(state, account, placed);
  if (attached !== undefined) return attached;
  Object.assign(order, { trigger, tick, lots });
  if (changes.exits !== undefined) order.exits = changes.exits ?? undefined;
  if (order.partner !== undefined) order.partner.lots = lots;
  fireIfReached(state, order);
  return undefined;
}
