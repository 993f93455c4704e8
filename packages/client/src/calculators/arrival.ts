import { ZERO_MONEY, addMoney, lotCount, lots, orderPriceLimit, tickCount, ticks, valueAtTick } from '@tapedeck/domain';
import type { Instrument, Lots, Money, OrderType, Price, Side, Ticks, TimeInForce } from '@tapedeck/domain';

/** A part of an order that executes at one price. */
export interface ArrivalFill {
  readonly quantity: Lots;
  readonly price: Ticks;
  readonly value: Money;
}

/** What an order would do on arrival, by the book as it is seen. */
export interface Arrival {
  readonly fills: readonly ArrivalFill[];
  readonly fillLots: number;
  readonly fillValue: Money;
  readonly restLots: number;
  readonly restValue: Money;
}

export interface ArrivalInput {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  /** Of a limit order. */
  readonly price: Ticks | undefined;
  readonly quantity: Lots;
  readonly mark: Price | undefined;
  /** Levels of the side that the order meets, best first: ticks, then lots. */
  readonly levels: readonly number[];
}

/** The worst price at which the order executes; a market order stops at the price limit around the mark. */
function limitOf({ instrument, side, orderType, price, mark }: ArrivalInput): number {
  if (orderType === 'Limit' && price !== undefined) return tickCount(price);
  if (mark !== undefined) return tickCount(orderPriceLimit(instrument, side, mark));
  return tickCount(side === 'Buy' ? instrument.maxPrice : instrument.minPrice);
}

/** Walks the visible book as the exchange does: best price first, at the level's price. Exact while the book does not change. */
export function arrivalOf(input: ArrivalInput): Arrival {
  const { instrument, side, orderType, timeInForce, levels } = input;
  const limit = limitOf(input);
  const fills: ArrivalFill[] = [];
  let left = lotCount(input.quantity);
  let fillValue = ZERO_MONEY;
  for (let i = 0; i + 1 < levels.length && left > 0; i += 2) {
    const level = levels[i] ?? 0;
    if (side === 'Buy' ? level > limit : level < limit) break;
    const here = Math.min(left, levels[i + 1] ?? 0);
    const fill = { quantity: lots(here), price: ticks(level), value: valueAtTick(instrument, lots(here), ticks(level)) };
    fills.push(fill);
    fillValue = addMoney(fillValue, fill.value);
    left -= here;
  }
  const rests = orderType === 'Limit' && timeInForce !== 'ImmediateOrCancel' && timeInForce !== 'FillOrKill';
  const restLots = rests && input.price !== undefined ? left : 0;
  const restValue = restLots === 0 || input.price === undefined ? ZERO_MONEY : valueAtTick(instrument, lots(restLots), input.price);
  return { fills, fillLots: lotCount(input.quantity) - left, fillValue, restLots, restValue };
}
