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
 * Why an order fills no further: its price, its slippage limit, the price limit of market orders, the end of the book,
 * or the end of the visible levels (the exchange may fill more). `whole`: it fills completely or not at all.
 */
export type FillEnd = 'price' | 'slippage' | 'priceLimit' | 'book' | 'unseen' | 'whole';

/** The immediate fills of an order that takes liquidity, against an unchanged book. */
export interface FillSimulation {
  readonly requested: Lots;
  readonly filled: Lots;
  /** Orders by amount only, in quote coin: the lots are then those that fill. */
  readonly amount?: Money;
  /** Figures of the filled part; `undefined` when nothing fills. */
  readonly figures: FillFigures | undefined;
  /** Why the order fills no further, for orders whose remainder is cancelled. */
  readonly end: FillEnd | undefined;
  /** The worst permitted fill price. */
  readonly limit: Price;
}

/** The result of an order on arrival, with its inputs. */
export interface SeenArrival extends VisibleArrival {
  readonly terms: ArrivalTerms;
  /** Orders by amount only; the quantity of the terms is then the filled part. */
  readonly amount?: Money;
  /** The opposite side of the book; `undefined` before the book has loaded. */
  readonly seen: readonly number[] | undefined;
}

/** Whether the visible levels reach the order's limit or are the full book. */
function seesAll({ side }: ArrivalTerms, limit: number, levels: readonly number[]): { readonly beyond: boolean; readonly all: boolean } {
  const last = levels.at(-2);
  const beyond = last !== undefined && (side === 'Buy' ? last > limit : last < limit);
  return { beyond, all: beyond || levels.length < 2 * BOOK_DEPTH };
}

const fillsWhole = ({ orderType, timeInForce }: ArrivalTerms): boolean => orderType === 'Limit' && timeInForce === 'FillOrKill';

/** Whether a part of the order neither fills nor rests. */
function isShort({ terms, amount, fills, fillLots, fillValue, restLots }: SeenArrival): boolean {
  if (restLots > 0) return false;
  if (amount === undefined) return fillLots < lotCount(terms.quantity);
  // The remaining amount buys less than one lot, unless the book ended first.
  const last = fills.at(-1);
  return last === undefined || valueAtTick(terms.instrument, lots(1), ticks(last.tick)) <= subtractMoney(amount, fillValue);
}

/**
 * An order that fills completely or not at all fills nothing if the book holds less; if the visible levels cannot
 * decide, they count as the full book.
 */
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

/** `undefined` before the book has loaded, and for an order that only rests. */
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
