import type { CoinView } from '@tapedeck/client';
import { moneyUnits, money, parseDecimal, rateUnits, type FundsMove, type Money } from '@tapedeck/domain';

export const FUNDS_MOVES: readonly FundsMove[] = ['toFunding', 'toTrading', 'borrow', 'repay', 'subscribe', 'redeem'];

const ZERO = money(0n);
const less = (a: Money, b: Money): Money => (moneyUnits(a) < moneyUnits(b) ? a : b);
const above = (value: Money): Money => (moneyUnits(value) > 0n ? value : ZERO);

/** The most that a move could carry; of borrowing what the coin's limit leaves, which the margin may not all carry. */
export function mostOf(view: CoinView, move: FundsMove): Money {
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
