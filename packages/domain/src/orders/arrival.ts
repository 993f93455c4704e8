import type { Instrument } from '../instruments/instrument.ts';
import { valueAtTick } from '../margin/contract-value.ts';
import { addMoney, ZERO_MONEY } from '../values/money.ts';
import { lotCount, lots, tickCount, ticks } from '../values/quantities.ts';
import type { Lots, Money, Ticks } from '../values/types.ts';
import { restsWhatIsLeft, type OrderType, type Side, type TimeInForce } from './order.ts';
import { marketPriceLimit, type LimitPrices } from './price-limit.ts';
import { slippageTick, type SlippageLimit } from './slippage.ts';

/** The side of a book that an order meets, best first; a tick of -1 says that there is none. */
export interface BookLevels {
  best(): number;
  next(tick: number): number;
  /** Lots at a level; when there are more than `wanted`, any count that is not below it. */
  lotsAt(tick: number, wanted: number): number;
}

/** A resting order of the trader, in ticks and lots. */
export interface OwnOrder {
  readonly tick: number;
  readonly count: number;
}

/**
 * What others rest on a side of the book. Matching cancels the trader's own orders in the way and fills nothing against them; the money
 * that they hold is free only then, so a check does not count on it.
 */
export function levelsOfOthers(levels: BookLevels, own: readonly OwnOrder[]): BookLevels {
  if (own.length === 0) return levels;
  return {
    best: () => levels.best(),
    next: (tick) => levels.next(tick),
    // A book that is seen from afar may not show an order yet.
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
  /** Of a limit order. */
  readonly price: Ticks;
  readonly quantity: Lots;
  /** Of a market order. */
  readonly slippage?: SlippageLimit | undefined;
}

/** What an order would do on arrival: what executes at once, and what rests afterwards. */
export interface Arrival {
  readonly fillLots: number;
  readonly fillValue: Money;
  readonly restLots: number;
  readonly restValue: Money;
}

export type LimitTerms = Omit<ArrivalTerms, 'timeInForce' | 'quantity'>;

/**
 * The worst tick at which the order executes: its own price, or for a market order the price limit around the mark and its slippage limit
 * from `best`, the best tick of the side that it meets (negative when there is none).
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
 * Walks the book as matching does: best price first, at the level's price, to the order's limit. Exact while the book does not change
 * and the levels are those of others.
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

/** The same of an order that meets no other: it rests, unless it never does. */
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
