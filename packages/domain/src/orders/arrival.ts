import type { Instrument } from '../instruments/instrument.ts';
import { valueAtTick } from '../margin/contract-value.ts';
import { addMoney, ZERO_MONEY } from '../values/money.ts';
import { lotCount, lots, tickCount, ticks } from '../values/quantities.ts';
import type { Lots, Money, Ticks } from '../values/types.ts';
import { restsWhatIsLeft, type OrderType, type Side, type TimeInForce } from './order.ts';
import { marketPriceLimit, type LimitPrices } from './price-limit.ts';
import { slippageTick, type SlippageLimit } from './slippage.ts';

/** The opposite side of the book, best first; a tick of -1 for an empty side. */
export interface BookLevels {
  best(): number;
  next(tick: number): number;
  /** Lots at a level; if there are more than `wanted`, any count of at least that. */
  lotsAt(tick: number, wanted: number): number;
}

/** A resting order of the trader, in ticks and lots. */
export interface OwnOrder {
  readonly tick: number;
  readonly count: number;
}

/**
 * Other accounts' resting orders on a side of the book. Matching cancels the trader's own orders in the way without filling them. Their
 * margin becomes free only then, so a check does not count on it.
 */
export function levelsOfOthers(levels: BookLevels, own: readonly OwnOrder[]): BookLevels {
  if (own.length === 0) return levels;
  return {
    best: () => levels.best(),
    next: (tick) => levels.next(tick),
    // The visible book may not contain an order yet.
    lotsAt: (tick) =>
      Math.max(
        0,
        own.reduce((left, order) => (order.tick === tick ? left - order.count : left), levels.lotsAt(tick, Infinity)),
      ),
  };
}

export interface ArrivalTerms extends LimitPrices {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  /** Limit orders only. */
  readonly price: Ticks;
  readonly quantity: Lots;
  /** Market orders only. */
  readonly slippage?: SlippageLimit | undefined;
}

/** The result of an order on arrival: the quantity that executes at once, and the quantity that rests. */
export interface Arrival {
  readonly fillLots: number;
  readonly fillValue: Money;
  readonly restLots: number;
  readonly restValue: Money;
}

export type LimitTerms = Omit<ArrivalTerms, 'timeInForce' | 'quantity'>;

/**
 * The worst permitted tick: the order's own price, or for a market order the price limit around the mark price and its
 * slippage limit from `best`, the best tick of the opposite side (negative if empty).
 */
export function executionLimit(terms: LimitTerms, best = -1): Ticks {
  if (terms.orderType === 'Limit') return terms.price;
  const { instrument, side, slippage } = terms;
  const byMark = marketPriceLimit(instrument, side, terms);
  if (slippage === undefined || best < 0) return byMark;
  const bySlippage = slippageTick(instrument, side, ticks(best), slippage);
  const closer = side === 'Buy' ? Math.min(tickCount(byMark), tickCount(bySlippage)) : Math.max(tickCount(byMark), tickCount(bySlippage));
  return ticks(closer);
}

/**
 * Walks the book like matching: best price first, at the level's price, up to the order's limit. Exact while the book
 * does not change and the levels belong to others.
 */
export function arrivalOf(terms: ArrivalTerms, levels: BookLevels, onFill?: (tick: Ticks, count: Lots, value: Money) => void): Arrival {
  const { instrument, side } = terms;
  const limit = tickCount(executionLimit(terms, levels.best()));
  const asked = lotCount(terms.quantity);
  let left = asked;
  let fillValue = ZERO_MONEY;
  for (let tick = levels.best(); tick >= 0 && left > 0; tick = levels.next(tick)) {
    if (side === 'Buy' ? tick > limit : tick < limit) break;
    const here = Math.min(left, levels.lotsAt(tick, left));
    if (here === 0) continue;
    const value = valueAtTick(instrument, lots(here), ticks(tick));
    fillValue = addMoney(fillValue, value);
    left -= here;
    onFill?.(ticks(tick), lots(here), value);
  }
  if (left === asked) return unmetArrival(instrument, terms, asked);
  const { restLots, restValue } = unmetArrival(instrument, terms, left);
  return { fillLots: asked - left, fillValue, restLots, restValue };
}

/** The same for an order that matches nothing: it rests, unless it never does. */
export function unmetArrival(
  instrument: Instrument,
  order: Pick<ArrivalTerms, 'orderType' | 'timeInForce' | 'price'>,
  asked: number,
): Arrival {
  const rests = order.orderType === 'Limit' && restsWhatIsLeft(order.timeInForce);
  const restLots = rests ? asked : 0;
  return {
    fillLots: 0,
    fillValue: ZERO_MONEY,
    restLots,
    restValue: restLots === 0 ? ZERO_MONEY : valueAtTick(instrument, lots(restLots), order.price),
  };
}
