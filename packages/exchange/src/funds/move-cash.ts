import { ZERO_MONEY, type CashChanged, type LedgerKind, type Money } from '@tapedeck/domain';
import { LedgerAccount } from '../ledger/ledger.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';

/** Moves cash between an account and a purse of the house (or of its own position) and writes the owner's ledger line. */
export function moveCash(
  state: ExchangeState,
  account: Account,
  line: {
    readonly kind: LedgerKind;
    readonly amount: Money;
    readonly counter: LedgerAccount;
    readonly instrument: number;
    readonly interest?: CashChanged['interest'];
    readonly otherKind?: CashChanged['otherKind'];
  },
): void {
  if (line.amount === ZERO_MONEY) return;
  const cash = account.cash(line.counter.coin);
  account.use(cash.coin);
  LedgerAccount.transfer(line.counter, cash, line.amount);
  if (account.house) return;
  state.overdue.add(account.id);
  const changed: { -readonly [Field in keyof CashChanged]: CashChanged[Field] } = {
    type: 'CashChanged',
    account: account.id,
    coin: cash.coin,
    kind: line.kind,
    amount: line.amount,
    cash: cash.balance,
    instrument: line.instrument,
  };
  if (line.interest !== undefined) changed.interest = line.interest;
  if (line.otherKind !== undefined) changed.otherKind = line.otherKind;
  state.tell(changed);
}
