import type { OrderChanges, PairLeg, SetPositionExits, StopOrderType, TriggerSource } from '@tapedeck/domain';
import { ONE, type Plain, against, ceil, floor, larger } from './naive-formulas.ts';
import { balanceOf } from './naive-margin.ts';
import { arrive, closes, countEntries, inRange, refusedAttached, refusedEntry, refusedExits } from './naive-orders.ts';
import { refusedLots, refusedSlippage } from './naive-orders.ts';
import type {
  Exits,
  Leg,
  NaiveAccount,
  NaiveOrder,
  NaivePosition,
  NaiveState,
  NaiveTrigger,
  NaiveWaiting,
  Placing,
} from './naive-state.ts';
import { cancel, priceLimit, reducible } from './naive-trading.ts';

const CONDITIONAL = 10;
const SPOT_CONDITIONAL = 30;

type Which = 'takeProfit' | 'stopLoss';
export const LEGS: readonly Which[] = ['takeProfit', 'stopLoss'];
const FULL: Readonly<Record<Which, StopOrderType>> = { takeProfit: 'TakeProfit', stopLoss: 'StopLoss' };
const PARTIAL: Readonly<Record<Which, StopOrderType>> = { takeProfit: 'PartialTakeProfit', stopLoss: 'PartialStopLoss' };
/** Waiting orders that are an account's own, not a position's. */
const ALONE: readonly StopOrderType[] = ['Stop', 'TakeProfitStopLossOCO', 'BidirectionalTpSl'];
type SetExits = Plain<SetPositionExits>;

/** Whether the source of a trigger has reached it. */
function isReached(state: NaiveState, instrument: number, { price, direction, source }: NaiveTrigger): boolean {
  const [level, at] = [BigInt(price) * state.instrument(instrument).tickSize, state.price(instrument, source)];
  return direction === 'Rising' ? at >= level : at <= level;
}

/** A stop that trails the last price takes it; true when it moved. */
function follow(state: NaiveState, order: NaiveWaiting): boolean {
  const { trailing, best } = order;
  const { tickSize } = state.instrument(order.instrument);
  const last = state.price(order.instrument, 'LastPrice');
  const long = order.side === 'Sell';
  const at = Number(long ? floor(last, tickSize) : ceil(last, tickSize));
  if (trailing === undefined || (best > 0 && (long ? at <= best : at >= best))) return false;
  const away = trailing.distance > 0 ? trailing.distance : Number(larger(1n, floor(BigInt(at) * trailing.share, ONE)));
  order.best = at;
  const price = Math.max(1, long ? at - away : at + away);
  order.options.trigger = { price, direction: long ? 'Falling' : 'Rising', source: 'LastPrice' };
  return true;
}

/** Whether a trailing stop follows from the last price on. */
function activates(state: NaiveState, { trailing, side, instrument }: NaiveWaiting): boolean {
  const price = trailing?.activation ?? 0;
  return price === 0 || isReached(state, instrument, { price, direction: side === 'Sell' ? 'Rising' : 'Falling', source: 'LastPrice' });
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
function fire(state: NaiveState, order: NaiveWaiting): void {
  const { partner, kind, options } = order;
  const profit = kind === 'PartialTakeProfit' || (kind !== 'PartialStopLoss' && options.trigger?.direction === 'Rising');
  forget(state, order);
  state.lines.push(`trigger ${order.id} ${kind}`);
  state.due.push(order);
  if (partner === undefined) return;
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
    const { trigger } = order.options;
    if (trigger?.source === source && isReached(state, instrument, trigger)) reached.push({ order, trigger });
  }
  reached.sort(({ trigger: a, order: one }, { trigger: b, order: other }) => {
    if (a.direction !== b.direction) return a.direction === 'Rising' ? -1 : 1;
    return (a.direction === 'Rising' ? a.price - b.price : b.price - a.price) || one.id - other.id;
  });
  for (const { order } of reached) if (state.waiting.includes(order)) fire(state, order);
}

/** Fires an order whose price is there already. */
function fireIfReached(state: NaiveState, order: NaiveWaiting): void {
  const { trigger } = order.options;
  if (trigger !== undefined && isReached(state, order.instrument, trigger)) fire(state, order);
}

/** Lets an order wait, or two that cancel each other. */
function startWaiting(state: NaiveState, ...legs: readonly NaiveWaiting[]): void {
  const [first, second] = legs;
  if (first !== undefined && second !== undefined) [first.partner, second.partner] = [second, first];
  for (const leg of legs) {
    if (leg.trailing !== undefined && activates(state, leg)) follow(state, leg);
    state.waiting.push(leg);
  }
  for (const leg of legs) if (state.waiting.includes(leg)) fireIfReached(state, leg);
}

function exitsOf(state: NaiveState, { account, instrument, index }: NaivePosition): NaiveWaiting[] {
  const own = state.waiting.filter((order) => order.account === account && order.instrument === instrument);
  return own.filter(({ kind, positionIndex }) => positionIndex === index && !ALONE.includes(kind));
}

interface Entry {
  readonly parent: number;
  takeProfit: NaiveWaiting | undefined;
  stopLoss: NaiveWaiting | undefined;
}

/** Partial TP/SL of a position, oldest first; two that cancel each other are one entry. */
export function entriesOf(state: NaiveState, position: NaivePosition): Entry[] {
  const entries: Entry[] = [];
  for (const order of exitsOf(state, position)) {
    const which = LEGS.find((one) => PARTIAL[one] === order.kind);
    if (which === undefined) continue;
    const known = entries.find((entry) => LEGS.some((one) => entry[one] !== undefined && entry[one] === order.partner));
    if (known !== undefined) known[which] = order;
    else entries.push({ parent: order.parent, takeProfit: undefined, stopLoss: undefined, [which]: order });
  }
  return entries;
}

const entryLots = (entry: Entry): number => (entry.takeProfit ?? entry.stopLoss)?.quantity ?? 0;
const coveredBy = (entries: readonly Entry[], which: Which): number =>
  entries.reduce((sum, entry) => sum + (entry[which]?.quantity ?? 0), 0);

/** Gives an exit the terms of a leg. */
function dress(order: NaiveWaiting, which: Which, { orderType, limit, trigger: price, source, slippage }: Leg): void {
  const direction = (order.side === 'Sell') === (which === 'takeProfit') ? 'Rising' : 'Falling';
  Object.assign(order, { orderType, price: orderType === 'Market' ? 0 : limit });
  Object.assign(order.options, { trigger: { price, direction, source }, slippage });
}

interface Terms {
  readonly kind: StopOrderType;
  readonly parent: number;
  readonly marginRate?: bigint;
  readonly trailing?: NaiveWaiting['trailing'];
}

/** An exit of the whole position, at market. */
function newExit(state: NaiveState, position: NaivePosition, terms: Terms): NaiveWaiting {
  const { account, instrument, index: positionIndex, side } = position;
  const placed = {
    orderType: 'Market',
    timeInForce: 'GoodTillCancel',
    price: 0,
    quantity: 0,
    clientOrderId: '',
    reduceOnly: true,
  } as const;
  const own = { id: state.takeId(), account, instrument, positionIndex, side: against(side), best: 0 };
  return { ...own, ...placed, ...terms, options: { closeOnTrigger: true } };
}

function newLeg(state: NaiveState, position: NaivePosition, made: { which: Which; leg: Leg; lots: number; parent: number }): NaiveWaiting {
  const { which, leg, lots, parent } = made;
  const order = newExit(state, position, { kind: lots === 0 ? FULL[which] : PARTIAL[which], parent });
  dress(order, which, leg);
  order.quantity = lots;
  return order;
}

/** An order that brings TP/SL along has opened `lots`: they become the position's. */
export function attach(state: NaiveState, position: NaivePosition, order: NaiveOrder, lots: number): void {
  const { exits } = order.options;
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
  if (entry !== undefined && there.length === given.length) for (const leg of there) leg.quantity += lots;
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
          leg.quantity -= cut;
          if (leg.quantity === 0) endWaiting(state, leg, 'CancelByTpSlTsClear');
        }
      }
    }
  }
}

function refusedTrigger(state: NaiveState, instrument: number, trigger: NaiveTrigger): string | undefined {
  if (!inRange(state.instrument(instrument), trigger.price)) return 'priceOutOfRange';
  if (!isReached(state, instrument, trigger)) return undefined;
  return trigger.direction === 'Rising' ? 'triggerNotAbove' : 'triggerNotBelow';
}

function tooMany(state: NaiveState, { account, instrument }: Pick<Placing, 'account' | 'instrument'>, more: number): boolean {
  const own = state.waiting.filter((order) => order.account === account && order.instrument === instrument && ALONE.includes(order.kind));
  return own.length + more > (state.instrument(instrument).kind === 'Spot' ? SPOT_CONDITIONAL : CONDITIONAL);
}

function refusedConditional(state: NaiveState, account: NaiveAccount, order: Placing, trigger: NaiveTrigger): string | undefined {
  const instrument = state.instrument(order.instrument);
  const { exits, closeOnTrigger, slippage } = order.options;
  const market = order.orderType === 'Market';
  const entry = refusedEntry(state, account, order);
  if (entry !== undefined) return entry;
  if (instrument.kind === 'Spot') {
    if (order.reduceOnly || closeOnTrigger === true) return 'parameter';
    if (exits !== undefined) return 'exitsNoPosition';
    if (order.positionIndex !== 0) return 'positionIndexMismatch';
  }
  const refused = refusedLots(instrument, order) ?? refusedSlippage(slippage, market);
  if (refused !== undefined) return refused;
  if (!market && !inRange(instrument, order.price)) return 'priceOutOfRange';
  if (tooMany(state, order, 1)) return 'tooManyConditionalOrders';
  return refusedTrigger(state, instrument.id, trigger) ?? refusedAttached(state, account, order);
}

function newWaiting(state: NaiveState, order: Placing, trigger: NaiveTrigger, terms: Terms): NaiveWaiting {
  const reduceOnly = closes(order) || order.options.closeOnTrigger === true;
  const price = order.orderType === 'Market' ? 0 : order.price;
  return { ...order, ...terms, id: state.takeId(), price, reduceOnly, best: 0, options: { ...order.options, trigger } };
}

/** An order that waits for its trigger. */
export function placeConditional(state: NaiveState, account: NaiveAccount, order: Placing, trigger: NaiveTrigger): string | undefined {
  const refused = refusedConditional(state, account, order, trigger);
  if (refused !== undefined) return refused;
  if (order.clientOrderId !== '') account.clientIds.add(order.clientOrderId);
  startWaiting(state, newWaiting(state, order, trigger, { kind: 'Stop', parent: 0 }));
  return undefined;
}

/** Two conditional orders that cancel each other; `order` says what both have in common. */
export function placePair(
  state: NaiveState,
  account: NaiveAccount,
  order: Omit<Placing, 'side' | 'orderType' | 'price' | 'timeInForce'>,
  pair: { kind: 'TakeProfitStopLossOCO' | 'BidirectionalTpSl'; upper: Plain<PairLeg>; lower: Plain<PairLeg> },
): string | undefined {
  if (pair.kind === 'TakeProfitStopLossOCO' && pair.upper.side !== pair.lower.side) return 'parameter';
  const legs = [pair.upper, pair.lower].map((leg) => {
    const direction = leg === pair.upper ? 'Rising' : 'Falling';
    const { side, orderType, price } = leg;
    const timeInForce = orderType === 'Market' ? 'ImmediateOrCancel' : 'GoodTillCancel';
    return {
      trigger: { price: leg.trigger, direction, source: leg.source },
      placed: { ...order, side, orderType, price, timeInForce },
    } as const;
  });
  for (const { placed, trigger } of legs) {
    const refused = refusedConditional(state, account, placed, trigger);
    if (refused !== undefined) return refused;
  }
  if (tooMany(state, order, 2)) return 'tooManyConditionalOrders';
  const parent = state.nextOrder;
  startWaiting(state, ...legs.map(({ placed, trigger }) => newWaiting(state, placed, trigger, { kind: pair.kind, parent })));
  return undefined;
}

/** A close of a position that waits for the maintenance margin rate of its account. */
export function placeMarginRateClose(state: NaiveState, position: NaivePosition, marginRate: bigint): string | undefined {
  const settings = state.settings(position.account, position.instrument);
  if (state.instrument(position.instrument).kind === 'Spot') return 'exitsNoPosition';
  if (settings.hedge === (position.index === 0)) return 'positionIndexMismatch';
  if (position.size === 0) return 'exitsNoPosition';
  if (marginRate <= 0n || marginRate >= ONE) return 'parameter';
  if (settings.isolated) return 'marginRateIsolated';
  if (exitsOf(state, position).some(({ kind }) => kind === 'MmRateClose')) return 'tooManyConditionalOrders';
  startWaiting(state, newExit(state, position, { kind: 'MmRateClose', parent: 0, marginRate }));
  return undefined;
}

/** Fires the closes whose account stands too badly. */
export function fireMarginRates(state: NaiveState): void {
  for (const order of state.waiting.filter(({ marginRate }) => marginRate !== undefined)) {
    const { balance, maintenance } = balanceOf(state, state.account(order.account), state.instrument(order.instrument).settleCoin);
    if (!state.waiting.includes(order) || order.marginRate === undefined) continue;
    // Rates are rounded to nearest.
    if (balance === 0n || (balance > 0n && (2n * maintenance * ONE + balance) / (2n * balance) >= order.marginRate)) fire(state, order);
  }
}

function carryOut(state: NaiveState, order: NaiveWaiting): void {
  const account = state.account(order.account);
  const { id, settleCoin } = state.instrument(order.instrument);
  const { options, side, orderType } = order;
  const drop = (reason: string): void => void state.lines.push(`cancel ${order.id} ${reason}`);
  if (state.closed.has(id)) return drop('EC_Others');
  const most = reducible(state.position(account, id, order.positionIndex), side);
  if (closes(order) && most === 0) return drop(ALONE.includes(order.kind) ? 'CancelByReduceOnly' : 'CancelByTpSlTsClear');
  if (options.closeOnTrigger === true) {
    for (const open of state.ordersOf(account.id, id).reverse()) {
      const { initial, balance } = balanceOf(state, account, settleCoin);
      if (initial > balance && !open.reduceOnly) cancel(state, open, 'CancelByCannotAffordOrderCost');
    }
  }
  const limit = priceLimit(state, state.instrument(id), side);
  const price = orderType === 'Market' ? 0 : side === 'Buy' ? Math.min(order.price, limit) : Math.max(order.price, limit);
  const quantity = order.quantity === 0 ? most : order.quantity;
  const refused = arrive(state, account, { ...order, clientOrderId: '', price, quantity }, order.id);
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

const slips = (limit: Leg['slippage']): string => (limit === undefined ? '' : String(limit.type === 'Percent' ? limit.share : limit.ticks));

const sameLeg = ({ options, orderType, price }: NaiveWaiting, leg: Leg): boolean =>
  options.trigger?.price === leg.trigger &&
  options.trigger.source === leg.source &&
  orderType === leg.orderType &&
  (orderType === 'Market' || price === leg.limit) &&
  slips(options.slippage) === slips(leg.slippage);

function setFull(state: NaiveState, position: NaivePosition, command: SetExits): string | undefined {
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
  if (trailing !== null) startWaiting(state, newExit(state, position, { kind: 'TrailingStop', parent: 0, trailing }));
  return undefined;
}

function overPosition(state: NaiveState, position: NaivePosition, command: SetExits, lots: number, changed?: Entry): boolean {
  const others = entriesOf(state, position).filter((entry) => entry.parent !== changed?.parent);
  return LEGS.some((which) => {
    const leg = command[which] === undefined ? changed?.[which] : (command[which] ?? undefined);
    return leg !== undefined && coveredBy(others, which) + lots > position.size;
  });
}

function addEntry(state: NaiveState, position: NaivePosition, command: SetExits, given: Exits): string | undefined {
  const lots = command.quantity;
  if (given.takeProfit === undefined && given.stopLoss === undefined) return 'exitsNotModified';
  if (lots <= 0) return 'parameter';
  if (countEntries(state, position) >= 20) return 'tooManyExits';
  if (overPosition(state, position, command, lots)) return 'exitsOverPosition';
  const parent = state.nextOrder;
  const legs = LEGS.flatMap((which) =>
    given[which] === undefined ? [] : newLeg(state, position, { which, leg: given[which], lots, parent }),
  );
  startWaiting(state, ...legs);
  return undefined;
}

function changeEntry(state: NaiveState, position: NaivePosition, command: SetExits): string | undefined {
  const entry = entriesOf(state, position).find((one) => LEGS.some((which) => one[which]?.id === command.entry));
  if (entry === undefined) return 'orderUnknown';
  const lots = command.quantity === 0 ? entryLots(entry) : command.quantity;
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
      order.quantity = lots;
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
export function setExits(state: NaiveState, position: NaivePosition, command: SetExits): string | undefined {
  const { takeProfit, stopLoss, trailing, mode } = command;
  const { tickSize, maxPrice, kind } = state.instrument(position.instrument);
  if (kind === 'Spot') return 'exitsNoPosition';
  if (state.settings(position.account, position.instrument).hedge === (position.index === 0)) return 'positionIndexMismatch';
  if (position.size === 0) return 'exitsNoPosition';
  const given: Exits = { mode, ...(takeProfit ? { takeProfit } : {}), ...(stopLoss ? { stopLoss } : {}) };
  const refused = takeProfit || stopLoss ? refusedExits(state, given, position) : undefined;
  if (refused !== undefined) return refused;
  if (trailing) {
    const { distance, share, activation } = trailing;
    if (distance < 0 || share < 0n || distance > 0 === share > 0n || share >= ONE) return 'parameter';
    if (position.side === 'Buy' && BigInt(distance) * tickSize >= state.price(position.instrument, 'LastPrice')) return 'parameter';
    if (activation < 0 || activation > maxPrice) return 'parameter';
  }
  if (mode === 'Full') return setFull(state, position, command);
  if (trailing !== undefined) return 'parameter';
  return command.entry === 0 ? addEntry(state, position, command, given) : changeEntry(state, position, command);
}

/** Changes an order that waits; both legs of a pair keep one quantity. */
export function amendWaiting(
  state: NaiveState,
  account: NaiveAccount,
  order: NaiveWaiting,
  changes: Plain<OrderChanges>,
): string | undefined {
  const instrument = state.instrument(order.instrument);
  const position = state.position(account, instrument.id, order.positionIndex);
  const before = order.options.trigger;
  if (order.trailing !== undefined || before === undefined) return 'parameter';
  const { price = order.price, quantity = order.quantity, triggerSource: source = before.source, trigger: at = before.price } = changes;
  const trigger = { ...before, price: at, source };
  const exits = changes.exits ?? undefined;
  const moves = at !== before.price || source !== before.source;
  if (changes.exits === undefined && price === order.price && quantity === order.quantity && !moves) return 'orderNotModified';
  if (changes.price !== undefined && order.orderType === 'Market') return 'parameter';
  if (changes.price !== undefined && !inRange(instrument, price)) return 'priceOutOfRange';
  const placed = { ...order, clientOrderId: '', price, quantity, options: { trigger, exits } };
  if (changes.quantity !== undefined) {
    const wrong = order.quantity === 0 ? 'parameter' : refusedLots(instrument, placed);
    if (wrong !== undefined) return wrong;
    const entries = entriesOf(state, position);
    const own = LEGS.filter((which) => entries.some((entry) => entry[which] && [order, order.partner].includes(entry[which])));
    if (own.some((which) => coveredBy(entries, which) - order.quantity + quantity > position.size)) return 'exitsOverPosition';
  }
  const alone = ALONE.includes(order.kind);
  if (changes.trigger !== undefined || changes.triggerSource !== undefined) {
    const which = order.kind.endsWith('TakeProfit') ? 'takeProfit' : 'stopLoss';
    const leg = { trigger: at, source, orderType: order.orderType, limit: order.price };
    const refused = alone
      ? refusedTrigger(state, instrument.id, trigger)
      : refusedExits(state, { mode: 'Partial', [which]: leg }, { instrument: instrument.id, side: against(order.side) });
    if (refused !== undefined) return refused;
  }
  if (exits !== undefined && (!alone || instrument.kind === 'Spot')) return 'exitsOnReduceOnly';
  const attached = refusedAttached(state, account, placed);
  if (attached !== undefined) return attached;
  Object.assign(order, { price, quantity });
  order.options.trigger = trigger;
  if (changes.exits !== undefined) order.options.exits = exits;
  if (order.partner !== undefined) order.partner.quantity = quantity;
  fireIfReached(state, order);
  return undefined;
}
