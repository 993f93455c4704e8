import { formatDecimal, money, parseDecimal, type Money } from '@tapedeck/domain';

const ONE = 100_000_000n;
/** Most of each coin at once, so that no coin is worth more than a good start; of other coins 10,000. */
const MOST: ReadonlyMap<string, bigint> = new Map([
  ['USDT', 100_000n * ONE],
  ['USDC', 100_000n * ONE],
  ['BTC', 2n * ONE],
  ['ETH', 30n * ONE],
]);
const MOST_OF_OTHERS = 10_000n * ONE;

/** The amount of paper funds that a text asks for; why it may not be given otherwise. */
export function paperAmount(coin: string, text: string): { readonly amount: Money } | { readonly why: string } {
  const units = parseDecimal(text);
  const most = MOST.get(coin) ?? MOST_OF_OTHERS;
  if (units === undefined || units <= 0n || units > most) return { why: `must be above 0 and at most ${formatDecimal(most)}` };
  return { amount: money(units) };
}
