import {
  addMoney,
  PositionTotals,
  subtractMoney,
  ZERO_MONEY,
  type InstrumentId,
  type MarginedPosition,
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
  /** The position at the mark price of now, `undefined` when it is flat; so it is counted, until it tells that it changed. */
  countAt(marks: Marks): MarginedPosition | undefined;
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

  /** A position that is counted as `counted`, or is not counted, has to be counted anew. */
  positionChanged(position: CountedPosition, counted: MarginedPosition | undefined): void {
    if (counted !== undefined) this.#positions.subtract(counted);
    this.#changedPositions.push(position);
  }

  /** Money held for all open orders. */
  heldForOrders(): Money {
    for (let holder = this.#changed.pop(); holder !== undefined; holder = this.#changed.pop()) {
      this.#held = addMoney(this.#held, holder.countHeld());
    }
    return this.#held;
  }

  /** Sums of the positions at the mark prices of now: to be read before anything changes. */
  positions(marks: Marks): PositionSums {
    const changed = this.#changedPositions;
    for (let position = changed.pop(); position !== undefined; position = changed.pop()) {
      const counted = position.countAt(marks);
      if (counted !== undefined) this.#positions.add(counted);
    }
    return this.#positions;
  }
}
