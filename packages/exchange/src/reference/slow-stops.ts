import type { OrderChanges, PairLeg, SetPositionExits } from '@tapedeck/domain';
import { ONE, type Plain, against } from './naive-formulas.ts';
import { balanceOf, spendable } from './naive-margin.ts';
import { arrive, refusedEntry, refusedLots } from './naive-orders.ts';
import { countEntries, inRange, refusedAttached, refusedExits, refusedSlippage } from './slow-exits.ts';
import { closes } from './naive-state.ts';
import type { Exits, Leg, NaiveAccount, NaivePosition, NaiveState, NaiveTrigger, NaiveConditional, Placing } from './naive-state.ts';
import { cancel, reducible } from './naive-trading.ts';
import { priceLimit } from './slow-prices.ts';
import { ALONE, coveredBy, dress, endConditional, entriesOf, type Entry, entryLots, exitsOf, fire } from './slow-conditional.ts';
import { fireIfReached, FULL, isReached, LEGS, newExit, newLeg, spend, startConditional, type Terms } from './slow-conditional.ts';

const CONDITIONAL = 10;
const SPOT_CONDITIONAL = 30;

type SetExits = Plain<SetPositionExits>;

function refusedTrigger(state: NaiveState, instrument: number, trigger: NaiveTrigger): string | undefined {
  if (!inRange(state.instrument(instrument), trigger.price)) return 'priceOutOfRange';
  if (!isReached(state, instrument, trigger)) return undefined;
  return trigger.direction === 'Rising' ? 'triggerNotAbove' : 'triggerNotBelow';
}

function tooMany(state: NaiveState, { account, instrument }: Pick<Placing, 'account' | 'instrument'>, more: number): boolean {
  const own = state.conditional.filter(
    (order) => order.account === account && order.instrument === instrument && ALONE.includes(order.kind),
  );
  return own.length + more > (state.instrument(instrument).kind === 'Spot' ? SPOT_CONDITIONAL : CONDITIONAL);
}

function refusedConditional(state: NaiveState, account: NaiveAccount, order: Placing, trigger: NaiveTrigger): string | undefined {
  const instrument = state.instrument(order.instrument);
  const { closeOnTrigger, slippage } = order.options;
  const market = order.orderType === 'Market';
  const entry = refusedEntry(state, account, order);
  if (entry !== undefined) return entry;
  if (instrument.kind === 'Spot') {
    if (order.reduceOnly || closeOnTrigger === true) return 'parameter';
    if (order.borrows === true && (account.kind === 'regular' || instrument.spot?.loanable !== true)) return 'notBorrowable';
    if (order.positionIndex !== 0) return 'positionIndexMismatch';
  } else if (order.options.isTpSl === true) return 'parameter';
  const refused = refusedLots(instrument, order) ?? refusedSlippage(slippage, market);
  if (refused !== undefined) return refused;
  if (!market && !inRange(instrument, order.price)) return 'priceOutOfRange';
  if (tooMany(state, order, 1)) return 'tooManyConditionalOrders';
  return refusedTrigger(state, instrument.id, trigger) ?? refusedAttached(state, account, order);
}

function newConditional(state: NaiveState, order: Placing, trigger: NaiveTrigger, terms: Terms): NaiveConditional {
  const reduceOnly = closes(order) || order.options.closeOnTrigger === true;
  const price = order.orderType === 'Market' ? 0 : order.price;
  return { ...order, ...terms, id: state.takeId(), price, reduceOnly, best: 0, options: { ...order.options, trigger } };
}

/** A conditional order. */
export function placeConditional(state: NaiveState, account: NaiveAccount, order: Placing, trigger: NaiveTrigger): string | undefined {
  const refused = refusedConditional(state, account, order, trigger);
  if (refused !== undefined) return refused;
  if (order.clientOrderId !== '') account.clientIds.add(order.clientOrderId);
  startConditional(
    state,
    newConditional(state, order, trigger, { kind: order.options.isTpSl === true ? 'TakeProfitStopLoss' : 'Stop', parent: 0 }),
  );
  return undefined;
}

/** Two conditional orders that cancel each other; `order` holds their common terms. */
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
  startConditional(state, ...legs.map(({ placed, trigger }) => newConditional(state, placed, trigger, { kind: pair.kind, parent })));
  return undefined;
}

/** A close of a position at a maintenance margin rate of its account. */
export function placeMarginRateClose(state: NaiveState, position: NaivePosition, marginRate: bigint): string | undefined {
  const settings = state.settings(position.account, position.instrument);
  if (state.instrument(position.instrument).kind === 'Spot') return 'exitsNoPosition';
  if (settings.hedge === (position.index === 0)) return 'positionIndexMismatch';
  if (position.size === 0) return 'exitsNoPosition';
  if (marginRate <= 0n || marginRate >= ONE) return 'parameter';
  if (settings.isolated) return 'marginRateIsolated';
  if (exitsOf(state, position).some(({ kind }) => kind === 'MmRateClose')) return 'tooManyConditionalOrders';
  startConditional(state, newExit(state, position, { kind: 'MmRateClose', parent: 0, marginRate }));
  return undefined;
}

/** Triggers the closes whose account has reached its margin rate. */
export function fireMarginRates(state: NaiveState): void {
  for (const order of state.conditional.filter(({ marginRate }) => marginRate !== undefined)) {
    const { balance, maintenance } = balanceOf(state, state.account(order.account), state.instrument(order.instrument).settleCoin);
    if (!state.conditional.includes(order) || order.marginRate === undefined) continue;
    // Rates are rounded to nearest.
    if (balance === 0n || (balance > 0n && (2n * maintenance * ONE + balance) / (2n * balance) >= order.marginRate)) fire(state, order);
  }
}

function carryOut(state: NaiveState, order: NaiveConditional): void {
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
  const spends = order.quoteAmount !== undefined;
  const byAmount = spends && orderType === 'Market';
  if (spends && !byAmount && order.quantity === 0) return drop('EC_Others');
  const quantity = byAmount ? 0 : order.quantity === 0 ? most : order.quantity;
  const { quoteAmount, ...waited } = order;
  const placed = { ...waited, clientOrderId: '', price, quantity, ...(byAmount ? { quoteAmount } : {}) };
  const refused = arrive(state, account, placed, order.id);
  if (refused === 'insufficientBalance' || refused === 'aboveRiskLimit') drop('CancelByCannotAffordOrderCost');
  else if (refused !== undefined) drop(refused === 'marketNoLiquidity' ? 'EC_NoImmediateQtyToFill' : 'EC_Others');
}

/** Executes all triggered orders in sequence, including those that trigger meanwhile. */
export function carryOutDue(state: NaiveState): void {
  for (let order = state.due.shift(); order !== undefined; order = state.due.shift()) carryOut(state, order);
}

/** Both legs of a pair end together. */
export function cancelConditional(state: NaiveState, order: NaiveConditional): void {
  const { partner } = order;
  endConditional(state, order, 'CancelByUser');
  if (partner !== undefined) endConditional(state, partner, 'CancelByUser');
}

const slips = (limit: Leg['slippage']): string => (limit === undefined ? '' : String(limit.type === 'Percent' ? limit.share : limit.ticks));

const sameLeg = ({ options, orderType, price }: NaiveConditional, leg: Leg): boolean =>
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
    const order = before.find((one) => one.kind === FULL[which] && state.conditional.includes(one));
    if (leg === undefined || (leg === null && order === undefined) || (leg && order && sameLeg(order, leg))) continue;
    changed = true;
    if (order !== undefined && leg === null) endConditional(state, order, 'CancelByUser');
    else if (leg !== null && order === undefined) startConditional(state, newLeg(state, position, { which, leg, lots: 0, parent: 0 }));
    else if (leg !== null && order !== undefined) {
      dress(order, which, leg);
      fireIfReached(state, order);
    }
  }
  const { trailing } = command;
  const stop = exitsOf(state, position).find(({ kind }) => kind === 'TrailingStop');
  if (trailing === undefined || (trailing === null && stop === undefined)) return changed ? undefined : 'exitsNotModified';
  if (stop !== undefined) endConditional(state, stop, 'CancelByUser');
  if (trailing !== null) startConditional(state, newExit(state, position, { kind: 'TrailingStop', parent: 0, trailing }));
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
  startConditional(state, ...legs);
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
  const added: NaiveConditional[] = [];
  for (const which of LEGS) {
    const leg = command[which];
    const order = entry[which];
    if (order === undefined) {
      if (leg) added.push(newLeg(state, position, { which, leg, lots, parent: entry.parent }));
    } else if (!state.conditional.includes(order)) continue;
    else if (leg === null) endConditional(state, order, 'CancelByUser');
    else {
      if (leg !== undefined) dress(order, which, leg);
      order.quantity = lots;
      fireIfReached(state, order);
    }
  }
  const kept = LEGS.map((which) => entry[which]).find((order) => order !== undefined && state.conditional.includes(order));
  for (const leg of added) {
    leg.partner = kept?.partner === undefined ? kept : undefined;
    if (leg.partner !== undefined) leg.partner.partner = leg;
    startConditional(state, leg);
  }
  return undefined;
}

/** TP/SL or trailing stop of a position; returns the refusal reason. */
export function setExits(state: NaiveState, position: NaivePosition, command: SetExits): string | undefined {
  const { takeProfit, stopLoss, trailing, mode } = command;
  const { tickSize, maxPrice, kind, option } = state.instrument(position.instrument);
  if (kind === 'Spot') return 'exitsNoPosition';
  if (state.settings(position.account, position.instrument).hedge === (position.index === 0)) return 'positionIndexMismatch';
  if (position.size === 0) return 'exitsNoPosition';
  const given: Exits = { mode, ...(takeProfit ? { takeProfit } : {}), ...(stopLoss ? { stopLoss } : {}) };
  const refused = takeProfit || stopLoss ? refusedExits(state, given, position) : undefined;
  if (refused !== undefined) return refused;
  if (trailing) {
    if (option !== undefined) return 'optionExits';
    const { distance, share, activation } = trailing;
    if (distance < 0 || share < 0n || distance > 0 === share > 0n || share >= ONE) return 'parameter';
    if (position.side === 'Buy' && BigInt(distance) * tickSize >= state.price(position.instrument, 'LastPrice')) return 'parameter';
    if (activation < 0 || activation > maxPrice) return 'parameter';
  }
  if (mode === 'Full') return setFull(state, position, command);
  if (trailing !== undefined) return 'parameter';
  return command.entry === 0 ? addEntry(state, position, command, given) : changeEntry(state, position, command);
}

/** Amends a conditional order; both legs of a pair keep one quantity. */
export function amendConditional(
  state: NaiveState,
  account: NaiveAccount,
  order: NaiveConditional,
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
    const wrong = order.quantity === 0 || order.quoteAmount !== undefined ? 'parameter' : refusedLots(instrument, placed);
    if (wrong !== undefined) return wrong;
    const more = BigInt(quantity - order.quantity) * instrument.lotSize;
    if (order.sells === true && more > spendable(state, account, instrument.baseCoin)) return 'insufficientBalance';
    const entries = order.sells === true ? [] : entriesOf(state, position);
    const own = LEGS.filter((which) => entries.some((entry) => entry[which] && [order, order.partner].includes(entry[which])));
    if (own.some((which) => coveredBy(entries, which) - order.quantity + quantity > position.size)) return 'exitsOverPosition';
  }
  const alone = ALONE.includes(order.kind);
  if (changes.trigger !== undefined || changes.triggerSource !== undefined) {
    const which = order.kind.endsWith('TakeProfit') ? 'takeProfit' : 'stopLoss';
    const leg = { trigger: at, source, orderType: order.orderType, limit: order.price };
    const refused = alone
      ? refusedTrigger(state, instrument.id, trigger)
      : refusedExits(
          state,
          { mode: order.kind.startsWith('Partial') ? 'Partial' : 'Full', [which]: leg },
          { instrument: instrument.id, side: against(order.side) },
        );
    if (refused !== undefined) return refused;
  }
  if (exits !== undefined && !alone) return 'exitsOnReduceOnly';
  const attached = refusedAttached(state, account, placed);
  if (attached !== undefined) return attached;
  Object.assign(order, { price, quantity });
  order.options.trigger = trigger;
  if (order.quoteAmount !== undefined) spend(state, order, order.quoteAmount);
  if (changes.exits !== undefined) order.options.exits = exits;
  if (order.partner !== undefined) order.partner.quantity = quantity;
  fireIfReached(state, order);
  return undefined;
}
