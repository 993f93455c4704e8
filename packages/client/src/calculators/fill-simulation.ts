import {
  ZERO_MONEY,
  executionLimit,
  fillFigures,
  lotCount,
  lots,
  marketPriceLimit,
  priceOfTicks,
  subtractMoney,
  tickCount,
  ticks,
  valueAtTick,
  type ArrivalTerms,
  type FillFigures,
  type Lots,
  type Money,
  type Price,
} from '@tapedeck/domain';
import { BOOK_DEPTH } from '../constants.ts';
import type { VisibleArrival } from './arrival.ts';

/**
 * Why an order fills no further: its own price, its slippage limit, the price limit of market orders, the end of the book, or the end of
 * what is seen of it (the exchange may fill more). `whole`: it fills wholly or not at all.
 */
export type FillEnd = 'price' | 'slippage' | 'priceLimit' | 'book' | 'unseen' | 'whole';

/** What an order that takes liquidity would fill at once, while the book does not change. */
export interface FillSimulation {
  readonly requested: Lots;
  readonly filled: Lots;
  /** Of an order by amount, in quote coin: its lots are those that fill. */
  readonly amount?: Money;
  /** Of what fills; `undefined` when nothing does. */
  readonly figures: FillFigures | undefined;
  /** Of an order that does not fill and whose rest does not wait. */
  readonly end: FillEnd | undefined;
  /** The worst price that the order may fill at. */
  readonly limit: Price;
}

/** What an order does on arrival, and what that was worked out from. */
export interface SeenArrival extends VisibleArrival {
  readonly terms: ArrivalTerms;
  /** Of an order by amount; the quantity of the terms is then what fills of it. */
  readonly amount?: Money;
  /** The side of the book that it meets; `undefined` before the book is there. */
  readonly seen: readonly number[] | undefined;
}

/** Whether the levels that are seen reach to the order's limit, or are all there are. */
function seesAll({ side }: ArrivalTerms, limit: number, levels: readonly number[]): { readonly beyond: boolean; readonly all: boolean } {
  const last = levels.at(-2);
  const beyond = last !== undefined && (side === 'Buy' ? last > limit : last < limit);
  return { beyond, all: beyond || levels.length < 2 * BOOK_DEPTH };
}

const fillsWhole = ({ orderType, timeInForce }: ArrivalTerms): boolean => orderType === 'Limit' && timeInForce === 'FillOrKill';

/** Whether some of the order stays without a fill and does not wait either. */
function isShort({ terms, amount, fills, fillLots, fillValue, restLots }: SeenArrival): boolean {
  if (restLots > 0) return false;
  if (amount === undefined) return fillLots < lotCount(terms.quantity);
  // What is left over of an amount is less than a lot costs, unless the book ended first.
  const last = fills.at(-1);
  return last === undefined || valueAtTick(terms.instrument, lots(1), ticks(last.tick)) <= subtractMoney(amount, fillValue);
}

/** An order that fills wholly or not at all fills nothing where the book holds less; as far as it is seen when nobody can tell. */
export function wholeOrNothing<Seen extends SeenArrival>(arrival: Seen): Seen {
  const { terms, seen } = arrival;
  if (!fillsWhole(terms) || !isShort(arrival)) return arrival;
  if (seen !== undefined && !seesAll(terms, tickCount(executionLimit(terms, seen[0])), seen).all) return arrival;
  return { ...arrival, fills: [], fillLots: 0, fillValue: ZERO_MONEY };
}

function endOf(terms: ArrivalTerms, limit: number, levels: readonly number[]): FillEnd {
  const { instrument, side, orderType } = terms;
  const { beyond, all } = seesAll(terms, limit, levels);
  if (!all) return 'unseen';
  if (fillsWhole(terms)) return 'whole';
  if (!beyond) return 'book';
  if (orderType === 'Limit') return 'price';
  return limit === tickCount(marketPriceLimit(instrument, side, terms)) ? 'priceLimit' : 'slippage';
}

/** `undefined` before the book is there, and of an order that takes nothing and waits. */
export function fillSimulation(arrival: SeenArrival): FillSimulation | undefined {
  const { terms, seen, amount } = arrival;
  const { instrument, side, quantity, mark } = terms;
  if (seen === undefined || (arrival.fillLots === 0 && arrival.restLots > 0)) return undefined;
  const limit = executionLimit(terms, seen[0]);
  const figures = fillFigures(instrument, side, arrival.fills, mark);
  return {
    requested: quantity,
    filled: figures?.filled ?? lots(0),
    ...(amount !== undefined && { amount }),
    figures,
    end: isShort(arrival) ? endOf(terms, tickCount(limit), seen) : undefined,
    limit: priceOfTicks(limit, instrument.tickSize),
  };
}
