import { narrow, type Money, type OpenOrderTotals, type OpenSide, type Side } from '@tapedeck/domain';
import { NOWHERE, type FigureRows } from './figure-rows.ts';
import { POSITION } from './position-row.ts';

const { buyLots: BUY_LOTS, buyValue: BUY_VALUE, buyMargin: BUY_MARGIN } = POSITION;
const { sellLots: SELL_LOTS, sellValue: SELL_VALUE, sellMargin: SELL_MARGIN } = POSITION;

/** Margin that must be recomputed; margin is never negative. */
const UNKNOWN = -1;

/**
 * Sums of the open orders of one position index that are not reduce-only: a view of the row at offset `begins`, created
 * on demand, which is faster than a lookup in memory.
 */
export class OrderSums implements OpenOrderTotals {
  constructor(
    readonly rows: FigureRows,
    readonly at: number,
  ) {}

  get buyLots(): number {
    return this.rows.count(this.at + BUY_LOTS);
  }

  get buyValue(): Money {
    return this.rows.money(this.at + BUY_VALUE);
  }

  get sellLots(): number {
    return this.rows.count(this.at + SELL_LOTS);
  }

  get sellValue(): Money {
    return this.rows.money(this.at + SELL_VALUE);
  }
}

export const lotsAt = (row: number, side: Side): number => row + (side === 'Buy' ? BUY_LOTS : SELL_LOTS);
export const valueAt = (row: number, side: Side): number => row + (side === 'Buy' ? BUY_VALUE : SELL_VALUE);
export const marginAt = (row: number, side: Side): number => row + (side === 'Buy' ? BUY_MARGIN : SELL_MARGIN);

// The rest are functions of the row, not methods of the view: no view is needed.

/** Reservation of the orders of a side by themselves; `undefined` until recomputed. */
export function knownMargin(rows: FigureRows, row: number, side: Side): Money | undefined {
  const at = marginAt(row, side);
  return rows.negative(at) ? undefined : rows.money(at);
}

export function keepMargin(rows: FigureRows, row: number, side: Side, margin: Money): void {
  rows.setMoney(marginAt(row, side), margin);
}

/** Sums of a side once the order that was just checked rests. */
export function foreseeSide(rows: FigureRows, row: number, side: Side, { lots, value, margin }: OpenSide): void {
  const { foreseen } = rows;
  foreseen.lots = lots;
  foreseen.value = narrow(value);
  foreseen.margin = narrow(margin);
  rows.foreseenAt = foreseen.margin >= 0 ? marginAt(row, side) : NOWHERE;
}

/** An order or a part of one. */
export interface SummedOrder {
  readonly side: Side;
  readonly count: number;
  readonly value: Money;
}

export function addOrder(rows: FigureRows, row: number, { side, count, value }: SummedOrder): void {
  rows.addCount(lotsAt(row, side), count);
  rows.addMoney(valueAt(row, side), value);
  const { foreseen } = rows;
  const at = marginAt(row, side);
  const known =
    rows.foreseenAt === at && foreseen.lots === rows.count(lotsAt(row, side)) && foreseen.value === rows.narrow(valueAt(row, side));
  rows.setNarrow(at, known ? foreseen.margin : UNKNOWN);
}

export function takeOrder(rows: FigureRows, row: number, { side, count, value }: SummedOrder): void {
  rows.addCount(lotsAt(row, side), -count);
  rows.subtractMoney(valueAt(row, side), value);
  rows.setNarrow(marginAt(row, side), UNKNOWN);
}

/** A common input of both reservations has changed. */
export function forgetMargins(rows: FigureRows, row: number): void {
  for (const side of ['Buy', 'Sell'] as const) {
    const at = marginAt(row, side);
    rows.setNarrow(at, UNKNOWN);
    if (rows.foreseenAt === at) rows.foreseenAt = NOWHERE;
  }
}
