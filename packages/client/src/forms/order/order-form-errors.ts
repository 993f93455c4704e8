import {
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
  // A conditional order is checked against the mark price when it triggers.
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

/** Errors of a typed cost or value that apply to both sides. */
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

/** A limit order counts at its own price, even for the part that executes; a market order at its fill prices. */
function orderedValue({ context, price }: OrderReading, count: Lots, { fillValue, restValue }: Arrival): Money {
  return price === undefined ? addMoney(fillValue, restValue) : valueAtTick(context.instrument, count, price);
}

interface Shortage {
  readonly needed: Money;
  readonly available: Money;
  readonly coin: string;
}

/** Amount missing for the order: in the settle coin, or in USD under portfolio margin. */
function shortageOf(order: OrderReading, met: MetOrder): Shortage | undefined {
  if (asksPortfolio(order)) {
    const short = portfolioShortage(met.portfolio());
    return short && { ...short, coin: 'USD' };
  }
  const balance = balanceOf(order);
  const { cost } = met.demand();
  return balance === undefined || cost === undefined || cost <= balance
    ? undefined
    : { needed: cost, available: balance, coin: order.context.instrument.settleCoin };
}

const portfolioEquityMin = ({ account }: OrderFormContext): string =>
  account === undefined ? '' : formatDecimal(moneyUnits(account.rules.portfolioEquityMin));

/** Errors of one side, once price and quantity are valid; the order of precedence is the exchange's. */
function sideError(order: OrderReading): OrderFormError | undefined {
  const { draft, context, side, closing, reducible, quantity: count, met } = order;
  const { instrument } = context;
  // A conditional order reserves no margin and may precede a position; margin is checked when it triggers.
  if (draft.trigger !== undefined) return undefined;
  if (closing) return reducible === 0 ? { code: 'reduceOnlyNoPosition', field: 'form', side } : undefined;
  if (count === undefined || met === undefined) return undefined;
  if (draft.orderType === 'Market' && met.arrival.fillLots === 0) return { code: 'marketNoLiquidity', field: 'form', side };
  if (orderedValue(order, count, met.arrival) < instrument.minNotional) {
    const values = { min: formatDecimal(moneyUnits(instrument.minNotional)), coin: valueCoin(instrument) };
    return { code: 'notionalTooSmall', field: 'quantity', side, values };
  }
  if (!met.demand().isWithinRiskLimit()) return { code: 'aboveRiskLimit', field: 'quantity', side };
  if (entersPoor(order)) return { code: 'portfolioEquity', field: 'form', side, values: { min: portfolioEquityMin(context) } };
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

/** All errors that prevent sending; errors of one side leave the other button enabled. */
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

/** A quantity in coins is validated once for both sides; for a cost or a value, the quantity differs by side. */
function sideErrors(order: OrderReading, inLots: boolean): OrderFormError[] {
  const { draft, context, side } = order;
  const unable = inLots ? [] : quantityErrors(draft, context).map((error) => ({ ...error, side }));
  const error = unable[0] ?? sideError(order);
  return [...(error === undefined ? [] : [error]), ...orderTpslErrors(order)];
}

/** An error common to both sides is shown once, beside its field. */
function ofBothSides([buys = [], sells = []]: readonly OrderFormError[][]): OrderFormError[] {
  const same = (a: OrderFormError, b: OrderFormError): boolean =>
    a.code === b.code && a.field === b.field && JSON.stringify(a.values) === JSON.stringify(b.values);
  const shared = buys.filter((error) => error.field !== 'form' && sells.some((other) => same(error, other)));
  const own = [...buys, ...sells].filter((error) => !shared.some((other) => same(error, other)));
  return [...shared.map(({ side: _both, ...error }) => error), ...own];
}
