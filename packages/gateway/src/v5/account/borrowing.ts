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

/** Cash that no open order reserves. */
export const freeCash = ({ cash, locked }: Pick<PoolCoin, 'cash' | 'locked'>): Money => maxMoney(ZERO_MONEY, subtractMoney(cash, locked));

/** Amount of a coin that an account can still borrow, within the coin's limit and the available margin. */
export function availableToBorrow(own: PoolCoin, { pool }: Pick<AccountMargins, 'pool'>): Money {
  if (pool === undefined) return ZERO_MONEY;
  const left = maxMoney(ZERO_MONEY, subtractMoney(coinTerms(own.coin).borrowLimit, liabilityOf(own)));
  const carried = money((moneyUnits(coinValue(pool.available, own.price, 'down')) * SCALE) / rateUnits(BORROW_INITIAL_RATE));
  return minMoney(left, carried);
}

/** Amount of a coin that an order could spend, borrowing included. */
export const spendable = (own: PoolCoin, margins: Pick<AccountMargins, 'pool'>): Money =>
  addMoney(freeCash(own), availableToBorrow(own, margins));
