import { addMoney, isOption, lotCount, subtractMoney, ZERO_MONEY, type Holding, type Leverage, type Money } from '@tapedeck/domain';
import { afterOrder, executable, openedMargin, openedValue } from './order-preview.ts';
import type { OrderReading } from './order-reading.ts';
import { asksPortfolio, balanceOf } from './order-side.ts';

/** Parts of the cost; together with `otherOrders` they add up to it exactly. */
export interface CostParts {
  readonly openedValue: Money;
  readonly initialMargin: Money;
  readonly openFee: Money;
  readonly closeFee: Money;
  readonly lossAtMark: Money;
  /** Difference that open orders and the position of the other side make; 0 without them. */
  readonly otherOrders: Money;
}

/** The amounts from which the figures of an order's preview follow. */
export interface OrderBasis {
  readonly leverage: Leverage;
  /** Spendable balance of this side. */
  readonly balance: Money | undefined;
  readonly filledValue: Money | undefined;
  readonly restingValue: Money | undefined;
  /** `undefined` for closing orders, options and portfolio margin, whose cost is not a sum of these parts. */
  readonly cost: CostParts | undefined;
  readonly positionAfter: Pick<Holding, 'side' | 'size' | 'entryValue'> | undefined;
  readonly maintenanceAfter: Money | undefined;
}

/** By the functions of the preview itself. */
export function orderBasis(order: OrderReading): OrderBasis {
  const { context, leverage, outcome, side } = order;
  const { instrument, mark, account } = context;
  const arrival = executable(order);
  const rules = account?.rules;
  const known = { leverage, balance: balanceOf(order) };
  if (arrival === undefined || outcome === undefined || rules === undefined) {
    return {
      ...known,
      filledValue: undefined,
      restingValue: undefined,
      cost: undefined,
      positionAfter: undefined,
      maintenanceAfter: undefined,
    };
  }
  const after = afterOrder(order, arrival, rules);
  const { holding } = after;
  const costParts = (): CostParts | undefined => {
    const total = outcome.demand().cost;
    if (order.closing || isOption(instrument) || asksPortfolio(order) || total === undefined || mark === undefined) return undefined;
    const value = openedValue(order, arrival, rules);
    const initialMargin = openedMargin(order, arrival, after);
    const openFee = rules.tradingFee(value, instrument.takerFee);
    const closeFee = rules.feeToClose(instrument, side, value, leverage);
    const lossAtMark = rules.lossAtMark(instrument, side, arrival, mark);
    const sum = [openFee, closeFee, lossAtMark].reduce(addMoney, initialMargin);
    return { openedValue: value, initialMargin, openFee, closeFee, lossAtMark, otherOrders: subtractMoney(total, sum) };
  };
  return {
    ...known,
    filledValue: arrival.fillLots === 0 ? ZERO_MONEY : arrival.fillValue,
    restingValue: arrival.restValue,
    cost: costParts(),
    positionAfter: holding !== undefined && lotCount(holding.size) > 0 ? holding : undefined,
    maintenanceAfter: holding && mark && rules.positionMargin(instrument, holding, mark, context.index).maintenanceMargin,
  };
}
