import type { Instrument } from '../instruments/instrument.ts';
import type { Side } from '../orders/order.ts';
import { coinTerms } from '../accounts/coin-terms.ts';
import type { Coin } from '../accounts/account.ts';
import { dollarValue } from '../margin/collateral.ts';
import { maxMoney, moneyTimesRate, subtractMoney, ZERO_MONEY } from '../values/money.ts';
import { rate } from '../values/quantities.ts';
import type { Money, Price, Rate } from '../values/types.ts';

interface SpotSide {
  readonly coin: Coin;
  readonly amount: Money;
  readonly price: Price;
  /** Whether the account's balance of it counts as collateral. */
  readonly counts: boolean;
}

export interface SpotExchange {
  readonly gives: SpotSide;
  readonly gets: SpotSide;
}

/**
 * Margin in USD that an open spot order would lose as it fills: value given less value received, each at the index price and the first
 * collateral ratio of its coin (0 for coins that are no collateral). Rounded up, at least 0 (docs/concepts/liquidation.md).
 */
export function spotHaircut({ gives, gets }: SpotExchange): Money {
  const ratio = ({ coin, counts }: SpotSide): Rate => (counts ? coinTerms(coin).collateral[0]?.ratio : undefined) ?? rate(0n);
  const value = (side: SpotSide, rounding: 'up' | 'down'): Money =>
    moneyTimesRate(dollarValue(side.amount, side.price), ratio(side), rounding);
  return maxMoney(ZERO_MONEY, subtractMoney(value(gives, 'up'), value(gets, 'down')));
}

/** The haircut of a spot order, from its coins' values: base coins against quote coins. */
export function spotOrderHaircut(
  { baseCoin, quoteCoin }: Pick<Instrument, 'baseCoin' | 'quoteCoin'>,
  order: { readonly side: Side; readonly base: Money; readonly quote: Money },
  coinPrice: (coin: Coin) => Price,
  isCollateral: (coin: Coin) => boolean,
): Money {
  const sideOf = (coin: Coin, amount: Money): SpotSide => ({ coin, amount, price: coinPrice(coin), counts: isCollateral(coin) });
  const [base, quote] = [sideOf(baseCoin, order.base), sideOf(quoteCoin, order.quote)];
  return spotHaircut(order.side === 'Buy' ? { gives: quote, gets: base } : { gives: base, gets: quote });
}
