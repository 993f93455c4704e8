import {
  DEFAULT_LEVERAGE,
  ZERO_MONEY,
  isOption,
  isWaiting,
  lotCount,
  lots,
  moneyUnits,
  tickCount,
  ticks,
  ticksOfPrice,
} from '@tapedeck/domain';
import type {
  Arrival,
  ArrivalTerms,
  Holding,
  Leverage,
  Lots,
  MarginMode,
  Money,
  OpeningOrder,
  OwnOrder,
  PositionIndex,
  PositionRecord,
  Side,
  Ticks,
} from '@tapedeck/domain';
import type { MarginRules } from '../../calculators/margin-rules.ts';
import { visibleArrival } from '../../calculators/arrival.ts';
import type { SeenArrival } from '../../calculators/fill-simulation.ts';
import { largest, largestWithin } from '../../calculators/largest.ts';
import { slippageLimitOf } from '../slippage/slippage.ts';
import { isPortfolioMargin } from '../account-traits.ts';
import type { OrderFormContext, OrderFormDraft } from './order-form.ts';
import { formPositionIndex, typedTicks } from './order-command.ts';
import { maxOrder } from './order-limits.ts';
import { askPortfolio, entersPoor } from './order-portfolio.ts';

/** One side of an order, independent of its quantity, with all inputs of the exchange's checks. */
export interface OrderSide {
  readonly draft: OrderFormDraft;
  /** A conditional order is read at its trigger price. */
  readonly context: OrderFormContext;
  readonly side: Side;
  readonly index: PositionIndex;
  readonly leverage: Leverage;
  readonly marginMode: MarginMode;
  /** The position of that index. */
  readonly position: PositionRecord | undefined;
  /** Limit orders only, once typed. */
  readonly price: Ticks | undefined;
  /** The order may only reduce. */
  readonly closing: boolean;
  /** Lots that a reducing order may close. */
  readonly reducible: number;
}

export function orderSide(draft: OrderFormDraft, side: Side, context: OrderFormContext): OrderSide {
  const { settings, instrument } = context;
  const index = formPositionIndex(settings, side, draft.reduceOnly);
  const position = context.positions?.find((own) => own.positionIndex === index);
  const chosen = side === 'Buy' ? settings?.longLeverage : settings?.shortLeverage;
  return {
    draft,
    context,
    side,
    index,
    leverage: chosen ?? DEFAULT_LEVERAGE,
    marginMode: settings?.marginMode ?? 'cross',
    position,
    price: draft.orderType === 'Limit' ? typedTicks(draft.price, instrument) : undefined,
    closing: draft.reduceOnly,
    reducible: position === undefined || position.side === side ? 0 : lotCount(position.size),
  };
}

function seenSide({ context: { book }, side }: OrderSide): readonly number[] | undefined {
  if (book === undefined || book.update === 0) return undefined;
  return side === 'Buy' ? book.asks : book.bids;
}

/** Levels that the order would match; without a book, the best price with unlimited quantity. */
function levelsFor(order: OrderSide): readonly number[] {
  const { context, side } = order;
  const seen = seenSide(order);
  if (seen !== undefined) return seen;
  const best = side === 'Buy' ? context.bestAsk : context.bestBid;
  return best === undefined ? [] : [tickCount(ticksOfPrice(best, context.instrument.tickSize, 'nearest')), Number.MAX_SAFE_INTEGER];
}

/** The trader's own orders on the opposite side. */
function ownOrders({ context, side }: OrderSide): OwnOrder[] {
  const against = (context.orders ?? []).filter((order) => order.side !== side && !isWaiting(order));
  return against.map(({ price, quantity, filled }) => ({ tick: tickCount(price), count: lotCount(quantity) - lotCount(filled) }));
}

/** Matching terms of an arriving order; `undefined` while a limit order has no price, or a market order no mark price for its limit. */
function arrivalTerms(order: OrderSide, quantity: Lots): ArrivalTerms | undefined {
  const { draft, context, side, price, closing, reducible } = order;
  const limit = draft.orderType === 'Limit' ? price : ticks(0);
  if (limit === undefined || context.mark === undefined) return undefined;
  const isMarket = draft.orderType === 'Market';
  return {
    instrument: context.instrument,
    side,
    orderType: draft.orderType,
    timeInForce: draft.postOnly ? 'PostOnly' : draft.timeInForce,
    price: limit,
    quantity: closing ? lots(Math.min(lotCount(quantity), reducible)) : quantity,
    mark: context.mark,
    index: context.index,
    premium: context.premium,
    slippage: isMarket && draft.slippage !== undefined ? slippageLimitOf(draft.slippage) : undefined,
  };
}

/** Result of a quantity on arrival, against the visible book. */
export function arrivalOf(order: OrderSide, quantity: Lots): SeenArrival | undefined {
  const terms = arrivalTerms(order, quantity);
  if (terms === undefined) return undefined;
  const { draft } = order;
  // A post-only order never takes liquidity: a part that would execute is cancelled, and the rest rests.
  const levels = draft.orderType === 'Limit' && draft.postOnly ? [] : levelsFor(order);
  return { ...visibleArrival(terms, levels, ownOrders(order)), terms, seen: seenSide(order) };
}

/** The order with the orders and position of its position index; `undefined` without a mark price. */
function openingOrder(order: OrderSide, arrival: Arrival, { openOrderTotals }: MarginRules): OpeningOrder | undefined {
  const { side, index, leverage: own, marginMode } = order;
  const { instrument, settings, mark, index: indexPrice, orders = [] } = order.context;
  if (mark === undefined) return undefined;
  const flat: Holding = { side, size: lots(0), entryValue: ZERO_MONEY, marginMode, leverage: own, margin: ZERO_MONEY };
  return {
    instrument,
    positionIndex: index,
    side,
    orders: openOrderTotals(instrument, orders, index),
    position: order.position ?? flat,
    holder: { holding: () => order.position ?? flat },
    longLeverage: settings?.longLeverage ?? DEFAULT_LEVERAGE,
    shortLeverage: settings?.shortLeverage ?? DEFAULT_LEVERAGE,
    arrival,
    mark,
    optionPrices: isOption(instrument) && indexPrice !== undefined ? { index: indexPrice, mark } : undefined,
  };
}

/** The account as a whole decides (`askPortfolio`): the order has neither a cost nor a risk limit of its own. */
export const asksPortfolio = ({ context }: OrderSide): boolean => context.traits !== undefined && isPortfolioMargin(context.traits);

/** Cost of the order, unknown without the account, and whether position and orders stay within the risk limit of their leverage. */
export interface OrderDemand {
  readonly cost: Money | undefined;
  isWithinRiskLimit(): boolean;
}

const NO_DEMAND: OrderDemand = { cost: ZERO_MONEY, isWithinRiskLimit: () => true };

export function demandOf(order: OrderSide, arrival: Arrival): OrderDemand {
  if (order.closing || asksPortfolio(order)) return NO_DEMAND;
  const rules = order.context.account?.rules;
  if (rules === undefined) return { ...NO_DEMAND, cost: undefined };
  const opening = openingOrder(order, arrival, rules);
  if (opening === undefined) return NO_DEMAND;
  return { cost: rules.openingCost(opening), isWithinRiskLimit: () => !rules.exceedsRiskLimit(opening) };
}

/** Spendable balance of this side; isolated margin must come from cash itself. */
export function balanceOf({ context, marginMode }: OrderSide): Money | undefined {
  return marginMode === 'isolated' ? context.account?.transferable : context.account?.available;
}

/** The largest order that the portfolio can carry. */
function largestOfPortfolio(order: OrderSide, ceiling: number): Lots | undefined {
  const available = order.context.account?.asPortfolio?.pool.available;
  if (available === undefined || entersPoor(order)) return available === undefined ? undefined : lots(0);
  const costOf = (count: number): bigint | undefined => {
    const arrival = arrivalOf(order, lots(count));
    const cost =
      arrival && (order.draft.orderType === 'Limit' || arrival.fillLots === count) ? askPortfolio(order, arrival)?.cost.cost : undefined;
    return cost && moneyUnits(cost);
  };
  return largestWithin(ceiling, costOf, moneyUnits(available));
}

/** The largest quantity of this side that the balance, the risk limit and the order maximum allow; `undefined` when unknown. */
export function largestQuantity(order: OrderSide): Lots | undefined {
  const { draft, context, closing, reducible } = order;
  const ceiling = lotCount(maxOrder(draft, context.instrument, context.traits));
  if (closing) return lots(Math.min(ceiling, reducible));
  const balance = balanceOf(order);
  const one = arrivalOf(order, lots(1));
  if (balance === undefined || one === undefined) return undefined;
  if (asksPortfolio(order)) return askPortfolio(order, one) === undefined ? undefined : largestOfPortfolio(order, ceiling);
  return largest(ceiling, (count) => {
    const arrival = arrivalOf(order, lots(count));
    if (arrival === undefined || (draft.orderType === 'Market' && arrival.fillLots < count)) return false;
    const demand = demandOf(order, arrival);
    return demand.cost !== undefined && demand.cost <= balance && demand.isWithinRiskLimit();
  });
}
