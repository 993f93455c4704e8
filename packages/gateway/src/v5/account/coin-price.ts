import { DOLLAR_PRICE, dollarValue, price, priceSourceOf, type Coin, type Money, type Price } from '@tapedeck/domain';
import type { Services } from '../../routes/route.ts';

type Prices = Pick<Services, 'catalogue' | 'venue'>;

const NO_PRICE = price(0n);

/** Index price of a coin other than a dollar; `undefined` if no instrument values it. */
export function coinIndexOf(coin: Coin, { catalogue, venue }: Prices): Price | undefined {
  const source = priceSourceOf(coin, catalogue.instruments);
  return source === undefined ? undefined : venue.market(source.id)?.state.index;
}

/** USD price of a coin, from the index of an instrument that trades it. */
export function coinPriceOf(coin: Coin, prices: Prices): Price {
  if (coin === 'USDT' || coin === 'USDC' || coin === 'USD') return DOLLAR_PRICE;
  return coinIndexOf(coin, prices) ?? NO_PRICE;
}

export const dollarsOf = (coin: Coin, amount: Money, prices: Prices): Money => dollarValue(amount, coinPriceOf(coin, prices));
