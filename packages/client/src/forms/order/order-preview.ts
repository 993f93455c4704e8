import {
  ZERO_MONEY,
  addMoney,
  fillHolding,
  holdingLiquidationPrice,
  initialMarginOf,
  isOption,
  lotCount,
  lots,
  moneyRatio,
  openingValue,
  positionMargin,
  subtractMoney,
  tickCount,
  type CrossAccount,
} from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import type { Holding, Money, Price, Rate } from '@tapedeck/domain';
import { accountAfter } from '../../calculators/account-after.ts';
import type { VisibleArrival } from '../../calculators/arrival.ts';
import { fillSimulation, type SeenArrival } from '../../calculators/fill-simulation.ts';
import type { OrderPreview } from './order-form.ts';
import { portfolioPreview } from './order-portfolio.ts';
import type { OrderReading } from './order-reading.ts';
import { asksPortfolio } from './order-side.ts';

interface AfterOrder {
  /** `undefined` when nothing is open. */
  readonly holding: Holding | undefined;
  /** What the cash outside isolated positions gained or lost. */
  readonly cash: Money;
  readonly fees: Money;
  /** Lots of the position that are closed, and what they earned before fees. */
  readonly closed: number;
  readonly earned: Money;
}

/** The position and the cash once all of the order is executed: what fills at once as taker, the rest at its price as maker. */
function afterOrder(order: OrderReading, arrival: VisibleArrival): AfterOrder {
  const { instrument, index } = order.context;
  const { side, leverage, marginMode } = order;
  let holding: Holding = order.position ?? { side, size: lots(0), entryValue: ZERO_MONEY, marginMode, leverage, margin: ZERO_MONEY };
  let cash = ZERO_MONEY;
  let fees = ZERO_MONEY;
  let closed = 0;
  let earned = ZERO_MONEY;
  const fill = (tick: number, count: number, feeRate: Rate): void => {
    const filled = fillHolding(instrument, holding, { side, tick, count, feeRate, leverage, ...(index === undefined ? {} : { index }) });
    holding = filled.holding;
    fees = addMoney(fees, filled.fee);
    closed += filled.closed;
    earned = addMoney(earned, filled.earned);
    const gained = addMoney(filled.released, filled.earned);
    cash = subtractMoney(addMoney(cash, gained), addMoney(filled.reserved, filled.fee));
  };
  for (const { tick, count } of arrival.fills) fill(tick, count, instrument.takerFee);
  if (arrival.restLots > 0 && order.price !== undefined) fill(tickCount(order.price), arrival.restLots, instrument.makerFee);
  return { holding: lotCount(holding.size) === 0 ? undefined : holding, cash, fees, closed, earned };
}

/** The account's cross margin with this position replaced by what it will be. */
function accountWith({ context, position }: OrderReading, { holding, cash }: AfterOrder, mark: Price): CrossAccount | undefined {
  return accountAfter(context.account, { instrument: context.instrument, before: position, after: holding, cash }, mark);
}

function liquidationOf(
  order: OrderReading,
  holding: Holding | undefined,
  { mark, account }: { readonly mark: Price | undefined; readonly account: CrossAccount | undefined },
): Price | undefined {
  const { instrument } = order.context;
  if (asksPortfolio(order) || holding === undefined || mark === undefined) return undefined;
  return holdingLiquidationPrice(instrument, holding, { mark, margin: positionMargin(instrument, holding, mark) }, account);
}

function liquidationAfter(order: OrderReading, after: AfterOrder): Price | undefined {
  const { mark } = order.context;
  return liquidationOf(order, after.holding, { mark, account: mark === undefined ? undefined : accountWith(order, after, mark) });
}

/** Where the position is liquidated once all of the order is executed; `undefined` while nothing of it could be. */
export function liquidationAfterOrder(order: OrderReading): Price | undefined {
  const arrival = executable(order);
  return arrival && liquidationAfter(order, afterOrder(order, arrival));
}

/** Initial margin of what the order would open, without what it closes; of an option, that of the position after it. */
function openingMargin(order: OrderReading, arrival: VisibleArrival, { holding }: AfterOrder): Money {
  const { instrument, mark, index } = order.context;
  if (isOption(instrument)) {
    return holding === undefined || mark === undefined ? ZERO_MONEY : positionMargin(instrument, holding, mark, index).initialMargin;
  }
  const value = addMoney(arrival.fillValue, arrival.restValue);
  const position = order.position ?? { side: order.side, size: lots(0) };
  return initialMarginOf(openingValue(order.side, arrival.fillLots + arrival.restLots, value, position), order.leverage);
}

const openedMargin = (order: OrderReading, arrival: VisibleArrival, after: AfterOrder): Money =>
  order.closing ? ZERO_MONEY : openingMargin(order, arrival, after);

function effectiveLeverage({ context }: OrderReading, after: AfterOrder): Rate | undefined {
  const { mark, account, instrument } = context;
  if (mark === undefined || account === undefined || after.holding === undefined) return undefined;
  return moneyRatio(positionMargin(instrument, after.holding, mark).value, account.equity);
}

/** What fills at once; at a trigger nothing is known of the book. */
const fillOf = ({ draft, outcome }: OrderReading): OrderPreview['fill'] =>
  outcome === undefined || draft.trigger !== undefined ? undefined : fillSimulation(outcome.arrival);

/** What of the order executes at once or rests; `undefined` where nothing does. */
function executable({ outcome }: OrderReading): SeenArrival | undefined {
  return outcome === undefined || outcome.arrival.fillLots + outcome.arrival.restLots === 0 ? undefined : outcome.arrival;
}

/** What the order takes from the available balance; `undefined` while nothing of it could be executed. */
export function orderCost(order: OrderReading): Money | undefined {
  const { outcome, context } = order;
  if (outcome === undefined || executable(order) === undefined) return undefined;
  return asksPortfolio(order) ? portfolioPreview(outcome.portfolio(), context).cost : outcome.demand().cost;
}

/** What this side of the form would do, by the functions that the exchange margins and liquidates with. */
export function orderPreview(order: OrderReading): OrderPreview {
  const { context, now, quantity, outcome } = order;
  const { instrument } = context;
  const arrival = executable(order);
  const most = order.most();
  const common = {
    quantity: quantity === undefined ? undefined : lotsText(quantity, instrument),
    liquidationBefore: liquidationOf(order, order.position, now),
    // None at all is a number too.
    maxQuantity: most === undefined ? undefined : lotsText(most, instrument),
    fill: fillOf(order),
  };
  if (outcome === undefined || arrival === undefined) {
    const unknown = { value: undefined, cost: undefined, openFee: undefined, closedPnl: undefined, initialMargin: undefined };
    return { ...common, ...unknown, liquidationAfter: undefined, leverageRate: undefined };
  }
  const after = afterOrder(order, arrival);
  const portfolio = asksPortfolio(order) ? portfolioPreview(outcome.portfolio(), context) : undefined;
  return {
    ...common,
    value: addMoney(arrival.fillValue, arrival.restValue),
    cost: portfolio === undefined ? outcome.demand().cost : portfolio.cost,
    openFee: after.fees,
    closedPnl: after.closed === 0 ? undefined : after.earned,
    initialMargin: portfolio === undefined ? openedMargin(order, arrival, after) : portfolio.more,
    ...(portfolio !== undefined && { marginAfter: portfolio.marginAfter }),
    liquidationAfter: liquidationAfter(order, after),
    leverageRate: effectiveLeverage(order, after),
  };
}
