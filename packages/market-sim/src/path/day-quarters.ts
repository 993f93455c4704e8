import type { Random } from '../random/random.ts';
import { spanActivity } from './activity.ts';
import { DAY_MS } from './calendar.ts';
import { CLOSE, FIELDS, HIGH, LOW, OPEN, VALUE, VARIANCE, VOLUME, apportion, drawExtremes, volumeShare } from './split-bar.ts';

export const QUARTERS = 4;
const QUARTER_MS = DAY_MS / QUARTERS;
/** 0 spreads the variance by the activity of the hours, 1 exponentially: calm and busy quarters differ more than their hours. */
const BURST = 0.62;
const ACTIVITY: readonly number[] = Array.from({ length: QUARTERS }, (_, quarter) => spanActivity(quarter * QUARTER_MS, QUARTER_MS));

/** A drawn day: prices in ticks, variance of its return in ticks², volume in lots. */
export interface DrawnDay {
  readonly open: number;
  readonly close: number;
  readonly variance: number;
  readonly volume: number;
}

/**
 * The quarters of a day: a Brownian bridge from open to close. Given its variance, the return of a day is normal; the
 * bridge therefore makes the quarters independent, and no rule can predict one from another. A bridge chosen to reach
 * given extremes lacks this property, so the extremes of the day are those of its quarters.
 */
export function drawQuarters({ open, close, variance, volume }: DrawnDay, random: Random): Float64Array {
  const out = new Float64Array(QUARTERS * FIELDS);
  const weights = ACTIVITY.map((activity) => activity * (1 - BURST + BURST * random.exponential()));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let from = open;
  let left = variance;
  const shares = new Float64Array(QUARTERS);
  for (const [quarter, weight] of weights.entries()) {
    const own = (variance * weight) / sum;
    const rest = Math.max(0, left - own);
    // Mean and deviation of a bridge at the end of this quarter, given its current value.
    const mean = left === 0 ? close : from + ((close - from) * own) / left;
    const deviation = left === 0 ? 0 : Math.sqrt((own * rest) / left);
    const drawn = Math.max(1, Math.round(mean + deviation * random.normal()));
    const to = quarter === QUARTERS - 1 ? close : drawn;
    const reached = drawExtremes({ from, to, low: 1, high: Infinity, variance: own, wick: 1 }, random);
    const at = quarter * FIELDS;
    out[at + OPEN] = from;
    out[at + CLOSE] = to;
    out[at + HIGH] = Math.round(reached.high);
    out[at + LOW] = Math.round(reached.low);
    out[at + VARIANCE] = own;
    shares[quarter] = volumeShare(out, at, (variance / QUARTERS) * (ACTIVITY[quarter] as number)) * (0.88 + 0.12 * random.exponential());
    from = to;
    left = rest;
  }
  apportion({ total: volume, shares, parts: QUARTERS, out, field: VOLUME });
  for (let at = 0; at < out.length; at += FIELDS) {
    const prices = (out[at + OPEN] as number) + (out[at + HIGH] as number) + (out[at + LOW] as number) + (out[at + CLOSE] as number);
    out[at + VALUE] = Math.floor(((out[at + VOLUME] as number) * prices) / 4);
  }
  return out;
}

/** Joins consecutive bars into one, which it writes to `out[to]`. */
export function joinBars(bars: Float64Array, out: Float64Array, to: number): void {
  const last = bars.length - FIELDS;
  out[to + OPEN] = bars[OPEN] as number;
  out[to + CLOSE] = bars[last + CLOSE] as number;
  let [high, low, volume, value, variance] = [0, Infinity, 0, 0, 0];
  for (let at = 0; at <= last; at += FIELDS) {
    high = Math.max(high, bars[at + HIGH] as number);
    low = Math.min(low, bars[at + LOW] as number);
    volume += bars[at + VOLUME] as number;
    value += bars[at + VALUE] as number;
    variance += bars[at + VARIANCE] as number;
  }
  out[to + HIGH] = high;
  out[to + LOW] = low;
  out[to + VOLUME] = volume;
  out[to + VALUE] = value;
  out[to + VARIANCE] = variance;
}
