import { ZERO_MONEY, addMoney, subtractMoney, type Coin, type Money } from '@tapedeck/domain';

/** What an account has of one coin beside its cash. */
export class Asset {
  /** What open spot orders keep of the cash; follows from them, so it is not part of the state's bytes. */
  locked: Money = ZERO_MONEY;

  constructor(readonly coin: Coin) {}

  lock(amount: Money): void {
    this.locked = addMoney(this.locked, amount);
  }

  unlock(amount: Money): void {
    this.locked = subtractMoney(this.locked, amount);
  }
}

/** The coins of an account that spot trading touches; made as they are needed. */
export class Assets {
  readonly #assets = new Map<Coin, Asset>();
  /** Open spot orders of all pairs. */
  spotOrders = 0;

  of(coin: Coin): Asset {
    let asset = this.#assets.get(coin);
    if (asset === undefined) {
      asset = new Asset(coin);
      this.#assets.set(coin, asset);
    }
    return asset;
  }

  get all(): ReadonlyMap<Coin, Asset> {
    return this.#assets;
  }

  /** What open spot orders keep of the coin. */
  locked(coin: Coin): Money {
    return this.#assets.get(coin)?.locked ?? ZERO_MONEY;
  }
}
