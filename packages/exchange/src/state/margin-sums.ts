import { type InstrumentId, type Money, type PositionSums, type PositionTotals, type Price } from '@tapedeck/domain';
import type { LedgerAccount } from '../ledger/ledger.ts';
import { figures, type FigureRows } from './figure-rows.ts';
import type { Slot } from './slot.ts';

/** A part of an account whose open orders reserve money. */
export interface OrderHolder {
  /** Index of the figure with the reservation of its open orders; counted from now on until it reports a change. */
  countHeld(): number;
  /** The next holder in the queue to be counted. */
  nextChanged: OrderHolder | undefined;
}

/** Current mark prices. */
export interface Marks {
  /** Instruments that have not ended only. */
  markOf(instrument: InstrumentId): Price;
}

/** A position as the sums count it. */
export interface CountedPosition {
  /** Adds the position at its current mark price to the sums, unless it is flat; counted until it reports a change. */
  count(marks: Marks): void;
  /** The next position in the queue to be counted. */
  nextChanged: CountedPosition | undefined;
}

/** Layout of the row of an account's sums: reservations of open orders, and sums of its positions. */
const SUMS = figures('held', 'unrealisedPnl', 'crossUnrealisedPnl', 'isolatedMargin', 'initialMargin', 'maintenanceMargin', 'optionValue');
const { held: HELD, unrealisedPnl: UNREALISED, crossUnrealisedPnl: CROSS_UNREALISED, isolatedMargin: ISOLATED } = SUMS;
const { initialMargin: INITIAL, maintenanceMargin: MAINTENANCE, optionValue: OPTIONS } = SUMS;

/**
 * Sums of one account in one settle coin for margin checks, kept between commands: open orders by their changes,
 * positions by their changes and those of their mark prices. Derived from the state, so not part of its bytes.
 */
export class MarginSums implements PositionSums, PositionTotals {
  /** The account's cash in the coin, kept here because every check needs it. */
  readonly cash: LedgerAccount;
  readonly rows: FigureRows;
  readonly #at: number;
  /** Changed holders, last first. */
  #changed: OrderHolder | undefined = undefined;
  #changedPositions: CountedPosition | undefined = undefined;
  /** Slots with isolated positions that changed since the last liquidation check. */
  readonly #unlooked: Slot[] = [];

  constructor(cash: LedgerAccount, rows: FigureRows) {
    this.cash = cash;
    this.rows = rows;
    this.#at = rows.take();
  }

  /** The orders of a holder counted with the figure `held` have changed. */
  ordersChanged(holder: OrderHolder, held: number): void {
    this.rows.subtractFigure(this.#at + HELD, held);
    holder.nextChanged = this.#changed;
    this.#changed = holder;
  }

  /** An uncounted position must be counted again. */
  positionChanged(position: CountedPosition): void {
    position.nextChanged = this.#changedPositions;
    this.#changedPositions = position;
  }

  /** A flat position is not counted again, even if its row is reused. */
  forget(position: CountedPosition): void {
    if (this.#changedPositions === position) this.#changedPositions = position.nextChanged;
    for (let before = this.#changedPositions; before !== undefined; before = before.nextChanged) {
      if (before.nextChanged === position) before.nextChanged = position.nextChanged;
    }
    position.nextChanged = undefined;
  }

  /** Queues an isolated position for a liquidation check at the next clock step, after a change or a postponed liquidation. */
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

  /** Slots to check. */
  get unlooked(): readonly Slot[] {
    return this.#unlooked;
  }

  /** All queued slots were checked. */
  looked(): void {
    for (const slot of this.#unlooked) slot.unlooked = false;
    while (this.#unlooked.length > 0) this.#unlooked.pop();
  }

  /** Reservation of all open orders. */
  heldForOrders(): Money {
    this.#countHeld();
    return this.rows.money(this.#at + HELD);
  }

  /** Balance left of `cash` by positions and open orders at current mark prices, without the reservations: a narrow amount. */
  narrowFree(marks: Marks, cash: number): number {
    this.#countHeld();
    this.positions(marks);
    const { rows } = this;
    const at = this.#at;
    return cash + rows.narrow(at + CROSS_UNREALISED) - rows.narrow(at + HELD) - rows.narrow(at + INITIAL);
  }

  #countHeld(): void {
    for (let holder = this.#changed; holder !== undefined; holder = this.#changed) {
      this.#changed = holder.nextChanged;
      holder.nextChanged = undefined;
      this.rows.addFigure(this.#at + HELD, holder.countHeld());
    }
  }

  /** Sums of the positions at current mark prices: read before anything changes. */
  positions(marks: Marks): PositionSums {
    for (let position = this.#changedPositions; position !== undefined; position = this.#changedPositions) {
      this.#changedPositions = position.nextChanged;
      position.nextChanged = undefined;
      position.count(marks);
    }
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
