import type { Arrival } from '../orders/arrival.ts';
import type { Side } from '../orders/order.ts';
import { addMoney, maxMoney, subtractMoney, ZERO_MONEY } from '../values/money.ts';
import { lots } from '../values/quantities.ts';
import type { Leverage, Money, Price } from '../values/types.ts';
import { valueAtPrice } from './contract-value.ts';
import { heldOf, marginOf, openingValue, sideMargins, type OrderMarginInput, type SideMargins } from './order-margin.ts';
import { positionMargin, type Holding } from './position-margin.ts';
import { profit } from './profit.ts';
import { positionLimit } from './risk-tier.ts';

/** An order about to be placed, beside what its position index already holds. */
export interface OpeningOrder extends Omit<OrderMarginInput, 'position'> {
  readonly side: Side;
  readonly arrival: Arrival;
  /** The position of the index; size 0 when flat. */
  readonly position: Holding;
  readonly mark: Price;
}

/** Lots and value of the open orders of the order's side, itself included. */
function lotsWith({ orders, side, arrival }: OpeningOrder): number {
  return (side === 'Buy' ? orders.buyLots : orders.sellLots) + arrival.fillLots + arrival.restLots;
}

function valueWith({ orders, side, arrival }: OpeningOrder): Money {
  const value = side === 'Buy' ? orders.buyValue : orders.sellValue;
  return addMoney(value, addMoney(arrival.fillValue, arrival.restValue));
}

/** An order that closes the whole position at once and opens the other side may use the margin that the closing sets free. */
function releasedByFlip({ position, side, arrival, instrument, mark }: OpeningOrder): Money {
  const size = position.size as unknown as number;
  const flips = position.side !== side && size > 0 && arrival.restLots === 0 && arrival.fillLots > size;
  return flips ? positionMargin(instrument, position, mark).initialMargin : ZERO_MONEY;
}

/**
 * What the order takes from the available balance: the money held for open orders with it, less the money held without it, of which `before` are the sides;
 * and the loss of executing worse than the mark price; less what turning the position sets free (reference, sections 6.2 and 6.6).
 * Not below 0: an order that only reduces is always affordable.
 */
export function openingCost(order: OpeningOrder, before: SideMargins = sideMargins(order)): Money {
  const { positionIndex, side } = order;
  const own = marginOf(order, side, lotsWith(order), valueWith(order));
  const after = side === 'Buy' ? { buy: own, sell: before.sell } : { buy: before.buy, sell: own };
  const more = subtractMoney(heldOf(positionIndex, after), heldOf(positionIndex, before));
  if (more <= ZERO_MONEY) return ZERO_MONEY;
  const { arrival, instrument, mark } = order;
  const atMark = arrival.fillLots === 0 ? ZERO_MONEY : valueAtPrice(instrument, lots(arrival.fillLots), mark);
  const loss = maxMoney(ZERO_MONEY, profit(instrument, side, atMark, arrival.fillValue));
  return maxMoney(ZERO_MONEY, subtractMoney(addMoney(more, loss), releasedByFlip(order)));
}

/** Whether position and orders of the order's side would be above the risk limit of their leverage (reference, section 6.3). */
export function exceedsRiskLimit(order: OpeningOrder): boolean {
  const { instrument, side, position, mark } = order;
  const opening = openingValue(side, lotsWith(order), valueWith(order), position);
  if (opening === ZERO_MONEY) return false;
  const held = position.side === side ? valueAtPrice(instrument, position.size, mark) : ZERO_MONEY;
  const leverage: Leverage = side === 'Buy' ? order.longLeverage : order.shortLeverage;
  return addMoney(held, opening) > positionLimit(instrument.tiers, leverage);
}
