import type { Arrival } from '../orders/arrival.ts';
import type { Side } from '../orders/order.ts';
import { addMoney, maxMoney, subtractMoney, ZERO_MONEY } from '../values/money.ts';
import { lots } from '../values/quantities.ts';
import type { PositionIndex } from '../positions/position.ts';
import type { Leverage, Money, Price } from '../values/types.ts';
import { valueAtPrice } from './contract-value.ts';
import { heldOf, marginOf, openingValue, sideMargins, type OrderMarginInput, type SideMargins } from './order-margin.ts';
import { positionMargin, type Holding } from './position-margin.ts';
import { profit } from './profit.ts';
import { maxLeverageFor } from './risk-tier.ts';

/** An order about to be placed, beside what its position index already holds. */
export interface OpeningOrder extends OrderMarginInput {
  readonly side: Side;
  readonly arrival: Arrival;
  /** Knows all of the position of the index: asked only for an order that turns it. */
  readonly holder: { holding(index: PositionIndex): Holding };
  readonly mark: Price;
}

/** The open orders of one side of a position index, and the money that they hold by themselves. */
export interface OpenSide {
  readonly lots: number;
  readonly value: Money;
  readonly margin: Money;
}

/** The open orders of the order's side, itself included as if all of it rested. */
export function sideWith(order: OpeningOrder): OpenSide {
  const { orders, side, arrival } = order;
  const count = (side === 'Buy' ? orders.buyLots : orders.sellLots) + arrival.fillLots + arrival.restLots;
  // Most orders meet nobody.
  const arriving = arrival.fillLots === 0 ? arrival.restValue : addMoney(arrival.fillValue, arrival.restValue);
  const value = addMoney(side === 'Buy' ? orders.buyValue : orders.sellValue, arriving);
  return { lots: count, value, margin: marginOf(order, side, count, value) };
}

/** An order that closes the whole position at once and opens the other side may use the margin that the closing sets free. */
function releasedByFlip({ position, positionIndex, holder, side, arrival, instrument, mark }: OpeningOrder): Money {
  const size = position.size as unknown as number;
  const flips = position.side !== side && size > 0 && arrival.restLots === 0 && arrival.fillLots > size;
  return flips ? positionMargin(instrument, holder.holding(positionIndex), mark).initialMargin : ZERO_MONEY;
}

/**
 * What the order takes from the available balance: the money held for open orders with it, less the money held without it, of which `before` are the sides and `own` is
 * the order's side with it;
 * and the loss of executing worse than the mark price; less what turning the position sets free (reference, sections 6.2 and 6.6).
 * Not below 0: an order that only reduces is always affordable.
 */
export function openingCost(order: OpeningOrder, before: SideMargins = sideMargins(order), own: OpenSide = sideWith(order)): Money {
  const { positionIndex, side } = order;
  const after = side === 'Buy' ? { buy: own.margin, sell: before.sell } : { buy: before.buy, sell: own.margin };
  const more = subtractMoney(heldOf(positionIndex, after), heldOf(positionIndex, before));
  // Of options the margin held covers whatever the price is: a premium is paid, and a short one is margined by the higher of price and mark.
  if (more <= ZERO_MONEY || order.optionPrices !== undefined) return maxMoney(more, ZERO_MONEY);
  const { arrival, instrument, mark } = order;
  if (arrival.fillLots === 0) return more;
  const loss = maxMoney(ZERO_MONEY, profit(instrument, side, valueAtPrice(instrument, lots(arrival.fillLots), mark), arrival.fillValue));
  return maxMoney(ZERO_MONEY, subtractMoney(addMoney(more, loss), releasedByFlip(order)));
}

/** Whether position and orders of the order's side would be above the risk limit of their leverage (reference, section 6.3). */
export function exceedsRiskLimit(order: OpeningOrder, own: OpenSide = sideWith(order)): boolean {
  const { instrument, side, position, mark } = order;
  if (order.optionPrices !== undefined) return false;
  const opening = openingValue(side, own.lots, own.value, position);
  if (opening === ZERO_MONEY) return false;
  const held = position.side === side ? valueAtPrice(instrument, position.size, mark) : ZERO_MONEY;
  const leverage: Leverage = side === 'Buy' ? order.longLeverage : order.shortLeverage;
  // Most values are of the lowest tier: their own leverage is found sooner than the limit of this one.
  const most = maxLeverageFor(instrument.tiers, addMoney(held, opening));
  return most === undefined || leverage > most;
}
