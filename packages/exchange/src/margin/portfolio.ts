import {
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

function positionsOf(state: ExchangeState, slot: Slot, without: Position | undefined): PortfolioHolding[] {
  const { instrument, optionPrices: prices } = slot;
  const found: PortfolioHolding[] = [];
  for (const position of slot.positions) {
    if (position.size === 0 || position === without) continue;
    const size = lots(position.size);
    const value = isOption(instrument) ? ZERO_MONEY : valueAtPrice(instrument, size, state.market(instrument.id).mark);
    found.push({ instrument, side: position.side, size, value, prices });
  }
  return found;
}

/** Balance of a coin: cash less loans. */
function held(account: Account, coin: Coin): Money {
  const cash = account.marginSums(coin).cash.balance;
  const loan = account.assets.peek(coin)?.loan.balance;
  return loan === undefined ? cash : addMoney(cash, loan);
}

/** The positions and orders of an account in portfolio margin. */
export function portfolioOf(state: ExchangeState, account: Account, without?: Position): Portfolio {
  const slots = [...account.active];
  return {
    now: state.now,
    positions: slots.flatMap((slot) => positionsOf(state, slot, without)),
    orders: slots.flatMap(ordersOf),
    coinPrice: (coin) => coinPrice(state, coin),
    held: (coin) => held(account, coin),
  };
}

/** Their margin; `without` leaves out one of the positions. */
export function accountPortfolio(state: ExchangeState, account: Account, without?: Position): PortfolioMargin {
  return portfolioMargin(portfolioOf(state, account, without));
}

/** The same for an account in portfolio margin. */
export const portfolioIfAny = (state: ExchangeState, account: Account): PortfolioMargin | undefined =>
  account.policy.portfolio ? accountPortfolio(state, account) : undefined;
