import { SCALE, divNearest } from '../values/integer.ts';
import { milliseconds, price, priceUnits } from '../values/quantities.ts';
import type { Price, Timestamp } from '../values/types.ts';

/** A source unchanged for longer than this is excluded (docs/concepts/index-price.md). */
export const INDEX_STALE_MS = 60_000;
/** A source farther than this from the median of the others is excluded: 0.5 %, in 1e-8. */
const OUTLIER_SHARE = 500_000n;

/** Price of a coin in one source market. */
export interface IndexSource {
  readonly name: string;
  readonly price: Price;
  /** By volume; only the proportions count. */
  readonly weight: bigint;
  /** Time of its last change. */
  readonly changedAt: Timestamp;
}

/** The index price, and its sources. */
export interface IndexValue {
  readonly price: Price;
  readonly used: readonly IndexSource[];
}

/** The middle price; the lower one of two. */
function median(sources: readonly IndexSource[]): bigint {
  const prices = sources.map((source) => priceUnits(source.price)).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return prices[Math.floor((prices.length - 1) / 2)] ?? 0n;
}

/**
 * Weighted average of the live sources near the median, rounded to nearest; `undefined` if fewer than half of them
 * remain, by number: then it is unknown which ones are right.
 */
export function indexOfSources(sources: readonly IndexSource[], now: Timestamp): IndexValue | undefined {
  const alive = sources.filter(
    (source) => priceUnits(source.price) > 0n && milliseconds(now) - milliseconds(source.changedAt) <= INDEX_STALE_MS,
  );
  const middle = median(alive);
  const far = (value: bigint): boolean => (value > middle ? value - middle : middle - value) * SCALE > middle * OUTLIER_SHARE;
  const used = alive.filter((source) => !far(priceUnits(source.price)));
  if (used.length * 2 < sources.length || used.length === 0) return undefined;
  let sum = 0n;
  let weights = 0n;
  for (const source of used) {
    sum += priceUnits(source.price) * source.weight;
    weights += source.weight;
  }
  return weights === 0n ? undefined : { price: price(divNearest(sum, weights)), used };
}
