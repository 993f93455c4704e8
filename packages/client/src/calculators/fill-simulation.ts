import {
  executionLimit,
  fillFigures,
  lotCount,
  lots,
  marketPriceLimit,
  priceOfTicks,
  tickCount,
  type ArrivalTerms,
  type FillFigures,
  type Lots,
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
  /** Of what fills; `undefined` when nothing does. */
  readonly figures: FillFigures | undefined;
  /** Of an order that does not fill and whose rest does not wait. */
  readonly end: FillEnd | undefined;
  /** The worst price that the order may fill at. */
  readonly limit: Price;
}

function endOf(terms: ArrivalTerms, limit: number, levels: readonly number[]): FillEnd {
  const { instrument, side, orderType, timeInForce } = terms;
  if (orderType === 'Limit' && timeInForce === 'FillOrKill') return 'whole';
  const last = levels.at(-2);
  const beyond = last !== undefined && (side === 'Buy' ? last > limit : last < limit);
  if (!beyond) return levels.length >= 2 * BOOK_DEPTH ? 'unseen' : 'book';
  if (orderType === 'Limit') return 'price';
  return limit === tickCount(marketPriceLimit(instrument, side, terms)) ? 'priceLimit' : 'slippage';
}

/** What an order does on arrival, and what that was worked out from. */
export interface SeenArrival extends VisibleArrival {
  readonly terms: ArrivalTerms;
  /** The side of the book that it meets; `undefined` before the book is there. */
  readonly seen: readonly number[] | undefined;
}

/** `undefined` before the book is there, and of an order that takes nothing and waits. */
export function fillSimulation(arrival: SeenArrival): FillSimulation | undefined {
  const { terms, seen: levels } = arrival;
  const { instrument, side, quantity, mark } = terms;
  if (levels === undefined) return undefined;
  if (arrival.fillLots === 0 && arrival.restLots > 0) return undefined;
  const limit = executionLimit(terms, levels[0]);
  const short = arrival.restLots === 0 && arrival.fillLots < lotCount(quantity);
  const end = short ? endOf(terms, tickCount(limit), levels) : undefined;
  const fills = end === 'whole' ? [] : arrival.fills;
  const figures = fillFigures(instrument, side, fills, mark);
  return {
    requested: quantity,
    filled: figures?.filled ?? lots(0),
    figures,
    end,
    limit: priceOfTicks(limit, instrument.tickSize),
  };
}
