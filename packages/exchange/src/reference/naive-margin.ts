import { BORROW_INITIAL_RATE, BORROW_MAINTENANCE_RATE, coinTerms, type Side } from '@tapedeck/domain';
import { ONE, ceil, closingFee, dollars, floor, freeMargin, gain, initialMargin, larger } from './naive-formulas.ts';
import { averagePrice, feeOf, maintenanceOf, optionHold, orderHold, plain, shortInitial, shortMaintenance } from './naive-formulas.ts';
import { type NaiveInstrument, smaller, valueAt, valueOf, weighted } from './naive-formulas.ts';
import { type NaiveAccount, type NaivePosition, type NaiveState, type Placing, coinsOf, isPool, leverageOf } from './naive-state.ts';
import { boughtOf } from './slow-conditional.ts';

/** Margin of one position at the mark price, with its closing fee. */
export function marginOf(state: NaiveState, position: NaivePosition) {
  const { side, size, entry } = position;
  const instrument = state.terms(position.account, position.instrument);
  const settings = state.settings(position.account, position.instrument);
  const value = valueOf(instrument, size, state.mark(instrument.id));
  if (instrument.option !== undefined) {
    // Unrealised profit of an option is no margin, and a long option needs none.
    if (side === 'Buy' || size === 0) return { value, gained: 0n, closing: 0n, initial: 0n, maintenance: 0n };
    const prices = state.optionPrices(instrument.id);
    const initial = shortInitial(instrument, size, prices, averagePrice(instrument, size, entry));
    return { value, gained: 0n, closing: 0n, initial, maintenance: shortMaintenance(instrument, size, prices) };
  }
  const leverage = leverageOf(settings, side);
  const closing = settings.isolated
    ? position.margin - freeMargin(instrument, side, entry, position.margin)
    : closingFee(instrument, side, entry, leverage);
  return {
    value,
    gained: gain(instrument, side, entry, value),
    closing,
    initial: settings.isolated ? position.margin : initialMargin(value, leverage) + closing,
    maintenance: maintenanceOf(instrument, value) + closing,
  };
}

/** Lots and value of the orders of one side that are not reduce-only. */
export interface SideOrders {
  readonly lots: number;
  readonly value: bigint;
}

export function sideOrders(state: NaiveState, position: NaivePosition, side: Side): SideOrders {
  const instrument = state.instrument(position.instrument);
  let lots = 0;
  let value = 0n;
  for (const order of state.ordersOf(position.account, instrument.id)) {
    if (order.reduceOnly || order.positionIndex !== position.index || order.side !== side) continue;
    lots += order.left;
    value += valueAt(instrument, order.left, order.price);
  }
  return { lots, value };
}

/** Value of the part of these orders that would open. */
export function opening(orders: SideOrders, side: Side, position: NaivePosition): bigint {
  const closes = position.side === side ? 0 : position.size;
  return orders.lots <= closes ? 0n : ceil(orders.value * BigInt(orders.lots - closes), BigInt(orders.lots));
}

/** Reservation of the orders of one side. */
export function holdOf(state: NaiveState, position: NaivePosition, side: Side, orders: SideOrders): bigint {
  if (orders.lots === 0) return 0n;
  const instrument = state.terms(position.account, position.instrument);
  if (instrument.option !== undefined) {
    const closes = position.side === side ? 0 : Math.min(orders.lots, position.size);
    return optionHold(instrument, side, { ...orders, closes }, state.optionPrices(instrument.id));
  }
  const leverage = leverageOf(state.settings(position.account, position.instrument), side);
  return orderHold(instrument, side, opening(orders, side, position), leverage);
}

/** Reservation of one position index whose sides would reserve these amounts alone. */
export const heldFor = (index: number, buy: bigint, sell: bigint): bigint => (index === 1 ? buy : index === 2 ? sell : larger(buy, sell));

function held(state: NaiveState, account: NaiveAccount, instrument: number): bigint {
  if (!state.orders.some((order) => order.account === account.id && order.instrument === instrument)) return 0n;
  const indices = state.settings(account.id, instrument).hedge ? [1, 2] : [0];
  let sum = 0n;
  for (const index of indices) {
    const position = state.position(account, instrument, index);
    const hold = (side: Side): bigint => holdOf(state, position, side, sideOrders(state, position, side));
    sum += heldFor(index, hold('Buy'), hold('Sell'));
  }
  return sum;
}

type NaiveCoin = ReturnType<typeof coinOf>;

export const spendsOf = ({ baseCoin, quoteCoin }: NaiveInstrument, side: Side): string => (side === 'Buy' ? quoteCoin : baseCoin);

/** Amount that a spot order of these lots spends. */
export const spending = (on: NaiveInstrument, side: Side, lots: number, tick: number): bigint =>
  side === 'Buy' ? valueAt(on, lots, tick) : BigInt(lots) * on.lotSize;

/**
 * Margin use of one coin of an account with single-coin margin: coins locked by open spot orders, and margin of cross
 * positions and orders.
 */
export function coinOf(state: NaiveState, account: NaiveAccount, coin: string) {
  let [gained, initial, maintenance, locked] = [0n, 0n, 0n, boughtOf(state, account, coin)];
  for (const instrument of state.live()) {
    if (instrument.kind === 'Spot' || instrument.settleCoin !== coin) continue;
    initial += held(state, account, instrument.id);
    if (state.settings(account.id, instrument.id).isolated) continue;
    for (const position of account.positions) {
      if (position.size === 0 || position.instrument !== instrument.id) continue;
      const margin = marginOf(state, position);
      gained += margin.gained;
      initial += margin.initial;
      maintenance += margin.maintenance;
    }
  }
  for (const { instrument: id, side, left, price } of state.orders.filter((order) => order.account === account.id)) {
    const instrument = state.instrument(id);
    if (instrument.kind === 'Spot' && spendsOf(instrument, side) === coin) locked += spending(instrument, side, left, price);
  }
  const [cash, loan] = [account.cash.get(coin) ?? 0n, account.wallets.loan.get(coin) ?? 0n];
  return { coin, price: state.coinPrice(coin), cash, loan: -loan, locked, gained, initial, maintenance };
}

export const freeCash = ({ cash, locked }: NaiveCoin): bigint => larger(0n, cash - locked);
/** Liability: a loan, plus the amount by which cash and profit together are below 0. */
export const owed = ({ cash, gained, loan }: NaiveCoin): bigint => loan + larger(0n, -cash - gained);
export const borrowing = ({ cash, locked }: NaiveCoin): bigint => larger(0n, locked - larger(cash, 0n));

/**
 * Dollars of margin that an open spot order loses when it fills: the amount spent less the amount received, at the
 * first collateral ratios of both coins.
 */
export function haircut(state: NaiveState, account: NaiveAccount, order: Placing, [base, quote]: readonly [bigint, bigint]): bigint {
  const { side, instrument } = order;
  const { baseCoin, quoteCoin } = state.instrument(instrument);
  const ratio = (coin: string): bigint => (account.notCollateral.has(coin) ? 0n : (plain(coinTerms(coin)).collateral[0]?.ratio ?? 0n));
  const worth = (coin: string, amount: bigint): bigint => dollars(amount, state.coinPrice(coin)) * ratio(coin);
  const [bases, quotes] = [worth(baseCoin, base), worth(quoteCoin, quote)];
  return larger(0n, side === 'Buy' ? ceil(quotes, ONE) - floor(bases, ONE) : ceil(bases, ONE) - floor(quotes, ONE));
}

/** All coins of a unified account in dollars, with one coin replaced and another haircut. */
export function poolOf(state: NaiveState, account: NaiveAccount, change?: NaiveCoin, more = 0n) {
  const names = new Set([...coinsOf(account), ...(change === undefined ? [] : [change.coin])]);
  let [balance, initial, maintenance, cut] = [0n, 0n, 0n, more];
  for (const name of names) {
    const coin = name === change?.coin ? change : coinOf(state, account, name);
    const liability = owed(coin);
    const net = coin.cash + coin.gained - coin.loan;
    balance += net > 0n && account.notCollateral.has(name) ? 0n : dollars(weighted(plain(coinTerms(name)).collateral, net), coin.price);
    const lent = feeOf(liability + borrowing(coin), plain(BORROW_INITIAL_RATE));
    initial += ceil((coin.initial + lent) * coin.price, ONE);
    maintenance += ceil((coin.maintenance + feeOf(liability, plain(BORROW_MAINTENANCE_RATE))) * coin.price, ONE);
  }
  for (const order of state.ordersOf(account.id)) {
    const instrument = state.instrument(order.instrument);
    const amounts = [BigInt(order.left) * instrument.lotSize, valueAt(instrument, order.left, order.price)] as const;
    if (instrument.kind === 'Spot') cut += haircut(state, account, order, amounts);
  }
  return { balance, initial, maintenance, haircut: cut };
}

/** Margin of an account for its orders and positions of one coin, in that coin. */
export function balanceOf(state: NaiveState, account: NaiveAccount, coin: string) {
  const own = coinOf(state, account, coin);
  if (!isPool(account)) {
    const balance = own.cash - own.locked + own.gained;
    const available = larger(balance - own.initial, 0n);
    const { initial, maintenance } = own;
    return { balance, initial, maintenance, available, transferable: smaller(available, freeCash(own)) };
  }
  const pool = poolOf(state, account);
  const down = (amount: bigint): bigint => (own.price === 0n ? 0n : floor(amount * ONE, own.price));
  const up = (amount: bigint): bigint => -down(-amount);
  const available = down(larger(0n, pool.balance - pool.haircut - pool.initial));
  const transferable = smaller(available, freeCash(own));
  return { balance: down(pool.balance), initial: up(pool.initial), maintenance: up(pool.maintenance), available, transferable };
}

/** Whether the cross positions margined by a coin must be liquidated. */
export function mustLiquidate(state: NaiveState, account: NaiveAccount, coin: string): boolean {
  const { balance, maintenance } = isPool(account) ? poolOf(state, account) : balanceOf(state, account, coin);
  return maintenance > 0n && balance <= maintenance;
}

/** Amount of a coin that a new spot order may reserve: with single-coin margin, reserved coins are no margin. */
export const spendable = (state: NaiveState, account: NaiveAccount, coin: string): bigint =>
  account.kind === 'regular' ? balanceOf(state, account, coin).transferable : freeCash(coinOf(state, account, coin));
