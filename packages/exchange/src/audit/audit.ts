import { ZERO_MONEY, gainsWithValue, invariant, isOption, lotCount, moneyUnits, type Coin } from '@tapedeck/domain';
import type { Strategy } from '../state/strategy.ts';
import type { Account } from '../state/account.ts';
import { auditAccount } from './audit-account.ts';
import { auditWatched } from './audit-triggers.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Market } from '../state/market.ts';
import type { Position } from '../state/position.ts';

/** Holdings of accounts and positions in one coin. */
interface CoinSums {
  held: bigint;
  /** Sum of the entry values of open positions: positive for positions that gain when their value rises, negative for the others. */
  entries: bigint;
}

function auditFlat(account: Account, { entryValue, purse }: Position): void {
  invariant(entryValue === ZERO_MONEY, () => `A10 a flat position of account ${account.id} has no entry value`);
  invariant(purse.balance === ZERO_MONEY, () => `C9 a flat position of account ${account.id} holds no margin`);
}

function addPosition({ slot, side, entryValue, purse }: Position, sums: CoinSums): void {
  const { instrument } = slot;
  if (purse.balance !== ZERO_MONEY) sums.held += moneyUnits(purse.balance);
  if (!isOption(instrument)) sums.entries += gainsWithValue(instrument, side) ? moneyUnits(entryValue) : -moneyUnits(entryValue);
}

function auditMoney(state: ExchangeState): void {
  const coins = new Map<Coin, CoinSums>();
  for (const coin of state.ledgers.keys()) coins.set(coin, { held: 0n, entries: 0n });
  const sumsOf = (coin: Coin): CoinSums => {
    const sums = coins.get(coin);
    invariant(sums !== undefined, () => `A1 ${coin} has a ledger`);
    return sums;
  };
  for (const account of state.accounts.values()) {
    for (const purse of account.allPurses) if (purse.used) sumsOf(purse.coin).held += moneyUnits(purse.balance);
    for (const [coin, asset] of account.assets.all) {
      if (!asset.empty) for (const purse of asset.purses) sumsOf(coin).held += moneyUnits(purse.balance);
    }
    for (const slot of account.slots) {
      for (const position of slot.positions) {
        if (position.size === 0) auditFlat(account, position);
        else addPosition(position, sumsOf(slot.instrument.settleCoin));
      }
    }
  }
  for (const [coin, { held, entries }] of coins) {
    const ledger = state.ledger(coin);
    const all = ledger.purses.reduce((sum, purse) => sum + moneyUnits(purse.balance), held);
    invariant(all === 0n, () => `A1 all ${coin} of the exchange sums to zero`);
    // Open positions owe each other the amount realised so far.
    invariant(moneyUnits(ledger.clearing.balance) + entries === 0n, () => `A10 realised and open ${coin} of all accounts cancel out`);
    invariant(ledger.insurance.balance >= ZERO_MONEY, () => `A15 the ${coin} insurance fund is not negative`);
    invariant(ledger.funding.balance === ZERO_MONEY, () => `A9 funding in ${coin} leaves nothing behind`);
  }
}

export function auditMarket(state: ExchangeState, market: Market): void {
  const { symbol } = market.instrument;
  market.book.audit();
  if (market.spot) return;
  let long = 0;
  let short = 0;
  for (const account of state.accounts.values()) {
    const slot = account.knownSlot(market.instrument.id);
    if (slot === undefined) continue;
    const oneWay = slot.positionMode === 'MergedSingle';
    for (const { side, size, index } of slot.positions) {
      if (side === 'Buy') long += size;
      else short += size;
      invariant(Number.isSafeInteger(size) && size >= 0, () => `B11 a position of ${symbol} is whole lots`);
      invariant(size === 0 || (index === 0) === oneWay, () => `C3 one-way ${symbol} uses index 0, hedge 1 and 2`);
    }
    invariant(market.holders.has(slot) === slot.hasPosition, () => `C1 the holders of ${symbol} are those with a position`);
  }
  invariant(long === short, () => `C1 longs equal shorts in ${symbol}`);
  invariant(long === market.openLong && short === market.openShort, () => `C1 open interest of ${symbol} is the sum of positions`);
}

/** The parts of a strategy are open orders that name it, and its plan never trades more than its quantity. */
function auditStrategy(state: ExchangeState, { terms, parts, filled, gone }: Strategy): void {
  const { strategyId, plan } = terms;
  const account = state.account(terms.account);
  let open = 0;
  invariant(gone.length === 0, () => `strategy ${strategyId} has seen what became of its parts`);
  for (const orderId of parts) {
    const order = account.orders.get(orderId);
    invariant(order?.extra?.strategy?.id === strategyId, () => `part ${orderId} of strategy ${strategyId} is an open order of it`);
    open += order.left;
  }
  const endless = plan.kind === 'Grid' || plan.kind === 'Webhook';
  invariant(endless || filled + open <= lotCount(terms.quantity), () => `B6 strategy ${strategyId} trades no more than its quantity`);
}

/** Leaders and followers refer to each other, and each copy is an open order of its follower. */
function auditCopying({ copying, accounts }: ExchangeState): void {
  const { leaders, followings, due, touched } = copying;
  invariant(due.length === 0 && touched.size === 0, 'nothing is left to be copied');
  let counted = 0;
  for (const [id, leader] of leaders) {
    invariant(accounts.get(id)?.copying === leader, () => `leader ${id} knows that it leads`);
    for (const follower of leader.followers) invariant(followings.get(follower)?.terms.leader === id, () => `${follower} follows ${id}`);
    counted += leader.followers.size;
  }
  invariant(counted === followings.size, 'each follower has one leader');
  for (const [id, following] of followings) {
    const account = accounts.get(id);
    invariant(account?.copying === following, () => `follower ${id} knows that it follows`);
    for (const [order, own] of following.copies) {
      const copy = account.orders.get(own)?.extra?.copy;
      invariant(copy?.order === order && copy.leader === following.terms.leader, () => `copy ${own} is an open order of it`);
    }
  }
}

/** Each open order has exactly one row; ended orders have none. */
function auditOrderRows({ accounts, orderRows }: ExchangeState): void {
  let open = 0;
  for (const account of accounts.values()) open += account.orders.size;
  invariant(orderRows.live === open, 'A6 there is a row for each open order and no other');
}

/** Checks the state that the whole exchange shares: money, orders, strategies and copies. */
export function auditWhole(state: ExchangeState): void {
  auditMoney(state);
  auditOrderRows(state);
  for (const strategy of state.strategies.running) auditStrategy(state, strategy);
  auditWatched(state);
  auditCopying(state);
}

/** Checks every invariant after a command, computed from the state alone. Throws `InvariantBroken`. */
export function audit(state: ExchangeState): void {
  auditWhole(state);
  for (const market of state.markets) auditMarket(state, market);
  for (const account of state.accounts.values()) auditAccount(state, account);
}
