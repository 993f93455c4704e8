import { ZERO_MONEY, addMoney, invariant, money, moneyUnits, subtractMoney, type Coin, type Money } from '@tapedeck/domain';
import type { StateReader, StateWriter } from '../codec/state-bytes.ts';

/** One purse of one coin. Its balance changes only through `transfer`, which changes another one by the opposite amount. */
export class LedgerAccount {
  #balance: Money = ZERO_MONEY;
  #used = false;

  constructor(readonly coin: Coin) {}

  get balance(): Money {
    return this.#balance;
  }

  /** Whether anything ever moved: a purse that nobody used is no part of the state. */
  get used(): boolean {
    return this.#used;
  }

  /** Moves `amount` (negative: back) from one purse to another of the same coin: there is no other way to change a balance. */
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
  /** Where deposits come from: minus all that was ever paid in. */
  external: LedgerAccount;
  fees: LedgerAccount;
  insurance: LedgerAccount;
  /** The other side of realised P&L: minus what has been realised of all trades so far. */
  clearing: LedgerAccount;
  /** The other side of funding while it is settled; what rounding leaves goes to the insurance fund. */
  funding: LedgerAccount;
  /** The house as lender: interest and yields, collateral it converted, debts it wrote off. May be negative. */
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
