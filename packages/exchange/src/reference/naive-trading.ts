import { type Direction, against, ceil, feeOf, floor, gain, isolatedMargin, valueOf } from './naive-formulas.ts';
import { type NaiveAccount, type NaiveInstrument, type NaiveOrder, type NaivePosition, type NaiveState } from './naive-state.ts';
import { isHouse, leverageOf } from './naive-state.ts';
import { attach, crossed, trimExits } from './naive-waiting.ts';

/** One side of a trade. */
export interface NaiveFill {
  readonly kind: string;
  readonly account: NaiveAccount;
  readonly position: NaivePosition;
  readonly side: Direction;
  readonly tick: number;
  readonly lots: number;
  readonly rate: bigint;
}

/** Closes what is open against the fill, opens with the rest, and pays the fee. Returns the lots that opened. */
export function settle(state: NaiveState, fill: NaiveFill): number {
  const { account, position, side, lots } = fill;
  const instrument = state.instrument(position.instrument);
  const settings = state.settings(account.id, position.instrument);
  const value = (count: number): bigint => valueOf(instrument, count, BigInt(fill.tick) * instrument.tick);
  const fee = isHouse(account.id) ? 0n : feeOf(value(lots), fill.rate);
  const closed = position.side === side ? 0 : Math.min(position.size, lots);
  let earned = 0n;
  if (closed > 0) {
    const entry = floor(position.entry * BigInt(closed), BigInt(position.size));
    const margin = floor(position.margin * BigInt(closed), BigInt(position.size));
    earned = gain(instrument, position.side, entry, value(closed));
    position.entry -= entry;
    position.margin -= margin;
    position.size -= closed;
    state.pay(account, instrument.coin, earned + margin);
  }
  const opened = lots - closed;
  if (opened > 0) {
    // Not the value of the opened lots alone: rounded values must add up to the value of the trade.
    const entry = value(lots) - value(closed);
    const reserved = settings.isolated ? isolatedMargin(instrument, side, entry, leverageOf(settings, side)) : 0n;
    position.side = side;
    position.size += opened;
    position.entry += entry;
    position.margin += reserved;
    state.pay(account, instrument.coin, -reserved);
  }
  state.pay(account, instrument.coin, -fee);
  if (isHouse(account.id)) return opened;
  state.lines.push(`${fill.kind} ${account.id} ${instrument.id} ${side} ${lots}@${fill.tick} fee ${fee} closed ${closed} for ${earned}`);
  return opened;
}

export function cancel(state: NaiveState, order: NaiveOrder, reason: string): void {
  state.remove(order);
  if (order.id > 0) state.lines.push(`cancel ${order.id} ${reason}`);
}

export const reducible = (position: NaivePosition, side: Direction): number => (position.side === side ? 0 : position.size);

/** Cuts reduce-only orders to what is left of their position. */
export function trim(state: NaiveState, account: NaiveAccount, instrument: number): void {
  trimExits(state, account, instrument);
  for (const order of state.ordersOf(account.id, instrument)) {
    if (!order.reduceOnly) continue;
    const most = reducible(state.position(account, instrument, order.index), order.side);
    if (most === 0) cancel(state, order, 'CancelByReduceOnly');
    else order.left = Math.min(order.left, most);
  }
}

export interface NaiveTaker {
  readonly account: NaiveAccount;
  readonly instrument: NaiveInstrument;
  readonly side: Direction;
  readonly index: number;
  readonly limit: number;
  readonly reduceOnly: boolean;
  /** None of the house and of liquidations. */
  readonly order?: NaiveOrder;
}

export const reaches = (side: Direction, limit: number, tick: number): boolean => (side === 'Buy' ? tick <= limit : tick >= limit);

/** Trades against the book up to the limit; what is the taker's own is cancelled. Returns the lots filled. */
export function take(state: NaiveState, taker: NaiveTaker, lots: number): number {
  const { account, instrument, side, index } = taker;
  const position = state.position(account, instrument.id, index);
  let filled = 0;
  for (;;) {
    const want = taker.reduceOnly ? Math.min(lots - filled, reducible(position, side)) : lots - filled;
    const best = state.best(instrument.id, side);
    if (want <= 0 || best === undefined || !reaches(side, taker.limit, best.tick)) return filled;
    const rule = taker.order?.selfMatch ?? 'CancelMaker';
    if (best.owner === account.id && (best.id < 0 || rule !== 'None')) {
      if (rule !== 'CancelTaker') cancel(state, best, 'CancelBySmp');
      if (rule === 'CancelMaker' || taker.order === undefined) continue;
      cancel(state, taker.order, 'CancelBySmp');
      return filled;
    }
    const count = Math.min(want, best.left);
    const owner = state.account(best.owner);
    for (const order of [best, taker.order]) {
      if (order === undefined) continue;
      order.left -= count;
      order.filled += count;
    }
    if (best.left === 0) state.remove(best);
    state.lines.push(`trade ${instrument.id} ${side} ${count}@${best.tick}`);
    state.lasts[instrument.id] = BigInt(best.tick) * instrument.tick;
    crossed(state, instrument.id, 'LastPrice');
    const trade = { kind: 'Trade', tick: best.tick, lots: count };
    const made = { ...trade, account: owner, position: state.position(owner, instrument.id, best.index) };
    const madeOpen = settle(state, { ...made, side: against(side), rate: instrument.maker });
    const tookOpen = settle(state, { ...trade, account, position, side, rate: instrument.taker });
    attach(state, made.position, best, madeOpen);
    if (taker.order !== undefined) attach(state, position, taker.order, tookOpen);
    trim(state, owner, instrument.id);
    trim(state, account, instrument.id);
    filled += count;
  }
}

/** The worst tick at which an order of this side may trade now. */
export function priceLimit(state: NaiveState, instrument: NaiveInstrument, side: Direction): number {
  const mark = state.mark(instrument.id);
  const room = floor(mark * instrument.priceLimit, 100_000_000n);
  const tick = side === 'Buy' ? floor(mark + room, instrument.tick) : ceil(mark - room, instrument.tick);
  return Math.min(Math.max(Number(tick), instrument.minTick), instrument.maxTick);
}
