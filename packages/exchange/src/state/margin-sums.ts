import {
  addMoney,
  PositionTotals,
  subtractMoney,
  ZERO_MONEY,
  type InstrumentId,
  type Money,
  type PositionSums,
  type Price,
} from '@tapedeck/domain';
import type { LedgerAccount } from '../ledger/ledger.ts';

/** A part of an account whose open orders hold money. */
export interface OrderHolder {
  /** Money held for its open orders; from now on counted, until it tells that it changed. */
  countHeld(): Money;
}

/** The mark prices of now. */
export interface Marks {
  /** Of an instrument that has not ended. */
  markOf(instrument: InstrumentId): Price;
}

/** A position as the sums count it. */
export interface CountedPosition {
  /** What it adds at the mark price of now, `undefined` when it is flat; from now on counted, until it tells that it changed. */
  countAt(marks: Marks): PositionSums | undefined;
}

/**
 * Sums of one account in one settle coin that a margin check needs, kept between commands: of its open orders by their changes, and of
 * its positions by theirs and those of their mark prices. Derived from the state, so not part of its bytes.
 */
export class MarginSums {
  /** The account's cash in the coin, kept here because every check needs it too. */
  readonly cash: LedgerAccount;
  #held: Money = ZERO_MONEY;
  readonly #changed: OrderHolder[] = [];
  readonly #positions = new PositionTotals();
  readonly #changedPositions: CountedPosition[] = [];

  constructor(cash: LedgerAccount) {
    this.cash = cash;
  }

  /** The orders of a holder changed that was counted with `held`. */
  ordersChanged(holder: OrderHolder, held: Money): void {
    this.#held = subtractMoney(this.#held, held);
    this.#changed.push(holder);
  }

  /** A position that was counted with `parts`, or was not counted, has to be counted anew. */
  positionChanged(position: CountedPosition, parts: PositionSums | undefined): void {
    if (parts !== undefined) this.#positions.subtract(parts);
    this.#changedPositions.push(position);
  }

  /** Money held for all open orders. */
  heldForOrders(): Money {
    for (let holder = this.#changed.pop(); holder !== undefined; holder = this.#changed.pop()) {
      this.#held = addMoney(this.#held, holder.countHeld());
    }
    return this.#held;
  }

  /** Sums of the positions at the mark prices of now. */
  positions(marks: Marks): PositionSums {
    const changed = this.#changedPositions;
    for (let position = changed.pop(); position !== undefined; position = changed.pop()) {
      const parts = position.countAt(marks);
      if (parts !== undefined) this.#positions.add(parts);
    }
    return this.#positions;
  }
}
