import {
  addMoney,
  belowPortfolioEntry,
  coinValue,
  isOption,
  portfolioOrderCost,
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

/** What the whole account says to an order. */
export interface PortfolioAnswer {
  readonly account: PortfolioAccount;
  readonly cost: PortfolioCost;
}

/** By the function that the exchange asks; `undefined` while something is not known. */
export function askPortfolio({ context, side }: OrderSide, arrival: Arrival): PortfolioAnswer | undefined {
  const { instrument, mark, index, time } = context;
  const account = context.account?.asPortfolio;
  if (account === undefined || mark === undefined) return undefined;
  const { portfolio } = account;
  const now = time !== undefined && time > portfolio.now ? time : portfolio.now;
  if (isOption(instrument) && (index === undefined || now === timestamp(0))) return undefined;
  const prices = isOption(instrument) && index !== undefined ? { index, mark } : undefined;
  return { account, cost: portfolioOrderCost({ ...portfolio, now }, [{ instrument, side, arrival, mark, prices }]) };
}

const inCoin = ({ instrument, account }: OrderFormContext, dollars: Money): Money | undefined => {
  const price: Price | undefined =
    account?.pool?.find(({ coin }) => coin === instrument.settleCoin)?.price ?? account?.asPortfolio?.priceOf(instrument.settleCoin);
  return price && coinValue(dollars, price, 'up');
};

/** What an order takes from the available balance under portfolio margin and what the account's margin is with it, in the settle coin. */
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

/** Whether the account has too little to begin with. */
export function entersPoor({ closing, context }: OrderSide): boolean {
  const account = context.account?.asPortfolio;
  return !closing && account !== undefined && belowPortfolioEntry(account.portfolio, account.pool.equity);
}

/** Whether the account can carry the order; in dollars, as the exchange compares. */
export function portfolioShortage(asked: PortfolioAnswer | undefined): { readonly needed: Money; readonly available: Money } | undefined {
  if (asked === undefined) return undefined;
  const { available } = asked.account.pool;
  return asked.cost.cost > available ? { needed: asked.cost.cost, available } : undefined;
}
