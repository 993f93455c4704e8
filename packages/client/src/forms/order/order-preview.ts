import {
  ZERO_MONEY,
  addMoney,
  fillHolding,
  initialMarginOf,
  lotCount,
  lots,
  moneyRatio,
  moneyUnits,
  money,
  openingValue,
  positionMargin,
  subtractMoney,
  tickCount,
  ticks,
  tradingFee,
  valueAtTick,
} from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import type { AccountMargin, Holding, Money, PositionMargin, Price, Rate, Side } from '@tapedeck/domain';
import type { VisibleArrival } from '../../calculators/arrival.ts';
import { holdingLiquidationPrice } from '../../calculators/position-view.ts';
import { typedLots } from './order-command.ts';
import type { OrderFormContext, OrderFormDraft, OrderPreview } from './order-form.ts';
import { formArrival, formCost, formSide, maxQuantity, type FormSide } from './order-sizing.ts';

interface AfterOrder {
  /** `undefined` when nothing is open. */
  readonly holding: Holding | undefined;
  /** What the cash outside isolated positions gained or lost. */
  readonly cash: Money;
}

/** The position and the cash once all of the order is executed: what fills at once as taker, the rest at its price as maker. */
function afterOrder(form: FormSide, arrival: VisibleArrival): AfterOrder {
  const { instrument } = form.context;
  const { side, leverage, marginMode } = form;
  let holding: Holding = form.position ?? { side, size: lots(0), entryValue: ZERO_MONEY, marginMode, leverage, margin: ZERO_MONEY };
  let cash = ZERO_MONEY;
  const fill = (tick: number, count: number, feeRate: Rate): void => {
    const filled = fillHolding(instrument, holding, { side, tick, count, feeRate, leverage });
    holding = filled.holding;
    const gained = addMoney(filled.released, filled.earned);
    cash = subtractMoney(addMoney(cash, gained), addMoney(filled.reserved, filled.fee));
  };
  for (const { tick, count } of arrival.fills) fill(tick, count, instrument.takerFee);
  if (arrival.restLots > 0 && form.price !== undefined) fill(tickCount(form.price), arrival.restLots, instrument.makerFee);
  return { holding: lotCount(holding.size) === 0 ? undefined : holding, cash };
}

const partOf = (holding: Holding | undefined, margin: PositionMargin | undefined): { balance: Money; maintenance: Money } =>
  holding?.marginMode === 'cross' && margin !== undefined
    ? { balance: margin.unrealisedPnl, maintenance: margin.maintenanceMargin }
    : { balance: ZERO_MONEY, maintenance: ZERO_MONEY };

/** The account's cross margin with this position replaced by what it will be. */
function accountAfter(
  form: FormSide,
  after: AfterOrder,
  mark: Price,
): Pick<AccountMargin, 'marginBalance' | 'maintenanceMargin'> | undefined {
  const { account, instrument } = form.context;
  if (account === undefined) return undefined;
  const before = partOf(form.position, form.position && positionMargin(instrument, form.position, mark));
  const next = partOf(after.holding, after.holding && positionMargin(instrument, after.holding, mark));
  return {
    marginBalance: addMoney(subtractMoney(addMoney(account.marginBalance, after.cash), before.balance), next.balance),
    maintenanceMargin: addMoney(subtractMoney(account.maintenanceMargin, before.maintenance), next.maintenance),
  };
}

function liquidationOf(
  { context }: FormSide,
  holding: Holding | undefined,
  account: Pick<AccountMargin, 'marginBalance' | 'maintenanceMargin'> | undefined,
): Price | undefined {
  if (holding === undefined || context.mark === undefined) return undefined;
  return holdingLiquidationPrice(context.instrument, holding, positionMargin(context.instrument, holding, context.mark), account);
}

/** Initial margin of what the order would open, without what it closes. */
function openingMargin(form: FormSide, arrival: VisibleArrival): Money {
  const value = addMoney(arrival.fillValue, arrival.restValue);
  const position = form.position ?? { side: form.side, size: lots(0) };
  return initialMarginOf(openingValue(form.side, arrival.fillLots + arrival.restLots, value, position), form.leverage);
}

function effectiveLeverage(form: FormSide, after: AfterOrder): Rate | undefined {
  const { mark, account, instrument } = form.context;
  if (mark === undefined || account === undefined || after.holding === undefined) return undefined;
  return moneyRatio(positionMargin(instrument, after.holding, mark).value, account.equity);
}

/** What this side of the form would do, by the functions that the exchange margins and liquidates with. */
export function orderPreview(draft: OrderFormDraft, side: Side, context: OrderFormContext): OrderPreview {
  const form = formSide(draft, side, context);
  const most = maxQuantity(form);
  const count = typedLots(draft.quantity, context.instrument);
  const arrival = count && formArrival(form, count);
  const common = {
    liquidationBefore: liquidationOf(form, form.position, context.account),
    maxQuantity: most && lotsText(most, context.instrument),
  };
  if (arrival === undefined || arrival.fillLots + arrival.restLots === 0) {
    const unknown = { value: undefined, cost: undefined, openFee: undefined, initialMargin: undefined };
    return { ...common, ...unknown, liquidationAfter: undefined, leverageRate: undefined };
  }
  const after = afterOrder(form, arrival);
  const { takerFee, makerFee } = context.instrument;
  const takerFees = arrival.fills.reduce(
    (sum, part) => sum + moneyUnits(tradingFee(valueAtTick(context.instrument, lots(part.count), ticks(part.tick)), takerFee)),
    0n,
  );
  return {
    ...common,
    value: addMoney(arrival.fillValue, arrival.restValue),
    cost: formCost(form, arrival),
    openFee: addMoney(money(takerFees), tradingFee(arrival.restValue, makerFee)),
    initialMargin: form.closing ? ZERO_MONEY : openingMargin(form, arrival),
    liquidationAfter: liquidationOf(form, after.holding, context.mark === undefined ? undefined : accountAfter(form, after, context.mark)),
    leverageRate: effectiveLeverage(form, after),
  };
}
