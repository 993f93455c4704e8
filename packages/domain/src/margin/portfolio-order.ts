import { addMoney, maxMoney, money, subtractMoney, ZERO_MONEY } from '../values/money.ts';
import { lots } from '../values/quantities.ts';
import type { Instrument } from '../instruments/instrument.ts';
import type { OptionPrices } from '../options/option-margin.ts';
import type { Arrival } from '../orders/arrival.ts';
import type { Side } from '../orders/order.ts';
import type { Money, Price } from '../values/types.ts';
import { dollarValue } from './collateral.ts';
import { valueAtPrice } from './contract-value.ts';
import { portfolioMargin } from './portfolio-margin.ts';
import type { Portfolio, PortfolioHolding } from './portfolio-stress.ts';
import { profit } from './profit.ts';

/** Minimum equity in dollars to start portfolio margin (docs/concepts/portfolio-margin.md). */
export const PORTFOLIO_EQUITY_MIN = money(100_000_000_000n);

/** Whether an account without positions and contract orders has too little equity to open any under portfolio margin. */
export function belowPortfolioEntry({ positions, orders }: Portfolio, equity: Money): boolean {
  return positions.length === 0 && orders.length === 0 && equity < PORTFOLIO_EQUITY_MIN;
}

/** An opening order with its result on arrival. */
export interface PortfolioOrder {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly arrival: Pick<Arrival, 'fillLots' | 'fillValue' | 'restLots' | 'restValue'>;
  readonly mark: Price;
  /** Options only. */
  readonly prices?: OptionPrices | undefined;
}

/** In dollars. */
export interface PortfolioCost {
  /** Amount the orders take from the available balance; 0 if they do not raise the initial margin. */
  readonly cost: Money;
  /** Initial margin of the portfolio before and with the orders. */
  readonly before: Money;
  readonly after: Money;
}

/** An order counted as filled. */
function holdingOf({ instrument, side, arrival, prices }: PortfolioOrder): PortfolioHolding {
  const { fillLots, fillValue, restLots, restValue } = arrival;
  return { instrument, side, size: lots(fillLots + restLots), value: addMoney(fillValue, restValue), prices };
}

/** Loss of an arriving order's fills against the mark price. */
function lossOnArrival({ instrument, side, arrival, mark }: PortfolioOrder, coinPrice: Portfolio['coinPrice']): Money {
  if (arrival.fillLots === 0) return ZERO_MONEY;
  const atMark = valueAtPrice(instrument, lots(arrival.fillLots), mark);
  return dollarValue(maxMoney(ZERO_MONEY, profit(instrument, side, atMark, arrival.fillValue)), coinPrice(instrument.settleCoin));
}

/**
 * Cost of orders in portfolio margin: the increase of the initial margin with all of them filled, plus their loss against the mark price.
 * Orders that do not raise the margin cost nothing (docs/concepts/portfolio-margin.md).
 */
export function portfolioOrderCost(portfolio: Portfolio, orders: readonly PortfolioOrder[]): PortfolioCost {
  const before = portfolioMargin(portfolio).initialMargin;
  const after = portfolioMargin({ ...portfolio, orders: [...portfolio.orders, ...orders.map(holdingOf)] }).initialMargin;
  const more = subtractMoney(after, before);
  if (more <= ZERO_MONEY) return { cost: ZERO_MONEY, before, after };
  const cost = orders.reduce((sum, order) => addMoney(sum, lossOnArrival(order, portfolio.coinPrice)), more);
  return { cost, before, after };
}
