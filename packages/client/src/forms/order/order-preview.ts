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
import type { Holding, Money, Price, Rate, Side } from '@tapedeck/domain';
import { accountAfter } from '../../calculators/account-after.ts';
import type { VisibleArrival } from '../../calculators/arrival.ts';
import { fillSimulation, wholeOrNothing, type SeenArrival } from '../../calculators/fill-simulation.ts';
import { typedLots } from './order-command.ts';
import type { OrderFormContext, OrderFormDraft, OrderPreview } from './order-form.ts';
import { portfolioPreview } from './order-portfolio.ts';
import { contextWhenTriggered } from './order-trigger.ts';
import { quantityDraft } from './order-units.ts';
import { asksPortfolio, formArrival, formCost, formSide, maxQuantity, type FormSide } from './order-sizing.ts';

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
function afterOrder(form: FormSide, arrival: VisibleArrival): AfterOrder {
  const { instrument, index } = form.context;
  const { side, leverage, marginMode } = form;
  let holding: Holding = form.position ?? { side, size: lots(0), entryValue: ZERO_MONEY, marginMode, leverage, margin: ZERO_MONEY };
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
  if (arrival.restLots > 0 && form.price !== undefined) fill(tickCount(form.price), arrival.restLots, instrument.makerFee);
  return { holding: lotCount(holding.size) === 0 ? undefined : holding, cash, fees, closed, earned };
}

/** The account's cross margin with this position replaced by what it will be. */
function accountWith({ context, position }: FormSide, { holding, cash }: AfterOrder, mark: Price): CrossAccount | undefined {
  return accountAfter(context.account, { instrument: context.instrument, before: position, after: holding, cash }, mark);
}

function liquidationOf(form: FormSide, holding: Holding | undefined, account: CrossAccount | undefined): Price | undefined {
  const { instrument, mark } = form.context;
  if (asksPortfolio(form) || holding === undefined || mark === undefined) return undefined;
  return holdingLiquidationPrice(instrument, holding, { mark, margin: positionMargin(instrument, holding, mark) }, account);
}

/** Initial margin of what the order would open, without what it closes; of an option, that of the position after it. */
function openingMargin(form: FormSide, arrival: VisibleArrival, { holding }: AfterOrder): Money {
  const { instrument, mark, index } = form.context;
  if (isOption(instrument)) {
    return holding === undefined || mark === undefined ? ZERO_MONEY : positionMargin(instrument, holding, mark, index).initialMargin;
  }
  const value = addMoney(arrival.fillValue, arrival.restValue);
  const position = form.position ?? { side: form.side, size: lots(0) };
  return initialMarginOf(openingValue(form.side, arrival.fillLots + arrival.restLots, value, position), form.leverage);
}

const openedMargin = (form: FormSide, arrival: VisibleArrival, after: AfterOrder): Money =>
  form.closing ? ZERO_MONEY : openingMargin(form, arrival, after);

function effectiveLeverage(form: FormSide, after: AfterOrder): Rate | undefined {
  const { mark, account, instrument } = form.context;
  if (mark === undefined || account === undefined || after.holding === undefined) return undefined;
  return moneyRatio(positionMargin(instrument, after.holding, mark).value, account.equity);
}

/** What fills at once; at a trigger nothing is known of the book. */
const fillOf = ({ trigger }: OrderFormDraft, arrival: SeenArrival | undefined): OrderPreview['fill'] =>
  arrival === undefined || trigger !== undefined ? undefined : fillSimulation(arrival);

/** What this side of the form would do, by the functions that the exchange margins and liquidates with. */
export function orderPreview(typed: OrderFormDraft, side: Side, now: OrderFormContext): OrderPreview {
  const draft = quantityDraft(typed, side, now);
  // What a conditional order does, it does at its trigger.
  const context = contextWhenTriggered(draft, now);
  const form = formSide(draft, side, context);
  const most = maxQuantity(form);
  const count = typedLots(draft.quantity, context.instrument);
  const met = count && formArrival(form, count);
  const arrival = met && wholeOrNothing(met);
  const common = {
    quantity: count === undefined ? undefined : lotsText(count, context.instrument),
    liquidationBefore: liquidationOf(formSide(draft, side, now), form.position, now.account),
    // None at all is a number too.
    maxQuantity: most === undefined ? undefined : lotsText(most, context.instrument),
    fill: fillOf(draft, arrival),
  };
  if (arrival === undefined || arrival.fillLots + arrival.restLots === 0) {
    const unknown = { value: undefined, cost: undefined, openFee: undefined, closedPnl: undefined, initialMargin: undefined };
    return { ...common, ...unknown, liquidationAfter: undefined, leverageRate: undefined };
  }
  const after = afterOrder(form, arrival);
  const portfolio = asksPortfolio(form) ? portfolioPreview(form, arrival) : undefined;
  return {
    ...common,
    value: addMoney(arrival.fillValue, arrival.restValue),
    cost: portfolio === undefined ? formCost(form, arrival) : portfolio.cost,
    openFee: after.fees,
    closedPnl: after.closed === 0 ? undefined : after.earned,
    initialMargin: portfolio === undefined ? openedMargin(form, arrival, after) : portfolio.more,
    ...(portfolio !== undefined && { marginAfter: portfolio.marginAfter }),
    liquidationAfter: liquidationOf(form, after.holding, context.mark === undefined ? undefined : accountWith(form, after, context.mark)),
    leverageRate: effectiveLeverage(form, after),
  };
}
