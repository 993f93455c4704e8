import { SCALE_DIGITS } from '../values/integer.ts';
import type { Coin } from './account.ts';
import { DOLLAR_COINS } from './coin-terms.ts';

/** Decimals of an amount of a coin on screen: cents of a dollar coin, every unit of any other, because its last digits are worth money. */
export const coinDigits = (coin: Coin): number => (DOLLAR_COINS.has(coin) ? 2 : SCALE_DIGITS);

/** The same for margin and for amounts that are typed: USDC has four (specification, section 9). */
export const marginDigits = (coin: Coin): number => (coin === 'USDC' ? 4 : coinDigits(coin));
