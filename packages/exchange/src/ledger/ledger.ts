import { ZERO_MONEY, addMoney, invariant, money, moneyUnits, subtractMoney, type Coin, type Money } from '@tapedeck/domain';
import type { StateReader, StateWriter } from '../codec/state-bytes.ts';

/** One purse of one coin. Its balance changes only through `transfer`, which changes another purse by the opposite amount. */
export class LedgerAccount {
  #balance: Money = ZERO_MONEY;
  #used = false;

  constructor(readonly coin: Coin) {}

  get balance(): Money {
    return this.#balance;
  }

  /** Whether money ever moved: an unused purse is not part of the state. */
  get used(): boolean {
    return this.#used;
  }

  /** Moves `amount` (negative: back) between two purses of one coin: the only way to change a balance. */
  static transfer(from: LedgerAccount, to: LedgerAccount, amount: Money): void {
    invariant(from.coin === to.coin, 'a transfer stays within one coin');
    invariant(from !== to, 'a transfer has two sides');
    from.#balance = subtractMoney(from.#balance, amount);
    to.#balance = addMoney(to.#balance, amount);
    from.#used = true;
    to.#used = true;
  }

  static read(reader: StateReader, coin: Coin): LedgerAccount {
    const account = new LedgerAccount(coin);
    account.#balance = money(reader.bigint());
    account.#used = true;
    return account;
  }

  write(writer: StateWriter): void {
    writer.bigint(moneyUnits(this.#balance));
  }
}

/** The house's purses of one coin. */
export class CoinLedger {
  /** Source of deposits: minus the total ever paid in. */
  external: LedgerAccount;
  fees: LedgerAccount;
  insurance: LedgerAccount;
  /** Counterpart of realised P&L: minus the realised sum of all trades so far. */
  clearing: LedgerAccount;
  /** Counterpart of funding during its settlement; the rounding remainder goes to the insurance fund. */
  funding: LedgerAccount;
  /** The house as lender: interest and yield, converted collateral, written-off debts. May be negative. */
  lending: LedgerAccount;

  constructor(readonly coin: Coin) {
    this.external = new LedgerAccount(coin);
    this.fees = new LedgerAccount(coin);
    this.insurance = new LedgerAccount(coin);
    this.clearing = new LedgerAccount(coin);
    this.funding = new LedgerAccount(coin);
    this.lending = new LedgerAccount(coin);
  }

  get purses(): readonly LedgerAccount[] {
    return [this.external, this.fees, this.insurance, this.clearing, this.funding, this.lending];
  }

  write(writer: StateWriter): void {
    writer.text(this.coin);
    for (const purse of this.purses) purse.write(writer);
  }

  static read(reader: StateReader): CoinLedger {
    const ledger = new CoinLedger(reader.text());
    ledger.external = LedgerAccount.read(reader, ledger.coin);
    ledger.fees = LedgerAccount.read(reader, ledger.coin);
    ledger.insurance = LedgerAccount.read(reader, ledger.coin);
    ledger.clearing = LedgerAccount.read(reader, ledger.coin);
    ledger.funding = LedgerAccount.read(reader, ledger.coin);
    ledger.lending = LedgerAccount.read(reader, ledger.coin);
    return ledger;
  }
}
