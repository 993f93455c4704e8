import type { AttachedExits, OrderChanges, SlippageLimit } from '@tapedeck/domain';
import { type Direction, ONE, against, floor, gain, larger, valueLimit, valueOf } from './naive-formulas.ts';
import {
  type NaiveAccount,
  type NaiveInstrument,
  type NaiveOrder,
  type NaivePosition,
  type NaiveState,
  type NaiveTrigger,
} from './naive-state.ts';
import { balanceOf, heldFor, holdOf, leverageOf, marginOf, opening, sideOrders } from './naive-state.ts';
import { cancel, priceLimit, reaches, reducible, take } from './naive-trading.ts';
import { LEGS, entriesOf } from './naive-waiting.ts';

const OPEN_ORDERS = 500;
const ENTRIES = 20;
const HALF_HOUR = 1_800_000;

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
  readonly selfMatch: string;
  readonly trigger: NaiveTrigger | undefined;
  readonly closeOnTrigger: boolean;
  readonly slippage: SlippageLimit | undefined;
  readonly exits: AttachedExits | undefined;
}

export function closes(order: Pick<NaivePlacing, 'reduceOnly' | 'index' | 'side'>): boolean {
  return order.reduceOnly || (order.index === 1 && order.side === 'Sell') || (order.index === 2 && order.side === 'Buy');
}

/** What keeps any order of this account out, waiting or not. */
export function refusedEntry(state: NaiveState, account: NaiveAccount, order: NaivePlacing): string | undefined {
  if (state.mark(order.instrument) === 0n) return 'notTrading';
  if (order.clientId !== '' && account.clientIds.has(order.clientId)) return 'duplicateClientOrderId';
  return state.settings(account.id, order.instrument).hedge === (order.index === 0) ? 'positionIndexMismatch' : undefined;
}

export function refusedLots(instrument: NaiveInstrument, order: NaivePlacing, lots = order.lots): string | undefined {
  if (lots < instrument.minLots) return 'quantityTooSmall';
  const most = order.market ? instrument.maxMarket : order.timeInForce === 'PostOnly' ? instrument.maxPostOnly : instrument.maxLimit;
  return lots > most ? 'quantityTooLarge' : undefined;
}

export const inRange = (instrument: NaiveInstrument, tick: number): boolean => tick >= instrument.minTick && tick <= instrument.maxTick;

function refusedPrice(state: NaiveState, instrument: NaiveInstrument, { market, side, tick }: NaivePlacing): string | undefined {
  const allowed = market || (inRange(instrument, tick) && reaches(side, priceLimit(state, instrument, side), tick));
  return allowed ? undefined : 'priceOutOfRange';
}

const tooSmall = (instrument: NaiveInstrument, { market, lots, tick }: NaivePlacing): boolean =>
  !market && valueOf(instrument, lots, BigInt(tick) * instrument.tick) < instrument.minNotional;

function refusedTerms(state: NaiveState, account: NaiveAccount, order: NaivePlacing): string | undefined {
  const instrument = state.instrument(order.instrument);
  const refused = refusedEntry(state, account, order) ?? refusedLots(instrument, order) ?? refusedPrice(state, instrument, order);
  if (refused !== undefined) return refused;
  const position = state.position(account, instrument.id, order.index);
  if (closes(order)) return reducible(position, order.side) === 0 ? 'reduceOnlyNoPosition' : undefined;
  if (tooSmall(instrument, order)) return 'notionalTooSmall';
  if (instrument.endsAt !== undefined && state.time >= instrument.endsAt - HALF_HOUR) return 'nearDelivery';
  return state.ordersOf(account.id, instrument.id).length >= OPEN_ORDERS ? 'tooManyOrders' : undefined;
}

interface NaiveLook {
  readonly lots: number;
  readonly value: bigint;
  /** Whether there is anything in the way, be it the trader's own. */
  readonly meets: boolean;
}

/**
 * What an order would fill against the book as it stands, its owner's own orders passed over; of a reduce-only order no more than what the
 * fills before it would leave of its position.
 */
function lookAhead(state: NaiveState, order: NaivePlacing, limit: number, lots: number): NaiveLook {
  const instrument = state.instrument(order.instrument);
  const book = state.orders.filter((other) => other.instrument === order.instrument && other.side !== order.side);
  book.sort((a, b) => (order.side === 'Buy' ? a.tick - b.tick : b.tick - a.tick));
  let filled = 0;
  let value = 0n;
  const closable = new Map<NaivePosition, number>();
  const meets = book[0] !== undefined && reaches(order.side, limit, book[0].tick);
  for (const other of book) {
    if (filled === lots || !reaches(order.side, limit, other.tick)) break;
    if (other.owner === order.account) continue;
    const position = state.position(state.account(other.owner), other.instrument, other.index);
    const most = closable.get(position) ?? reducible(position, other.side);
    const there = other.reduceOnly ? Math.min(other.left, most) : other.left;
    closable.set(position, Math.max(0, most - there));
    const count = Math.min(lots - filled, there);
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

/** What is wrong with a slippage limit. */
export function refusedSlippage(limit: SlippageLimit | undefined, market: boolean): string | undefined {
  if (limit === undefined) return undefined;
  if (!market) return 'slippageNotMarket';
  if (limit.type === 'TickSize') return limit.ticks >= 1 && limit.ticks <= 10_000 ? undefined : 'slippageTicksOutOfRange';
  const share = limit.share as unknown as bigint;
  return share >= 10_000n && share <= 10_000_000n ? undefined : 'slippagePercentOutOfRange';
}

/** What is wrong with TP/SL of a position or order of `side`; each leg is measured against `base`, or its own source without one. */
export function refusedExits(
  state: NaiveState,
  exits: AttachedExits,
  { instrument, side }: { instrument: number; side: Direction },
  base?: bigint,
) {
  const contract = state.instrument(instrument);
  const legs = LEGS.flatMap((which) => (exits[which] === undefined ? [] : [{ which, ...exits[which] }]));
  if (legs.length === 0) return 'exitsNotModified';
  if (exits.mode === 'Full' && legs.some((leg) => leg.orderType === 'Limit')) return 'fullExitsAreMarket';
  if (legs.some((leg) => leg.orderType === 'Limit' && leg.slippage !== undefined)) return 'slippageNotMarket';
  for (const { which, trigger, orderType, limit, slippage, source } of legs) {
    if (!inRange(contract, Number(trigger)) || (orderType === 'Limit' && !inRange(contract, Number(limit)))) return 'priceOutOfRange';
    const slips = refusedSlippage(slippage, true);
    if (slips !== undefined) return slips;
    const price = base ?? state.price(instrument, source);
    const at = BigInt(Number(trigger)) * contract.tick;
    const above = (side === 'Buy') === (which === 'takeProfit');
    if (above ? at > price : at < price) continue;
    if (which === 'takeProfit') return side === 'Buy' ? 'takeProfitTooLow' : 'takeProfitTooHigh';
    return side === 'Buy' ? 'stopLossTooHigh' : 'stopLossTooLow';
  }
  return undefined;
}

/** Partial TP/SL of a position and of the open orders that will bring some. */
export function countEntries(state: NaiveState, account: NaiveAccount, instrument: number, index: number): number {
  const orders = state.ordersOf(account.id, instrument).filter((order) => order.index === index && order.exits?.mode === 'Partial');
  return entriesOf(state, state.position(account, instrument, index)).length + orders.length;
}

export function refusedAttached(state: NaiveState, account: NaiveAccount, order: NaivePlacing): string | undefined {
  const { exits, market, tick, trigger, instrument, index } = order;
  if (exits === undefined) return undefined;
  if (closes(order)) return 'exitsOnReduceOnly';
  const at = market ? trigger?.tick : tick;
  const refused = refusedExits(state, exits, order, at === undefined ? undefined : BigInt(at) * state.instrument(instrument).tick);
  if (refused !== undefined || exits.mode !== 'Partial') return refused;
  return countEntries(state, account, instrument, index) >= ENTRIES ? 'tooManyExits' : undefined;
}

/** The worst tick at which a market order executes, and whether its slippage limit made it so. */
function marketLimit(state: NaiveState, instrument: NaiveInstrument, { side, slippage }: NaivePlacing): { tick: number; slips: boolean } {
  const byMark = priceLimit(state, instrument, side);
  const best = state.best(instrument.id, side);
  if (slippage === undefined || best === undefined) return { tick: byMark, slips: false };
  const share = slippage.type === 'Percent' ? (slippage.share as unknown as bigint) : 0n;
  const room = slippage.type === 'TickSize' ? slippage.ticks : Number(floor(BigInt(best.tick) * share, ONE));
  const worst = Math.min(Math.max(side === 'Buy' ? best.tick + room : best.tick - room, instrument.minTick), instrument.maxTick);
  const slips = side === 'Buy' ? worst < byMark : worst > byMark;
  return { tick: slips ? worst : byMark, slips };
}

/** Places an order that goes to the market at once; the reason when it is refused. */
export function place(state: NaiveState, account: NaiveAccount, order: NaivePlacing): string | undefined {
  const refused =
    refusedTerms(state, account, order) ?? refusedSlippage(order.slippage, order.market) ?? refusedAttached(state, account, order);
  return refused ?? arrive(state, account, order, undefined);
}

/** An order comes to the market; it has an id when it waited before. */
export function arrive(state: NaiveState, account: NaiveAccount, order: NaivePlacing, fired: number | undefined): string | undefined {
  const instrument = state.instrument(order.instrument);
  const position = state.position(account, instrument.id, order.index);
  const closing = closes(order);
  const lots = closing ? Math.min(order.lots, reducible(position, order.side)) : order.lots;
  const limit = order.market ? marketLimit(state, instrument, order) : { tick: order.tick, slips: false };
  const ahead = lookAhead(state, order, limit.tick, lots);
  if (order.market && ahead.lots === 0) return 'marketNoLiquidity';
  // A reduce-only order may be cut to its position; then it is not the whole order that is small.
  if (order.market && !closing && ahead.lots === order.lots && ahead.value < instrument.minNotional) return 'notionalTooSmall';
  const rests = !order.market && (order.timeInForce === 'GoodTillCancel' || order.timeInForce === 'PostOnly');
  if (!closing) {
    const margin = refusedMargin(state, account, order, ahead, rests ? lots - ahead.lots : 0);
    if (margin !== undefined) return margin;
  }
  const id = fired ?? state.takeId();
  if (order.clientId !== '') account.clientIds.add(order.clientId);
  const { side, tick, index, timeInForce, selfMatch, exits } = order;
  const terms = { id, owner: account.id, instrument: instrument.id, side, tick, reduceOnly: closing, index, timeInForce, selfMatch, exits };
  enter(state, account, { ...terms, left: lots, filled: 0 }, { ...limit, ahead, market: order.market });
  return undefined;
}

interface Entering {
  readonly tick: number;
  readonly slips: boolean;
  readonly ahead: NaiveLook;
  readonly market: boolean;
}

/** An order that was checked trades, then rests or ends. */
function enter(state: NaiveState, account: NaiveAccount, order: NaiveOrder, { tick, slips, ahead, market }: Entering): void {
  const { side, index, reduceOnly, timeInForce } = order;
  const instrument = state.instrument(order.instrument);
  const position = state.position(account, instrument.id, index);
  if (timeInForce === 'PostOnly' && ahead.meets) return cancel(state, order, 'EC_PostOnlyWillTakeLiquidity');
  if (timeInForce === 'FillOrKill' && ahead.lots < order.left) return cancel(state, order, 'EC_CancelForNoFullFill');
  const before = state.lines.length;
  const filled = take(state, { account, instrument, side, index, limit: tick, reduceOnly, order }, order.left);
  if (order.left === 0 || state.lines.slice(before).includes(`cancel ${order.id} CancelBySmp`)) return undefined;
  if (reduceOnly && reducible(position, side) === 0) return cancel(state, order, 'CancelByReduceOnly');
  if (market || (timeInForce !== 'GoodTillCancel' && timeInForce !== 'PostOnly')) {
    const stopped = slips ? 'CancelByMaxSlippage' : 'EC_ReachMarketPriceLimit';
    return cancel(state, order, market && filled > 0 ? stopped : 'EC_NoImmediateQtyToFill');
  }
  if (reduceOnly) order.left = Math.min(order.left, reducible(position, side));
  state.orders.push(order);
}

/** Changes a resting order: smaller at its price it keeps its place, otherwise it arrives anew. The reason when that is refused. */
export function amend(state: NaiveState, account: NaiveAccount, order: NaiveOrder, changes: OrderChanges): string | undefined {
  const instrument = state.instrument(order.instrument);
  const whole = changes.quantity === undefined ? order.left + order.filled : Number(changes.quantity);
  const tick = changes.price === undefined ? order.tick : Number(changes.price);
  if (changes.trigger !== undefined || changes.triggerSource !== undefined) return 'parameter';
  if (whole <= order.filled) return 'quantityBelowFilled';
  if (tick === order.tick && whole === order.left + order.filled && changes.exits === undefined) return 'orderNotModified';
  if (changes.exits !== undefined && order.filled > 0) return 'exitsOfFilledOrder';
  const without = { trigger: undefined, slippage: undefined, closeOnTrigger: false, clientId: '', market: false };
  const wanted = { ...order, ...without, account: account.id, tick, lots: whole - order.filled, exits: changes.exits ?? undefined };
  const refused =
    refusedLots(instrument, wanted, whole) ?? (changes.price === undefined ? undefined : refusedPrice(state, instrument, wanted));
  if (refused !== undefined) return refused;
  if (!order.reduceOnly && tooSmall(instrument, wanted)) return 'notionalTooSmall';
  const attached = refusedAttached(state, account, wanted);
  if (attached !== undefined) return attached;
  const most = reducible(state.position(account, instrument.id, order.index), order.side);
  const left = order.reduceOnly ? Math.min(wanted.lots, most) : wanted.lots;
  const stays = tick === order.tick && left <= order.left;
  if (stays) {
    order.left = left;
    if (changes.exits !== undefined) order.exits = wanted.exits;
    return undefined;
  }
  const others = state.orders;
  state.remove(order);
  const ahead = lookAhead(state, wanted, tick, left);
  const margin = order.reduceOnly ? undefined : refusedMargin(state, account, wanted, ahead, left - ahead.lots);
  if (margin === undefined) {
    const exits = changes.exits === undefined ? order.exits : wanted.exits;
    enter(state, account, { ...order, tick, left, exits }, { tick, slips: false, ahead, market: false });
  } else state.orders = others;
  return margin;
}
