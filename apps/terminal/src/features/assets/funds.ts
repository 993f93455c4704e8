import type { CoinView, TerminalClient } from '@tapedeck/client';
import { moneyUnits, money, parseDecimal, rateUnits, type AccountKind, type FundsMove, type Money } from '@tapedeck/domain';

export const FUNDS_MOVES: readonly FundsMove[] = ['toFunding', 'toTrading', 'borrow', 'repay', 'subscribe', 'redeem'];

/** What can be done with a coin: moving it about in the account, or into the user's account of another kind. */
export type FundsAction = FundsMove | `account.${AccountKind}`;

const PREFIX = 'account.';
export const isMove = (action: FundsAction): action is FundsMove => !action.startsWith(PREFIX);
export const accountOf = (action: `account.${AccountKind}`): AccountKind => action.slice(PREFIX.length) as AccountKind;

type SessionValue = ReturnType<TerminalClient['session']['get']>;

/** The user's other accounts, real or demo as the one that is looked at. */
export function otherAccounts(session: SessionValue): readonly FundsAction[] {
  const user = session.status === 'success' ? session.data.user : undefined;
  if (user === undefined) return [];
  const others = user.accounts.filter(({ isDemo, accountKind }) => isDemo === user.isDemo && accountKind !== user.accountKind);
  return others.map(({ accountKind }) => `account.${accountKind}` as const);
}

export const sameActions = (a: readonly FundsAction[], b: readonly FundsAction[]): boolean => a.join() === b.join();

const ZERO = money(0n);
const less = (a: Money, b: Money): Money => (moneyUnits(a) < moneyUnits(b) ? a : b);
const above = (value: Money): Money => (moneyUnits(value) > 0n ? value : ZERO);

/** The most that a move could carry; of borrowing what the coin's limit leaves, which the margin may not all carry. */
export function mostOf(view: CoinView, move: FundsAction): Money {
  if (!isMove(move)) return view.withdrawable;
  switch (move) {
    case 'toFunding':
      return view.withdrawable;
    case 'toTrading':
      return view.funding;
    case 'borrow':
      return above(money(moneyUnits(view.borrowLimit) - moneyUnits(view.borrowed)));
    case 'repay':
      return less(view.loan, above(money(moneyUnits(view.cash) - moneyUnits(view.locked))));
    case 'subscribe':
      return rateUnits(view.hourlyYield) > 0n ? view.funding : ZERO;
    case 'redeem':
      return view.savings;
  }
}

/** What is typed as an amount; `undefined` when it is none above 0. */
export function typedAmount(text: string): Money | undefined {
  const units = parseDecimal(text);
  return units === undefined || units <= 0n ? undefined : money(units);
}
