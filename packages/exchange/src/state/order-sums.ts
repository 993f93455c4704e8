import { money, type Money, type OpenOrderTotals, type OpenSide, type Side } from '@tapedeck/domain';
import { NOWHERE, type FigureRows } from './figure-rows.ts';
import { POSITION } from './position-row.ts';

const { buyLots: BUY_LOTS, buyValue: BUY_VALUE, buyMargin: BUY_MARGIN } = POSITION;
const { sellLots: SELL_LOTS, sellValue: SELL_VALUE, sellMargin: SELL_MARGIN } = POSITION;

/** Margin that has to be worked out again; there is none below 0. */
const UNKNOWN = money(-1n);

/**
 * Sums of the open orders of one position index that are not reduce-only: a view of the row that begins at `at`, made where it is needed,
 * since to find it in memory would take longer than to make it.
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

const lotsAt = (row: number, side: Side): number => row + (side === 'Buy' ? BUY_LOTS : SELL_LOTS);
const valueAt = (row: number, side: Side): number => row + (side === 'Buy' ? BUY_VALUE : SELL_VALUE);
const marginAt = (row: number, side: Side): number => row + (side === 'Buy' ? BUY_MARGIN : SELL_MARGIN);

// The rest are functions of the row, not methods of the view: what none keeps need not be made.

/** Money that the orders of a side hold by themselves; `undefined` until it is worked out again. */
export function knownMargin(rows: FigureRows, row: number, side: Side): Money | undefined {
  const at = marginAt(row, side);
  return rows.negative(at) ? undefined : rows.money(at);
}

export function keepMargin(rows: FigureRows, row: number, side: Side, margin: Money): void {
  rows.setMoney(marginAt(row, side), margin);
}

/** What a side will be once an order rests that was just checked. */
export function foreseeSide(rows: FigureRows, row: number, side: Side, expected: OpenSide): void {
  rows.foreseen = expected;
  rows.foreseenAt = marginAt(row, side);
}

/** An order, or a part of one. */
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
    rows.foreseenAt === at && foreseen?.lots === rows.count(lotsAt(row, side)) && foreseen.value === rows.money(valueAt(row, side));
  rows.setMoney(at, known ? foreseen.margin : UNKNOWN);
}

export function takeOrder(rows: FigureRows, row: number, { side, count, value }: SummedOrder): void {
  rows.addCount(lotsAt(row, side), -count);
  rows.subtractMoney(valueAt(row, side), value);
  rows.setMoney(marginAt(row, side), UNKNOWN);
}

/** Something that the money of both sides depends on has changed. */
export function forgetMargins(rows: FigureRows, row: number): void {
  for (const side of ['Buy', 'Sell'] as const) {
    const at = marginAt(row, side);
    rows.setMoney(at, UNKNOWN);
    if (rows.foreseenAt === at) rows.foreseenAt = NOWHERE;
  }
}
