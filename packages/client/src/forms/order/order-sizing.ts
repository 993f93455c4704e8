import {
  DEFAULT_LEVERAGE,
  ZERO_MONEY,
  exceedsRiskLimit,
  isOption,
  isWaiting,
  lotCount,
  lots,
  moneyUnits,
  openOrderTotals,
  openingCost,
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
import { visibleArrival } from '../../calculators/arrival.ts';
import type { SeenArrival } from '../../calculators/fill-simulation.ts';
import { slippageLimitOf } from '../slippage/slippage.ts';
import { isPortfolioMargin } from '../account-traits.ts';
import type { OrderFormContext, OrderFormDraft } from './order-form.ts';
import { formPositionIndex, typedTicks } from './order-command.ts';
import { maxOrder } from './order-limits.ts';
import { askPortfolio, entersPoor } from './order-portfolio.ts';

/** One side of the form, with everything that the exchange would check it against. */
export interface FormSide {
  readonly draft: OrderFormDraft;
  readonly context: OrderFormContext;
  readonly side: Side;
  readonly index: PositionIndex;
  readonly leverage: Leverage;
  readonly marginMode: MarginMode;
  /** The position of that index. */
  readonly position: PositionRecord | undefined;
  /** Of a limit order, once typed. */
  readonly price: Ticks | undefined;
  /** The order may only reduce. */
  readonly closing: boolean;
  /** Lots that a reducing order may close. */
  readonly reducible: number;
}

export function formSide(draft: OrderFormDraft, side: Side, context: OrderFormContext): FormSide {
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

function seenSide({ context: { book }, side }: FormSide): readonly number[] | undefined {
  if (book === undefined || book.update === 0) return undefined;
  return side === 'Buy' ? book.asks : book.bids;
}

/** Levels that the order would meet; without a book, the best price with room for everything. */
function levelsFor(form: FormSide): readonly number[] {
  const { context, side } = form;
  const seen = seenSide(form);
  if (seen !== undefined) return seen;
  const best = side === 'Buy' ? context.bestAsk : context.bestBid;
  return best === undefined ? [] : [tickCount(ticksOfPrice(best, context.instrument.tickSize, 'nearest')), Number.MAX_SAFE_INTEGER];
}

/** The trader's own orders on the side that the order meets. */
function ownOrders({ context, side }: FormSide): OwnOrder[] {
  const against = (context.orders ?? []).filter((order) => order.side !== side && !isWaiting(order));
  return against.map(({ price, quantity, filled }) => ({ tick: tickCount(price), count: lotCount(quantity) - lotCount(filled) }));
}

/** What an order that arrives is matched by; `undefined` while a limit order has no price, or a market order no mark to be limited by. */
function arrivalTerms(form: FormSide, quantity: Lots): ArrivalTerms | undefined {
  const { draft, context, side, price, closing, reducible } = form;
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

/** What a quantity would do on arrival, as far as the book is seen. */
export function formArrival(form: FormSide, quantity: Lots): SeenArrival | undefined {
  const terms = arrivalTerms(form, quantity);
  if (terms === undefined) return undefined;
  const { draft } = form;
  // A post-only order never takes: what would execute at once is cancelled, what rests is all of it.
  const levels = draft.orderType === 'Limit' && draft.postOnly ? [] : levelsFor(form);
  return { ...visibleArrival(terms, levels, ownOrders(form)), terms, seen: seenSide(form) };
}

/** The order beside what its position index holds; `undefined` without a mark price. */
function openingOrder(form: FormSide, arrival: Arrival): OpeningOrder | undefined {
  const { side, index, leverage: own, marginMode } = form;
  const { instrument, settings, mark, index: indexPrice, orders = [] } = form.context;
  if (mark === undefined) return undefined;
  const flat: Holding = { side, size: lots(0), entryValue: ZERO_MONEY, marginMode, leverage: own, margin: ZERO_MONEY };
  return {
    instrument,
    positionIndex: index,
    side,
    orders: openOrderTotals(instrument, orders, index),
    position: form.position ?? flat,
    holder: { holding: () => form.position ?? flat },
    longLeverage: settings?.longLeverage ?? DEFAULT_LEVERAGE,
    shortLeverage: settings?.shortLeverage ?? DEFAULT_LEVERAGE,
    arrival,
    mark,
    optionPrices: isOption(instrument) && indexPrice !== undefined ? { index: indexPrice, mark } : undefined,
  };
}

/** The whole account decides (`askPortfolio`): the order has neither a cost nor a risk limit of its own. */
export const asksPortfolio = ({ context }: FormSide): boolean => context.traits !== undefined && isPortfolioMargin(context.traits);

/** What the order takes from the available balance. */
export function formCost(form: FormSide, arrival: Arrival): Money {
  const order = openingOrder(form, arrival);
  return form.closing || asksPortfolio(form) || order === undefined ? ZERO_MONEY : openingCost(order);
}

/** What this side may spend: isolated margin has to come out of the cash itself. */
export function formBalance({ context, marginMode }: FormSide): Money | undefined {
  return marginMode === 'isolated' ? context.account?.transferable : context.account?.available;
}

/** Whether position and orders of this side would stay within the risk limit of its leverage. */
export function withinRiskLimit(form: FormSide, arrival: Arrival): boolean {
  const order = openingOrder(form, arrival);
  return form.closing || asksPortfolio(form) || order === undefined || !exceedsRiskLimit(order);
}

/** The largest order that a portfolio carries. */
function largestOfPortfolio(form: FormSide, ceiling: number): Lots | undefined {
  const available = form.context.account?.asPortfolio?.pool.available;
  if (available === undefined || entersPoor(form)) return available === undefined ? undefined : lots(0);
  const costOf = (count: number): bigint | undefined => {
    const arrival = formArrival(form, lots(count));
    const cost =
      arrival && (form.draft.orderType === 'Limit' || arrival.fillLots === count) ? askPortfolio(form, arrival)?.cost.cost : undefined;
    return cost && moneyUnits(cost);
  };
  return largestWithin(ceiling, costOf, moneyUnits(available));
}

/** The largest quantity of this side that the balance, the risk limit and the order maximum allow; `undefined` when unknown. */
export function maxQuantity(form: FormSide): Lots | undefined {
  const { draft, context, closing, reducible } = form;
  const ceiling = lotCount(maxOrder(draft, context.instrument, context.traits));
  if (closing) return lots(Math.min(ceiling, reducible));
  const balance = formBalance(form);
  const one = formArrival(form, lots(1));
  if (balance === undefined || one === undefined) return undefined;
  if (asksPortfolio(form)) return askPortfolio(form, one) === undefined ? undefined : largestOfPortfolio(form, ceiling);
  return largest(ceiling, (count) => {
    const arrival = formArrival(form, lots(count));
    if (arrival === undefined || (draft.orderType === 'Market' && arrival.fillLots < count)) return false;
    return formCost(form, arrival) <= balance && withinRiskLimit(form, arrival);
  });
}

/** The largest number of lots up to `ceiling` that fits, where whatever is less than one that fits does too. */
export function largest(ceiling: number, fits: (count: number) => boolean): Lots {
  let low = 0;
  let high = ceiling;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return lots(low);
}

/**
 * The largest number of lots up to `ceiling` whose cost is at most `most`; no cost is too much. What a portfolio needs is the worst of many
 * straight lines over the quantity: once an order is too large, every larger one is, and where the line between a small and a large one
 * meets the balance is near.
 */
export function largestWithin(ceiling: number, costOf: (count: number) => bigint | undefined, most: bigint): Lots {
  let [low, lowCost] = [0, 0n];
  let high = ceiling + 1;
  let highCost: bigint | undefined;
  for (let step = 0; high - low > 1; step += 1) {
    let at = Math.floor((low + high) / 2);
    if (step % 2 === 1 && highCost !== undefined) {
      const away = Math.floor((high - low) * (Number(most - lowCost) / Number(highCost - lowCost))) + (step % 4 === 3 ? 1 : 0);
      at = Math.min(Math.max(low + away, low + 1), high - 1);
    }
    const cost = costOf(at);
    if (cost !== undefined && cost <= most) [low, lowCost] = [at, cost];
    else [high, highCost] = [at, cost];
  }
  return lots(low);
}

/** Percent of what the form could send, rounded down to a lot; of the smaller side, so that either button can carry it. */
export function shareQuantity(draft: OrderFormDraft, percent: number, context: OrderFormContext): Lots | undefined {
  const sides = (['Buy', 'Sell'] as const).map((side) => maxQuantity(formSide(draft, side, context)));
  const known = sides.flatMap((count) => (count === undefined ? [] : [lotCount(count)]));
  if (known.length === 0) return undefined;
  // A reduce-only order has only one side that can reduce.
  const whole = draft.reduceOnly ? Math.max(...known) : Math.min(...known);
  const share = Math.min(Math.max(Math.trunc(percent), 0), 100);
  return lots(Number((BigInt(whole) * BigInt(share)) / 100n));
}
