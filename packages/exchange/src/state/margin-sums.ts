import { type InstrumentId, type Money, type PositionSums, type PositionTotals, type Price } from '@tapedeck/domain';
import type { LedgerAccount } from '../ledger/ledger.ts';
import { figures, type FigureRows } from './figure-rows.ts';
import type { Slot } from './slot.ts';

/** A part of an account whose open orders hold money. */
export interface OrderHolder {
  /** Money held for its open orders; from now on counted, until it tells that it changed. */
  countHeld(): Money;
  /** The next one that waits to be counted. */
  nextChanged: OrderHolder | undefined;
}

/** The mark prices of now. */
export interface Marks {
  /** Of an instrument that has not ended. */
  markOf(instrument: InstrumentId): Price;
}

/** A position as the sums count it. */
export interface CountedPosition {
  /** Adds the position at the mark price of now to the sums, unless it is flat; so it is counted, until it tells that it changed. */
  count(marks: Marks): void;
}

/** What the row of an account's sums holds: money held for open orders, and the sums of its positions. */
const SUMS = figures('held', 'unrealisedPnl', 'crossUnrealisedPnl', 'isolatedMargin', 'initialMargin', 'maintenanceMargin', 'optionValue');
const { held: HELD, unrealisedPnl: UNREALISED, crossUnrealisedPnl: CROSS_UNREALISED, isolatedMargin: ISOLATED } = SUMS;
const { initialMargin: INITIAL, maintenanceMargin: MAINTENANCE, optionValue: OPTIONS } = SUMS;

/**
 * Sums of one account in one settle coin that a margin check needs, kept between commands: of its open orders by their changes, and of
 * its positions by theirs and those of their mark prices. Derived from the state, so not part of its bytes.
 */
export class MarginSums implements PositionSums, PositionTotals {
  /** The account's cash in the coin, kept here because every check needs it too. */
  readonly cash: LedgerAccount;
  readonly rows: FigureRows;
  readonly #at: number;
  /** Those that changed, the last one first. */
  #changed: OrderHolder | undefined = undefined;
  readonly #changedPositions: CountedPosition[] = [];
  /** Slots with isolated positions that liquidation has not looked at since they changed. */
  readonly #unlooked: Slot[] = [];

  constructor(cash: LedgerAccount, rows: FigureRows) {
    this.cash = cash;
    this.rows = rows;
    this.#at = rows.take();
  }

  /** The orders of a holder changed that was counted with `held`. */
  ordersChanged(holder: OrderHolder, held: Money): void {
    this.rows.subtractMoney(this.#at + HELD, held);
    holder.nextChanged = this.#changed;
    this.#changed = holder;
  }

  /** A position that is not counted any more has to be counted anew. */
  positionChanged(position: CountedPosition): void {
    this.#changedPositions.push(position);
  }

  /** A position that is flat for good is not counted again, whoever has its row next. */
  forget(position: CountedPosition): void {
    const at = this.#changedPositions.indexOf(position);
    if (at >= 0) this.#changedPositions.splice(at, 1);
  }

  /** An isolated position changed, or liquidation could not come to it: it is looked at with the next step of the clock. */
  lookAt(slot: Slot): void {
    if (slot.unlooked) return;
    slot.unlooked = true;
    this.#unlooked.push(slot);
  }

  /** The slot has ended. */
  lookAway(slot: Slot): void {
    const at = this.#unlooked.indexOf(slot);
    if (at >= 0) this.#unlooked.splice(at, 1);
  }

  /** What has to be looked at. */
  get unlooked(): readonly Slot[] {
    return this.#unlooked;
  }

  /** All of them were looked at. */
  looked(): void {
    for (const slot of this.#unlooked) slot.unlooked = false;
    while (this.#unlooked.length > 0) this.#unlooked.pop();
  }

  /** Money held for all open orders. */
  heldForOrders(): Money {
    for (let holder = this.#changed; holder !== undefined; holder = this.#changed) {
      this.#changed = holder.nextChanged;
      holder.nextChanged = undefined;
      this.rows.addMoney(this.#at + HELD, holder.countHeld());
    }
    return this.rows.money(this.#at + HELD);
  }

  /** Sums of the positions at the mark prices of now: to be read before anything changes. */
  positions(marks: Marks): PositionSums {
    const changed = this.#changedPositions;
    while (changed.length > 0) changed.pop()?.count(marks);
    return this;
  }

  addTo(sum: keyof PositionSums, part: Money): void {
    this.rows.addMoney(this.#at + SUMS[sum], part);
  }

  get unrealisedPnl(): Money {
    return this.rows.money(this.#at + UNREALISED);
  }

  get crossUnrealisedPnl(): Money {
    return this.rows.money(this.#at + CROSS_UNREALISED);
  }

  get isolatedMargin(): Money {
    return this.rows.money(this.#at + ISOLATED);
  }

  get initialMargin(): Money {
    return this.rows.money(this.#at + INITIAL);
  }

  get maintenanceMargin(): Money {
    return this.rows.money(this.#at + MAINTENANCE);
  }

  get optionValue(): Money {
    return this.rows.money(this.#at + OPTIONS);
  }
}
