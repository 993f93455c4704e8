import {
  addMoney,
  isOption,
  subtractMoney,
  timestamp,
  type Arrival,
  type Money,
  type PortfolioAccount,
  type PortfolioCost,
  type Price,
} from '@tapedeck/domain';
import type { OrderFormContext } from './order-form.ts';
import type { OrderSide } from './order-side.ts';

/** The portfolio check of an order. */
export interface PortfolioAnswer {
  readonly account: PortfolioAccount;
  readonly cost: PortfolioCost;
}

/** By the exchange's own check; `undefined` while an input is unknown. */
export function askPortfolio({ context, side }: OrderSide, arrival: Arrival): PortfolioAnswer | undefined {
  const { instrument, mark, index, time } = context;
  const { asPortfolio: account, rules } = context.account ?? {};
  if (account === undefined || rules === undefined || mark === undefined) return undefined;
  const { portfolio } = account;
  const now = time !== undefined && time > portfolio.now ? time : portfolio.now;
  if (isOption(instrument) && (index === undefined || now === timestamp(0))) return undefined;
  const prices = isOption(instrument) && index !== undefined ? { index, mark } : undefined;
  return { account, cost: rules.portfolioOrderCost({ ...portfolio, now }, [{ instrument, side, arrival, mark, prices }]) };
}

const inCoin = ({ instrument, account }: OrderFormContext, dollars: Money): Money | undefined => {
  const price: Price | undefined =
    account?.pool?.find(({ coin }) => coin === instrument.settleCoin)?.price ?? account?.asPortfolio?.priceOf(instrument.settleCoin);
  return price && account?.rules.coinValue(dollars, price, 'up');
};

/** Cost of an order under portfolio margin, and the account's margin with it, in the settle coin. */
export interface PortfolioPreview {
  readonly cost: Money | undefined;
  readonly more: Money | undefined;
  readonly marginAfter: Money | undefined;
}

export function portfolioPreview(asked: PortfolioAnswer | undefined, context: OrderFormContext): PortfolioPreview {
  if (asked === undefined) return { cost: undefined, more: undefined, marginAfter: undefined };
  const { before, after, cost } = asked.cost;
  const shown = (dollars: Money): Money | undefined => inCoin(context, dollars);
  const total = addMoney(subtractMoney(asked.account.pool.initialMargin, before), after);
  return { cost: shown(cost), more: shown(subtractMoney(after, before)), marginAfter: shown(total) };
}

/** Whether the account is already short of margin. */
export function entersPoor({ closing, context }: OrderSide): boolean {
  const { asPortfolio: account, rules } = context.account ?? {};
  return !closing && account !== undefined && rules?.belowPortfolioEntry(account.portfolio, account.pool.equity) === true;
}

/** Whether the account can carry the order; in dollars, like the exchange. */
export function portfolioShortage(asked: PortfolioAnswer | undefined): { readonly needed: Money; readonly available: Money } | undefined {
  if (asked === undefined) return undefined;
  const { available } = asked.account.pool;
  return asked.cost.cost > available ? { needed: asked.cost.cost, available } : undefined;
}
