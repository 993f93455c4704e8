import type { Instrument } from '../instruments/instrument.ts';
import type { Side } from '../orders/order.ts';
import { coinTerms } from '../accounts/coin-terms.ts';
import type { Coin } from '../accounts/account.ts';
import { dollarValue } from '../margin/collateral.ts';
import { maxMoney, moneyTimesRate, subtractMoney, ZERO_MONEY } from '../values/money.ts';
import { rate } from '../values/quantities.ts';
import type { Money, Price } from '../values/types.ts';

export interface SpotExchange {
  readonly gives: { readonly coin: Coin; readonly amount: Money; readonly price: Price };
  readonly gets: { readonly coin: Coin; readonly amount: Money; readonly price: Price };
}

/**
 * Dollars of margin that an open spot order would lose as it fills: what it gives less what it gets, each at the index price and at
 * the first collateral ratio of its coin, rounded up; not below 0 (reference, section 6.6, haircut and order loss).
 */
export function spotHaircut({ gives, gets }: SpotExchange): Money {
  const value = (side: SpotExchange['gives'], rounding: 'up' | 'down'): Money =>
    moneyTimesRate(dollarValue(side.amount, side.price), coinTerms(side.coin).collateral[0]?.ratio ?? rate(0n), rounding);
  return maxMoney(ZERO_MONEY, subtractMoney(value(gives, 'up'), value(gets, 'down')));
}

/** The same of an order of a pair, by what coins are worth: base coins against quote coins. */
export function spotOrderHaircut(
  { baseCoin, quoteCoin }: Pick<Instrument, 'baseCoin' | 'quoteCoin'>,
  order: { readonly side: Side; readonly base: Money; readonly quote: Money },
  coinPrice: (coin: Coin) => Price,
): Money {
  const base = { coin: baseCoin, amount: order.base, price: coinPrice(baseCoin) };
  const quote = { coin: quoteCoin, amount: order.quote, price: coinPrice(quoteCoin) };
  return spotHaircut(order.side === 'Buy' ? { gives: quote, gets: base } : { gives: base, gets: quote });
}
