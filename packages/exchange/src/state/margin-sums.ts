import { addMoney, subtractMoney, ZERO_MONEY, type Money, type PositionSums } from '@tapedeck/domain';
import type { LedgerAccount } from '../ledger/ledger.ts';

/** A part of an account whose open orders hold money. */
export interface OrderHolder {
  /** Money held for its open orders; from now on counted, until it tells that it changed. */
  countHeld(): Money;
}

/**
 * Sums of one account in one settle coin that a margin check needs, kept between commands: of its open orders by their changes, of its
 * positions until one of them or a mark price changes. Derived from the state, so not part of its bytes.
 */
export class MarginSums {
  /** The account's cash in the coin, kept here because every check needs it too. */
  readonly cash: LedgerAccount;
  #held: Money = ZERO_MONEY;
  readonly #changed: OrderHolder[] = [];
  #positions: PositionSums | undefined = undefined;
  #marksMoved = 0;

  constructor(cash: LedgerAccount) {
    this.cash = cash;
  }

  /** The orders of a holder changed that was counted with `held`. */
  ordersChanged(holder: OrderHolder, held: Money): void {
    this.#held = subtractMoney(this.#held, held);
    this.#changed.push(holder);
  }

  positionsChanged(): void {
    this.#positions = undefined;
  }

  /** Money held for all open orders. */
  heldForOrders(): Money {
    for (let holder = this.#changed.pop(); holder !== undefined; holder = this.#changed.pop()) {
      this.#held = addMoney(this.#held, holder.countHeld());
    }
    return this.#held;
  }

  /** Sums of the positions at the mark prices of now, which have moved `marksMoved` times. */
  positions(marksMoved: number, sum: () => PositionSums): PositionSums {
    if (this.#positions === undefined || this.#marksMoved !== marksMoved) {
      this.#positions = sum();
      this.#marksMoved = marksMoved;
    }
    return this.#positions;
  }
}
