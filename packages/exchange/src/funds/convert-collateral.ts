import {
  CONVERSION_FEE,
  SCALE,
  ZERO_MONEY,
  coinTerms,
  divCeil,
  divFloor,
  liabilityOf,
  maxMoney,
  minMoney,
  money,
  moneyUnits,
  negateMoney,
  netOf,
  priceUnits,
  rateUnits,
  subtractMoney,
  type Coin,
  type Money,
} from '@tapedeck/domain';
import { coinPrice } from '../margin/coin-price.ts';
import { poolCoin } from '../margin/pool.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import { moveWallet } from './move-funds.ts';
import { moveCash } from './move-cash.ts';

/** Repays manual loans from available cash. */
function repayLoan(state: ExchangeState, account: Account, coin: Coin): void {
  const loan = account.assets.peek(coin)?.loan;
  if (loan === undefined) return;
  const amount = minMoney(negateMoney(loan.balance), maxMoney(ZERO_MONEY, account.cash(coin).balance));
  if (amount === ZERO_MONEY) return;
  moveWallet(state, account, { wallet: 'loan', kind: 'repay', coin, amount, counter: account.cash(coin) });
  // Cash has moved with it; its ledger line is reported afterwards.
  state.tell({
    type: 'CashChanged',
    account: account.id,
    coin,
    kind: 'repay',
    amount: negateMoney(amount),
    cash: account.cash(coin).balance,
    instrument: -1,
  });
}

interface Conversion {
  readonly from: Coin;
  readonly to: Coin;
  /** In units of `to`. */
  readonly needed: Money;
}

/** Sells collateral to the house for the missing amount of another coin, at index prices less the conversion fee. */
function convert(state: ExchangeState, account: Account, { from, to, needed }: Conversion): void {
  const own = poolCoin(state, account, from);
  const most = minMoney(own.cash, netOf(own));
  const priceFrom = priceUnits(coinPrice(state, from));
  const priceTo = priceUnits(coinPrice(state, to));
  if (most <= ZERO_MONEY || priceFrom <= 0n || priceTo <= 0n) return;
  const kept = SCALE - rateUnits(CONVERSION_FEE);
  const asked = money(divCeil(moneyUnits(needed) * priceTo * SCALE, priceFrom * kept));
  const given = minMoney(asked, most);
  const got = minMoney(needed, money(divFloor(moneyUnits(given) * priceFrom * kept, priceTo * SCALE)));
  moveCash(state, account, { kind: 'conversion', amount: negateMoney(given), counter: state.ledger(from).lending, instrument: -1 });
  moveCash(state, account, { kind: 'conversion', amount: got, counter: state.ledger(to).lending, instrument: -1 });
}

/** The coin with the lowest collateral ratio is converted first; ties are broken by name. */
function byRatio(coins: readonly Coin[]): Coin[] {
  const ratio = (coin: Coin): bigint => rateUnits(coinTerms(coin).collateral[0]?.ratio ?? CONVERSION_FEE);
  return [...coins].sort((a, b) => (ratio(a) === ratio(b) ? (a < b ? -1 : 1) : ratio(a) < ratio(b) ? -1 : 1));
}

/** Repays all liabilities of an account: loans with their own coin, then with other coins. */
export function repayLiabilities(state: ExchangeState, account: Account): void {
  for (const coin of account.coins) repayLoan(state, account, coin);
  for (const to of account.coins) {
    for (const from of byRatio(account.coins)) {
      const needed = liabilityOf(poolCoin(state, account, to));
      if (needed === ZERO_MONEY) break;
      if (from !== to) convert(state, account, { from, to, needed });
    }
    repayLoan(state, account, to);
  }
}

/**
 * Writes off the remaining debt of an account without cross positions once no collateral is left: the insurance fund
 * pays first, the lender bears the rest.
 */
export function writeOff(state: ExchangeState, account: Account): void {
  for (const coin of account.coins) {
    const { cash, loan } = poolCoin(state, account, coin);
    const short = subtractMoney(loan, cash);
    if (short > ZERO_MONEY) {
      const { insurance, lending } = state.ledger(coin);
      const covered = minMoney(short, insurance.balance);
      moveCash(state, account, { kind: 'liquidation', amount: covered, counter: insurance, instrument: -1 });
      moveCash(state, account, { kind: 'liquidation', amount: subtractMoney(short, covered), counter: lending, instrument: -1 });
    }
    repayLoan(state, account, coin);
  }
}
