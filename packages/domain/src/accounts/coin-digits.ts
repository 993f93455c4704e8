import { SCALE_DIGITS } from '../values/integer.ts';
import type { Coin } from './account.ts';
import { DOLLAR_COINS } from './coin-terms.ts';

/** Display decimals of an amount of a coin: cents for a dollar coin, every unit for any other, because its last digits are worth money. */
export const coinDigits = (coin: Coin): number => (DOLLAR_COINS.has(coin) ? 2 : SCALE_DIGITS);

/** Decimals of margin and of typed amounts: four for USDC. */
export const marginDigits = (coin: Coin): number => (coin === 'USDC' ? 4 : coinDigits(coin));
