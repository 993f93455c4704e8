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
  type Side,
} from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { OpenOrder } from '../state/open-order.ts';
import { accountPortfolio } from './portfolio.ts';
import { coinPrice } from './coin-price.ts';

/** Margin that a spot order would lose as it fills, in dollars. */
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

/** One coin of an account at the prices of now. */
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

/** What decides whether the account is liquidated. */
export function accountSafety(state: ExchangeState, account: Account): Pick<PoolMargin, 'marginBalance' | 'maintenanceMargin'> {
  const coins = account.coins.map((coin) => poolCoin(state, account, coin));
  return poolSafety(coins, account.kind === 'PM' ? accountPortfolio(state, account) : undefined);
}

/** What a spot order about to be placed would add to the account. */
export interface SpotAddition {
  readonly coin: Coin;
  readonly locked: Money;
  readonly haircut: Money;
  readonly replaces: OpenOrder | undefined;
}

/** All coins of an account as one pool, with a spot order that is about to be placed. */
export function accountPool(state: ExchangeState, account: Account, addition?: SpotAddition): PoolMargin {
  const coins = account.coins.map((coin) => {
    const own = poolCoin(state, account, coin);
    return coin === addition?.coin ? { ...own, locked: addMoney(own.locked, addition.locked) } : own;
  });
  if (addition !== undefined && !account.coins.includes(addition.coin)) {
    coins.push({ ...poolCoin(state, account, addition.coin), locked: addition.locked });
  }
  const portfolio = account.kind === 'PM' ? accountPortfolio(state, account) : undefined;
  const haircut = addMoney(openHaircuts(state, account, addition?.replaces), addition?.haircut ?? ZERO_MONEY);
  return poolMargin(coins, haircut, portfolio);
}
