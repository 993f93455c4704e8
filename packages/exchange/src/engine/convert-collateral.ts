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
import { coinPrice } from '../risk/coin-price.ts';
import { poolCoin } from '../risk/pool.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import { moveWallet } from './move-funds.ts';
import { moveCash } from './settle-fill.ts';

/** Repays what was borrowed by hand with the cash that is there. */
function repayLoan(state: ExchangeState, account: Account, coin: Coin): void {
  const loan = account.assets.peek(coin)?.loan;
  if (loan === undefined) return;
  const amount = minMoney(negateMoney(loan.balance), maxMoney(ZERO_MONEY, account.cash(coin).balance));
  if (amount === ZERO_MONEY) return;
  moveWallet(state, account, { wallet: 'loan', kind: 'repay', coin, amount, counter: account.cash(coin) });
  // The cash has moved with it; its line is told after.
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
  /** Of `to`. */
  readonly needed: Money;
}

/** Gives collateral to the house for what is needed of another coin, at the index prices, less the conversion fee. */
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

/** The coin that counts least as margin is converted first; equal ones by name. */
function byRatio(coins: readonly Coin[]): Coin[] {
  const ratio = (coin: Coin): bigint => rateUnits(coinTerms(coin).collateral[0]?.ratio ?? CONVERSION_FEE);
  return [...coins].sort((a, b) => (ratio(a) === ratio(b) ? (a < b ? -1 : 1) : ratio(a) < ratio(b) ? -1 : 1));
}

/** Repays all that an account owes: loans with their own coin, then everything with what other coins there are. */
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

/** What an account without cross positions still owes when nothing is left to convert is lost: the fund pays first, then the lender. */
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
