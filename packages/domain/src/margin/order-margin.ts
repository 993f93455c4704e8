import { optionOrderMargin, type OptionPrices } from '../options/option-margin.ts';
import type { Instrument } from '../instruments/instrument.ts';
import type { Side } from '../orders/order.ts';
import type { PositionIndex } from '../positions/position.ts';
import { divCeil, wholeBigint } from '../values/integer.ts';
import { ceilShare } from '../values/narrow.ts';
import type { Leverage, Lots, Money } from '../values/types.ts';
import { costOf } from './order-cost.ts';

const wrap = (value: bigint): Money => value as unknown as Money;

/** Open orders of one position index of one account and instrument that are not reduce-only, by side. */
export interface OpenOrderTotals {
  readonly buyLots: number;
  readonly buyValue: Money;
  readonly sellLots: number;
  readonly sellValue: Money;
}

export interface OrderMarginInput {
  readonly instrument: Instrument;
  readonly positionIndex: PositionIndex;
  readonly orders: OpenOrderTotals;
  /** The position that orders of the other side would reduce first; size 0 if flat. */
  readonly position: { readonly side: Side; readonly size: Lots };
  readonly longLeverage: Leverage;
  readonly shortLeverage: Leverage;
  /** Options only: they are margined by index and mark price, not by leverage. */
  readonly optionPrices?: OptionPrices | undefined;
}

/** Value of the part of one side's orders that would open, not reduce: pro rata of their whole value, rounded up. */
export function openingValue(side: Side, lots: number, value: Money, position: OrderMarginInput['position']): Money {
  if (lots === 0) return wrap(0n);
  const reducible = position.side === side ? 0 : (position.size as unknown as number);
  if (reducible === 0) return value;
  if (lots <= reducible) return wrap(0n);
  return wrap(divCeil((value as unknown as bigint) * wholeBigint(lots - reducible), wholeBigint(lots)));
}

/** The same for a narrow amount; `reducible` are the lots of a position of the other side. */
export function narrowOpeningValue(lots: number, value: number, reducible: number): number {
  if (lots <= reducible) return 0;
  return reducible === 0 ? value : ceilShare(value, lots - reducible, lots);
}

/** Own reservation of the orders of one side. */
export function sideMargin(input: OrderMarginInput, side: Side): Money {
  const { orders } = input;
  return side === 'Buy' ? marginOf(input, side, orders.buyLots, orders.buyValue) : marginOf(input, side, orders.sellLots, orders.sellValue);
}

/** Own reservation of orders of one side with these lots and this value. */
export function marginOf(input: Omit<OrderMarginInput, 'orders'>, side: Side, lots: number, total: Money): Money {
  if (lots === 0) return wrap(0n);
  const { optionPrices } = input;
  if (optionPrices !== undefined) {
    return optionOrderMargin(input.instrument, { side, lots, value: total, position: input.position }, optionPrices);
  }
  const value = openingValue(side, lots, total, input.position);
  const leverage = side === 'Buy' ? input.longLeverage : input.shortLeverage;
  return costOf(input.instrument, side, value, leverage);
}

export interface SideMargins {
  readonly buy: Money;
  readonly sell: Money;
}

export function sideMargins(input: OrderMarginInput): SideMargins {
  return { buy: sideMargin(input, 'Buy'), sell: sideMargin(input, 'Sell') };
}

/**
 * Reservation of open orders: one-way, the larger of both sides; hedge, the side that opens. Reduce-only orders reserve
 * nothing (docs/concepts/cost.md).
 */
export function heldOf(index: PositionIndex, { buy, sell }: SideMargins): Money {
  if (index === 1) return buy;
  if (index === 2) return sell;
  return buy > sell ? buy : sell;
}

/** The same for narrow amounts. */
export function narrowHeldOf(index: PositionIndex, buy: number, sell: number): number {
  if (index === 0) return Math.max(buy, sell);
  return index === 1 ? buy : sell;
}

/** Reservation of the open orders of one position index. */
export function orderMargin(input: OrderMarginInput): Money {
  return heldOf(input.positionIndex, sideMargins(input));
}
