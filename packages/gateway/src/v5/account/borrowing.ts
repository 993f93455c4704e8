import {
  BORROW_INITIAL_RATE,
  ZERO_MONEY,
  addMoney,
  coinTerms,
  coinValue,
  liabilityOf,
  maxMoney,
  minMoney,
  money,
  moneyUnits,
  rateUnits,
  subtractMoney,
  type AccountMargins,
  type Money,
  type PoolCoin,
} from '@tapedeck/domain';

const SCALE = 100_000_000n;

/** Cash that no open order keeps. */
export const freeCash = ({ cash, locked }: Pick<PoolCoin, 'cash' | 'locked'>): Money => maxMoney(ZERO_MONEY, subtractMoney(cash, locked));

/** What an account could still borrow of a coin: within the limit of the coin, and as much as its available margin carries. */
export function availableToBorrow(own: PoolCoin, { pool }: Pick<AccountMargins, 'pool'>): Money {
  if (pool === undefined) return ZERO_MONEY;
  const left = maxMoney(ZERO_MONEY, subtractMoney(coinTerms(own.coin).borrowLimit, liabilityOf(own)));
  const carried = money((moneyUnits(coinValue(pool.available, own.price, 'down')) * SCALE) / rateUnits(BORROW_INITIAL_RATE));
  return minMoney(left, carried);
}

/** What an order could spend of a coin if it borrowed too. */
export const spendable = (own: PoolCoin, margins: Pick<AccountMargins, 'pool'>): Money =>
  addMoney(freeCash(own), availableToBorrow(own, margins));
