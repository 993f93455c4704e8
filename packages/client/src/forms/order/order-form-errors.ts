import {
  PORTFOLIO_EQUITY_MIN,
  addMoney,
  formatDecimal,
  isCopied,
  moneyUnits,
  orderPriceLimit,
  tickCount,
  valueAtTick,
  type Arrival,
  type Lots,
  type Money,
  type Side,
  valueCoin,
} from '@tapedeck/domain';
import { numberIn } from '../../inputs/number-input.ts';
import { priceIssue, quantityIssue, rangeOf } from './field-issues.ts';
import { typedTicks } from './order-command.ts';
import type { OrderFormContext, OrderFormDraft, OrderFormError } from './order-form.ts';
import { maxOrder, maxOrderCost } from './order-limits.ts';
import { orderTpslErrors } from './order-tpsl.ts';
import { draftTrigger, isTriggerReached } from './order-trigger.ts';
import { entersPoor, portfolioShortage } from './order-portfolio.ts';
import type { MetOrder, OrderReading, OrderReadings } from './order-reading.ts';
import { asksPortfolio, balanceOf } from './order-side.ts';

function priceErrors(draft: OrderFormDraft, { instrument, mark, index, premium }: OrderFormContext): OrderFormError[] {
  if (draft.orderType === 'Market') return [];
  const issue = priceIssue(draft.price, instrument, { empty: 'priceEmpty', own: true });
  if (issue !== undefined) return [{ ...issue, field: 'price' }];
  const at = typedTicks(draft.price, instrument);
  // A conditional order is held against the mark of the moment when it fires.
  if (at === undefined || mark === undefined || draft.trigger !== undefined) return [];
  const prices = { mark, index, premium };
  const highest = tickCount(orderPriceLimit(instrument, 'Buy', prices));
  const lowest = tickCount(orderPriceLimit(instrument, 'Sell', prices));
  const values = rangeOf(instrument, lowest, highest);
  if (tickCount(at) > highest) return [{ code: 'priceAboveLimit', field: 'price', side: 'Buy', values }];
  return tickCount(at) < lowest ? [{ code: 'priceBelowLimit', field: 'price', side: 'Sell', values }] : [];
}

function triggerErrors(draft: OrderFormDraft, context: OrderFormContext): OrderFormError[] {
  if (draft.trigger === undefined) return [];
  const issue = priceIssue(draft.trigger.price, context.instrument, { empty: 'triggerEmpty', own: false });
  if (issue !== undefined) return [{ ...issue, field: 'trigger' }];
  const trigger = draftTrigger(draft, context);
  return trigger !== undefined && isTriggerReached(trigger, context) ? [{ code: 'triggerReached', field: 'trigger' }] : [];
}

const EMPTY = { quantity: 'quantityEmpty', cost: 'costEmpty', value: 'valueEmpty' } as const;

/** What is wrong with a typed cost or value, whatever side it is for. */
function amountErrors(draft: OrderFormDraft, { instrument, traits }: OrderFormContext): OrderFormError[] {
  const units = numberIn(draft.quantity);
  if (units === undefined || units === 0n) return [{ code: EMPTY[draft.unit], field: 'quantity' }];
  const most = moneyUnits(maxOrderCost(maxOrder(draft, instrument, traits), instrument));
  if (units <= most) return [];
  return [{ code: 'amountTooLarge', field: 'quantity', values: { max: formatDecimal(most), coin: instrument.settleCoin } }];
}

function quantityErrors(draft: OrderFormDraft, { instrument, traits }: OrderFormContext): OrderFormError[] {
  const issue = quantityIssue(draft.quantity, instrument, maxOrder(draft, instrument, traits));
  return issue === undefined ? [] : [{ ...issue, field: 'quantity' }];
}

/** A limit order counts by its own price, whatever of it executes; a market order by what it meets. */
function orderedValue({ context, price }: OrderReading, count: Lots, { fillValue, restValue }: Arrival): Money {
  return price === undefined ? addMoney(fillValue, restValue) : valueAtTick(context.instrument, count, price);
}

interface Shortage {
  readonly needed: Money;
  readonly available: Money;
  readonly coin: string;
}

/** What the account lacks for the order: in the settle coin, under portfolio margin in dollars. */
function shortageOf(order: OrderReading, met: MetOrder): Shortage | undefined {
  if (asksPortfolio(order)) {
    const short = portfolioShortage(met.portfolio());
    return short && { ...short, coin: 'USD' };
  }
  const balance = balanceOf(order);
  const { cost } = met.demand();
  return balance === undefined || cost <= balance
    ? undefined
    : { needed: cost, available: balance, coin: order.context.instrument.settleCoin };
}

/** Errors of one side, once price and quantity are right in themselves; the order of precedence is the exchange's. */
function sideError(order: OrderReading): OrderFormError | undefined {
  const { draft, context, side, closing, reducible, quantity: count, met } = order;
  const { instrument } = context;
  // It takes no margin and may wait for a position; what it then needs is asked when it fires.
  if (draft.trigger !== undefined) return undefined;
  if (closing) return reducible === 0 ? { code: 'reduceOnlyNoPosition', field: 'form', side } : undefined;
  if (count === undefined || met === undefined) return undefined;
  if (draft.orderType === 'Market' && met.arrival.fillLots === 0) return { code: 'marketNoLiquidity', field: 'form', side };
  if (orderedValue(order, count, met.arrival) < instrument.minNotional) {
    const values = { min: formatDecimal(moneyUnits(instrument.minNotional)), coin: valueCoin(instrument) };
    return { code: 'notionalTooSmall', field: 'quantity', side, values };
  }
  if (!met.demand().isWithinRiskLimit()) return { code: 'aboveRiskLimit', field: 'quantity', side };
  if (entersPoor(order))
    return { code: 'portfolioEquity', field: 'form', side, values: { min: formatDecimal(moneyUnits(PORTFOLIO_EQUITY_MIN)) } };
  const short = shortageOf(order, met);
  if (short === undefined) return undefined;
  const values = {
    needed: formatDecimal(moneyUnits(short.needed)),
    available: formatDecimal(moneyUnits(short.available)),
    coin: short.coin,
  };
  return { code: 'insufficientBalance', field: 'quantity', side, values };
}

const SIDES: readonly Side[] = ['Buy', 'Sell'];

/** Everything that keeps the form from being sent; errors of one side leave the other button alone. */
export function orderFormErrors({ draft, context, of }: OrderReadings): OrderFormError[] {
  if (context.loggedIn === false) return [{ code: 'notLoggedIn', field: 'form' }];
  const errors: OrderFormError[] = [];
  if (context.instrument.status !== 'Trading') errors.push({ code: 'notTrading', field: 'form' });
  const closes = draft.reduceOnly || draft.trigger?.closeOnTrigger === true;
  if (context.follows === true && isCopied(context.instrument) && !closes) errors.push({ code: 'followerOpens', field: 'form' });
  if (draft.orderType === 'Market' && context.marketStale === true) errors.push({ code: 'marketStale', field: 'form' });
  const amounts = draft.unit === 'quantity' ? quantityErrors(draft, context) : amountErrors(draft, context);
  const typed = [...triggerErrors(draft, context), ...priceErrors(draft, context), ...amounts];
  errors.push(...typed);
  if (typed.some((error) => error.side === undefined)) return errors;
  return [...errors, ...ofBothSides(SIDES.map((side) => sideErrors(of(side), draft.unit === 'quantity')))];
}

/** A quantity that was typed as one is judged once for both sides, what a cost or a value pays for is another one for each. */
function sideErrors(order: OrderReading, inLots: boolean): OrderFormError[] {
  const { draft, context, side } = order;
  const unable = inLots ? [] : quantityErrors(draft, context).map((error) => ({ ...error, side }));
  const error = unable[0] ?? sideError(order);
  return [...(error === undefined ? [] : [error]), ...orderTpslErrors(order)];
}

/** What is wrong with both sides alike is said once, beside its field. */
function ofBothSides([buys = [], sells = []]: readonly OrderFormError[][]): OrderFormError[] {
  const same = (a: OrderFormError, b: OrderFormError): boolean =>
    a.code === b.code && a.field === b.field && JSON.stringify(a.values) === JSON.stringify(b.values);
  const shared = buys.filter((error) => error.field !== 'form' && sells.some((other) => same(error, other)));
  const own = [...buys, ...sells].filter((error) => !shared.some((other) => same(error, other)));
  return [...shared.map(({ side: _both, ...error }) => error), ...own];
}
