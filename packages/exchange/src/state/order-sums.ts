import { money, type Money, type OpenOrderTotals, type OpenSide, type Side } from '@tapedeck/domain';
import { NOWHERE, type FigureRows } from './figure-rows.ts';

/** Figures of a row. */
const BUY_LOTS = 0;
const BUY_VALUE = 1;
const BUY_MARGIN = 2;
const SELL_LOTS = 3;
const SELL_VALUE = 4;
const SELL_MARGIN = 5;
/** Of the row of a position index, beside the sums: what the account's sums count for the orders, and the lots held, below 0 when sold. */
export const COUNTED = 6;
export const HELD_LOTS = 7;

/** Margin that has to be worked out again; there is none below 0. */
const UNKNOWN = money(-1n);

/**
 * Sums of the open orders of one position index that are not reduce-only, with the money that each side would hold by itself. A view of a
 * row, made where it is needed: nobody keeps one, since to find it in memory would take longer than to make it.
 */
export class OrderSums implements OpenOrderTotals {
  /** The row at `at` is the caller's. */
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

  /** Money that a side holds; `undefined` until it is worked out again. */
  margin(side: Side): Money | undefined {
    const at = this.at + (side === 'Buy' ? BUY_MARGIN : SELL_MARGIN);
    return this.rows.negative(at) ? undefined : this.rows.money(at);
  }

  setMargin(side: Side, margin: Money): void {
    this.rows.setMoney(this.at + (side === 'Buy' ? BUY_MARGIN : SELL_MARGIN), margin);
  }

  /** What a side will be once an order rests that was just checked. */
  foresee(side: Side, expected: OpenSide): void {
    this.rows.foreseen = expected;
    this.rows.foreseenAt = this.at + (side === 'Buy' ? BUY_MARGIN : SELL_MARGIN);
  }

  /** Adds an order. */
  add(side: Side, count: number, value: Money): void {
    const { rows, at } = this;
    const lotsAt = at + (side === 'Buy' ? BUY_LOTS : SELL_LOTS);
    const valueAt = at + (side === 'Buy' ? BUY_VALUE : SELL_VALUE);
    const marginAt = at + (side === 'Buy' ? BUY_MARGIN : SELL_MARGIN);
    rows.addCount(lotsAt, count);
    rows.addMoney(valueAt, value);
    const { foreseen } = rows;
    const known = rows.foreseenAt === marginAt && foreseen?.lots === rows.count(lotsAt) && foreseen.value === rows.money(valueAt);
    rows.setMoney(marginAt, known ? foreseen.margin : UNKNOWN);
  }

  /** Takes an order away, or a part of it. */
  take(side: Side, count: number, value: Money): void {
    const { rows, at } = this;
    const buys = side === 'Buy';
    rows.addCount(at + (buys ? BUY_LOTS : SELL_LOTS), -count);
    rows.subtractMoney(at + (buys ? BUY_VALUE : SELL_VALUE), value);
    rows.setMoney(at + (buys ? BUY_MARGIN : SELL_MARGIN), UNKNOWN);
  }

  /** Something that the money of both sides depends on has changed. */
  touched(): void {
    const { rows, at } = this;
    rows.setMoney(at + BUY_MARGIN, UNKNOWN);
    rows.setMoney(at + SELL_MARGIN, UNKNOWN);
    if (rows.foreseenAt === at + BUY_MARGIN || rows.foreseenAt === at + SELL_MARGIN) rows.foreseenAt = NOWHERE;
  }
}
