import {
  ZERO_MONEY,
  addMoney,
  initialMarginOf,
  lotCount,
  lots,
  moneyRatio,
  moneyUnits,
  money,
  openingValue,
  positionMargin,
  subtractMoney,
  tradingFee,
} from '@tapedeck/domain';
import { lotsText } from '@tapedeck/protocol';
import type { AccountMargin, Holding, Money, PositionMargin, Price, Rate, Side } from '@tapedeck/domain';
import type { Arrival } from '../../calculators/arrival.ts';
import { holdingLiquidationPrice } from '../../calculators/position-view.ts';
import { afterFill, type AfterFill } from '../../calculators/position-after-fill.ts';
import { typedLots } from './order-command.ts';
import type { OrderFormContext, OrderFormDraft, OrderPreview } from './order-form.ts';
import { formArrival, formCost, formSide, maxQuantity, type FormSide } from './order-sizing.ts';

/** The position and the cash once all of the order is executed: what fills at once as taker, the rest at its price as maker. */
function afterOrder(form: FormSide, arrival: Arrival): AfterFill {
  const { instrument } = form.context;
  const terms = { instrument, side: form.side, marginMode: form.marginMode, leverage: form.leverage };
  let state: AfterFill = { holding: form.position, cash: ZERO_MONEY };
  const fill = (quantity: number, value: Money, feeRate: Rate): void => {
    const next = afterFill(state.holding, { ...terms, quantity: lots(quantity), value, feeRate });
    state = { holding: next.holding, cash: addMoney(state.cash, next.cash) };
  };
  for (const part of arrival.fills) fill(lotCount(part.quantity), part.value, instrument.takerFee);
  if (arrival.restLots > 0) fill(arrival.restLots, arrival.restValue, instrument.makerFee);
  return state;
}

const partOf = (holding: Holding | undefined, margin: PositionMargin | undefined): { balance: Money; maintenance: Money } =>
  holding?.marginMode === 'cross' && margin !== undefined
    ? { balance: margin.unrealisedPnl, maintenance: margin.maintenanceMargin }
    : { balance: ZERO_MONEY, maintenance: ZERO_MONEY };

/** The account's cross margin with this position replaced by what it will be. */
function accountAfter(
  form: FormSide,
  after: AfterFill,
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
function openingMargin(form: FormSide, arrival: Arrival): Money {
  const value = addMoney(arrival.fillValue, arrival.restValue);
  const position = form.position ?? { side: form.side, size: lots(0) };
  return initialMarginOf(openingValue(form.side, arrival.fillLots + arrival.restLots, value, position), form.leverage);
}

function effectiveLeverage(form: FormSide, after: AfterFill): Rate | undefined {
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
  const takerFees = arrival.fills.reduce((sum, part) => sum + moneyUnits(tradingFee(part.value, takerFee)), 0n);
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
