import {
  ZERO_MONEY,
  addMoney,
  leverage,
  lotCount,
  lots,
  maxMoney,
  openingValue,
  positionLimit,
  profit,
  subtractMoney,
  tickCount,
  ticksOfPrice,
  valueAtPrice,
} from '@tapedeck/domain';
import type { Leverage, Lots, MarginMode, Money, PositionIndex, PositionRecord, Side, Ticks } from '@tapedeck/domain';
import { heldForOrders, openOrderTotals, type InstrumentHoldings } from '../../calculators/account-view.ts';
import { arrivalOf, type Arrival } from '../../calculators/arrival.ts';
import { marginAt } from '../../calculators/margin-memo.ts';
import type { OrderFormContext, OrderFormDraft } from './order-form.ts';
import { formPositionIndex, typedTicks } from './order-command.ts';
import { maxOrder } from './order-limits.ts';

const DEFAULT_LEVERAGE = leverage(1000n);

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

/** Levels that the order would meet; without a book, the best price with room for everything. */
function levelsFor({ context, side }: FormSide): readonly number[] {
  if (context.book !== undefined) return side === 'Buy' ? context.book.asks : context.book.bids;
  const best = side === 'Buy' ? context.bestAsk : context.bestBid;
  return best === undefined ? [] : [tickCount(ticksOfPrice(best, context.instrument.tickSize, 'nearest')), Number.MAX_SAFE_INTEGER];
}

/** What a quantity would do on arrival; `undefined` while a limit order has no price. */
export function formArrival(form: FormSide, quantity: Lots): Arrival | undefined {
  const { draft, context, side, price, closing, reducible } = form;
  if (draft.orderType === 'Limit' && price === undefined) return undefined;
  return arrivalOf({
    instrument: context.instrument,
    side,
    orderType: draft.orderType,
    timeInForce: draft.postOnly ? 'PostOnly' : draft.timeInForce,
    price,
    quantity: closing ? lots(Math.min(lotCount(quantity), reducible)) : quantity,
    mark: context.mark,
    // A post-only order never takes: what would execute at once is cancelled, what rests is all of it.
    levels: draft.orderType === 'Limit' && draft.postOnly ? [] : levelsFor(form),
  });
}

function holdingsOf({ context }: FormSide): InstrumentHoldings {
  const { instrument, settings, positions = [], orders = [] } = context;
  return { instrument, settings, positions, orders };
}

/**
 * What the order takes from the available balance: the margin that open orders would hold with it less what they hold without, and
 * the loss of executing worse than the mark; less the margin that turning the whole position at once sets free.
 */
export function formCost(form: FormSide, arrival: Arrival): Money {
  const { side, index, position, closing } = form;
  const { instrument, mark } = form.context;
  if (closing) return ZERO_MONEY;
  const holdings = holdingsOf(form);
  const before = openOrderTotals(instrument, holdings.orders, index);
  const count = arrival.fillLots + arrival.restLots;
  const value = addMoney(arrival.fillValue, arrival.restValue);
  const after =
    side === 'Buy'
      ? { ...before, buyLots: before.buyLots + count, buyValue: addMoney(before.buyValue, value) }
      : { ...before, sellLots: before.sellLots + count, sellValue: addMoney(before.sellValue, value) };
  const held = subtractMoney(heldForOrders(holdings, index, after), heldForOrders(holdings, index, before));
  if (held <= ZERO_MONEY) return ZERO_MONEY;
  if (mark === undefined) return held;
  const atMark = valueAtPrice(instrument, lots(arrival.fillLots), mark);
  const loss = maxMoney(ZERO_MONEY, profit(side, atMark, arrival.fillValue));
  const flips = position !== undefined && form.reducible > 0 && arrival.restLots === 0 && arrival.fillLots > form.reducible;
  const released = flips ? marginAt(instrument, position, mark).initialMargin : ZERO_MONEY;
  return maxMoney(ZERO_MONEY, subtractMoney(addMoney(held, loss), released));
}

/** What this side may spend: isolated margin has to come out of the cash itself. */
export function formBalance({ context, marginMode }: FormSide): Money | undefined {
  return marginMode === 'isolated' ? context.account?.transferable : context.account?.available;
}

/** Whether position and orders of this side would stay within the risk limit of its leverage. */
export function withinRiskLimit(form: FormSide, arrival: Arrival): boolean {
  const { side, index, position, closing } = form;
  const { instrument, mark, orders = [] } = form.context;
  if (closing) return true;
  const totals = openOrderTotals(instrument, orders, index);
  const count = (side === 'Buy' ? totals.buyLots : totals.sellLots) + arrival.fillLots + arrival.restLots;
  const ordered = addMoney(side === 'Buy' ? totals.buyValue : totals.sellValue, addMoney(arrival.fillValue, arrival.restValue));
  const opening = openingValue(side, count, ordered, position ?? { side, size: lots(0) });
  if (opening === ZERO_MONEY) return true;
  const held = position?.side === side && mark !== undefined ? valueAtPrice(instrument, position.size, mark) : ZERO_MONEY;
  return addMoney(held, opening) <= positionLimit(instrument.tiers, form.leverage);
}

/** The largest quantity of this side that the balance, the risk limit and the order maximum allow; `undefined` when unknown. */
export function maxQuantity(form: FormSide): Lots | undefined {
  const { draft, context, closing, reducible } = form;
  const ceiling = lotCount(maxOrder(draft, context.instrument));
  if (closing) return lots(Math.min(ceiling, reducible));
  const balance = formBalance(form);
  if (balance === undefined || formArrival(form, lots(1)) === undefined) return undefined;
  const fits = (count: number): boolean => {
    const arrival = formArrival(form, lots(count));
    if (arrival === undefined || (draft.orderType === 'Market' && arrival.fillLots < count)) return false;
    return formCost(form, arrival) <= balance && withinRiskLimit(form, arrival);
  };
  let low = 0;
  let high = ceiling;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
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
