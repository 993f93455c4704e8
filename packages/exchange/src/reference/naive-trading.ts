import type { Side } from '@tapedeck/domain';
import { type NaiveInstrument, against, feeOf, floor, gain, isolatedMargin, optionFee, valueAt } from './naive-formulas.ts';
import { type NaiveAccount, type NaiveOrder, type NaivePosition, type NaiveState, isHouse, leverageOf } from './naive-state.ts';
import { attach, crossed, trimExits } from './slow-conditional.ts';

/** One side of a trade. */
export interface NaiveFill {
  readonly kind: string;
  readonly account: NaiveAccount;
  readonly position: NaivePosition;
  readonly side: Side;
  readonly tick: number;
  readonly lots: number;
  readonly rate: bigint;
}

/** Both coins of a pair change hands; the fee is deducted from the received coin. */
function exchangeCoins(state: NaiveState, { account, position, side, tick, lots, rate }: NaiveFill): bigint {
  const instrument = state.instrument(position.instrument);
  const [base, quote] = [BigInt(lots) * instrument.lotSize, valueAt(instrument, lots, tick)];
  const fee = isHouse(account.id) ? 0n : feeOf(side === 'Buy' ? base : quote, rate);
  state.pay(account, instrument.baseCoin, side === 'Buy' ? base - fee : -base);
  state.pay(account, instrument.quoteCoin, side === 'Buy' ? -quote : quote - fee);
  return fee;
}

/** Closes open size against the fill, opens with the rest, and pays the fee. Returns the opened lots. */
export function settle(state: NaiveState, fill: NaiveFill): number {
  const { account, position, side, lots, tick, rate } = fill;
  const instrument = state.instrument(position.instrument);
  const { settleCoin: coin, option, id } = instrument;
  const tell = (fee: bigint, closed: number, earned: bigint): void => {
    if (isHouse(account.id)) return;
    state.lines.push(`${fill.kind} ${account.id} ${id} ${side} ${lots}@${tick} fee ${fee} closed ${closed} for ${earned}`);
  };
  if (instrument.kind === 'Spot') {
    tell(exchangeCoins(state, fill), 0, 0n);
    return lots;
  }
  const settings = state.settings(account.id, id);
  const value = (count: number): bigint => valueAt(instrument, count, tick);
  const prices = { index: state.price(id, 'IndexPrice'), price: BigInt(tick) * instrument.tickSize };
  const charged = option === undefined ? feeOf(value(lots), rate) : optionFee(instrument, lots, rate, prices);
  const fee = isHouse(account.id) ? 0n : charged;
  const closed = position.side === side ? 0 : Math.min(position.size, lots);
  let earned = 0n;
  if (closed > 0) {
    const entry = floor(position.entry * BigInt(closed), BigInt(position.size));
    const margin = floor(position.margin * BigInt(closed), BigInt(position.size));
    earned = gain(instrument, position.side, entry, value(closed));
    position.entry -= entry;
    position.margin -= margin;
    position.size -= closed;
    position.autoAdds &&= position.size > 0;
    state.pay(account, coin, (option === undefined ? earned : 0n) + margin);
  }
  const opened = lots - closed;
  if (opened > 0) {
    // Not the value of the opened lots alone: rounded values must add up to the value of the trade.
    const entry = value(lots) - value(closed);
    const reserved = settings.isolated ? isolatedMargin(state.terms(account.id, id), side, entry, leverageOf(settings, side)) : 0n;
    position.side = side;
    position.size += opened;
    position.entry += entry;
    position.margin += reserved;
    account.coins.add(coin);
    state.pay(account, coin, -reserved);
  }
  // The premium of an option is paid immediately.
  if (option !== undefined) state.pay(account, coin, side === 'Buy' ? -value(lots) : value(lots));
  state.pay(account, coin, -fee);
  tell(fee, closed, earned);
  return opened;
}

export function cancel(state: NaiveState, order: NaiveOrder, reason: string): void {
  state.remove(order);
  if (order.id > 0) state.lines.push(`cancel ${order.id} ${reason}`);
}

export const reducible = (position: NaivePosition, side: Side): number => (position.side === side ? 0 : position.size);

/** Cuts reduce-only orders to the remaining size of their position. */
export function trim(state: NaiveState, account: NaiveAccount, instrument: number): void {
  trimExits(state, account, instrument);
  for (const order of state.ordersOf(account.id, instrument)) {
    if (!order.reduceOnly) continue;
    const most = reducible(state.position(account, instrument, order.positionIndex), order.side);
    if (most === 0) cancel(state, order, 'CancelByReduceOnly');
    else order.left = Math.min(order.left, most);
  }
}

export interface NaiveTaker {
  readonly account: NaiveAccount;
  readonly instrument: NaiveInstrument;
  readonly side: Side;
  readonly index: number;
  readonly limit: number;
  /** None for the house and for liquidations. */
  readonly order?: NaiveOrder;
}

export const reaches = (side: Side, limit: number, tick: number): boolean => (side === 'Buy' ? tick <= limit : tick >= limit);

/** Trades against the book up to the limit; the taker's own orders are cancelled. Returns the filled lots. */
export function take(state: NaiveState, taker: NaiveTaker, lots: number): number {
  const { account, instrument, side, index } = taker;
  const { id } = instrument;
  const position = state.position(account, id, index);
  let filled = 0;
  for (;;) {
    const want = taker.order?.reduceOnly ? Math.min(lots - filled, reducible(position, side)) : lots - filled;
    const best = state.best(id, side);
    if (want <= 0 || best === undefined || !reaches(side, taker.limit, best.price)) return filled;
    const rule = taker.order?.options.selfMatch ?? 'CancelMaker';
    if (best.account === account.id && (best.id < 0 || rule !== 'None')) {
      if (rule !== 'CancelTaker') cancel(state, best, 'CancelBySmp');
      if (rule === 'CancelMaker' || taker.order === undefined) continue;
      cancel(state, taker.order, 'CancelBySmp');
      return filled;
    }
    const count = Math.min(want, best.left);
    const owner = state.account(best.account);
    for (const order of [best, taker.order]) {
      if (order === undefined) continue;
      order.left -= count;
      order.filled += count;
    }
    if (best.left === 0) state.remove(best);
    state.lines.push(`trade ${id} ${side} ${count}@${best.price}`);
    state.lasts[id] = BigInt(best.price) * instrument.tickSize;
    crossed(state, id, 'LastPrice');
    const trade = { kind: 'Trade', tick: best.price, lots: count };
    const rates = { made: state.terms(owner.id, id).makerFee, took: state.terms(account.id, id).takerFee };
    const made = { ...trade, account: owner, position: state.position(owner, id, best.positionIndex), rate: rates.made };
    const madeOpen = settle(state, { ...made, side: against(side) });
    const kind = taker.order === undefined && !isHouse(account.id) ? 'BustTrade' : 'Trade';
    const tookOpen = settle(state, { ...trade, kind, account, position, side, rate: rates.took });
    attach(state, made.position, best, { ...trade, lots: madeOpen, rate: rates.made });
    if (taker.order !== undefined) attach(state, position, taker.order, { ...trade, lots: tookOpen, rate: rates.took });
    trim(state, owner, id);
    trim(state, account, id);
    filled += count;
  }
}
