import type { CancelAllOrders, StopOrderType, TriggerSource } from '@tapedeck/domain';
import { ONE, type Plain, against, ceil, feeOf, floor, larger, valueAt } from './naive-formulas.ts';
import type { NaiveFill } from './naive-trading.ts';
import type { Leg, NaiveAccount, NaiveOrder, NaivePosition, NaiveState, NaiveTrigger, NaiveConditional, Placing } from './naive-state.ts';

type Which = 'takeProfit' | 'stopLoss';
export const LEGS: readonly Which[] = ['takeProfit', 'stopLoss'];
export const FULL: Readonly<Record<Which, StopOrderType>> = { takeProfit: 'TakeProfit', stopLoss: 'StopLoss' };
const PARTIAL: Readonly<Record<Which, StopOrderType>> = { takeProfit: 'PartialTakeProfit', stopLoss: 'PartialStopLoss' };
/** Conditional orders of an account itself, not of a position. */
export const ALONE: readonly StopOrderType[] = ['Stop', 'TakeProfitStopLoss', 'TakeProfitStopLossOCO', 'BidirectionalTpSl'];

/** Tabs of conditional orders, by kind. */
const TABS: Record<string, string> = { Stop: 'condition', TrailingStop: 'trailingStop', MmRateClose: 'mmr', TakeProfitStopLossOCO: 'oco' };

/** Whether a cancel-all covers an order; `kind` is set for conditional orders. */
export function means(
  { instrument, only }: Plain<CancelAllOrders>,
  order: Pick<Placing, 'instrument' | 'positionIndex' | 'reduceOnly'>,
  kind?: string,
): boolean {
  if (instrument !== -1 && instrument !== order.instrument) return false;
  if (only === undefined) return true;
  if (only.positionIndex !== undefined && only.positionIndex !== order.positionIndex) return false;
  const alone = ALONE.some((one) => one === kind);
  if (only.keepsProtective === true && kind !== undefined && (!alone || order.reduceOnly)) return false;
  if (only.tab === 'every') return true;
  if (only.tab === 'partialTpSl') return kind?.startsWith('Partial') === true;
  return only.tab === (kind === undefined ? 'activity' : (TABS[kind] ?? 'tpSl'));
}

/** Whether the source of a trigger has reached it. */
export function isReached(state: NaiveState, instrument: number, { price, direction, source }: NaiveTrigger): boolean {
  const [level, at] = [BigInt(price) * state.instrument(instrument).tickSize, state.price(instrument, source)];
  return direction === 'Rising' ? at >= level : at <= level;
}

/** An active trailing stop follows the last price; true if it moved. */
function follow(state: NaiveState, order: NaiveConditional): boolean {
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

/** Whether a trailing stop starts to follow at the last price. */
function activates(state: NaiveState, { trailing, side, instrument }: NaiveConditional): boolean {
  const price = trailing?.activation ?? 0;
  return price === 0 || isReached(state, instrument, { price, direction: side === 'Sell' ? 'Rising' : 'Falling', source: 'LastPrice' });
}

function forget(state: NaiveState, order: NaiveConditional): void {
  state.conditional = state.conditional.filter((other) => other !== order);
  if (order.partner !== undefined) order.partner.partner = undefined;
  order.partner = undefined;
}

/** Ends a conditional order without triggering it. */
export function endConditional(state: NaiveState, order: NaiveConditional, reason: string): void {
  forget(state, order);
  state.lines.push(`cancel ${order.id} ${reason}`);
}

/** Triggers an order: its partner ends now, and the order is executed later. */
export function fire(state: NaiveState, order: NaiveConditional): void {
  const { partner, kind, options } = order;
  const profit = kind === 'PartialTakeProfit' || (kind !== 'PartialStopLoss' && options.trigger?.direction === 'Rising');
  forget(state, order);
  state.lines.push(`trigger ${order.id} ${kind}`);
  state.due.push(order);
  if (partner === undefined) return;
  endConditional(state, partner, profit ? 'CancelByOCOSlCanceledByTpTriggered' : 'CancelByOCOTpCanceledBySlTriggered');
}

/** A source has moved: every order that it reaches triggers; rises before falls, first passed before the rest, older before younger. */
export function crossed(state: NaiveState, instrument: number, source: TriggerSource): void {
  const reached: { order: NaiveConditional; trigger: NaiveTrigger }[] = [];
  for (const order of state.conditional) {
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
  for (const { order } of reached) if (state.conditional.includes(order)) fire(state, order);
}

/** Triggers an order whose price is already reached. */
export function fireIfReached(state: NaiveState, order: NaiveConditional): void {
  const { trigger } = order.options;
  if (trigger !== undefined && isReached(state, order.instrument, trigger)) fire(state, order);
}

/** Registers an order, or two that cancel each other. */
export function startConditional(state: NaiveState, ...legs: readonly NaiveConditional[]): void {
  const [first, second] = legs;
  if (first !== undefined && second !== undefined) [first.partner, second.partner] = [second, first];
  for (const leg of legs) {
    if (leg.trailing !== undefined && activates(state, leg)) follow(state, leg);
    state.conditional.push(leg);
  }
  for (const leg of legs) if (state.conditional.includes(leg)) fireIfReached(state, leg);
}

export function exitsOf(state: NaiveState, { account, instrument, index }: NaivePosition): NaiveConditional[] {
  const own = state.conditional.filter((order) => order.account === account && order.instrument === instrument);
  return own.filter(({ kind, positionIndex }) => positionIndex === index && !ALONE.includes(kind));
}

export interface Entry {
  readonly parent: number;
  takeProfit: NaiveConditional | undefined;
  stopLoss: NaiveConditional | undefined;
}

/** Partial TP/SL of a position, oldest first; a pair counts as one entry. */
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

export const entryLots = (entry: Entry): number => (entry.takeProfit ?? entry.stopLoss)?.quantity ?? 0;
export const coveredBy = (entries: readonly Entry[], which: Which): number =>
  entries.reduce((sum, entry) => sum + (entry[which]?.quantity ?? 0), 0);

/** Gives an exit the terms of a leg. */
export function dress(order: NaiveConditional, which: Which, { orderType, limit, trigger: price, source, slippage }: Leg): void {
  const direction = (order.side === 'Sell') === (which === 'takeProfit') ? 'Rising' : 'Falling';
  Object.assign(order, { orderType, price: orderType === 'Market' ? 0 : limit });
  Object.assign(order.options, { trigger: { price, direction, source }, slippage });
}

export interface Terms {
  readonly kind: StopOrderType;
  readonly parent: number;
  readonly marginRate?: bigint;
  readonly trailing?: NaiveConditional['trailing'];
}

/** An exit of the entire position, at market. */
export function newExit(state: NaiveState, position: NaivePosition, terms: Terms): NaiveConditional {
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

export function newLeg(
  state: NaiveState,
  position: NaivePosition,
  made: { which: Which; leg: Leg; lots: number; parent: number },
): NaiveConditional {
  const { which, leg, lots, parent } = made;
  const order = newExit(state, position, { kind: lots === 0 ? FULL[which] : PARTIAL[which], parent });
  dress(order, which, leg);
  order.quantity = lots;
  return order;
}

/** An order with attached TP/SL has opened `lots`: the TP/SL now belong to the position. */
export function attach(
  state: NaiveState,
  position: NaivePosition,
  order: NaiveOrder,
  fill: Pick<NaiveFill, 'lots' | 'rate' | 'tick'>,
): void {
  if (state.instrument(order.instrument).kind === 'Spot') return keepBought(state, order, fill);
  const { lots } = fill;
  const { exits } = order.options;
  if (exits === undefined || lots === 0 || position.size === 0) return;
  const given = LEGS.flatMap((which) => (exits[which] === undefined ? [] : [{ which, leg: exits[which], parent: order.id }]));
  if (exits.mode === 'Full') {
    if (exitsOf(state, position).some(({ parent }) => parent === order.id)) return;
    for (const one of given) {
      const before = exitsOf(state, position).find(({ kind }) => kind === FULL[one.which]);
      if (before !== undefined) endConditional(state, before, 'CancelByUser');
      startConditional(state, newLeg(state, position, { ...one, lots: 0 }));
    }
    return;
  }
  const entry = entriesOf(state, position).find(({ parent }) => parent === order.id);
  const there = given.flatMap(({ which }) => entry?.[which] ?? []);
  if (entry !== undefined && there.length === given.length) for (const leg of there) leg.quantity += lots;
  else startConditional(state, ...given.map((one) => newLeg(state, position, { ...one, lots })));
}

/** Sets the reservation of TP/SL that buy back: these lots at their limit, or at their trigger. */
export function spend(state: NaiveState, leg: NaiveConditional, amount: bigint): void {
  const tick = leg.orderType === 'Limit' ? leg.price : (leg.options.trigger?.price ?? 0);
  Object.assign(leg, { quoteAmount: amount, quantity: Number(amount / valueAt(state.instrument(leg.instrument), 1, tick)) });
}

/** An order of a pair with attached TP/SL has filled: its proceeds after fees are reserved for them, as whole lots or as coins. */
function keepBought(state: NaiveState, order: NaiveOrder, { lots: count, rate, tick }: Pick<NaiveFill, 'lots' | 'rate' | 'tick'>): void {
  const { exits } = order.options;
  const instrument = state.instrument(order.instrument);
  const { lotSize } = instrument;
  if (exits === undefined) return;
  const value = valueAt(instrument, count, tick);
  const coins = order.side === 'Sell' ? value - feeOf(value, rate) : 0n;
  const sellable = (filled: number): bigint => larger(0n, floor(BigInt(filled) * lotSize - (order.charged ?? 0n), lotSize));
  const before = sellable(order.filled - count);
  order.charged = (order.charged ?? 0n) + feeOf(BigInt(count) * lotSize, rate);
  const more = order.side === 'Sell' ? 0 : Number(sellable(order.filled) - before);
  if (more <= 0 && coins <= 0n) return;
  const grow = (leg: NaiveConditional): void => {
    if (order.side === 'Sell') spend(state, leg, (leg.quoteAmount ?? 0n) + coins);
    else leg.quantity += more;
  };
  const own = state.conditional.filter(({ parent, sells }) => sells === true && parent === order.id);
  own.forEach(grow);
  if (own.length > 0) return;
  const traded = { ...state.position(state.account(order.account), order.instrument, 0), side: order.side };
  const legs = LEGS.flatMap((which) => {
    const leg = exits[which];
    return leg === undefined ? [] : [newLeg(state, traded, { which, leg, lots: 1, parent: order.id })];
  });
  for (const leg of legs) {
    Object.assign(leg, { sells: true, quantity: 0, reduceOnly: false, options: { ...leg.options, closeOnTrigger: false } });
    grow(leg);
  }
  startConditional(state, ...legs);
}

/** Amount and coin that a leg of a pair reserves. */
function keeps(state: NaiveState, { instrument, quantity, quoteAmount }: NaiveConditional): readonly [string, bigint] {
  const { baseCoin, quoteCoin, lotSize } = state.instrument(instrument);
  return quoteAmount === undefined ? [baseCoin, BigInt(quantity) * lotSize] : [quoteCoin, quoteAmount];
}

/** Total that the TP/SL of pairs reserve of a coin, including triggered ones that are not executed yet. */
export function boughtOf(state: NaiveState, account: NaiveAccount, coin: string): bigint {
  const kept = [...state.conditional, ...state.due].filter((leg) => leg.account === account.id && leg.sells === true);
  const once = kept.filter(({ partner, id }) => (partner?.id ?? id) >= id).map((leg) => keeps(state, leg));
  return once.reduce((sum, [of, amount]) => sum + (of === coin ? amount : 0n), 0n);
}

/** A liquidation ends the exits that sell a coin, or all of them. */
export function endBought(state: NaiveState, account: NaiveAccount, coin: string | undefined): void {
  for (const leg of state.conditional.filter(({ account: id, sells }) => id === account.id && sells === true)) {
    if (coin === undefined || keeps(state, leg)[0] === coin) endConditional(state, leg, 'CancelAllBeforeLiq');
  }
}

/** Exits end when their position is closed or reversed, and partial ones never close more than its size: the newest are reduced first. */
export function trimExits(state: NaiveState, account: NaiveAccount, instrument: number): void {
  if (state.instrument(instrument).kind === 'Spot') return;
  for (const index of [0, 1, 2]) {
    const position = state.position(account, instrument, index);
    for (const order of exitsOf(state, position)) {
      const gone = position.size === 0 || position.side === order.side;
      if (gone && state.conditional.includes(order)) endConditional(state, order, 'CancelByTpSlTsClear');
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
          if (leg.quantity === 0) endConditional(state, leg, 'CancelByTpSlTsClear');
        }
      }
    }
  }
}
