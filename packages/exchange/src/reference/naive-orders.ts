import { coinTerms, type OrderChanges } from '@tapedeck/domain';
import { type NaiveInstrument, ONE, type Plain, against, floor, gain, larger, plain, valueAt, valueLimit } from './naive-formulas.ts';
import { valueOf } from './naive-formulas.ts';
import { balanceOf, borrowing, coinOf, freeCash, haircut, heldFor, holdOf, marginOf, opening, owed, poolOf } from './naive-margin.ts';
import { sideOrders, spendable, spendsOf } from './naive-margin.ts';
import { type NaiveAccount, type NaiveOrder, type NaivePosition, type NaiveState, type Placing } from './naive-state.ts';
import { closes, isMarket, leverageOf } from './naive-state.ts';
import { inRange, refusedAttached, refusedSlippage } from './slow-exits.ts';
import { cancel, reaches, reducible, take } from './naive-trading.ts';
import { priceLimit } from './slow-prices.ts';

const HALF_HOUR = 1_800_000;

const rests = ({ orderType, timeInForce }: Placing): boolean =>
  orderType === 'Limit' && (timeInForce === 'GoodTillCancel' || timeInForce === 'PostOnly');

/** Refusals of any order of this account, conditional or not. */
export function refusedEntry(state: NaiveState, account: NaiveAccount, order: Placing): string | undefined {
  if (state.mark(order.instrument) === 0n) return 'notTrading';
  if (order.clientOrderId !== '' && account.clientIds.has(order.clientOrderId)) return 'duplicateClientOrderId';
  if (state.instrument(order.instrument).kind === 'Spot') return undefined;
  return state.settings(account.id, order.instrument).hedge === (order.positionIndex === 0) ? 'positionIndexMismatch' : undefined;
}

export function refusedLots(instrument: NaiveInstrument, order: Placing, lots = order.quantity): string | undefined {
  const { maxMarketOrder, maxPostOnlyOrder, maxLimitOrder } = instrument;
  if (lots < instrument.minOrder) return 'quantityTooSmall';
  const postOnly = order.timeInForce === 'PostOnly' && instrument.kind !== 'Spot';
  return lots > (isMarket(order) ? maxMarketOrder : postOnly ? maxPostOnlyOrder : maxLimitOrder) ? 'quantityTooLarge' : undefined;
}

function refusedPrice(state: NaiveState, instrument: NaiveInstrument, order: Placing): string | undefined {
  const { side, price } = order;
  const allowed = isMarket(order) || (inRange(instrument, price) && reaches(side, priceLimit(state, instrument, side), price));
  return allowed ? undefined : 'priceOutOfRange';
}

const tooSmall = (instrument: NaiveInstrument, order: Placing): boolean =>
  !isMarket(order) && valueAt(instrument, order.quantity, order.price) < instrument.minNotional;

/** 500 open orders per contract or in all pairs, and 50 in the options of a coin. */
function tooManyOrders(state: NaiveState, account: NaiveAccount, { id, kind, option, baseCoin }: NaiveInstrument): string | undefined {
  const counts = (on: NaiveInstrument): boolean =>
    option === undefined ? on.id === id || (kind === 'Spot' && on.kind === kind) : on.option !== undefined && on.baseCoin === baseCoin;
  const own = state.ordersOf(account.id).filter((order) => counts(state.instrument(order.instrument)));
  return own.length >= (option === undefined ? 500 : 50) ? 'tooManyOrders' : undefined;
}

function refusedTerms(state: NaiveState, account: NaiveAccount, order: Placing): string | undefined {
  const instrument = state.instrument(order.instrument);
  const { deliveryAt, id } = instrument;
  const refused = refusedEntry(state, account, order) ?? refusedLots(instrument, order) ?? refusedPrice(state, instrument, order);
  if (refused !== undefined) return refused;
  const position = state.position(account, id, order.positionIndex);
  if (closes(order)) return reducible(position, order.side) === 0 ? 'reduceOnlyNoPosition' : tooManyOrders(state, account, instrument);
  if (tooSmall(instrument, order)) return 'notionalTooSmall';
  if (deliveryAt !== undefined && state.time >= deliveryAt - HALF_HOUR) return 'nearDelivery';
  return tooManyOrders(state, account, instrument);
}

function refusedSpotSize(instrument: NaiveInstrument, order: Placing): string | undefined {
  const { amountStep = 1n, maxAmount = 0n } = instrument.spot ?? {};
  const amount = order.quoteAmount ?? (isMarket(order) ? undefined : valueAt(instrument, order.quantity, order.price));
  if (order.quoteAmount !== undefined && order.quoteAmount % amountStep !== 0n) return 'amountOffStep';
  const lots = order.quoteAmount === undefined ? refusedLots(instrument, order) : undefined;
  if (lots !== undefined || amount === undefined) return lots;
  return amount < instrument.minNotional ? 'notionalTooSmall' : amount > maxAmount ? 'amountTooLarge' : undefined;
}

function refusedSpotTerms(state: NaiveState, account: NaiveAccount, order: Placing): string | undefined {
  const instrument = state.instrument(order.instrument);
  const entry = refusedEntry(state, account, order);
  if (entry !== undefined) return entry;
  if (order.reduceOnly) return 'parameter';
  if (order.positionIndex !== 0) return 'positionIndexMismatch';
  if (order.quoteAmount !== undefined && (!isMarket(order) || order.quantity !== 0)) return 'parameter';
  if (order.borrows === true && instrument.spot?.loanable !== true) return 'notBorrowable';
  const unfit = order.options.closeOnTrigger === true ? 'exitsNoPosition' : undefined;
  return refusedSpotSize(instrument, order) ?? refusedPrice(state, instrument, order) ?? tooManyOrders(state, account, instrument) ?? unfit;
}

type NaiveLook = ReturnType<typeof lookAhead>;

/**
 * Fills of an order against the current book, without its owner's own orders; a reduce-only order fills at most the
 * position that earlier fills leave, an order by amount at most what the amount pays for. `meets` includes the trader's
 * own orders.
 */
function lookAhead(state: NaiveState, order: Placing, limit: number, lots: number) {
  const instrument = state.instrument(order.instrument);
  const spot = instrument.kind === 'Spot';
  const book = state.orders.filter((other) => other.instrument === order.instrument && other.side !== order.side);
  book.sort((a, b) => (order.side === 'Buy' ? a.price - b.price : b.price - a.price));
  let filled = 0;
  let value = 0n;
  const closable = new Map<NaivePosition, number>();
  const meets = book[0] !== undefined && reaches(order.side, limit, book[0].price);
  for (const other of book) {
    if (filled === lots || !reaches(order.side, limit, other.price)) break;
    if (other.account === order.account && !(spot && order.options.selfMatch === 'None')) continue;
    const position = state.position(state.account(other.account), other.instrument, other.positionIndex);
    const most = closable.get(position) ?? reducible(position, other.side);
    const there = other.reduceOnly ? Math.min(other.left, most) : other.left;
    closable.set(position, Math.max(0, most - there));
    const paid = order.quoteAmount === undefined ? there : Number((order.quoteAmount - value) / valueAt(instrument, 1, other.price));
    const count = Math.min(lots - filled, there, paid);
    filled += count;
    value += valueAt(instrument, count, other.price);
    if (paid < there) break;
  }
  return { lots: filled, value, meets };
}

function refusedMargin(state: NaiveState, account: NaiveAccount, order: Placing, fill: { lots: number; value: bigint }, rest: number) {
  const { instrument: id, side, positionIndex: index } = order;
  const instrument = state.instrument(id);
  const settings = state.settings(account.id, id);
  const position = state.position(account, id, index);
  const option = instrument.option !== undefined;
  const mine = sideOrders(state, position, side);
  const all = { lots: mine.lots + fill.lots + rest, value: mine.value + fill.value + valueAt(instrument, rest, order.price) };
  const opens = opening(all, side, position);
  if (opens > 0n && !option) {
    const carried = position.side === side ? valueOf(instrument, position.size, state.mark(id)) : 0n;
    if (carried + opens > valueLimit(instrument, leverageOf(settings, side))) return 'aboveRiskLimit';
  }
  const other = holdOf(state, position, against(side), sideOrders(state, position, against(side)));
  const total = (own: bigint): bigint => (side === 'Buy' ? heldFor(index, own, other) : heldFor(index, other, own));
  const more = total(holdOf(state, position, side, all)) - total(holdOf(state, position, side, mine));
  if (more <= 0n) return undefined;
  // Buying above the mark price (or selling below it) is an immediate loss; the reservation of an option covers it.
  const loss = option ? 0n : larger(0n, gain(instrument, side, valueOf(instrument, fill.lots, state.mark(id)), fill.value));
  const flips = !option && position.side !== side && position.size > 0 && rest === 0 && fill.lots > position.size;
  const cost = larger(0n, more + loss - (flips ? marginOf(state, position).initial : 0n));
  const balance = balanceOf(state, account, instrument.settleCoin);
  return cost > (settings.isolated ? balance.transferable : balance.available) ? 'insufficientBalance' : undefined;
}

/** Whether the account has the coins that a spot order spends, or may borrow them, and its unified margin allows the exchange. */
function refusedFunds(state: NaiveState, account: NaiveAccount, order: Placing, fill: NaiveLook): string | undefined {
  const instrument = state.instrument(order.instrument);
  const { side, borrows = false, quoteAmount, quantity } = order;
  const coin = spendsOf(instrument, side);
  const limit = plain(coinTerms(coin)).borrowLimit;
  if (borrows && (account.kind === 'regular' || limit === 0n)) return 'notBorrowable';
  const lots = isMarket(order) ? fill.lots : quantity;
  const quote = isMarket(order) ? fill.value : valueAt(instrument, lots, order.price);
  const base = BigInt(lots) * instrument.lotSize;
  const sells = quoteAmount === undefined ? BigInt(quantity) * instrument.lotSize : base;
  const need = side === 'Buy' ? (quoteAmount ?? quote) : sells;
  const own = coinOf(state, account, coin);
  if (!borrows && need > (order.sells === true ? freeCash(own) : spendable(state, account, coin))) return 'insufficientBalance';
  if (account.kind === 'regular') return undefined;
  const cut = haircut(state, account, order, [base, quote]);
  const after = { ...own, locked: own.locked + need };
  const borrowed = borrowing(after) - borrowing(own);
  if (borrowed > 0n && borrowed > limit - owed(own) - borrowing(own)) return 'borrowLimit';
  if (cut === 0n && borrowed === 0n) return undefined;
  const pool = poolOf(state, account, after, cut);
  if (pool.balance >= pool.haircut + pool.initial) return undefined;
  // An account may always exchange its own coins if nothing else needs margin.
  return borrowed === 0n && poolOf(state, account).initial === 0n ? undefined : 'insufficientBalance';
}

type Limit = { readonly tick: number; readonly slips: boolean };

/** Worst tick of a market order, and whether its slippage limit set it. */
function marketLimit(state: NaiveState, instrument: NaiveInstrument, { side, options }: Placing): Limit {
  const byMark = priceLimit(state, instrument, side, instrument.spot?.marketPriceLimitRate);
  const best = state.best(instrument.id, side);
  const { slippage } = options;
  if (slippage === undefined || best === undefined) return { tick: byMark, slips: false };
  const room = slippage.type === 'TickSize' ? slippage.ticks : Number(floor(BigInt(best.price) * slippage.share, ONE));
  const worst = Math.min(Math.max(side === 'Buy' ? best.price + room : best.price - room, instrument.minPrice), instrument.maxPrice);
  const slips = side === 'Buy' ? worst < byMark : worst > byMark;
  return { tick: slips ? worst : byMark, slips };
}

/** Places an order that goes to the market immediately; returns the refusal reason. */
export function place(state: NaiveState, account: NaiveAccount, order: Placing): string | undefined {
  const spot = state.instrument(order.instrument).kind === 'Spot';
  const terms = (spot ? refusedSpotTerms : refusedTerms)(state, account, order) ?? refusedSlippage(order.options.slippage, isMarket(order));
  return terms ?? refusedAttached(state, account, order) ?? arrive(state, account, order, undefined);
}

/** Refusals that depend on the book. */
function refusedByBook(instrument: NaiveInstrument, order: Placing, ahead: NaiveLook): string | undefined {
  const spot = instrument.kind === 'Spot';
  if (!isMarket(order)) return undefined;
  if (ahead.lots === 0 || order.sells === true) return ahead.lots === 0 ? 'marketNoLiquidity' : undefined;
  if (spot && ahead.lots < instrument.minOrder) return 'quantityTooSmall';
  if ((!spot && closes(order)) || order.quoteAmount !== undefined) return undefined;
  // A partial fill may be small if the book holds no more.
  return ahead.lots === order.quantity && ahead.value < instrument.minNotional ? 'notionalTooSmall' : undefined;
}

/** An order reaches the market; a triggered order already has an id. */
export function arrive(state: NaiveState, account: NaiveAccount, order: Placing, fired: number | undefined): string | undefined {
  const instrument = state.instrument(order.instrument);
  const position = state.position(account, instrument.id, order.positionIndex);
  const closing = closes(order);
  const asked = closing ? Math.min(order.quantity, reducible(position, order.side)) : order.quantity;
  const limit = isMarket(order) ? marketLimit(state, instrument, order) : { tick: order.price, slips: false };
  const byAmount = order.quoteAmount !== undefined;
  const end = byAmount ? priceLimit(state, instrument, order.side, instrument.spot?.marketPriceLimitRate) : limit.tick;
  const ahead = lookAhead(state, order, end, byAmount ? Infinity : asked);
  const lots = byAmount ? ahead.lots : asked;
  const refused =
    (fired === undefined ? undefined : tooManyOrders(state, account, instrument)) ??
    refusedByBook(instrument, order, ahead) ??
    (instrument.kind === 'Spot'
      ? refusedFunds(state, account, order, ahead)
      : closing
        ? undefined
        : refusedMargin(state, account, order, ahead, rests(order) ? lots - ahead.lots : 0));
  if (refused !== undefined) return refused;
  const id = fired ?? state.takeId();
  if (order.clientOrderId !== '') account.clientIds.add(order.clientOrderId);
  const placed = { ...order, options: { ...order.options }, reduceOnly: closing, id, left: lots, filled: 0 };
  enter(state, account, placed, limit, ahead);
  return undefined;
}

/** A checked order trades, then rests or ends. */
function enter(state: NaiveState, account: NaiveAccount, order: NaiveOrder, { tick, slips }: Limit, ahead: NaiveLook): void {
  const { side, positionIndex: index, reduceOnly, timeInForce } = order;
  const instrument = state.instrument(order.instrument);
  const position = state.position(account, instrument.id, index);
  if (timeInForce === 'PostOnly' && ahead.meets) return cancel(state, order, 'EC_PostOnlyWillTakeLiquidity');
  if (timeInForce === 'FillOrKill' && ahead.lots < order.left) return cancel(state, order, 'EC_CancelForNoFullFill');
  const before = state.lines.length;
  const filled = take(state, { account, instrument, side, index, limit: tick, order }, order.left);
  if (order.left === 0 || state.lines.slice(before).includes(`cancel ${order.id} CancelBySmp`)) return undefined;
  if (reduceOnly && reducible(position, side) === 0) return cancel(state, order, 'CancelByReduceOnly');
  if (!rests(order)) {
    const stopped = slips ? 'CancelByMaxSlippage' : 'EC_ReachMarketPriceLimit';
    return cancel(state, order, isMarket(order) && filled > 0 ? stopped : 'EC_NoImmediateQtyToFill');
  }
  if (reduceOnly) order.left = Math.min(order.left, reducible(position, side));
  account.coins.add(instrument.kind === 'Spot' ? spendsOf(instrument, side) : instrument.settleCoin);
  state.orders.push(order);
}

/**
 * Amends a resting order: a smaller order at the same price keeps its queue position, otherwise it re-enters. Returns
 * the refusal reason.
 */
export function amend(state: NaiveState, account: NaiveAccount, order: NaiveOrder, changes: Plain<OrderChanges>): string | undefined {
  const instrument = state.instrument(order.instrument);
  const spot = instrument.kind === 'Spot';
  const { quantity: whole = order.left + order.filled, price = order.price, exits } = changes;
  if (changes.trigger !== undefined || changes.triggerSource !== undefined) return 'parameter';
  if (whole <= order.filled) return 'quantityBelowFilled';
  if (price === order.price && whole === order.left + order.filled && exits === undefined) return 'orderNotModified';
  if (exits !== undefined && order.filled > 0) return 'exitsOfFilledOrder';
  const wanted = { ...order, clientOrderId: '', price, quantity: whole - order.filled, options: { exits: exits ?? undefined } };
  const byPrice = changes.price === undefined ? undefined : refusedPrice(state, instrument, wanted);
  const refused = spot
    ? (refusedSpotSize(instrument, { ...wanted, quantity: whole }) ?? byPrice ?? refusedAttached(state, account, wanted))
    : (refusedLots(instrument, wanted, whole) ??
      byPrice ??
      (!order.reduceOnly && tooSmall(instrument, wanted) ? 'notionalTooSmall' : refusedAttached(state, account, wanted)));
  if (refused !== undefined) return refused;
  const most = reducible(state.position(account, instrument.id, order.positionIndex), order.side);
  const left = order.reduceOnly ? Math.min(wanted.quantity, most) : wanted.quantity;
  const options = exits === undefined ? order.options : { ...order.options, exits: exits ?? undefined };
  if (price === order.price && left <= order.left) {
    Object.assign(order, { left, options });
    return undefined;
  }
  const others = state.orders;
  state.remove(order);
  const ahead = lookAhead(state, wanted, price, left);
  const margin = spot ? refusedFunds(state, account, wanted, ahead) : refusedMargin(state, account, wanted, ahead, left - ahead.lots);
  const carried = order.reduceOnly ? undefined : margin;
  if (carried === undefined) enter(state, account, { ...order, price, left, options }, { tick: price, slips: false }, ahead);
  else state.orders = others;
  return carried;
}
