import {
  DOLLAR_COINS,
  ZERO_MONEY,
  formatDecimal,
  moneyUnits,
  negateMoney,
  refusal,
  type Outcome,
  type TransferFunds,
} from '@tapedeck/domain';
import { anybodyShort } from '../margin/shortfall.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import { transferable } from './move-funds.ts';
import { moveCash } from './move-cash.ts';

/** Moves coins into the trading wallet of another account, with one ledger line for each account. A refusal changes nothing. */
export function transferFunds(state: ExchangeState, account: Account, { to, coin, amount }: TransferFunds): Outcome {
  if (amount <= ZERO_MONEY) return { refusal: refusal('parameter', { field: 'amount' }) };
  if (!state.ledgers.has(coin) && !DOLLAR_COINS.has(coin)) return { refusal: refusal('parameter', { field: 'coin' }) };
  const other = state.accounts.get(to);
  if (other === undefined || other.house || other === account) return { refusal: refusal('accountUnknown') };
  const most = transferable(state, account, coin);
  if (amount > most) return { refusal: refusal('walletTooSmall', { available: formatDecimal(moneyUnits(most)) }) };
  if (anybodyShort(state, coin)) return { refusal: refusal('transfersPaused') };
  const purse = other.cash(coin);
  other.use(coin);
  moveCash(state, account, { kind: 'transfer', amount: negateMoney(amount), counter: purse, instrument: -1, otherKind: other.kind });
  state.tell({
    type: 'CashChanged',
    account: other.id,
    coin,
    kind: 'transfer',
    amount,
    cash: purse.balance,
    instrument: -1,
    otherKind: account.kind,
  });
  return {};
}
