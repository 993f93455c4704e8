import { money } from '../values/money.ts';
import type { Money } from '../values/types.ts';
import type { Coin } from './account.ts';

const ONE = 100_000_000n;
const MOST: ReadonlyMap<Coin, Money> = new Map([
  ['USDT', money(100_000n * ONE)],
  ['USDC', money(100_000n * ONE)],
  ['BTC', money(2n * ONE)],
  ['ETH', money(30n * ONE)],
]);
const MOST_OF_OTHERS = money(10_000n * ONE);

/** Coins that start an account. */
export const PAPER_COINS: readonly Coin[] = [...MOST.keys()];

/** Maximum of one request for paper funds of a coin, so that no coin is worth more than a good start. */
export const mostPaperFunds = (coin: Coin): Money => MOST.get(coin) ?? MOST_OF_OTHERS;
