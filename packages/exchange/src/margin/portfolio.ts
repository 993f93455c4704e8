import {
  ClosingPortfolio,
  ZERO_MONEY,
  addMoney,
  isOption,
  lots,
  portfolioMargin,
  valueAtPrice,
  type Coin,
  type Money,
  type Portfolio,
  type PortfolioHolding,
  type PortfolioMargin,
  type Side,
} from '@tapedeck/domain';
import type { Account } from '../state/account.ts';
import type { ExchangeState } from '../state/exchange-state.ts';
import type { Position } from '../state/position.ts';
import type { Slot } from '../state/slot.ts';
import { coinPrice } from './coin-price.ts';

function ordersOf(slot: Slot): PortfolioHolding[] {
  if (slot.openOrders === 0) return [];
  const { instrument, optionPrices: prices } = slot;
  const found: PortfolioHolding[] = [];
  const add = (side: Side, count: number, value: Money): void => {
    if (count > 0) found.push({ instrument, side, size: lots(count), value, prices });
  };
  for (const { index } of slot.positions) {
    const { buyLots, buyValue, sellLots, sellValue } = slot.totals(index);
    add('Buy', buyLots, buyValue);
    add('Sell', sellLots, sellValue);
  }
  return found;
}

function holdingOf(state: ExchangeState, { slot, side, size: count }: Position): PortfolioHolding {
  const { instrument, optionPrices: prices } = slot;
  const size = lots(count);
  const value = isOption(instrument) ? ZERO_MONEY : valueAtPrice(instrument, size, state.market(instrument.id).mark);
  return { instrument, side, size, value, prices };
}

/** By instrument and index. */
const heldPositions = ({ active }: Account): Position[] => active.flatMap(({ positions }) => positions.filter(({ size }) => size > 0));

/** Balance of a coin: cash less loans. */
function held(account: Account, coin: Coin): Money {
  const cash = account.marginSums(coin).cash.balance;
  const loan = account.assets.peek(coin)?.loan.balance;
  return loan === undefined ? cash : addMoney(cash, loan);
}

/** Time and amounts at which the portfolio of an account is valued. */
const pricesOf = (state: ExchangeState, account: Account): Pick<Portfolio, 'now' | 'coinPrice' | 'held'> => ({
  now: state.now,
  coinPrice: (coin) => coinPrice(state, coin),
  held: (coin) => held(account, coin),
});

/** The positions and orders of an account in portfolio margin. */
export function portfolioOf(state: ExchangeState, account: Account): Portfolio {
  return {
    ...pricesOf(state, account),
    positions: heldPositions(account).map((position) => holdingOf(state, position)),
    orders: account.active.flatMap(ordersOf),
  };
}

/** The positions of an account whose portfolio is about to be reduced. */
export function closingPortfolio(state: ExchangeState, account: Account): ClosingPortfolio<Position> {
  const portfolio = new ClosingPortfolio<Position>(pricesOf(state, account));
  for (const position of heldPositions(account)) portfolio.set(position, holdingOf(state, position));
  return portfolio;
}

/** Values a position again after a part of it was closed. */
export function reviewClosing(state: ExchangeState, portfolio: ClosingPortfolio<Position>, position: Position): void {
  portfolio.set(position, position.size === 0 ? undefined : holdingOf(state, position));
}

/** Their margin. */
export function accountPortfolio(state: ExchangeState, account: Account): PortfolioMargin {
  return portfolioMargin(portfolioOf(state, account));
}

/** The same for an account in portfolio margin. */
export const portfolioIfAny = (state: ExchangeState, account: Account): PortfolioMargin | undefined =>
  account.policy.portfolio ? accountPortfolio(state, account) : undefined;
