import { ZERO_MONEY, addMoney, subtractMoney, type Coin, type Money, type WalletBalance } from '@tapedeck/domain';
import { LedgerAccount } from '../ledger/ledger.ts';
import type { StateReader, StateWriter } from '../codec/state-bytes.ts';

/** Holdings of an account in one coin other than its cash. */
export class Asset {
  /** Part of the cash that open spot orders and their TP/SL reserve; derived from them, so not part of the state's bytes. */
  locked: Money = ZERO_MONEY;
  /** Minus the unpaid manual loans. */
  loan: LedgerAccount;
  /** The funding wallet. */
  funding: LedgerAccount;
  /** Flexible savings. */
  savings: LedgerAccount;

  constructor(readonly coin: Coin) {
    this.loan = new LedgerAccount(coin);
    this.funding = new LedgerAccount(coin);
    this.savings = new LedgerAccount(coin);
  }

  get purses(): readonly LedgerAccount[] {
    return [this.loan, this.funding, this.savings];
  }

  get empty(): boolean {
    return this.purses.every((purse) => purse.balance === ZERO_MONEY);
  }

  lock(amount: Money): void {
    this.locked = addMoney(this.locked, amount);
  }

  unlock(amount: Money): void {
    this.locked = subtractMoney(this.locked, amount);
  }
}

/** The coins of an account that spot trading and wallets use; created on demand. */
export class Assets {
  readonly #assets = new Map<Coin, Asset>();
  /** Open spot orders of all pairs. */
  spotOrders = 0;
  /** TP/SL entries that reserve coins. */
  spotExits = 0;

  of(coin: Coin): Asset {
    let asset = this.#assets.get(coin);
    if (asset === undefined) {
      asset = new Asset(coin);
      this.#assets.set(coin, asset);
    }
    return asset;
  }

  peek(coin: Coin): Asset | undefined {
    return this.#assets.get(coin);
  }

  get all(): ReadonlyMap<Coin, Asset> {
    return this.#assets;
  }

  /** Amount of the coin that open spot orders reserve. */
  locked(coin: Coin): Money {
    if (this.spotOrders === 0 && this.spotExits === 0) return ZERO_MONEY;
    return this.#assets.get(coin)?.locked ?? ZERO_MONEY;
  }

  /** Non-empty wallets, by coin. */
  get balances(): readonly WalletBalance[] {
    const found: WalletBalance[] = [];
    for (const coin of [...this.#assets.keys()].sort()) {
      for (const wallet of ['funding', 'savings', 'loan'] as const) {
        const amount = this.of(coin)[wallet].balance;
        if (amount !== ZERO_MONEY) found.push({ coin, wallet, amount });
      }
    }
    return found;
  }

  write(writer: StateWriter): void {
    const held = [...this.#assets.values()].filter((asset) => !asset.empty).sort((a, b) => (a.coin < b.coin ? -1 : 1));
    writer.number(held.length);
    for (const asset of held) {
      writer.text(asset.coin);
      for (const purse of asset.purses) purse.write(writer);
    }
  }

  read(reader: StateReader): void {
    for (let left = reader.number(); left > 0; left -= 1) {
      const asset = this.of(reader.text());
      asset.loan = LedgerAccount.read(reader, asset.coin);
      asset.funding = LedgerAccount.read(reader, asset.coin);
      asset.savings = LedgerAccount.read(reader, asset.coin);
    }
  }
}
