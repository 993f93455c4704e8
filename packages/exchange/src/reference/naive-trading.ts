import { type Direction, against, ceil, feeOf, floor, gain, isolatedMargin, larger, valueLimit, valueOf } from './naive-formulas.ts';
import {
  type NaiveAccount,
  type NaiveInstrument,
  type NaiveOrder,
  type NaivePosition,
  type NaiveState,
  balanceOf,
  heldFor,
  holdOf,
  isHouse,
  leverageOf,
  marginOf,
  opening,
  sideOrders,
} from './naive-state.ts';

const OPEN_ORDERS = 500;

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

/** Closes what is open against the fill, opens with the rest, and pays the fee. */
export function settle(state: NaiveState, fill: NaiveFill): void {
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
  if (isHouse(account.id)) return;
  state.lines.push(`${fill.kind} ${account.id} ${instrument.id} ${side} ${lots}@${fill.tick} fee ${fee} closed ${closed} for ${earned}`);
}

export function cancel(state: NaiveState, order: NaiveOrder, reason: string): void {
  state.remove(order);
  if (order.id > 0) state.lines.push(`cancel ${order.id} ${reason}`);
}

const reducible = (position: NaivePosition, side: Direction): number => (position.side === side ? 0 : position.size);

/** Cuts reduce-only orders to what is left of their position. */
export function trim(state: NaiveState, account: NaiveAccount, instrument: number): void {
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
}

const reaches = (side: Direction, limit: number, tick: number): boolean => (side === 'Buy' ? tick <= limit : tick >= limit);

/** Trades against the book up to the limit; what is the taker's own is cancelled. Returns the lots filled. */
export function take(state: NaiveState, taker: NaiveTaker, lots: number): number {
  const { account, instrument, side, index } = taker;
  const position = state.position(account, instrument.id, index);
  let filled = 0;
  for (;;) {
    const want = taker.reduceOnly ? Math.min(lots - filled, reducible(position, side)) : lots - filled;
    const best = state.best(instrument.id, side);
    if (want <= 0 || best === undefined || !reaches(side, taker.limit, best.tick)) return filled;
    if (best.owner === account.id) {
      cancel(state, best, 'CancelBySmp');
      continue;
    }
    const count = Math.min(want, best.left);
    const owner = state.account(best.owner);
    best.left -= count;
    if (best.left === 0) state.remove(best);
    state.lines.push(`trade ${instrument.id} ${side} ${count}@${best.tick}`);
    const trade = { kind: 'Trade', tick: best.tick, lots: count };
    const made = { ...trade, account: owner, position: state.position(owner, instrument.id, best.index) };
    settle(state, { ...made, side: against(side), rate: instrument.maker });
    settle(state, { ...trade, account, position, side, rate: instrument.taker });
    trim(state, owner, instrument.id);
    trim(state, account, instrument.id);
    filled += count;
  }
}

export interface NaivePlacing {
  readonly account: number;
  readonly instrument: number;
  readonly side: Direction;
  readonly market: boolean;
  readonly tick: number;
  readonly lots: number;
  readonly timeInForce: string;
  readonly reduceOnly: boolean;
  readonly index: number;
  readonly clientId: string;
}

/** The worst tick at which an order of this side may trade now. */
export function priceLimit(state: NaiveState, instrument: NaiveInstrument, side: Direction): number {
  const mark = state.mark(instrument.id);
  const room = floor(mark * instrument.priceLimit, 100_000_000n);
  const tick = side === 'Buy' ? floor(mark + room, instrument.tick) : ceil(mark - room, instrument.tick);
  return Math.min(Math.max(Number(tick), instrument.minTick), instrument.maxTick);
}

function closes(order: NaivePlacing): boolean {
  return order.reduceOnly || (order.index === 1 && order.side === 'Sell') || (order.index === 2 && order.side === 'Buy');
}

function refusedTerms(state: NaiveState, account: NaiveAccount, order: NaivePlacing): string | undefined {
  const instrument = state.instrument(order.instrument);
  if (state.mark(instrument.id) === 0n) return 'notTrading';
  if (order.clientId !== '' && account.clientIds.has(order.clientId)) return 'duplicateClientOrderId';
  if (state.settings(account.id, instrument.id).hedge === (order.index === 0)) return 'positionIndexMismatch';
  if (order.lots < instrument.minLots) return 'quantityTooSmall';
  const most = order.market ? instrument.maxMarket : order.timeInForce === 'PostOnly' ? instrument.maxPostOnly : instrument.maxLimit;
  if (order.lots > most) return 'quantityTooLarge';
  if (!order.market) {
    if (order.tick < instrument.minTick || order.tick > instrument.maxTick) return 'priceOutOfRange';
    if (!reaches(order.side, priceLimit(state, instrument, order.side), order.tick)) return 'priceOutOfRange';
  }
  const position = state.position(account, instrument.id, order.index);
  if (closes(order)) return reducible(position, order.side) === 0 ? 'reduceOnlyNoPosition' : undefined;
  if (!order.market && valueOf(instrument, order.lots, BigInt(order.tick) * instrument.tick) < instrument.minNotional)
    return 'notionalTooSmall';
  return state.ordersOf(account.id, instrument.id).length >= OPEN_ORDERS ? 'tooManyOrders' : undefined;
}

interface NaiveLook {
  readonly lots: number;
  readonly value: bigint;
  /** Whether there is anything in the way, be it the trader's own. */
  readonly meets: boolean;
}

/** What an order would fill against the book as it stands, its owner's own orders passed over. */
function lookAhead(state: NaiveState, order: NaivePlacing, limit: number, lots: number): NaiveLook {
  const instrument = state.instrument(order.instrument);
  const book = state.orders.filter((other) => other.instrument === order.instrument && other.side !== order.side);
  book.sort((a, b) => (order.side === 'Buy' ? a.tick - b.tick : b.tick - a.tick));
  let filled = 0;
  let value = 0n;
  const meets = book[0] !== undefined && reaches(order.side, limit, book[0].tick);
  for (const other of book) {
    if (filled === lots || !reaches(order.side, limit, other.tick)) break;
    if (other.owner === order.account) continue;
    const count = Math.min(lots - filled, other.left);
    filled += count;
    value += valueOf(instrument, count, BigInt(other.tick) * instrument.tick);
  }
  return { lots: filled, value, meets };
}

function refusedMargin(state: NaiveState, account: NaiveAccount, order: NaivePlacing, fill: { lots: number; value: bigint }, rest: number) {
  const { instrument: id, side, index } = order;
  const instrument = state.instrument(id);
  const settings = state.settings(account.id, id);
  const position = state.position(account, id, index);
  const mine = sideOrders(state, account.id, id, index, side);
  const restValue = valueOf(instrument, rest, BigInt(order.tick) * instrument.tick);
  const all = { lots: mine.lots + fill.lots + rest, value: mine.value + fill.value + restValue };
  const opens = opening(all, side, position);
  if (opens > 0n) {
    const carried = position.side === side ? valueOf(instrument, position.size, state.mark(id)) : 0n;
    if (carried + opens > valueLimit(instrument, leverageOf(settings, side))) return 'aboveRiskLimit';
  }
  const other = holdOf(state, position, against(side), sideOrders(state, account.id, id, index, against(side)));
  const total = (own: bigint): bigint => (side === 'Buy' ? heldFor(index, own, other) : heldFor(index, other, own));
  const more = total(holdOf(state, position, side, all)) - total(holdOf(state, position, side, mine));
  if (more <= 0n) return undefined;
  // Buying above the mark price (selling below it) is a loss at once.
  const loss = larger(0n, gain(instrument, side, valueOf(instrument, fill.lots, state.mark(id)), fill.value));
  const flips = position.side !== side && position.size > 0 && rest === 0 && fill.lots > position.size;
  const cost = larger(0n, more + loss - (flips ? marginOf(state, position).initial : 0n));
  const balance = balanceOf(state, account, instrument.coin);
  return cost > (settings.isolated ? balance.transferable : balance.available) ? 'insufficientBalance' : undefined;
}

/** Places an order; the reason when it is refused. */
export function place(state: NaiveState, account: NaiveAccount, order: NaivePlacing): string | undefined {
  const refused = refusedTerms(state, account, order);
  if (refused !== undefined) return refused;
  const instrument = state.instrument(order.instrument);
  const position = state.position(account, instrument.id, order.index);
  const closing = closes(order);
  const lots = closing ? Math.min(order.lots, reducible(position, order.side)) : order.lots;
  const limit = order.market ? priceLimit(state, instrument, order.side) : order.tick;
  const ahead = lookAhead(state, order, limit, lots);
  if (order.market && ahead.lots === 0) return 'marketNoLiquidity';
  if (order.market && !closing && ahead.lots === lots && ahead.value < instrument.minNotional) return 'notionalTooSmall';
  const rests = !order.market && (order.timeInForce === 'GoodTillCancel' || order.timeInForce === 'PostOnly');
  if (!closing) {
    const margin = refusedMargin(state, account, order, ahead, rests ? lots - ahead.lots : 0);
    if (margin !== undefined) return margin;
  }
  const id = state.nextOrder;
  state.nextOrder += 1;
  if (order.clientId !== '') account.clientIds.add(order.clientId);
  const end = (reason: string): undefined => void state.lines.push(`cancel ${id} ${reason}`);
  if (order.timeInForce === 'PostOnly' && ahead.meets) return end('EC_PostOnlyWillTakeLiquidity');
  if (order.timeInForce === 'FillOrKill' && ahead.lots < lots) return end('EC_CancelForNoFullFill');
  const taker = { account, instrument, side: order.side, index: order.index, limit, reduceOnly: closing };
  const filled = take(state, taker, lots);
  if (filled === lots) return undefined;
  if (closing && reducible(position, order.side) === 0) return end('CancelByReduceOnly');
  if (!rests) return end(order.market && filled > 0 ? 'EC_ReachMarketPriceLimit' : 'EC_NoImmediateQtyToFill');
  const left = closing ? Math.min(lots - filled, reducible(position, order.side)) : lots - filled;
  const { side, tick, index } = order;
  state.orders.push({ id, owner: account.id, instrument: instrument.id, side, tick, reduceOnly: closing, index, left });
  return undefined;
}
