import {
  ZERO_MONEY,
  availableBalance,
  crossLiquidatable,
  isOption,
  liabilityOf,
  marginBalance,
  marginBeside,
  maxMoney,
  narrow,
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
import type { Position } from '../state/position.ts';
import type { Slot } from '../state/slot.ts';
import { accountPool, accountSafety, poolCoin } from './pool.ts';

/** Coins that spot orders reserve are no margin. */
function freeCash(account: Account, { cash }: MarginSums): Money {
  const locked = account.locked(cash.coin);
  return locked === ZERO_MONEY ? cash.balance : subtractMoney(cash.balance, locked);
}

/** Margin figures of a coin with single-coin margin. */
function marginInput(state: ExchangeState, account: Account, sums: MarginSums): AccountMarginInput {
  return { cash: freeCash(account, sums), positions: sums.positions(state), orderMargin: sums.heldForOrders() };
}

/** Margin of an account for its orders and positions of one settle coin, in that coin, at current prices. */
export function settleMargin(state: ExchangeState, account: Account, coin: Coin): AccountMargin {
  if (account.pooled) return poolInCoin(accountPool(state, account), poolCoin(state, account, coin));
  const sums = account.marginSums(coin);
  return marginBeside(account.locked(coin), {
    cash: sums.cash.balance,
    positions: sums.positions(state),
    orderMargin: sums.heldForOrders(),
  });
}

/** Balance available for a new order in an instrument: isolated margin must come from cash itself. */
export function spendable(state: ExchangeState, account: Account, slot: Slot): Money {
  const isolated = slot.marginMode === 'isolated';
  if (account.pooled) {
    const margin = settleMargin(state, account, slot.instrument.settleCoin);
    return isolated ? margin.transferable : margin.available;
  }
  const input = marginInput(state, account, slot.sums);
  const available = availableBalance(input);
  return isolated ? maxMoney(ZERO_MONEY, transferableBalance(input.cash, available)) : available;
}

/** The same for a coin with single-coin margin, as a narrow amount. */
export function narrowSpendable(state: ExchangeState, account: Account, { sums, marginMode }: Slot): number {
  const cash = narrow(freeCash(account, sums));
  const free = sums.narrowFree(state, cash);
  return Math.max(0, marginMode === 'isolated' ? Math.min(cash, free) : free);
}

/** A long option is fully paid: it needs no margin and is never liquidated. */
export function isLongOption({ slot, side }: Position): boolean {
  return isOption(slot.instrument) && side === 'Buy';
}

/** Whether an account could lose more than it has: it has a debt, or a position other than long options. */
function owesOrRisks(state: ExchangeState, account: Account): boolean {
  for (const { positions } of account.active) if (positions.some((held) => held.size > 0 && !isLongOption(held))) return true;
  return account.coins.some((coin) => liabilityOf(poolCoin(state, account, coin)) > ZERO_MONEY);
}

/**
 * Whether the cross positions margined by this coin must be liquidated. A portfolio of long options alone is never
 * liquidated, even if its value falls below its margin.
 */
export function mustLiquidate(state: ExchangeState, account: Account, coin: Coin): boolean {
  if (account.pooled) return crossLiquidatable(accountSafety(state, account)) && (!account.policy.portfolio || owesOrRisks(state, account));
  return mustLiquidateAlone(state, account, account.marginSums(coin));
}

/** The same for a coin with single-coin margin. */
export function mustLiquidateAlone(state: ExchangeState, account: Account, sums: MarginSums): boolean {
  const cash = freeCash(account, sums);
  const positions = sums.positions(state);
  return crossLiquidatable({ marginBalance: marginBalance({ cash, positions }), maintenanceMargin: positions.maintenanceMargin });
}
