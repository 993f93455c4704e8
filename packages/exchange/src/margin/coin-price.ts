import { DOLLAR_COINS, DOLLAR_PRICE, type Coin, type Price } from '@tapedeck/domain';
import type { ExchangeState } from '../state/exchange-state.ts';

/** Dollars for one coin: 1 for dollar coins, else the index price; 0 without one. */
export function coinPrice(state: ExchangeState, coin: Coin): Price {
  return DOLLAR_COINS.has(coin) ? DOLLAR_PRICE : state.coinIndex(coin);
}
