import type { CoinView, TerminalClient } from '@tapedeck/client';
import { moneyUnits, money, parseDecimal, rateUnits, type AccountKind, type FundsMove, type Money } from '@tapedeck/domain';

export const FUNDS_MOVES: readonly FundsMove[] = ['toFunding', 'toTrading', 'borrow', 'repay', 'subscribe', 'redeem'];

/** Actions on a coin: moves within the account, and transfers to the user's account of another kind. */
export type FundsAction = FundsMove | `account.${AccountKind}`;

const PREFIX = 'account.';
export const isMove = (action: FundsAction): action is FundsMove => !action.startsWith(PREFIX);
export const accountOf = (action: `account.${AccountKind}`): AccountKind => action.slice(PREFIX.length) as AccountKind;

type SessionValue = ReturnType<TerminalClient['session']['state']['get']>;

/** The user's other accounts, real or demo like the selected one. */
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

/** Maximum of a move; for borrowing, the rest of the coin's limit, which the margin may not fully cover. */
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

/** The typed amount; `undefined` unless it is above 0. */
export function typedAmount(text: string): Money | undefined {
  const units = parseDecimal(text);
  return units === undefined || units <= 0n ? undefined : money(units);
}
