import {
  ZERO_MONEY,
  availableBalance,
  crossLiquidatable,
  marginBeside,
  maxMoney,
  poolInCoin,
  subtractMoney,
  transferableBalance,
  type AccountMargin,
  type AccountMarginInput,
  type Coin,
  type Money,
} from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { MarginSums } from '../state/margin-sums.ts';
import type { Slot } from '../state/slot.ts';
import { accountPool, accountSafety, poolCoin } from './pool.ts';

/** What a coin that stands by itself is margined by: what spot orders keep of it is not margin. */
function marginInput(state: ExchangeState, account: Account, sums: MarginSums, coin: Coin): AccountMarginInput {
  const locked = account.assets.locked(coin);
  return {
    cash: locked === ZERO_MONEY ? sums.cash.balance : subtractMoney(sums.cash.balance, locked),
    positions: sums.positions(state),
    orderMargin: sums.heldForOrders(),
  };
}

/** Margin of an account as its orders and positions of one settle coin meet it, in that coin, at the prices of now. */
export function settleMargin(state: ExchangeState, account: Account, coin: Coin): AccountMargin {
  if (account.pooled) return poolInCoin(accountPool(state, account), poolCoin(state, account, coin));
  const sums = account.marginSums(coin);
  return marginBeside(account.assets.locked(coin), {
    cash: sums.cash.balance,
    positions: sums.positions(state),
    orderMargin: sums.heldForOrders(),
  });
}

/** What a new order in an instrument may cost: isolated margin has to come out of the cash itself. */
export function spendable(state: ExchangeState, account: Account, slot: Slot): Money {
  const isolated = slot.marginMode === 'isolated';
  if (account.pooled) {
    const margin = settleMargin(state, account, slot.instrument.settleCoin);
    return isolated ? margin.transferable : margin.available;
  }
  const input = marginInput(state, account, slot.sums, slot.instrument.settleCoin);
  const available = availableBalance(input);
  return isolated ? maxMoney(ZERO_MONEY, transferableBalance(input.cash, available)) : available;
}

/** Whether the cross positions that stand on this coin have to be liquidated. */
export function mustLiquidate(state: ExchangeState, account: Account, coin: Coin): boolean {
  return crossLiquidatable(account.pooled ? accountSafety(state, account) : settleMargin(state, account, coin));
}
