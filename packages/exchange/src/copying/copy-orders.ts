import {
  assertNever,
  ZERO_MONEY,
  addMoney,
  copiedClose,
  copiedLots,
  copyReason,
  isCopied,
  lotCount,
  lots,
  lotsAtValue,
  opposite,
  priceOfTicks,
  sharesMarginMode,
  subtractMoney,
  ticks,
  type CopyTag,
  type Money,
  type OrderId,
  type OrderOptions,
  type PlaceOrder,
  type Refusal,
} from '@tapedeck/domain';
import { withoutAbsent } from '../codec/fields.ts';
import { Following, type LeadingOrder, type LeadingStep } from '../state/copying.ts';
import { reducible, termsRefusal } from '../margin/check-order.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Position } from '../state/position.ts';
import type { Slot } from '../state/slot.ts';
import { amendOrder } from '../orders/amend-order.ts';
import { setLeverage, setMarginMode, setPositionMode } from '../settings/change-settings.ts';
import { copyRecord } from './copy-record.ts';
import { endOrder } from '../fills/end-order.ts';
import { arrive } from '../orders/place-order.ts';

interface Follower {
  readonly account: Account;
  readonly following: Following;
}

function followersOf(state: ExchangeState, leader: number): Follower[] {
  const leading = state.copying.leaders.get(leader);
  if (leading === undefined) return [];
  return [...leading.followers].flatMap((id) => {
    const account = state.account(id);
    return account.copying instanceof Following ? [{ account, following: account.copying }] : [];
  });
}

/** Value of an account's copied positions and open copies: positions at the mark price, orders at their own price. */
function copiedValue(account: Account, state: ExchangeState): Money {
  let sum = ZERO_MONEY;
  for (const slot of account.active) {
    if (!isCopied(slot.instrument)) continue;
    const { mark } = state.market(slot.instrument.id);
    for (const position of slot.positions) {
      if (position.size > 0) sum = addMoney(sum, position.marginAt(mark).value);
      const { buyValue, sellValue } = slot.totals(position.index);
      sum = addMoney(sum, addMoney(buyValue, sellValue));
    }
  }
  return sum;
}

/** Lots that may still open before copied positions reach the follower's maximum. */
function room(state: ExchangeState, { account, following }: Follower, market: Market, tick: number): number {
  const left = subtractMoney(following.terms.maxAmount, copiedValue(account, state));
  if (left <= ZERO_MONEY) return 0;
  const at = tick > 0 ? priceOfTicks(ticks(tick), market.instrument.tickSize) : market.mark;
  return Math.max(0, lotCount(lotsAtValue(market.instrument, left, at)));
}

/** Sets the follower's modes and leverage in the contract to the leader's, where they differ. */
function alignSettings(state: ExchangeState, leader: Slot, { account }: Follower, own: Slot): Refusal | undefined {
  const head = { time: state.now, account: account.id, instrument: own.instrument.id } as const;
  const { positionMode, marginMode, longLeverage, shortLeverage } = leader;
  if (own.positionMode !== positionMode) {
    const { refusal } = setPositionMode(state, account, { type: 'SetPositionMode', ...head, positionMode });
    if (refusal !== undefined) return refusal;
  }
  if (own.marginMode !== marginMode) {
    // A copy must not change the mode of unrelated contracts.
    if (sharesMarginMode(account.kind, own.instrument)) return { reason: 'copySettings' };
    const { refusal } = setMarginMode(state, account, { type: 'SetMarginMode', ...head, marginMode });
    if (refusal !== undefined) return refusal;
  }
  if (own.longLeverage === longLeverage && own.shortLeverage === shortLeverage) return undefined;
  return setLeverage(state, account, { type: 'SetLeverage', ...head, longLeverage, shortLeverage }).refusal;
}

function miss(state: ExchangeState, { following }: Follower, step: LeadingOrder, { reason }: Refusal): void {
  const { instrument, side, orderId: order } = step;
  following.miss({ time: state.now, instrument, side, order, reason: copyReason(reason) });
  state.copying.touched.add(following.account);
}

/** Places a follower's order like any other order; a refusal changes nothing. */
function place(
  state: ExchangeState,
  { account, following }: Follower,
  order: Omit<PlaceOrder, 'type' | 'time' | 'account' | 'clientOrderId'>,
  copy: CopyTag,
): Refusal | undefined {
  const command: PlaceOrder = { type: 'PlaceOrder', time: state.now, account: account.id, clientOrderId: '', ...order };
  const market = state.market(order.instrument);
  const refused = termsRefusal(account, account.slot(market.instrument), market, command);
  if (refused !== undefined) return refused;
  const { refusal, orderId } = arrive(state, account, { command, fired: undefined, copy });
  if (refusal !== undefined) return refusal;
  following.orders += 1;
  state.copying.touched.add(following.account);
  if (orderId !== undefined && account.orders.has(orderId)) following.copies.set(copy.order, orderId);
  return undefined;
}

const AMOUNT: Refusal = { reason: 'copyAmount' };
const TOO_SMALL: Refusal = { reason: 'quantityTooSmall' };

/** Lots that a copy closes, lots that it would open by the follower's ratio, and the part of these within the follower's limit. */
interface Sized {
  readonly closes: number;
  readonly wanted: number;
  readonly opens: number;
}

function sizeOf(state: ExchangeState, step: LeadingOrder, follower: Follower, market: Market): Sized {
  const position = follower.account.slot(market.instrument).position(step.positionIndex);
  const closes = copiedClose(reducible(position, step.side), step.closes, step.against);
  const wanted = step.reduceOnly ? 0 : copiedLots(step.count - step.closes, follower.following.terms.ratio);
  return { closes, wanted, opens: wanted === 0 ? 0 : Math.min(wanted, room(state, follower, market, step.price)) };
}

function optionsOf({ slippage, selfMatch }: LeadingOrder): Pick<PlaceOrder, 'options'> {
  if (slippage === undefined && selfMatch === undefined) return {};
  return { options: withoutAbsent<OrderOptions>({ slippage, selfMatch }) };
}

/** Copies an order: it closes the same share of the position as the leader, and opens by the follower's ratio. */
function copyOrder(state: ExchangeState, step: LeadingOrder, follower: Follower, market: Market): void {
  const { instrument } = market;
  const slot = follower.account.slot(instrument);
  const opensAny = !step.reduceOnly && step.count > step.closes;
  const refusedSettings = opensAny ? alignSettings(state, state.account(step.leader).slot(instrument), follower, slot) : undefined;
  if (refusedSettings !== undefined) return miss(state, follower, step, refusedSettings);
  if ((slot.positionMode === 'MergedSingle') !== (step.positionIndex === 0)) return;
  const { closes, wanted, opens } = sizeOf(state, step, follower, market);
  const most = lotCount(step.orderType === 'Market' ? instrument.maxMarketOrder : instrument.maxLimitOrder);
  const count = Math.min(closes + opens, most);
  if (count < lotCount(instrument.minOrder)) {
    if (opensAny) miss(state, follower, step, opens < wanted ? AMOUNT : TOO_SMALL);
    return;
  }
  const { side, orderType, timeInForce, positionIndex, source } = step;
  const terms = { instrument: instrument.id, side, orderType, price: ticks(step.price), quantity: lots(count), timeInForce };
  const reduceOnly = step.reduceOnly || opens === 0;
  const tag = { leader: step.leader, order: step.orderId, lots: lots(step.count) };
  const refused = place(state, follower, { ...terms, reduceOnly, positionIndex, source, ...optionsOf(step) }, tag);
  if (refused !== undefined) miss(state, follower, step, refused);
}

function cancelCopy(state: ExchangeState, { account, following }: Follower, leaderOrder: OrderId): void {
  const order = account.orders.get(following.copies.get(leaderOrder) ?? 0);
  if (order !== undefined) endOrder(state, account, order, 'CancelByUser');
}

/** A copy takes the new price of the leader's order and changes its quantity in proportion. */
function changeCopy(state: ExchangeState, step: Extract<LeadingStep, { kind: 'changed' }>, follower: Follower): void {
  const { account, following } = follower;
  const own = account.orders.get(following.copies.get(step.orderId) ?? 0);
  const copy = own?.extra?.copy;
  if (own === undefined || copy === undefined) return;
  const quantity = Math.floor((own.quantity * step.count) / lotCount(copy.lots));
  if (quantity <= own.filled) return cancelCopy(state, follower, step.orderId);
  own.extra = { ...own.extra, copy: { ...copy, lots: lots(step.count) } };
  const changes = {
    ...(own.price !== step.price && { price: ticks(step.price) }),
    ...(own.quantity !== quantity && { quantity: lots(quantity) }),
  };
  if (Object.keys(changes).length === 0) return;
  const command = { type: 'AmendOrder', time: state.now, account: account.id, orderId: own.orderId, changes } as const;
  const { refusal } = amendOrder(state, account, command);
  if (refusal === undefined) return;
  // The copy cannot follow the amendment; it is cancelled because the leader's order has left this price.
  const { instrument, side } = own;
  following.miss({ time: state.now, instrument: instrument.id, side, order: step.orderId, reason: copyReason(refusal.reason) });
  state.copying.touched.add(account.id);
  cancelCopy(state, follower, step.orderId);
}

/** Closes a position at market in as many orders as needed; a rest that the book cannot fill remains. */
export function closeCopied(state: ExchangeState, { account, following }: Follower, position: Position): void {
  const { instrument } = position.slot;
  const most = lotCount(instrument.maxMarketOrder);
  while (position.size > 0) {
    const before = position.size;
    const refused = place(
      state,
      { account, following },
      {
        instrument: instrument.id,
        side: opposite(position.side),
        orderType: 'Market',
        price: ticks(0),
        quantity: lots(Math.min(before, most)),
        timeInForce: 'ImmediateOrCancel',
        reduceOnly: true,
        positionIndex: position.index,
        source: 'api',
      },
      { leader: following.terms.leader, order: 0, lots: lots(before) },
    );
    if (refused !== undefined) {
      const { reason } = refused;
      following.miss({ time: state.now, instrument: instrument.id, side: opposite(position.side), order: 0, reason: copyReason(reason) });
      state.copying.touched.add(account.id);
    }
    if (position.size === before) return;
  }
}

/** A copied position ends with the leader's: copies that would reopen it are cancelled, and the remainder is closed. */
function followFlat(state: ExchangeState, step: Extract<LeadingStep, { kind: 'flat' }>, follower: Follower, market: Market): void {
  const slot = follower.account.slot(market.instrument);
  if (!slot.active || (slot.positionMode === 'MergedSingle') !== (step.positionIndex === 0)) return;
  for (const order of follower.account.ordersOf(slot)) {
    const opens = order.extra?.copy?.leader === step.leader && !order.reduceOnly && order.positionIndex === step.positionIndex;
    // The leader's opening order is still conditional, so its copy stays conditional too.
    if (opens && !state.account(step.leader).orders.has(order.extra?.copy?.order ?? 0))
      endOrder(state, follower.account, order, 'CancelByUser');
  }
  closeCopied(state, follower, slot.position(step.positionIndex));
}

/** Executes a step for one follower; `market` is the step's market, if it names one. */
function stepFollower(state: ExchangeState, step: LeadingStep, follower: Follower, market: Market | undefined): void {
  switch (step.kind) {
    case 'ended':
      cancelCopy(state, follower, step.orderId);
      return;
    case 'changed':
      changeCopy(state, step, follower);
      return;
    case 'placed':
      if (market !== undefined) copyOrder(state, step, follower, market);
      return;
    case 'flat':
      if (market !== undefined) followFlat(state, step, follower, market);
      return;
    default:
      assertNever(step);
  }
}

function stepFollowers(state: ExchangeState, step: LeadingStep): void {
  const market = 'instrument' in step ? state.findMarket(step.instrument) : undefined;
  if ('instrument' in step && market?.status !== 'Trading') return;
  // A reversed leader is not flat.
  if (step.kind === 'flat' && market && state.account(step.leader).slot(market.instrument).position(step.positionIndex).size > 0) return;
  for (const follower of followersOf(state, step.leader)) stepFollower(state, step, follower, market);
}

/** Executes for the followers the steps of their leaders, in the same order. */
export function runCopies(state: ExchangeState): void {
  const { due } = state.copying;
  for (let step = due.shift(); step !== undefined; step = due.shift()) stepFollowers(state, step);
}

/** Reports the new copy-trading state to each changed account. */
export function tellCopying(state: ExchangeState): void {
  const { touched } = state.copying;
  if (touched.size === 0) return;
  for (const account of touched) {
    const copying = copyRecord(state, account);
    state.tell({ type: 'CopyingChanged', account, ...(copying !== undefined && { copying }) });
  }
  touched.clear();
}
