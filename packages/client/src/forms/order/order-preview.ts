import { ZERO_MONEY, addMoney, isOption, lotCount, lots, moneyRatio, subtractMoney, tickCount, type CrossAccount } from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import type { Holding, Money, Price, Rate } from '@tapedeck/domain';
import type { VisibleArrival } from '../../calculators/arrival.ts';
import { fillSimulation, type SeenArrival } from '../../calculators/fill-simulation.ts';
import type { MarginRules } from '../../calculators/margin-rules.ts';
import type { OrderPreview } from './order-form.ts';
import { portfolioPreview } from './order-portfolio.ts';
import type { OrderReading } from './order-reading.ts';
import { asksPortfolio } from './order-side.ts';

/** Position and cash after an order. */
export interface AfterOrder {
  readonly rules: MarginRules;
  /** `undefined` for a flat position. */
  readonly holding: Holding | undefined;
  /** Change of the cash outside isolated positions. */
  readonly cash: Money;
  readonly fees: Money;
  /** Closed lots of the position, and their P&L before fees. */
  readonly closed: number;
  readonly earned: Money;
}

/** Position and cash after full execution: immediate fills as taker, the rest at its price as maker. */
export function afterOrder(order: OrderReading, arrival: VisibleArrival, rules: MarginRules): AfterOrder {
  const { instrument, index } = order.context;
  const { side, leverage, marginMode } = order;
  let holding: Holding = order.position ?? { side, size: lots(0), entryValue: ZERO_MONEY, marginMode, leverage, margin: ZERO_MONEY };
  let cash = ZERO_MONEY;
  let fees = ZERO_MONEY;
  let closed = 0;
  let earned = ZERO_MONEY;
  const fill = (tick: number, count: number, feeRate: Rate): void => {
    const filled = rules.fillHolding(instrument, holding, {
      side,
      tick,
      count,
      feeRate,
      leverage,
      ...(index === undefined ? {} : { index }),
    });
    holding = filled.holding;
    fees = addMoney(fees, filled.fee);
    closed += filled.closed;
    earned = addMoney(earned, filled.earned);
    const gained = addMoney(filled.released, filled.earned);
    cash = subtractMoney(addMoney(cash, gained), addMoney(filled.reserved, filled.fee));
  };
  for (const { tick, count } of arrival.fills) fill(tick, count, instrument.takerFee);
  if (arrival.restLots > 0 && order.price !== undefined) fill(tickCount(order.price), arrival.restLots, instrument.makerFee);
  return { rules, holding: lotCount(holding.size) === 0 ? undefined : holding, cash, fees, closed, earned };
}

/** The account's cross margin with this position replaced by its new state. */
function accountWith({ context, position }: OrderReading, { rules, holding, cash }: AfterOrder, mark: Price): CrossAccount | undefined {
  return rules.accountAfter(context.account, { instrument: context.instrument, before: position, after: holding, cash }, mark);
}

function liquidationOf(
  order: OrderReading,
  holding: Holding | undefined,
  { mark, account }: { readonly mark: Price | undefined; readonly account: CrossAccount | undefined },
): Price | undefined {
  const { instrument, account: held } = order.context;
  if (asksPortfolio(order) || holding === undefined || mark === undefined || held === undefined) return undefined;
  const { holdingLiquidationPrice, positionMargin } = held.rules;
  return holdingLiquidationPrice(instrument, holding, { mark, margin: positionMargin(instrument, holding, mark) }, account);
}

function liquidationAfter(order: OrderReading, after: AfterOrder): Price | undefined {
  const { mark } = order.context;
  return liquidationOf(order, after.holding, { mark, account: mark === undefined ? undefined : accountWith(order, after, mark) });
}

/** Liquidation price of the position after full execution; `undefined` if no part could execute. */
export function liquidationAfterOrder(order: OrderReading): Price | undefined {
  const arrival = executable(order);
  const rules = order.context.account?.rules;
  return arrival && rules && liquidationAfter(order, afterOrder(order, arrival, rules));
}

/** Value of the part of the order that opens a position. */
export function openedValue({ side, position }: OrderReading, arrival: VisibleArrival, rules: MarginRules): Money {
  const value = addMoney(arrival.fillValue, arrival.restValue);
  return rules.openingValue(side, arrival.fillLots + arrival.restLots, value, position ?? { side, size: lots(0) });
}

/** Initial margin of the opening part of the order; for an option, of the position after it. */
function openingMargin(order: OrderReading, arrival: VisibleArrival, { rules, holding }: AfterOrder): Money {
  const { instrument, mark, index } = order.context;
  if (isOption(instrument)) {
    return holding === undefined || mark === undefined ? ZERO_MONEY : rules.positionMargin(instrument, holding, mark, index).initialMargin;
  }
  return rules.initialMarginOf(openedValue(order, arrival, rules), order.leverage);
}

export const openedMargin = (order: OrderReading, arrival: VisibleArrival, after: AfterOrder): Money =>
  order.closing ? ZERO_MONEY : openingMargin(order, arrival, after);

function effectiveLeverage({ context }: OrderReading, after: AfterOrder): Rate | undefined {
  const { mark, account, instrument } = context;
  if (mark === undefined || account === undefined || after.holding === undefined) return undefined;
  return moneyRatio(after.rules.positionMargin(instrument, after.holding, mark).value, account.equity);
}

/** Immediate fills; at a trigger, the book is unknown. */
const fillOf = ({ draft, outcome }: OrderReading): OrderPreview['fill'] =>
  outcome === undefined || draft.trigger !== undefined ? undefined : fillSimulation(outcome.arrival);

/** The part of the order that executes or rests; `undefined` if there is none. */
export function executable({ outcome }: OrderReading): SeenArrival | undefined {
  return outcome === undefined || outcome.arrival.fillLots + outcome.arrival.restLots === 0 ? undefined : outcome.arrival;
}

/** Cost of the order; `undefined` while no part of it can execute. */
export function orderCost(order: OrderReading): Money | undefined {
  const { outcome, context } = order;
  if (outcome === undefined || executable(order) === undefined) return undefined;
  return asksPortfolio(order) ? portfolioPreview(outcome.portfolio(), context).cost : outcome.demand().cost;
}

/** A reducing order is placed up to the position. */
function placedQuantity({ quantity, closing, reducible, context }: OrderReading): Pick<OrderPreview, 'quantity' | 'isCut'> {
  if (quantity === undefined) return { quantity: undefined, isCut: false };
  const isCut = closing && lotCount(quantity) > reducible;
  return { quantity: lotsText(isCut ? lots(reducible) : quantity, context.instrument), isCut: isCut && reducible > 0 };
}

/** Preview of this side, by the exchange's own margin and liquidation functions. */
export function orderPreview(order: OrderReading): OrderPreview {
  const { context, now, outcome } = order;
  const { instrument } = context;
  const arrival = executable(order);
  const most = order.most();
  const common = {
    ...placedQuantity(order),
    liquidationBefore: liquidationOf(order, order.position, now),
    // Zero is a valid number.
    maxQuantity: most === undefined ? undefined : lotsText(most, instrument),
    fill: fillOf(order),
  };
  const unknown = {
    cost: undefined,
    openFee: undefined,
    closedPnl: undefined,
    initialMargin: undefined,
    liquidationAfter: undefined,
    leverageRate: undefined,
  };
  if (outcome === undefined || arrival === undefined) return { ...common, ...unknown, value: undefined };
  const value = addMoney(arrival.fillValue, arrival.restValue);
  const rules = context.account?.rules;
  if (rules === undefined) return { ...common, ...unknown, value };
  const after = afterOrder(order, arrival, rules);
  const portfolio = asksPortfolio(order) ? portfolioPreview(outcome.portfolio(), context) : undefined;
  return {
    ...common,
    value,
    cost: portfolio === undefined ? outcome.demand().cost : portfolio.cost,
    openFee: after.fees,
    closedPnl: after.closed === 0 ? undefined : after.earned,
    initialMargin: portfolio === undefined ? openedMargin(order, arrival, after) : portfolio.more,
    ...(portfolio !== undefined && { marginAfter: portfolio.marginAfter }),
    liquidationAfter: liquidationAfter(order, after),
    leverageRate: effectiveLeverage(order, after),
  };
}
