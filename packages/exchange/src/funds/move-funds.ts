import {
  DOLLAR_COINS,
  ZERO_MONEY,
  addMoney,
  coinTerms,
  coinValue,
  formatDecimal,
  maxMoney,
  minMoney,
  moneyUnits,
  negateMoney,
  poolMargin,
  rateUnits,
  refusal,
  subtractMoney,
  withdrawable,
  type CashChanged,
  type Coin,
  type LedgerKind,
  type Money,
  type MoveFunds,
  type Outcome,
  type Refusal,
  type WalletName,
} from '@tapedeck/domain';
import { LedgerAccount } from '../ledger/ledger.ts';
import { coinPrice } from '../margin/coin-price.ts';
import { accountPool, poolCoin } from '../margin/pool.ts';
import { portfolioIfAny } from '../margin/portfolio.ts';
import { settleMargin } from '../margin/settle-margin.ts';
import { anybodyShort } from '../margin/shortfall.ts';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import { moveCash } from './move-cash.ts';

type SideWallet = Exclude<WalletName, 'trading'>;

export interface WalletLine {
  readonly wallet: SideWallet;
  readonly kind: LedgerKind;
  readonly coin: Coin;
  readonly amount: Money;
  readonly counter: LedgerAccount;
  readonly interest?: CashChanged['interest'];
}

/** Moves money between a wallet other than the trading wallet and another purse, and writes the owner's ledger line. */
export function moveWallet(state: ExchangeState, account: Account, line: WalletLine): void {
  if (line.amount === ZERO_MONEY) return;
  const purse = account.assets.of(line.coin)[line.wallet];
  LedgerAccount.transfer(line.counter, purse, line.amount);
  tellWallet(state, account, line, purse);
}

/** The ledger line of a wallet whose money another line has already moved. */
function tellWallet(state: ExchangeState, account: Account, line: Omit<WalletLine, 'counter'>, purse: LedgerAccount): void {
  state.tell({
    type: 'CashChanged',
    account: account.id,
    coin: line.coin,
    kind: line.kind,
    amount: line.amount,
    cash: purse.balance,
    instrument: -1,
    wallet: line.wallet,
    ...(line.interest === undefined ? {} : { interest: line.interest }),
  });
}

/** Between the trading wallet and another wallet: one ledger line for each. Positive amounts go into trading. */
function exchangeWithCash(state: ExchangeState, account: Account, line: Omit<WalletLine, 'counter'>): void {
  const purse = account.assets.of(line.coin)[line.wallet];
  moveCash(state, account, { kind: line.kind, amount: line.amount, counter: purse, instrument: -1 });
  tellWallet(state, account, { ...line, amount: negateMoney(line.amount) }, purse);
}

const tooMuch = (available: Money): Refusal => refusal('walletTooSmall', { available: formatDecimal(moneyUnits(available)) });

/** Amount that can leave the trading wallet: available cash that no margin needs. */
export function transferable(state: ExchangeState, account: Account, coin: Coin): Money {
  const pool = account.pooled ? accountPool(state, account) : undefined;
  const own = poolCoin(state, account, coin);
  return withdrawable(own, settleMargin(state, account, coin), pool);
}

/** Maximum manual loan now: the rest of the coin's limit, as far as the account's margin allows. */
function borrowable(state: ExchangeState, account: Account, coin: Coin): Money {
  const limit = subtractMoney(coinTerms(coin).borrowLimit, owedNow(state, account, coin));
  return limit > ZERO_MONEY && account.policy.unified ? limit : ZERO_MONEY;
}

/** Liability in a coin: manual loans, and cash below 0. */
export function owedNow(state: ExchangeState, account: Account, coin: Coin): Money {
  const { loan, cash } = poolCoin(state, account, coin);
  return addMoney(loan, maxMoney(ZERO_MONEY, negateMoney(cash)));
}

function borrowRefusal(state: ExchangeState, account: Account, { coin, amount }: MoveFunds): Refusal | undefined {
  if (!account.policy.unified || coinTerms(coin).borrowLimit === ZERO_MONEY) return refusal('notBorrowable');
  const limit = borrowable(state, account, coin);
  if (amount > limit) return refusal('borrowLimit', { available: formatDecimal(moneyUnits(limit)) });
  const coins = account.coins.includes(coin) ? account.coins : [...account.coins, coin];
  const after = coins.map((name) => {
    const own = poolCoin(state, account, name);
    return name === coin ? { ...own, cash: addMoney(own.cash, amount), loan: addMoney(own.loan, amount) } : own;
  });
  const portfolio = portfolioIfAny(state, account);
  const pool = poolMargin(after, accountPool(state, account).haircutLoss, portfolio);
  const carries = subtractMoney(pool.marginBalance, pool.haircutLoss) >= pool.initialMargin;
  if (carries) return undefined;
  const free = coinValue(accountPool(state, account).available, coinPrice(state, coin), 'down');
  return refusal('insufficientBalance', { available: formatDecimal(moneyUnits(free)) });
}

function moveRefusal(state: ExchangeState, account: Account, command: MoveFunds): Refusal | undefined {
  const { coin, amount, move } = command;
  const wallet = (name: SideWallet): Money => account.assets.peek(coin)?.[name].balance ?? ZERO_MONEY;
  switch (move) {
    case 'toFunding': {
      const most = transferable(state, account, coin);
      if (amount > most) return tooMuch(most);
      // A loss of another account beyond its margin is settled first: until then, this balance may contain profit that
      // nobody has paid.
      return anybodyShort(state, coin) ? refusal('transfersPaused') : undefined;
    }
    case 'toTrading':
      return amount > wallet('funding') ? tooMuch(wallet('funding')) : undefined;
    case 'subscribe':
      if (rateUnits(coinTerms(coin).hourlyYield) === 0n) return refusal('notSaved');
      return amount > wallet('funding') ? tooMuch(wallet('funding')) : undefined;
    case 'redeem':
      return amount > wallet('savings') ? tooMuch(wallet('savings')) : undefined;
    case 'borrow':
      return borrowRefusal(state, account, command);
    case 'repay': {
      if (wallet('loan') === ZERO_MONEY) return refusal('nothingOwed');
      const free = maxMoney(ZERO_MONEY, subtractMoney(account.cash(coin).balance, account.locked(coin)));
      return minMoney(amount, negateMoney(wallet('loan'))) > free ? tooMuch(free) : undefined;
    }
  }
}

function apply(state: ExchangeState, account: Account, { coin, amount, move }: MoveFunds): void {
  const asset = account.assets.of(coin);
  switch (move) {
    case 'toFunding':
      exchangeWithCash(state, account, { wallet: 'funding', kind: 'transfer', coin, amount: negateMoney(amount) });
      return;
    case 'toTrading':
      exchangeWithCash(state, account, { wallet: 'funding', kind: 'transfer', coin, amount });
      return;
    case 'borrow':
      exchangeWithCash(state, account, { wallet: 'loan', kind: 'borrow', coin, amount });
      return;
    case 'repay': {
      const repaid = minMoney(amount, negateMoney(asset.loan.balance));
      exchangeWithCash(state, account, { wallet: 'loan', kind: 'repay', coin, amount: negateMoney(repaid) });
      return;
    }
    case 'subscribe':
      moveWallet(state, account, { wallet: 'savings', kind: 'subscription', coin, amount, counter: asset.funding });
      tellWallet(state, account, { wallet: 'funding', kind: 'subscription', coin, amount: negateMoney(amount) }, asset.funding);
      return;
    case 'redeem':
      moveWallet(state, account, { wallet: 'funding', kind: 'redemption', coin, amount, counter: asset.savings });
      tellWallet(state, account, { wallet: 'savings', kind: 'redemption', coin, amount: negateMoney(amount) }, asset.savings);
  }
}

/** Moves coins between the wallets of an account, borrows and repays. A refusal changes nothing. */
export function moveFunds(state: ExchangeState, account: Account, command: MoveFunds): Outcome {
  if (command.amount <= ZERO_MONEY) return { refusal: refusal('parameter', { field: 'amount' }) };
  if (!state.ledgers.has(command.coin) && !DOLLAR_COINS.has(command.coin)) return { refusal: refusal('parameter', { field: 'coin' }) };
  const refused = moveRefusal(state, account, command);
  if (refused !== undefined) return { refusal: refused };
  account.use(command.coin);
  apply(state, account, command);
  return {};
}
