import {
  ZERO_MONEY,
  addMoney,
  coinTerms,
  liabilityOf,
  maxMoney,
  milliseconds,
  moneyTimesRate,
  negateMoney,
  rateUnits,
  subtractMoney,
  type Coin,
  type Money,
} from '@tapedeck/domain';
import { poolCoin } from '../margin/pool.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import { moveWallet } from './move-funds.ts';
import { moveCash } from './move-cash.ts';

const HOUR = 3_600_000;

/** Amount that bears interest: manual loans, and other liabilities above the coin's interest-free amount. */
function interestBase(state: ExchangeState, account: Account, coin: Coin): Money {
  const own = poolCoin(state, account, coin);
  const byItself = subtractMoney(liabilityOf(own), own.loan);
  return addMoney(own.loan, maxMoney(ZERO_MONEY, subtractMoney(byItself, coinTerms(coin).interestFree)));
}

/** Charges an hour's interest from cash, rounded up to the house; missing cash becomes a liability. */
function chargeInterest(state: ExchangeState, account: Account, coin: Coin): void {
  const { hourlyInterest } = coinTerms(coin);
  const on = interestBase(state, account, coin);
  if (on === ZERO_MONEY || rateUnits(hourlyInterest) === 0n) return;
  const amount = negateMoney(moneyTimesRate(on, hourlyInterest, 'up'));
  const { lending } = state.ledger(coin);
  moveCash(state, account, { kind: 'interest', amount, counter: lending, instrument: -1, interest: { on, rate: hourlyInterest } });
}

/** Adds an hour's yield, rounded down, to the savings. */
function payYield(state: ExchangeState, account: Account, coin: Coin): void {
  const on = account.assets.peek(coin)?.savings.balance ?? ZERO_MONEY;
  const { hourlyYield } = coinTerms(coin);
  const amount = moneyTimesRate(on, hourlyYield, 'down');
  const { lending } = state.ledger(coin);
  moveWallet(state, account, { wallet: 'savings', kind: 'yield', coin, amount, counter: lending, interest: { on, rate: hourlyYield } });
}

/** Charges interest and pays yield for every whole hour that has passed. */
export function settleInterest(state: ExchangeState): void {
  while (milliseconds(state.now) >= state.interestAt) {
    state.interestAt += HOUR;
    for (const account of state.accounts.byId) {
      if (account.house) continue;
      for (const coin of account.coins) {
        if (account.pooled) chargeInterest(state, account, coin);
        payYield(state, account, coin);
      }
    }
  }
}
