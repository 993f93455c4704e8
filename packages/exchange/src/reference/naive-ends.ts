import { ONE, against, ceil, fundingDue, gain, isInverse, larger, nearest, smaller, valueAt, valueOf } from './naive-formulas.ts';
import type { NaiveInstrument } from './naive-formulas.ts';
import { toInsurance } from './naive-liquidation.ts';
import { type NaiveAccount, type NaivePosition, type NaiveState, isHouse } from './naive-state.ts';
import { endConditional } from './slow-conditional.ts';
import { cancel, settle } from './naive-trading.ts';

const [HALF_HOUR, SECOND, CENT] = [1_800_000, 1_000, 1_000_000n] as const;

/** Open positions of an instrument by account and index. */
function holders(state: NaiveState, instrument: number): NaivePosition[] {
  const all = state.accounts.flatMap(({ positions }) => positions);
  return all.filter((position) => position.instrument === instrument && position.size > 0);
}

/** Longs pay shorts at the mark price; an isolated position pays from cash first, then from its own margin. */
export function settleFunding(state: NaiveState, instrument: NaiveInstrument, rate: bigint): void {
  const { id, settleCoin } = instrument;
  let left = 0n;
  for (const position of holders(state, id)) {
    const account = state.account(position.account);
    const due = fundingDue(position.side, valueOf(instrument, position.size, state.mark(id)), rate);
    const cash = larger(account.cash.get(settleCoin) ?? 0n, 0n);
    const fromCash = state.settings(account.id, id).isolated && due > 0n ? smaller(due, cash) : due;
    state.pay(account, settleCoin, -fromCash);
    position.margin -= due - fromCash;
    left += due;
    if (due !== 0n && !isHouse(account.id)) state.lines.push(`Funding ${account.id} ${id} ${position.side} ${position.size} ${due}`);
  }
  state.insurance.set(settleCoin, (state.insurance.get(settleCoin) ?? 0n) + left);
}

/** Pays every position its profit since entry, isolated ones into their margin; the entry becomes the mark price. */
export function settleSession(state: NaiveState, instrument: NaiveInstrument): void {
  const { id, settleCoin, tickSize } = instrument;
  for (const position of holders(state, id)) {
    const value = valueOf(instrument, position.size, state.mark(id));
    const earned = gain(instrument, position.side, position.entry, value);
    if (state.settings(position.account, id).isolated) position.margin += earned;
    else state.pay(state.account(position.account), settleCoin, earned);
    position.entry = value;
    if (earned === 0n || isHouse(position.account)) continue;
    const filled = `${position.side} ${position.size}@${state.mark(id) / tickSize}`;
    state.lines.push(`SessionSettlement ${position.account} ${id} ${filled} fee 0 closed 0 for ${earned}`);
  }
}

/** Samples the index once for every second of the last half hour that has passed since `before`. */
export function sampleIndex(state: NaiveState, { id, deliveryAt = 0 }: NaiveInstrument, before: number): void {
  const from = Math.max(before, deliveryAt - HALF_HOUR);
  for (let second = from - (from % SECOND) + SECOND; second <= Math.min(state.time, deliveryAt); second += SECOND) {
    state.samples[id]?.push(state.published[id] ?? 0n);
  }
}

/** The fund covers the shortfall of an account without positions. */
function cover(state: NaiveState, account: NaiveAccount, coin: string): void {
  const cash = account.cash.get(coin) ?? 0n;
  const orders = state.ordersOf(account.id).some(({ instrument }) => state.instrument(instrument).kind !== 'Spot');
  const open = account.positions.some(({ size }) => size > 0) || orders;
  if (account.kind === 'regular' && !isHouse(account.id) && cash < 0n && !open) toInsurance(state, account, coin, cash);
}

/** Cancels all orders of an ending instrument, and returns the average index price of its last half hour. */
function close(state: NaiveState, instrument: NaiveInstrument): bigint {
  const { id } = instrument;
  const reason = isInverse(instrument) ? 'CancelBySettle' : 'CancelByDelivery';
  for (const account of state.accounts) {
    const conditional = state.conditional.filter((order) => order.account === account.id && order.instrument === id);
    for (const order of conditional) endConditional(state, order, reason);
    for (const order of state.ordersOf(account.id, id)) cancel(state, order, reason);
  }
  state.orders = state.orders.filter((order) => order.instrument !== id);
  const samples = state.samples[id] ?? [];
  const sum = samples.reduce((all, index) => all + index, 0n);
  return nearest(sum, BigInt(samples.length));
}

function forget(state: NaiveState, { id, settleCoin }: NaiveInstrument, price: bigint): void {
  const desk = state.account(3);
  toInsurance(state, desk, settleCoin, desk.cash.get(settleCoin) ?? 0n);
  state.closed.add(id);
  state.lines.push(`delivered ${id} at ${price}`);
  for (const { positions } of state.accounts) positions.splice(0, positions.length, ...positions.filter((held) => held.instrument !== id));
}

/** Ends a dated contract: cancels its orders and closes positions at the average index price of its last half hour. */
export function deliver(state: NaiveState, instrument: NaiveInstrument): void {
  const { id, settleCoin: coin, tickSize, deliveryFee = 0n } = instrument;
  const tick = Number(nearest(close(state, instrument), tickSize));
  let rounding = 0n;
  for (const position of holders(state, id)) {
    rounding -= gain(instrument, position.side, 0n, valueAt(instrument, position.size, tick));
    const account = state.account(position.account);
    const before = account.cash.get(coin) ?? 0n;
    const kind = isInverse(instrument) ? 'Settle' : 'Delivery';
    settle(state, { kind, account, position, side: against(position.side), tick, lots: position.size, rate: deliveryFee });
    const left = (account.cash.get(coin) ?? 0n) - before;
    if (state.settings(account.id, id).isolated && left < 0n) toInsurance(state, account, coin, left);
    cover(state, account, coin);
  }
  // Inverse values of the two sides are rounded one by one and may differ.
  if ((state.insurance.get(coin) ?? 0n) + rounding >= 0n) toInsurance(state, state.account(3), coin, rounding);
  forget(state, instrument, BigInt(tick) * tickSize);
}

/** Ends an option: pays every position its value at the delivery price, less a fee. */
export function exercise(state: NaiveState, instrument: NaiveInstrument): void {
  const { id, settleCoin: coin, tickSize, lotSize, deliveryFee = 0n, option } = instrument;
  const delivery = nearest(close(state, instrument), CENT) * CENT;
  const difference = delivery - (option?.strike ?? 0n);
  const payoff = larger(0n, option?.right === 'Call' ? difference : -difference);
  for (const position of holders(state, id)) {
    const { side, size, entry } = position;
    const account = state.account(position.account);
    const paid = valueOf(instrument, size, payoff);
    const byPrice = ceil(delivery * deliveryFee * BigInt(size) * lotSize, ONE * ONE);
    const fee = isHouse(account.id) || paid === 0n ? 0n : smaller(byPrice, ceil(7n * paid, 100n));
    state.pay(account, coin, (side === 'Buy' ? paid : -paid) - fee);
    Object.assign(position, { size: 0, entry: 0n });
    const filled = `${against(side)} ${size}@${nearest(payoff, tickSize)} fee ${fee} closed ${size}`;
    if (!isHouse(account.id)) state.lines.push(`Delivery ${account.id} ${id} ${filled} for ${gain(instrument, side, entry, paid)}`);
    cover(state, account, coin);
  }
  forget(state, instrument, delivery);
}
