import type { AccountKind, Coin } from '../accounts/account.ts';
import { BORROW_INITIAL_RATE, BORROW_MAINTENANCE_RATE, DOLLAR_COINS } from '../accounts/coin-terms.ts';
import {
  addMoney,
  maxMoney,
  minMoney,
  money,
  moneyTimesRate,
  moneyUnits,
  negateMoney,
  subtractMoney,
  ZERO_MONEY,
} from '../values/money.ts';
import type { Money, Price } from '../values/types.ts';
import { accountMargin, type AccountMargin, type AccountMarginInput, type PositionSums } from './account-margin.ts';
import { coinValue, collateralValue, dollarValue } from './collateral.ts';
import type { PortfolioMargin } from './portfolio-margin.ts';

/** One coin of a unified account. Amounts in the coin. */
export interface PoolCoin {
  readonly coin: Coin;
  /** Dollars for one coin: its index price. */
  readonly price: Price;
  /** Cash outside isolated positions; below 0 it is owed. */
  readonly cash: Money;
  /** Owed because it was borrowed by hand; not below 0. */
  readonly loan: Money;
  /** What open spot orders would spend of the cash. */
  readonly locked: Money;
  readonly positions: PositionSums;
  /** Whether what there is of it counts as margin; what is owed always counts. */
  readonly isCollateral: boolean;
  /** Money held for open orders of contracts. */
  readonly orderMargin: Money;
}

/** A unified account: all its coins stand for all its cross positions. In dollars (reference, section 6.6). */
export interface PoolMargin extends AccountMargin {
  /** Value that open spot orders would lose as collateral, with what they pay above the index. */
  readonly haircutLoss: Money;
  /** What is owed. */
  readonly liabilities: Money;
}

/**
 * Whether the margin of an account is that of all its coins together: of unified accounts, but for one that only ever used one dollar
 * coin, whose margin is the same by itself. Portfolio margin is always asked of the whole account.
 */
export function isPool(kind: AccountKind, coins: readonly Coin[]): boolean {
  if (kind === 'PM') return coins.length > 0;
  return kind !== 'regular' && !(coins.length === 1 && coins[0] !== undefined && DOLLAR_COINS.has(coins[0]));
}

/** Margin of a coin that stands by itself: what spot orders keep of its cash is not margin, but still the trader's. */
export function marginBeside(locked: Money, input: AccountMarginInput): AccountMargin {
  if (locked === ZERO_MONEY) return accountMargin(input);
  const free = accountMargin({ ...input, cash: subtractMoney(input.cash, locked) });
  return { ...free, equity: addMoney(free.equity, locked) };
}

/** What is owed of a coin: a loan, and by how much cash and cross profit together are below 0. */
export function liabilityOf(coin: Pick<PoolCoin, 'cash' | 'loan' | 'positions'>): Money {
  return addMoney(coin.loan, maxMoney(ZERO_MONEY, negateMoney(addMoney(coin.cash, coin.positions.crossUnrealisedPnl))));
}

/** Cash and cross profit less what is owed. */
export function netOf(coin: Pick<PoolCoin, 'cash' | 'loan' | 'positions'>): Money {
  return subtractMoney(addMoney(coin.cash, coin.positions.crossUnrealisedPnl), coin.loan);
}

/** What open spot orders would have to borrow of a coin. */
export function borrowingOfOrders({ cash, locked }: Pick<PoolCoin, 'cash' | 'locked'>): Money {
  return maxMoney(ZERO_MONEY, subtractMoney(locked, maxMoney(cash, ZERO_MONEY)));
}

const owed = (amount: Money, price: Price): Money => negateMoney(dollarValue(negateMoney(amount), price));

/** What one coin adds to the margin balance: rounded down, what is owed up. */
const balanceOf = ({ coin, price, isCollateral }: PoolCoin, net: Money): bigint =>
  isCollateral || net < ZERO_MONEY ? moneyUnits(collateralValue(coin, net, price)) : 0n;

/** What one coin adds to the maintenance margin: of its positions (asked as a portfolio instead), and of what is owed. */
function maintenanceOf({ price, positions }: PoolCoin, liability: Money, portfolio: PortfolioMargin | undefined): bigint {
  const lent = moneyTimesRate(liability, BORROW_MAINTENANCE_RATE, 'up');
  return moneyUnits(owed(portfolio === undefined ? addMoney(positions.maintenanceMargin, lent) : lent, price));
}

/** Options are part of what a portfolio stands on. */
const optionBalance = ({ price, positions }: PoolCoin, portfolio: PortfolioMargin | undefined): bigint =>
  portfolio === undefined ? 0n : moneyUnits(dollarValue(positions.optionValue, price));

/** What of `poolMargin` decides about a liquidation, for less. */
export function poolSafety(
  coins: Iterable<PoolCoin>,
  portfolio?: PortfolioMargin,
): Pick<PoolMargin, 'marginBalance' | 'maintenanceMargin'> {
  let balance = 0n;
  let maintenance = portfolio === undefined ? 0n : moneyUnits(portfolio.maintenanceMargin);
  for (const coin of coins) {
    balance += balanceOf(coin, netOf(coin)) + optionBalance(coin, portfolio);
    maintenance += maintenanceOf(coin, liabilityOf(coin), portfolio);
  }
  return { marginBalance: money(balance), maintenanceMargin: money(maintenance) };
}

/**
 * Margin balance = Σ (cash + cross P&L − owed) × price × collateral ratio; initial and maintenance margin = Σ positions + orders +
 * borrowed; available = margin balance − haircut loss − initial margin, not below 0 (reference, section 6.6). Assets are rounded down
 * and what is owed or needed is rounded up, each coin by itself. Under portfolio margin the positions and orders need what their
 * `portfolio` needs, and the value of options counts for the balance.
 */
export function poolMargin(coins: Iterable<PoolCoin>, haircutLoss: Money = ZERO_MONEY, portfolio?: PortfolioMargin): PoolMargin {
  let equity = 0n;
  let balance = 0n;
  let initial = portfolio === undefined ? 0n : moneyUnits(portfolio.initialMargin);
  let maintenance = portfolio === undefined ? 0n : moneyUnits(portfolio.maintenanceMargin);
  let unrealised = 0n;
  let liabilities = 0n;
  for (const coin of coins) {
    const { price, positions } = coin;
    const net = netOf(coin);
    const liability = liabilityOf(coin);
    const isolated = addMoney(positions.isolatedMargin, subtractMoney(positions.unrealisedPnl, positions.crossUnrealisedPnl));
    equity += moneyUnits(dollarValue(addMoney(net, addMoney(isolated, positions.optionValue)), price));
    balance += balanceOf(coin, net) + optionBalance(coin, portfolio);
    unrealised += moneyUnits(dollarValue(positions.unrealisedPnl, price));
    liabilities += moneyUnits(owed(liability, price));
    const lent = moneyTimesRate(addMoney(liability, borrowingOfOrders(coin)), BORROW_INITIAL_RATE, 'up');
    const own = portfolio === undefined ? addMoney(positions.initialMargin, coin.orderMargin) : ZERO_MONEY;
    initial += moneyUnits(owed(addMoney(own, lent), price));
    maintenance += maintenanceOf(coin, liability, portfolio);
  }
  const free = balance - moneyUnits(haircutLoss) - initial;
  const available = money(free > 0n ? free : 0n);
  return {
    equity: money(equity),
    marginBalance: money(balance),
    initialMargin: money(initial),
    maintenanceMargin: money(maintenance),
    available,
    transferable: available,
    unrealisedPnl: money(unrealised),
    haircutLoss,
    liabilities: money(liabilities),
  };
}

/** The pool as an order or a position of one settle coin meets it: in that coin, and only its own free cash can leave. */
export function poolInCoin(pool: PoolMargin, coin: Pick<PoolCoin, 'price' | 'cash' | 'locked'>): AccountMargin {
  const down = (dollars: Money): Money => coinValue(dollars, coin.price, 'down');
  const up = (dollars: Money): Money => coinValue(dollars, coin.price, 'up');
  const available = down(pool.available);
  return {
    equity: down(pool.equity),
    marginBalance: down(pool.marginBalance),
    initialMargin: up(pool.initialMargin),
    maintenanceMargin: up(pool.maintenanceMargin),
    available,
    transferable: minMoney(available, maxMoney(ZERO_MONEY, subtractMoney(coin.cash, coin.locked))),
    unrealisedPnl: down(pool.unrealisedPnl),
  };
}

/**
 * What of a coin can leave the trading wallet: what margin does not need, and never more than the free cash. Of a pool that nothing
 * stands on, all of the free cash; of a coin that is no collateral what is left of it once what is owed is covered: that carries nothing.
 */
export function withdrawable(
  own: Pick<PoolCoin, 'cash' | 'loan' | 'locked' | 'positions' | 'isCollateral'>,
  margin: Pick<AccountMargin, 'transferable'>,
  pool: Pick<PoolMargin, 'initialMargin' | 'haircutLoss'> | undefined,
): Money {
  if (pool === undefined) return margin.transferable;
  const free = maxMoney(ZERO_MONEY, subtractMoney(own.cash, own.locked));
  const needed = pool.initialMargin > ZERO_MONEY || pool.haircutLoss > ZERO_MONEY;
  if (!needed) return free;
  return minMoney(free, own.isCollateral ? margin.transferable : maxMoney(margin.transferable, netOf(own)));
}
