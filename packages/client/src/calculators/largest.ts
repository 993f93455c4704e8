import { lots, type Lots } from '@tapedeck/domain';

/** The largest number of lots up to `ceiling` that fits, provided that every smaller number than a fitting one fits too. */
export function largest(ceiling: number, fits: (count: number) => boolean): Lots {
  let low = 0;
  let high = ceiling;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return lots(low);
}

/**
 * The largest number of lots up to `ceiling` whose cost is at most `most`; an undefined cost is too much. Portfolio
 * margin is the maximum of many linear functions of the quantity: above the first quantity that is too large, all are,
 * and the secant between a small and a large quantity meets the balance near the solution.
 */
export function largestWithin(ceiling: number, costOf: (count: number) => bigint | undefined, most: bigint): Lots {
  let [low, lowCost] = [0, 0n];
  let high = ceiling + 1;
  let highCost: bigint | undefined;
  for (let step = 0; high - low > 1; step += 1) {
    let at = Math.floor((low + high) / 2);
    if (step % 2 === 1 && highCost !== undefined) {
      const away = Math.floor((high - low) * (Number(most - lowCost) / Number(highCost - lowCost))) + (step % 4 === 3 ? 1 : 0);
      at = Math.min(Math.max(low + away, low + 1), high - 1);
    }
    const cost = costOf(at);
    if (cost !== undefined && cost <= most) [low, lowCost] = [at, cost];
    else [high, highCost] = [at, cost];
  }
  return lots(low);
}
