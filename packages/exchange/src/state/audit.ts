import {
  ZERO_MONEY,
  addMoney,
  gainsWithValue,
  invariant,
  isOption,
  isSpot,
  lotCount,
  lots,
  moneyUnits,
  spotLock,
  ticks,
  type Coin,
  type Money,
  type PositionSums,
} from '@tapedeck/domain';
import {
  CONDITIONAL_KINDS,
  CONDITIONAL_ORDERS_MAX,
  SPOT_CONDITIONAL_ORDERS_MAX,
  SPOT_ORDERS_MAX,
  openOrdersOf,
} from '../risk/order-counts.ts';
import { settlePositions } from '../risk/settle-positions.ts';
import type { Strategy } from '../strategies/strategy.ts';
import type { Account } from './account.ts';
import { auditTriggers } from './audit-triggers.ts';
import type { ExchangeState } from './exchange-state.ts';
import type { Market } from './market.ts';
import type { OpenOrder } from './open-order.ts';
import type { Position } from './position.ts';
import type { Slot } from './slot.ts';

/** What accounts and positions have of one coin. */
interface CoinSums {
  held: bigint;
  /** What open positions owe: entry values of those that gain with their value, less those of the others. */
  entries: bigint;
}

function auditPosition(account: Account, position: Position, sums: CoinSums): void {
  const { instrument } = position.slot;
  sums.held += moneyUnits(position.purse.balance);
  if (!isOption(instrument))
    sums.entries += gainsWithValue(instrument, position.side) ? moneyUnits(position.entryValue) : -moneyUnits(position.entryValue);
  if (position.size > 0) return;
  invariant(position.entryValue === ZERO_MONEY, `A10 a flat position of account ${account.id} has no entry value`);
  invariant(position.purse.balance === ZERO_MONEY, `C9 a flat position of account ${account.id} holds no margin`);
}

function auditMoney(state: ExchangeState): void {
  const coins = new Map<Coin, CoinSums>();
  for (const coin of state.ledgers.keys()) coins.set(coin, { held: 0n, entries: 0n });
  const sumsOf = (coin: Coin): CoinSums => {
    const sums = coins.get(coin);
    invariant(sums !== undefined, `A1 ${coin} has a ledger`);
    return sums;
  };
  for (const account of state.accounts.values()) {
    for (const purse of account.purses) sumsOf(purse.coin).held += moneyUnits(purse.balance);
    for (const [coin, asset] of account.assets.all) {
      if (!asset.empty) for (const purse of asset.purses) sumsOf(coin).held += moneyUnits(purse.balance);
    }
    for (const slot of account.slots) {
      const sums = sumsOf(slot.instrument.settleCoin);
      for (const position of slot.positions) auditPosition(account, position, sums);
    }
  }
  for (const [coin, { held, entries }] of coins) {
    const ledger = state.ledger(coin);
    const all = ledger.purses.reduce((sum, purse) => sum + moneyUnits(purse.balance), held);
    invariant(all === 0n, `A1 all ${coin} of the exchange sums to zero`);
    // What was realised so far is what open positions still owe each other.
    invariant(moneyUnits(ledger.clearing.balance) + entries === 0n, `A10 realised and open ${coin} of all accounts cancel out`);
    invariant(ledger.insurance.balance >= ZERO_MONEY, `A15 the ${coin} insurance fund is not negative`);
    invariant(ledger.funding.balance === ZERO_MONEY, `A9 funding in ${coin} leaves nothing behind`);
  }
}

function auditMarket(state: ExchangeState, market: Market): void {
  const { symbol } = market.instrument;
  market.book.audit();
  if (market.spot) return;
  let long = 0;
  let short = 0;
  for (const account of state.accounts.values()) {
    const slot = account.knownSlot(market.instrument.id);
    if (slot === undefined) continue;
    for (const position of slot.positions) {
      if (position.side === 'Buy') long += position.size;
      else short += position.size;
      invariant(Number.isSafeInteger(position.size) && position.size >= 0, `B11 a position of ${symbol} is whole lots`);
    }
    invariant(market.holders.has(slot) === slot.hasPosition, `C1 the holders of ${symbol} are those with a position`);
    const oneWay = slot.positionMode === 'MergedSingle';
    for (const { size, index } of slot.positions) {
      invariant(size === 0 || (index === 0) === oneWay, `C3 one-way ${symbol} uses index 0, hedge 1 and 2`);
    }
  }
  invariant(long === short, `C1 longs equal shorts in ${symbol}`);
  invariant(long === market.openLong && short === market.openShort, `C1 open interest of ${symbol} is the sum of positions`);
}

function auditOrder(state: ExchangeState, account: Account, order: OpenOrder): void {
  const { book } = state.market(order.instrument.id);
  invariant(order.left > 0 && order.filled >= 0, `B6 order ${order.orderId} has something left`);
  invariant(book.holds(order.handle) && book.referenceOf(order.handle) === order.orderId, `B5 order ${order.orderId} rests where it says`);
  invariant(
    book.lotsOf(order.handle) === order.left && book.tickOf(order.handle) === order.price,
    `B5 order ${order.orderId} rests as it says`,
  );
  if (!order.reduceOnly) return;
  const position = account.slot(order.instrument).position(order.positionIndex);
  invariant(position.side !== order.side && order.left <= position.size, `B12 reduce-only order ${order.orderId} only reduces`);
}

/** `orders` are all of the account. */
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
  invariant(slot.openOrders === open, `A6 the open orders of account ${account.id} are counted`);
  invariant(slot.reduceOnlyOrders === reducing, `A6 the reduce-only orders of account ${account.id} are counted`);
  for (const { index, orders: totals } of slot.positions) {
    const same = totals.buyLots === lotsOf.Buy[index] && totals.sellLots === lotsOf.Sell[index];
    invariant(same, `A6 order sums of account ${account.id} match its orders`);
    invariant(totals.buyLots > 0 || totals.buyValue === ZERO_MONEY, `A6 no buy of account ${account.id} holds no money`);
    invariant(totals.sellLots > 0 || totals.sellValue === ZERO_MONEY, `A6 no sell of account ${account.id} holds no money`);
  }
}

/** There are never more orders than there may be. */
function auditCounts(state: ExchangeState, account: Account): void {
  for (const slot of account.active) {
    const { count, most } = openOrdersOf(account, slot);
    invariant(count <= most, `B16 account ${account.id} has at most ${most} open orders in ${slot.instrument.symbol}`);
  }
  invariant(account.assets.spotOrders <= SPOT_ORDERS_MAX, `B16 account ${account.id} has at most ${SPOT_ORDERS_MAX} spot orders`);
  const waiting = new Map<Market, number>();
  for (const { terms } of state.triggers.of(account.id)) {
    const market = state.market(terms.instrument.id);
    if (CONDITIONAL_KINDS.has(terms.kind)) waiting.set(market, (waiting.get(market) ?? 0) + 1);
  }
  for (const [{ spot, instrument }, count] of waiting) {
    const most = spot ? SPOT_CONDITIONAL_ORDERS_MAX : CONDITIONAL_ORDERS_MAX;
    invariant(count <= most, `B16 account ${account.id} has at most ${most} conditional orders in ${instrument.symbol}`);
  }
}

/** The parts of a strategy are open orders that say so, and its plan trades no more than it has. */
function auditStrategy(state: ExchangeState, { terms, parts, filled, gone }: Strategy): void {
  const { strategyId, plan } = terms;
  const account = state.account(terms.account);
  let open = 0;
  invariant(gone.length === 0, `strategy ${strategyId} has seen what became of its parts`);
  for (const orderId of parts) {
    const order = account.orders.get(orderId);
    invariant(order?.extra?.strategy?.id === strategyId, `part ${orderId} of strategy ${strategyId} is an open order of it`);
    open += order.left;
  }
  const endless = plan.kind === 'Grid' || plan.kind === 'Webhook';
  invariant(endless || filled + open <= lotCount(terms.quantity), `B6 strategy ${strategyId} trades no more than its quantity`);
}

function auditPart(state: ExchangeState, account: Account, { orderId, extra }: OpenOrder): void {
  if (extra?.strategy === undefined) return;
  const parent = state.strategies.get(account.id, extra.strategy.id);
  invariant(parent?.parts.has(orderId) === true, `part ${orderId} has a strategy that runs`);
}

/** What spot orders lock is the sum of what they would spend, and no coin is spent that is not there. */
function auditLocks(account: Account): void {
  const orders = account.orders.list().filter(({ instrument }) => isSpot(instrument));
  invariant(account.assets.spotOrders === orders.length, `A6 the spot orders of account ${account.id} are counted`);
  const sums = new Map<Coin, Money>();
  for (const { instrument, side, left, price } of orders) {
    const { coin, amount } = spotLock(instrument, side, lots(left), ticks(price));
    sums.set(coin, addMoney(sums.get(coin) ?? ZERO_MONEY, amount));
  }
  for (const [coin, { locked, loan, funding, savings }] of account.assets.all) {
    invariant(loan.balance <= ZERO_MONEY, `A7 account ${account.id} does not owe a negative loan of ${coin}`);
    invariant(
      funding.balance >= ZERO_MONEY && savings.balance >= ZERO_MONEY,
      `A7 the ${coin} wallets of account ${account.id} are not negative`,
    );
    invariant(locked === (sums.get(coin) ?? ZERO_MONEY), `A5 the ${coin} that orders of account ${account.id} lock is locked`);
  }
}

/** The sums that are kept between commands are those of the state. */
function auditSums(state: ExchangeState, account: Account, coin: Coin): void {
  const sums = account.marginSums(coin);
  const slots = account.slots.filter((slot) => slot.instrument.settleCoin === coin);
  const held = slots.reduce((sum, slot) => addMoney(sum, slot.orderMargin()), ZERO_MONEY);
  invariant(sums.heldForOrders() === held, `A6 the money held for orders of account ${account.id} is that of its orders`);
  const fresh = settlePositions(state, account, coin);
  const kept = sums.positions(state);
  const same = (Object.keys(fresh) as (keyof PositionSums)[]).every((key) => fresh[key] === kept[key]);
  invariant(same, `the margin of the positions of account ${account.id} is that of its positions`);
}

/** Leaders and followers know each other, and each copy that is kept is an open order of it. */
function auditCopying({ copying, accounts }: ExchangeState): void {
  const { leaders, followings, due, touched } = copying;
  invariant(due.length === 0 && touched.size === 0, 'nothing is left to be copied');
  let counted = 0;
  for (const [id, leader] of leaders) {
    invariant(accounts.get(id)?.copying === leader, `leader ${id} knows that it leads`);
    for (const follower of leader.followers) invariant(followings.get(follower)?.terms.leader === id, `${follower} follows ${id}`);
    counted += leader.followers.size;
  }
  invariant(counted === followings.size, 'each follower has one leader');
  for (const [id, following] of followings) {
    const account = accounts.get(id);
    invariant(account?.copying === following, `follower ${id} knows that it follows`);
    for (const [order, own] of following.copies) {
      const copy = account.orders.get(own)?.extra?.copy;
      invariant(copy?.order === order && copy.leader === following.terms.leader, `copy ${own} is an open order of it`);
    }
  }
}

/** Every rule that must hold after each command, worked out anew from the state alone. Throws `InvariantBroken`. */
export function audit(state: ExchangeState): void {
  auditMoney(state);
  for (const market of state.markets) auditMarket(state, market);
  for (const strategy of state.strategies.running) auditStrategy(state, strategy);
  for (const account of state.accounts.values()) {
    const orders = account.orders.list();
    for (const order of orders) {
      auditOrder(state, account, order);
      auditPart(state, account, order);
    }
    for (const slot of account.slots) if (!isSpot(slot.instrument)) auditTotals(account, slot, orders);
    auditLocks(account);
    auditCounts(state, account);
    for (const coin of state.ledgers.keys()) auditSums(state, account, coin);
  }
  auditTriggers(state);
  auditCopying(state);
}
