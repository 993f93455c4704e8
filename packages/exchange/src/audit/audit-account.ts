import {
  ZERO_MONEY,
  addMoney,
  invariant,
  isPositionExit,
  isSpot,
  isolatedLiquidatable,
  lots,
  spotLock,
  ticks,
  type Coin,
  type Money,
  type PositionSums,
} from '@tapedeck/domain';
import { CONDITIONAL_ORDERS_MAX, SPOT_CONDITIONAL_ORDERS_MAX, SPOT_ORDERS_MAX, openOrdersOf } from '../margin/order-counts.ts';
import { mustLiquidate } from '../margin/settle-margin.ts';
import { settlePositions } from '../margin/settle-positions.ts';
import type { Account } from '../state/account.ts';
import { auditTriggers } from './audit-triggers.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { OpenOrder } from '../state/open-order.ts';
import type { Slot } from '../state/slot.ts';
import { countsLock, exitLock, isSpotExit } from '../state/spot-exits.ts';
import type { ConditionalOrder } from '../triggers/conditional-order.ts';

function auditOrder(state: ExchangeState, account: Account, order: OpenOrder): void {
  const { book } = state.market(order.instrument.id);
  invariant(order.left > 0 && order.filled >= 0, () => `B6 order ${order.orderId} has something left`);
  invariant(
    book.holds(order.handle) && book.referenceOf(order.handle) === order.orderId,
    () => `B5 order ${order.orderId} rests where it says`,
  );
  invariant(
    book.lotsOf(order.handle) === order.left && book.tickOf(order.handle) === order.price,
    () => `B5 order ${order.orderId} rests as it says`,
  );
  if (!order.reduceOnly) return;
  const position = account.slot(order.instrument).position(order.positionIndex);
  invariant(position.side !== order.side && order.left <= position.size, () => `B12 reduce-only order ${order.orderId} only reduces`);
}

/** Lists every sum by name, so that none is left out. */
const SUMS = Object.values({
  unrealisedPnl: (sums) => sums.unrealisedPnl,
  crossUnrealisedPnl: (sums) => sums.crossUnrealisedPnl,
  isolatedMargin: (sums) => sums.isolatedMargin,
  initialMargin: (sums) => sums.initialMargin,
  maintenanceMargin: (sums) => sums.maintenanceMargin,
  optionValue: (sums) => sums.optionValue,
} satisfies Record<keyof PositionSums, (sums: PositionSums) => Money>);

/** `orders` are all orders of the account. */
function auditTotals(account: Account, slot: Slot, orders: readonly OpenOrder[]): void {
  const lotsOf = { Buy: [0, 0, 0], Sell: [0, 0, 0] };
  let open = 0;
  let reducing = 0;
  for (const { instrument, reduceOnly, side, positionIndex, left } of orders) {
    if (instrument.id !== slot.instrument.id) continue;
    open += 1;
    if (reduceOnly) reducing += 1;
    else lotsOf[side][positionIndex] = (lotsOf[side][positionIndex] ?? 0) + left;
  }
  invariant(slot.openOrders === open, () => `A6 the open orders of account ${account.id} are counted`);
  invariant(slot.reduceOnlyOrders === reducing, () => `A6 the reduce-only orders of account ${account.id} are counted`);
  for (const { index } of slot.positions) {
    const totals = slot.totals(index);
    const same = totals.buyLots === lotsOf.Buy[index] && totals.sellLots === lotsOf.Sell[index];
    invariant(same, () => `A6 order sums of account ${account.id} match its orders`);
    invariant(totals.buyLots > 0 || totals.buyValue === ZERO_MONEY, () => `A6 no buy of account ${account.id} holds no money`);
    invariant(totals.sellLots > 0 || totals.sellValue === ZERO_MONEY, () => `A6 no sell of account ${account.id} holds no money`);
  }
}

function auditPart(state: ExchangeState, account: Account, { orderId, extra }: OpenOrder): void {
  if (extra?.strategy === undefined) return;
  const parent = state.strategies.get(account.id, extra.strategy.id);
  invariant(parent?.parts.has(orderId) === true, () => `part ${orderId} has a strategy that runs`);
}

/** Spot orders lock exactly the coins that they would spend; loans and wallets are never negative. */
function auditLocks(account: Account, orders: readonly OpenOrder[], conditional: readonly ConditionalOrder[]): void {
  let count = 0;
  const sums = new Map<Coin, Money>();
  for (const { instrument, side, left, price } of orders) {
    if (!isSpot(instrument)) continue;
    count += 1;
    const { coin, amount } = spotLock(instrument, side, lots(left), ticks(price));
    sums.set(coin, addMoney(sums.get(coin) ?? ZERO_MONEY, amount));
  }
  const exits = conditional.filter((leg) => isSpotExit(leg) && countsLock(leg));
  for (const leg of exits) {
    const { coin, amount } = exitLock(leg);
    sums.set(coin, addMoney(sums.get(coin) ?? ZERO_MONEY, amount));
  }
  invariant(account.assets.spotExits === exits.length, () => `A6 the TP/SL of pairs of account ${account.id} are counted`);
  invariant(account.assets.spotOrders === count, () => `A6 the spot orders of account ${account.id} are counted`);
  for (const [coin, { locked, loan, funding, savings }] of account.assets.all) {
    invariant(loan.balance <= ZERO_MONEY, () => `A7 account ${account.id} does not owe a negative loan of ${coin}`);
    invariant(
      funding.balance >= ZERO_MONEY && savings.balance >= ZERO_MONEY,
      () => `A7 the ${coin} wallets of account ${account.id} are not negative`,
    );
    invariant(locked === (sums.get(coin) ?? ZERO_MONEY), () => `A5 the ${coin} that orders of account ${account.id} lock is locked`);
  }
}

/** The sums kept between commands equal those computed from the state. */
function auditSums(state: ExchangeState, account: Account, coin: Coin): void {
  const sums = account.marginSums(coin);
  let held = ZERO_MONEY;
  for (const slot of account.slots) if (slot.instrument.settleCoin === coin) held = addMoney(held, slot.orderMargin());
  invariant(sums.heldForOrders() === held, () => `A6 the money held for orders of account ${account.id} is that of its orders`);
  const fresh = settlePositions(state, account, coin);
  const kept = sums.positions(state);
  invariant(
    SUMS.every((sum) => sum(fresh) === sum(kept)),
    () => `the margin of the positions of account ${account.id} is that of its positions`,
  );
}

/** The number of orders stays within its limits. */
function auditCounts(state: ExchangeState, account: Account): void {
  for (const slot of account.active) {
    const { count, most } = openOrdersOf(account, slot);
    invariant(count <= most, () => `B16 account ${account.id} has at most ${most} open orders in ${slot.instrument.symbol}`);
  }
  invariant(account.assets.spotOrders <= SPOT_ORDERS_MAX, () => `B16 account ${account.id} has at most ${SPOT_ORDERS_MAX} spot orders`);
  const conditional = new Map<Market, number>();
  for (const { terms } of state.triggers.of(account.id)) {
    const market = state.market(terms.instrument.id);
    if (!isPositionExit(terms.kind)) conditional.set(market, (conditional.get(market) ?? 0) + 1);
  }
  for (const [{ spot, instrument }, count] of conditional) {
    const most = spot ? SPOT_CONDITIONAL_ORDERS_MAX : CONDITIONAL_ORDERS_MAX;
    invariant(count <= most, () => `B16 account ${account.id} has at most ${most} conditional orders in ${instrument.symbol}`);
  }
}

/** An account below its maintenance margin is queued for liquidation at the next clock step. */
function auditSafety(state: ExchangeState, account: Account): void {
  if (account.house || state.overdue.has(account.id)) return;
  // An order may reprice an option to the present second; the next clock step acts on that price.
  if (account.active.some(({ instrument }) => state.findMarket(instrument.id)?.unsettled === true)) return;
  const summedCoins = [...account.summed].map(({ cash }) => cash.coin);
  const coins = account.pooled ? account.coins.slice(0, 1) : summedCoins;
  // Index prices, which value the coins of a portfolio, may move several times a second; mark prices move once.
  const waits = account.pooled && state.indexMoved;
  for (const coin of coins) {
    invariant(waits || !mustLiquidate(state, account, coin), () => `C7 account ${account.id} in ${coin} is liquidated or waits for it`);
  }
  for (const slot of account.active) {
    if (slot.marginMode === 'cross') continue;
    const { mark } = state.market(slot.instrument.id);
    const broken = slot.positions.some((held) => held.size > 0 && isolatedLiquidatable(held.holding(), held.marginAt(mark)));
    invariant(!broken, () => `C7 the isolated ${slot.instrument.symbol} of account ${account.id} is liquidated or waits for it`);
  }
}

/** Checks one account: its orders, the coins and margin that they reserve, and the sums kept of them. Throws `InvariantBroken`. */
export function auditAccount(state: ExchangeState, account: Account): void {
  const orders = account.orders.list();
  for (const order of orders) {
    auditOrder(state, account, order);
    auditPart(state, account, order);
  }
  for (const slot of account.slots) if (!isSpot(slot.instrument)) auditTotals(account, slot, orders);
  auditLocks(account, orders, state.triggers.of(account.id));
  auditCounts(state, account);
  for (const { cash } of account.summed) auditSums(state, account, cash.coin);
  auditTriggers(state, account, orders);
  auditSafety(state, account);
}
