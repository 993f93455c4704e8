import { against, fundingDue, gain, larger, nearest, smaller, valueOf } from './naive-formulas.ts';
import { toInsurance } from './naive-liquidation.ts';
import { type NaiveAccount, type NaiveInstrument, type NaivePosition, type NaiveState, isHouse } from './naive-state.ts';
import { cancel, settle } from './naive-trading.ts';
import { endWaiting } from './naive-waiting.ts';

const HALF_HOUR = 1_800_000;
const SECOND = 1_000;

/** Open positions of an instrument by account and index. */
function holders(state: NaiveState, instrument: number): NaivePosition[] {
  const all = [...state.accounts].sort((a, b) => a.id - b.id).flatMap(({ positions }) => positions);
  return all.filter((position) => position.instrument === instrument && position.size > 0);
}

/** Longs pay shorts at the mark price; an isolated position pays from the cash first, then from its own margin. */
export function settleFunding(state: NaiveState, id: number, rate: bigint): void {
  const instrument = state.instrument(id);
  let left = 0n;
  for (const position of holders(state, id)) {
    const account = state.account(position.account);
    const due = fundingDue(position.side, valueOf(instrument, position.size, state.mark(id)), rate);
    const cash = larger(account.cash.get(instrument.coin) ?? 0n, 0n);
    const fromCash = state.settings(account.id, id).isolated && due > 0n ? smaller(due, cash) : due;
    state.pay(account, instrument.coin, -fromCash);
    position.margin -= due - fromCash;
    left += due;
    if (due !== 0n && !isHouse(account.id)) state.lines.push(`Funding ${account.id} ${id} ${position.side} ${position.size} ${due}`);
  }
  state.insurance.set(instrument.coin, (state.insurance.get(instrument.coin) ?? 0n) + left);
}

/** Pays every position what it earned since its entry, isolated ones into their margin; the entry is then the mark price. */
export function settleSession(state: NaiveState, instrument: NaiveInstrument): void {
  const { id, coin } = instrument;
  for (const position of holders(state, id)) {
    const value = valueOf(instrument, position.size, state.mark(id));
    const earned = gain(instrument, position.side, position.entry, value);
    if (state.settings(position.account, id).isolated) position.margin += earned;
    else state.pay(state.account(position.account), coin, earned);
    position.entry = value;
    if (earned === 0n || isHouse(position.account)) continue;
    const filled = `${position.side} ${position.size}@${state.mark(id) / instrument.tick}`;
    state.lines.push(`SessionSettlement ${position.account} ${id} ${filled} fee 0 closed 0 for ${earned}`);
  }
}

/** Takes the index once for every second of the last half hour that has passed since `before`. */
export function sampleIndex(state: NaiveState, { id, endsAt = 0 }: NaiveInstrument, before: number): void {
  const from = Math.max(before, endsAt - HALF_HOUR);
  for (let second = from - (from % SECOND) + SECOND; second <= Math.min(state.time, endsAt); second += SECOND) {
    state.samples[id]?.push(state.indices[id] ?? 0n);
  }
}

/** A shortfall of who has nothing open any more is the fund's. */
function cover(state: NaiveState, account: NaiveAccount, coin: string): void {
  const cash = account.cash.get(coin) ?? 0n;
  const open = account.positions.some(({ size }) => size > 0) || state.orders.some(({ owner }) => owner === account.id);
  if (isHouse(account.id) || cash >= 0n || open) return;
  toInsurance(state, account, coin, cash);
}

/** Ends a dated contract: orders go, and positions are closed at the mean of the index in its last half hour. */
export function deliver(state: NaiveState, instrument: NaiveInstrument): void {
  const { id, coin, inverse } = instrument;
  for (const account of state.accounts) {
    const reason = inverse ? 'CancelBySettle' : 'CancelByDelivery';
    const waiting = state.waiting.filter((order) => order.owner === account.id && order.instrument === id);
    for (const order of waiting) endWaiting(state, order, reason);
    for (const order of state.ordersOf(account.id, id)) cancel(state, order, reason);
  }
  state.orders = state.orders.filter((order) => order.instrument !== id);
  const samples = state.samples[id] ?? [];
  const sum = samples.reduce((all, index) => all + index, 0n);
  const tick = Number(nearest(nearest(sum, BigInt(samples.length)), instrument.tick));
  let rounding = 0n;
  for (const position of holders(state, id)) {
    const value = valueOf(instrument, position.size, BigInt(tick) * instrument.tick);
    rounding -= gain(instrument, position.side, 0n, value);
    const account = state.account(position.account);
    const before = account.cash.get(coin) ?? 0n;
    const side = against(position.side);
    const isolated = state.settings(account.id, id).isolated;
    const kind = inverse ? 'Settle' : 'Delivery';
    settle(state, { kind, account, position, side, tick, lots: position.size, rate: instrument.deliveryFee });
    const left = (account.cash.get(coin) ?? 0n) - before;
    if (isolated && left < 0n) toInsurance(state, account, coin, left);
    cover(state, account, coin);
  }
  // Inverse values of the two sides, rounded one by one, need not be equal.
  if ((state.insurance.get(coin) ?? 0n) + rounding >= 0n) toInsurance(state, state.account(3), coin, rounding);
  const desk = state.account(3);
  toInsurance(state, desk, coin, desk.cash.get(coin) ?? 0n);
  state.closed.add(id);
  for (const account of state.accounts) {
    account.positions.splice(0, account.positions.length, ...account.positions.filter((position) => position.instrument !== id));
  }
}
