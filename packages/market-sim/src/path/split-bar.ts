import type { Random } from '../random/random.ts';

/** Fields of a bar in a flat array: prices in ticks, volume in lots, value in ticks × lots, all whole; variance in ticks². */
export const OPEN = 0;
export const HIGH = 1;
export const LOW = 2;
export const CLOSE = 3;
export const VOLUME = 4;
export const VALUE = 5;
export const VARIANCE = 6;
export const FIELDS = 7;

/** Walks drawn for a bar; the one whose extremes are closest to the bar's is used. */
const CANDIDATES = 12;
/** Maximum factor by which a path is stretched to reach its parent's extreme; beyond it, a single wick reaches. */
const STRETCH_MAX = 3;
/** Share of the bar's range that may be missing from a walk that is accepted at once. */
const NEAR = 0.05;
const TAIL_MAX = 6;
export const PARTS_MAX = 8;
/** Above this many usual deviations, a bar's volume no longer grows. */
const WILD_MAX = 6;
const FOLDS_MAX = 4;
const RANGE_LEAST = 0.9;
/** Draws of the extremes of a walk, at most. */
const REDRAWS = 5;
const RANGE_MOST = 3.2;

/** Variance of each child, ticks². */
const variances = new Float64Array(PARTS_MAX);
const knots = new Float64Array(PARTS_MAX + 1);
const highs = new Float64Array(PARTS_MAX);
const lows = new Float64Array(PARTS_MAX);
const shares = new Float64Array(PARTS_MAX);
const nearestKnots = new Float64Array(PARTS_MAX + 1);
const nearestHighs = new Float64Array(PARTS_MAX);
const nearestLows = new Float64Array(PARTS_MAX);

/** Reflects a value into [low, high]. */
export function fold(value: number, low: number, high: number): number {
  let folded = value;
  for (let i = 0; i < FOLDS_MAX; i += 1) {
    if (folded > high) folded = 2 * high - folded;
    else if (folded < low) folded = 2 * low - folded;
    else return folded;
  }
  return (low + high) / 2;
}

/** The parent's variance, limited to values that fit its range: a walk's range is rarely below 0.9 or above 3.2 deviations. */
function likelyVariance(parent: Float64Array, at: number): number {
  const range = (parent[at + HIGH] as number) - (parent[at + LOW] as number);
  const least = (range / RANGE_MOST) * (range / RANGE_MOST);
  const most = (range / RANGE_LEAST) * (range / RANGE_LEAST);
  return Math.max(least, Math.min(most, parent[at + VARIANCE] as number));
}

/** Number of children, and the settings of `Unevenness`. */
interface Shape {
  readonly parts: number;
  readonly wick: number;
  readonly passing: number;
}

/**
 * Draws several walks and keeps the one that needs the least stretching. A single walk that is stretched far would end
 * in an isolated wick.
 */
function drawNearest(parent: Float64Array, at: number, shape: Shape, random: Random): void {
  const { parts } = shape;
  const range = (parent[at + HIGH] as number) - (parent[at + LOW] as number);
  let nearest = Infinity;
  for (let candidate = 0; candidate < CANDIDATES && nearest > 0; candidate += 1) {
    drawShape(parent, at, shape, random);
    let [high, low] = [-Infinity, Infinity];
    for (let i = 0; i < parts; i += 1) {
      high = Math.max(high, highs[i] as number);
      low = Math.min(low, lows[i] as number);
    }
    const missing = (parent[at + HIGH] as number) - high + (low - (parent[at + LOW] as number));
    if (missing >= nearest) continue;
    nearest = missing;
    nearestKnots.set(knots);
    nearestHighs.set(highs);
    nearestLows.set(lows);
    if (missing <= range * NEAR) break;
  }
  knots.set(nearestKnots);
  highs.set(nearestHighs);
  lows.set(nearestLows);
}

/** A walk from open to close with the parent's variance, reflected at its high and low; then each child's own extremes. */
function drawShape(parent: Float64Array, at: number, { parts, wick, passing }: Shape, random: Random): void {
  const open = parent[at + OPEN] as number;
  const high = parent[at + HIGH] as number;
  const low = parent[at + LOW] as number;
  const close = parent[at + CLOSE] as number;
  let variance = 0;
  knots[0] = 0;
  for (let i = 0; i < parts; i += 1) {
    variance += variances[i] as number;
    knots[i + 1] = (knots[i] as number) + random.normal() * Math.sqrt(variances[i] as number);
  }
  const end = knots[parts] as number;
  let passed = 0;
  for (let i = 1; i < parts; i += 1) {
    passed += variances[i - 1] as number;
    const bridge = open + (knots[i] as number) + (variance === 0 ? 0 : ((close - open - end) * passed) / variance);
    knots[i] = fold(bridge + passing * random.normal() * Math.sqrt(variances[i] as number), low, high);
  }
  knots[0] = open;
  knots[parts] = close;
  for (let i = 0; i < parts; i += 1) {
    const from = knots[i] as number;
    const to = knots[i + 1] as number;
    const reached = drawExtremes({ from, to, low, high, variance: variances[i] as number, wick }, random);
    highs[i] = reached.high;
    lows[i] = reached.low;
  }
}

/** A walk between two prices, within bounds. */
interface Walk {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
  readonly variance: number;
  readonly wick: number;
}

/**
 * The extremes of a walk, each by the law of a Brownian bridge, not rounded. Both are drawn again while they lie too near together: drawn
 * apart from each other they do so more often than those of a walk, and whole hours would be calmer than recorded ones.
 */
export function drawExtremes(
  { from, to, low, high, variance, wick }: Walk,
  random: Random,
): { readonly high: number; readonly low: number } {
  const gap = (to - from) * (to - from);
  const spread = 2 * wick * variance;
  const least = RANGE_LEAST * Math.sqrt(variance);
  let [top, bottom] = [0, 0];
  for (let left = REDRAWS; left > 0; left -= 1) {
    const up = (from + to + Math.sqrt(gap + spread * Math.min(TAIL_MAX, random.exponential()))) / 2;
    const down = (from + to - Math.sqrt(gap + spread * Math.min(TAIL_MAX, random.exponential()))) / 2;
    top = Math.max(from, to, fold(up, low, high));
    bottom = Math.min(from, to, fold(down, low, high));
    if (top - bottom >= least) break;
  }
  return { high: top, low: bottom };
}

/** Scales the part beyond `edge` (the outer one of open and close) so that the farthest child reaches `extreme`; returns that child. */
function reachExtreme(extremes: Float64Array, parts: number, edge: number, extreme: number): number {
  const sign = extremes === highs ? 1 : -1;
  let farthest = 0;
  for (let i = 1; i < parts; i += 1) {
    if (sign * ((extremes[i] as number) - (extremes[farthest] as number)) > 0) farthest = i;
  }
  const reached = (extremes[farthest] as number) - edge;
  const factor = reached === 0 ? 1 : Math.min(STRETCH_MAX, (extreme - edge) / reached);
  if (factor > 1) {
    const stretch = (values: Float64Array, count: number): void => {
      for (let i = 0; i < count; i += 1) {
        const beyond = (values[i] as number) - edge;
        if (sign * beyond > 0) values[i] = edge + beyond * factor;
      }
    };
    stretch(extremes, parts);
    stretch(extremes === highs ? lows : highs, parts);
    stretch(knots, parts + 1);
  }
  return farthest;
}

/** Volume of a bar on a relative scale: it grows more than proportionally with its move. `usual` is the variance of a bar of its kind. */
export function volumeShare(out: Float64Array, at: number, usual: number): number {
  const range = (out[at + HIGH] as number) - (out[at + LOW] as number);
  const move = Math.abs((out[at + CLOSE] as number) - (out[at + OPEN] as number));
  if (usual === 0) return 1;
  const deviation = Math.sqrt(usual);
  const wild = Math.min(WILD_MAX, (0.65 * range + 0.1 * move) / deviation);
  return deviation * (0.1 + wild * (0.55 + 0.33 * wild));
}

/** Splits `total` into whole parts in proportion to `shares`, added to a field of each child; the parts sum to it exactly. */
export function apportion(what: {
  readonly total: number;
  readonly shares: Float64Array;
  readonly parts: number;
  readonly out: Float64Array;
  readonly field: number;
}): void {
  const { total, parts, out, field } = what;
  let sum = 0;
  for (let i = 0; i < parts; i += 1) sum += what.shares[i] as number;
  let given = 0;
  let passed = 0;
  for (let i = 0; i < parts; i += 1) {
    passed += what.shares[i] as number;
    const upTo = i === parts - 1 || sum === 0 ? total : Math.floor((total * passed) / sum);
    out[i * FIELDS + field] = (out[i * FIELDS + field] as number) + upTo - given;
    given = upTo;
  }
}

/** Traded value of each child: near its typical price, and together exactly the parent's. */
export function apportionValue(value: number, parts: number, out: Float64Array): void {
  let sum = 0;
  for (let i = 0; i < parts; i += 1) {
    const at = i * FIELDS;
    const prices = (out[at + OPEN] as number) + (out[at + HIGH] as number) + (out[at + LOW] as number) + (out[at + CLOSE] as number);
    const typical = Math.floor(((out[at + VOLUME] as number) * prices) / 4);
    out[at + VALUE] = typical;
    sum += typical;
  }
  const rest = value - sum;
  for (let i = 0; i < parts; i += 1) {
    const at = i * FIELDS;
    const typical = out[at + VALUE] as number;
    const volume = out[at + VOLUME] as number;
    shares[i] = rest > 0 ? volume * (out[at + HIGH] as number) - typical : typical - volume * (out[at + LOW] as number);
  }
  apportion({ total: rest, shares, parts, out, field: VALUE });
}

/** Distribution of a bar's variance and volume over its children. */
export interface Unevenness {
  /** Activity at each child's time of day, on a relative scale. */
  readonly activity: readonly number[];
  /** 0 spreads the variance by activity, 1 exponentially. Bursts inside bursts create tails and clusters. */
  readonly burst: number;
  /**
   * Distance of a child's extremes from its open and close, as a share of a Brownian bridge's. Bars with little room
   * rarely turn inside: below 1, the returns of their own children follow each other.
   */
  readonly wick: number;
  /** Transient part of a child's close, in its deviations; the next child reverses it. Without it, momentum would be profitable. */
  readonly passing: number;
}

/**
 * Splits the bar at `parent[at]` into `parts` children. They aggregate to it exactly: the first opens where it opens, each opens where
 * the one before closed, the last closes where it closes, their highest high and lowest low are its own, volumes and values sum up.
 */
export function splitBar(parent: Float64Array, at: number, { activity, burst, wick, passing }: Unevenness, random: Random): Float64Array {
  const parts = activity.length;
  const out = new Float64Array(parts * FIELDS);
  const open = parent[at + OPEN] as number;
  const close = parent[at + CLOSE] as number;
  let sum = 0;
  for (let i = 0; i < parts; i += 1) {
    const weight = (activity[i] as number) * (1 - burst + burst * random.exponential());
    variances[i] = weight;
    sum += weight;
  }
  const variance = likelyVariance(parent, at);
  for (let i = 0; i < parts; i += 1) variances[i] = ((variances[i] as number) * variance) / sum;
  drawNearest(parent, at, { parts, wick, passing }, random);
  const highest = reachExtreme(highs, parts, Math.max(open, close), parent[at + HIGH] as number);
  const lowest = reachExtreme(lows, parts, Math.min(open, close), parent[at + LOW] as number);

  for (let i = 0; i < parts; i += 1) {
    const to = i * FIELDS;
    const from = i === 0 ? open : (out[to - FIELDS + CLOSE] as number);
    const until = i === parts - 1 ? close : Math.round(knots[i + 1] as number);
    out[to + OPEN] = from;
    out[to + CLOSE] = until;
    out[to + HIGH] = i === highest ? (parent[at + HIGH] as number) : Math.max(from, until, Math.round(highs[i] as number));
    out[to + LOW] = i === lowest ? (parent[at + LOW] as number) : Math.min(from, until, Math.round(lows[i] as number));
    out[to + VARIANCE] = variances[i] as number;
    shares[i] = volumeShare(out, to, (variance / parts) * (activity[i] as number)) * (0.88 + 0.12 * random.exponential());
  }
  apportion({ total: parent[at + VOLUME] as number, shares, parts, out, field: VOLUME });
  apportionValue(parent[at + VALUE] as number, parts, out);
  return out;
}
