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
  /** Cash outside isolated positions; negative for a liability. */
  readonly cash: Money;
  /** The manual loan; not negative. */
  readonly loan: Money;
  /** Cash that open spot orders would spend. */
  readonly locked: Money;
  readonly positions: PositionSums;
  /** Whether the coin's balance counts as collateral; its debt always counts. */
  readonly isCollateral: boolean;
  /** Reservation of open contract orders. */
  readonly orderMargin: Money;
}

/** A unified account: all its coins margin all its cross positions. In dollars (docs/concepts/liquidation.md). */
export interface PoolMargin extends AccountMargin {
  /** Collateral value that open spot orders would lose, plus their cost above the index price. */
  readonly haircutLoss: Money;
  /** Total debt. */
  readonly liabilities: Money;
}

/**
 * Whether all coins of an account form its margin together: for unified accounts, except one that has only ever used
 * one dollar coin, whose margin is the same by itself. Portfolio margin always covers the whole account.
 */
export function isPool(kind: AccountKind, coins: readonly Coin[]): boolean {
  if (kind === 'PM') return coins.length > 0;
  return kind !== 'regular' && !(coins.length === 1 && coins[0] !== undefined && DOLLAR_COINS.has(coins[0]));
}

/** Margin of a coin outside a pool: cash held by spot orders is not margin, but still belongs to the trader. */
export function marginBeside(locked: Money, input: AccountMarginInput): AccountMargin {
  if (locked === ZERO_MONEY) return accountMargin(input);
  const free = accountMargin({ ...input, cash: subtractMoney(input.cash, locked) });
  return { ...free, equity: addMoney(free.equity, locked) };
}

/** Debt of a coin: the loan, plus the amount by which cash and cross P&L together are below 0. */
export function liabilityOf(coin: Pick<PoolCoin, 'cash' | 'loan' | 'positions'>): Money {
  return addMoney(coin.loan, maxMoney(ZERO_MONEY, negateMoney(addMoney(coin.cash, coin.positions.crossUnrealisedPnl))));
}

/** Cash and cross P&L less debt. */
export function netOf(coin: Pick<PoolCoin, 'cash' | 'loan' | 'positions'>): Money {
  return subtractMoney(addMoney(coin.cash, coin.positions.crossUnrealisedPnl), coin.loan);
}

/** Amount of a coin that open spot orders would borrow. */
export function borrowingOfOrders({ cash, locked }: Pick<PoolCoin, 'cash' | 'locked'>): Money {
  return maxMoney(ZERO_MONEY, subtractMoney(locked, maxMoney(cash, ZERO_MONEY)));
}

/** Maintenance margin of the positions as a portfolio. */
type PortfolioNeed = Pick<PortfolioMargin, 'maintenanceMargin'>;

const owed = (amount: Money, price: Price): Money => negateMoney(dollarValue(negateMoney(amount), price));

/** A coin's contribution to the margin balance; assets round down, debts round up. */
const balanceOf = ({ coin, price, isCollateral }: PoolCoin, net: Money): bigint =>
  isCollateral || net < ZERO_MONEY ? moneyUnits(collateralValue(coin, net, price)) : 0n;

/** A coin's contribution to the maintenance margin: its positions (computed as a portfolio instead, where there is one) and its debt. */
function maintenanceOf({ price, positions }: PoolCoin, liability: Money, portfolio: PortfolioNeed | undefined): bigint {
  const lent = moneyTimesRate(liability, BORROW_MAINTENANCE_RATE, 'up');
  return moneyUnits(owed(portfolio === undefined ? addMoney(positions.maintenanceMargin, lent) : lent, price));
}

/** Value of options, which counts towards the balance of a portfolio. */
const optionBalance = ({ price, positions }: PoolCoin, portfolio: PortfolioNeed | undefined): bigint =>
  portfolio === undefined ? 0n : moneyUnits(dollarValue(positions.optionValue, price));

/** The part of `poolMargin` that decides a liquidation, at lower cost. */
export function poolSafety(coins: Iterable<PoolCoin>, portfolio?: PortfolioNeed): Pick<PoolMargin, 'marginBalance' | 'maintenanceMargin'> {
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
 * borrowed; available = margin balance − haircut loss − initial margin, not below 0 (docs/concepts/liquidation.md). Assets are rounded down
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

/** The pool for orders and positions of one settle coin: in that coin, and only its own free cash can leave. */
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
 * Transferable amount of a coin: the part that margin does not need, at most the free cash. In a pool without cross
 * positions or debts, all of the free cash; for a coin that is no collateral, the part that its debt does not need.
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
