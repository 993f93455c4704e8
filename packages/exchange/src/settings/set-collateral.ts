import { DOLLAR_COINS, refusal, subtractMoney, type Outcome, type SetCollateral } from '@tapedeck/domain';
import { accountPool } from '../margin/pool.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';

/** Dollar coins always count, and an account that is not unified has no collateral other than the settle coin. */
export function setCollateral(state: ExchangeState, account: Account, { coin, on }: SetCollateral): Outcome {
  if (!account.policy.unified || DOLLAR_COINS.has(coin)) return { refusal: refusal('collateralFixed') };
  if (!account.coins.includes(coin)) return { refusal: refusal('parameter', { field: 'coin' }) };
  if (account.notCollateral.has(coin) === !on) return { refusal: refusal('collateralNotModified') };
  if (on) account.notCollateral.delete(coin);
  else {
    account.notCollateral.add(coin);
    const pool = accountPool(state, account);
    if (pool.initialMargin > subtractMoney(pool.marginBalance, pool.haircutLoss)) {
      account.notCollateral.delete(coin);
      return { refusal: refusal('collateralNeeded') };
    }
  }
  state.tell({ type: 'CollateralChanged', account: account.id, coin, on, cash: account.cash(coin).balance });
  return {};
}
