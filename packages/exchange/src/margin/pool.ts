import {
  ZERO_MONEY,
  addMoney,
  baseAmount,
  isSpot,
  lots,
  negateMoney,
  poolMargin,
  poolSafety,
  spotOrderHaircut,
  ticks,
  valueAtTick,
  type Coin,
  type Instrument,
  type Money,
  type PoolCoin,
  type PoolMargin,
  type PortfolioMargin,
  type Side,
} from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { OpenOrder } from '../state/open-order.ts';
import { portfolioIfAny } from './portfolio.ts';
import { coinPrice } from './coin-price.ts';

/** Margin in dollars that a spot order would lose when it fills. */
export function haircutOf(
  state: ExchangeState,
  { notCollateral }: Pick<Account, 'notCollateral'>,
  instrument: Instrument,
  order: { readonly side: Side; readonly base: Money; readonly quote: Money },
): Money {
  return spotOrderHaircut(
    instrument,
    order,
    (coin) => coinPrice(state, coin),
    (coin) => !notCollateral.has(coin),
  );
}

function openHaircuts(state: ExchangeState, account: Account, except: OpenOrder | undefined): Money {
  if (account.assets.spotOrders === 0) return ZERO_MONEY;
  let sum = ZERO_MONEY;
  for (const order of account.orders.list()) {
    const { instrument, side, price, left } = order;
    if (!isSpot(instrument) || order.orderId === except?.orderId) continue;
    const count = lots(left);
    const base = baseAmount(instrument, count);
    sum = addMoney(sum, haircutOf(state, account, instrument, { side, base, quote: valueAtTick(instrument, count, ticks(price)) }));
  }
  return sum;
}

/** One coin of an account at current prices. */
export function poolCoin(state: ExchangeState, account: Account, coin: Coin): PoolCoin {
  const sums = account.marginSums(coin);
  const asset = account.assets.peek(coin);
  return {
    coin,
    price: coinPrice(state, coin),
    cash: sums.cash.balance,
    loan: asset === undefined ? ZERO_MONEY : negateMoney(asset.loan.balance),
    locked: asset?.locked ?? ZERO_MONEY,
    positions: sums.positions(state),
    orderMargin: sums.heldForOrders(),
    isCollateral: !account.notCollateral.has(coin),
  };
}

export type AccountSafety = Pick<PoolMargin, 'marginBalance' | 'maintenanceMargin'>;

/** Figures that decide a liquidation; `portfolio` by callers that know it already. */
export function accountSafety(
  state: ExchangeState,
  account: Account,
  portfolio: Pick<PortfolioMargin, 'maintenanceMargin'> | undefined = portfolioIfAny(state, account),
): AccountSafety {
  const coins = account.coins.map((coin) => poolCoin(state, account, coin));
  return poolSafety(coins, portfolio);
}

/** Effect of a new spot order on the account. */
export interface SpotAddition {
  readonly coin: Coin;
  readonly locked: Money;
  readonly haircut: Money;
  readonly replaces: OpenOrder | undefined;
}

/** All coins of a unified account as one pool, with a spot order that is about to be placed. */
export function accountPool(state: ExchangeState, account: Account, addition?: SpotAddition): PoolMargin {
  const coins = account.coins.map((coin) => {
    const own = poolCoin(state, account, coin);
    return coin === addition?.coin ? { ...own, locked: addMoney(own.locked, addition.locked) } : own;
  });
  if (addition !== undefined && !account.coins.includes(addition.coin)) {
    coins.push({ ...poolCoin(state, account, addition.coin), locked: addition.locked });
  }
  const portfolio = portfolioIfAny(state, account);
  const haircut = addMoney(openHaircuts(state, account, addition?.replaces), addition?.haircut ?? ZERO_MONEY);
  return poolMargin(coins, haircut, portfolio);
}
