import { ZERO_MONEY, addMoney, type Coin } from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import { accountSafety } from './pool.ts';
import { settleMargin } from './settle-margin.ts';

function isolatedShort(state: ExchangeState, account: Account, coin: Coin): boolean {
  return account.active.some(({ instrument, marginMode, positions }) => {
    if (marginMode !== 'isolated' || instrument.settleCoin !== coin) return false;
    const { mark } = state.market(instrument.id);
    return positions.some((held) => held.size > 0 && addMoney(held.purse.balance, held.marginAt(mark).unrealisedPnl) < ZERO_MONEY);
  });
}

/**
 * Whether any account has a negative balance of a coin: a fill far from the mark price can cause that until the next
 * mark price liquidates.
 */
export function anybodyShort(state: ExchangeState, coin: Coin): boolean {
  return state.accounts.byId.some((account) => {
    if (account.house) return false;
    if (isolatedShort(state, account, coin)) return true;
    if (!account.coins.includes(coin)) return false;
    const balance = account.pooled ? accountSafety(state, account).marginBalance : settleMargin(state, account, coin).marginBalance;
    return balance < ZERO_MONEY;
  });
}
