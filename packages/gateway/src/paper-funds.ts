import { formatDecimal, money, parseDecimal, type Money } from '@tapedeck/domain';

const ONE = 100_000_000n;
/** Maximum per coin, so that no coin is worth more than a good start; for other coins 10,000. */
const MOST: ReadonlyMap<string, bigint> = new Map([
  ['USDT', 100_000n * ONE],
  ['USDC', 100_000n * ONE],
  ['BTC', 2n * ONE],
  ['ETH', 30n * ONE],
]);
const MOST_OF_OTHERS = 10_000n * ONE;

/** The requested amount of paper funds, or the reason why it is invalid. */
export function paperAmount(coin: string, text: string): { readonly amount: Money } | { readonly why: string } {
  const units = parseDecimal(text);
  const most = MOST.get(coin) ?? MOST_OF_OTHERS;
  if (units === undefined || units <= 0n || units > most) return { why: `must be above 0 and at most ${formatDecimal(most)}` };
  return { amount: money(units) };
}
