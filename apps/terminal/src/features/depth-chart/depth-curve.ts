/** Levels of one side, best first: ticks at even, lots at odd indices. */
export type Levels = readonly number[];

/** The contents of a depth chart: prices around the mid price, over the range known for both sides. */
export interface DepthCurve {
  /** In ticks; between two of them if the spread is odd. */
  readonly mid: number;
  readonly from: number;
  readonly to: number;
  /** Price and all lots up to it, from the middle outwards: ticks at even, lots at odd indices. */
  readonly bids: readonly number[];
  readonly asks: readonly number[];
  /** The larger of the two displayed totals. */
  readonly most: number;
}

function totals(levels: Levels, isWithin: (ticks: number) => boolean): number[] {
  const points: number[] = [];
  let sum = 0;
  for (let at = 0; at + 1 < levels.length; at += 2) {
    const [ticks = 0, lots = 0] = [levels[at], levels[at + 1]];
    if (!isWithin(ticks)) break;
    sum += lots;
    points.push(ticks, sum);
  }
  return points;
}

/** `undefined` if a side is empty: then there is no mid price. */
export function depthCurve(bids: Levels, asks: Levels): DepthCurve | undefined {
  const [bid, ask, lastBid, lastAsk] = [bids[0], asks[0], bids.at(-2), asks.at(-2)];
  if (bid === undefined || ask === undefined || lastBid === undefined || lastAsk === undefined) return undefined;
  const mid = (bid + ask) / 2;
  // Both sides cover the same range, so that a steeper one has more orders.
  const reach = Math.max(Math.min(mid - lastBid, lastAsk - mid), (ask - bid) / 2, 1);
  const [from, to] = [mid - reach, mid + reach];
  const shown = { bids: totals(bids, (ticks) => ticks >= from), asks: totals(asks, (ticks) => ticks <= to) };
  return { mid, from, to, ...shown, most: Math.max(shown.bids.at(-1) ?? 0, shown.asks.at(-1) ?? 0) };
}

/** Lots between the mid price and a price; 0 inside the spread. */
export function depthAt({ mid, bids, asks }: DepthCurve, ticks: number): number {
  const points = ticks < mid ? bids : asks;
  let total = 0;
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [level = 0, sum = 0] = [points[at], points[at + 1]];
    if (Math.abs(level - mid) > Math.abs(ticks - mid)) break;
    total = sum;
  }
  return total;
}
