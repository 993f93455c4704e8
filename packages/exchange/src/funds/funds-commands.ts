import { FEE_TIERS, ZERO_MONEY, refusal, type Outcome } from '@tapedeck/domain';
import { FUNDS_MOVES } from '../codec/choices.ts';
import { REQUEST_ID, REQUEST_ID_ALWAYS, choice } from '../codec/command-fields.ts';
import { MONEY, NUMBER, TEXT } from '../codec/fields.ts';
import type { CommandRows } from '../commands/command-row.ts';
import type { CreditAccount, SetFeeTier } from '../commands/command.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import { moveFunds } from './move-funds.ts';
import { moveCash } from './move-cash.ts';
import { transferFunds } from './transfer-funds.ts';

function creditAccount(state: ExchangeState, account: Account, { coin, amount }: CreditAccount): Outcome {
  if (amount <= ZERO_MONEY) return { refusal: refusal('parameter', { field: 'amount' }) };
  if (!state.ledgers.has(coin)) return { refusal: refusal('parameter', { field: 'coin' }) };
  moveCash(state, account, { kind: 'deposit', amount, counter: state.ledger(coin).external, instrument: -1 });
  return {};
}

function setFeeTier(state: ExchangeState, account: Account, { tier }: SetFeeTier): Outcome {
  if (account.feeTier === tier) return {};
  account.changeFees(tier);
  state.tell({ type: 'FeeTierChanged', account: account.id, tier });
  return {};
}

export const FUNDS_COMMANDS: CommandRows<'CreditAccount' | 'MoveFunds' | 'TransferFunds' | 'SetFeeTier'> = {
  CreditAccount: {
    code: 1,
    does: 'Credits an account with paper funds.',
    by: 'account',
    fields: { account: NUMBER, coin: TEXT, amount: MONEY },
    apply: creditAccount,
  },
  MoveFunds: {
    code: 18,
    does: 'Moves coins between the wallets of an account, borrows, repays, saves or redeems.',
    by: 'account',
    fields: { account: NUMBER, coin: TEXT, move: choice(FUNDS_MOVES), amount: MONEY, requestId: REQUEST_ID_ALWAYS },
    once: true,
    apply: moveFunds,
  },
  TransferFunds: {
    code: 29,
    does: 'Moves coins to the trading wallet of another account.',
    by: 'account',
    fields: { account: NUMBER, to: NUMBER, coin: TEXT, amount: MONEY, requestId: REQUEST_ID },
    once: true,
    apply: transferFunds,
  },
  SetFeeTier: {
    code: 28,
    does: 'Sets the fees of an account.',
    by: 'account',
    fields: { account: NUMBER, tier: choice(FEE_TIERS) },
    apply: setFeeTier,
  },
};
