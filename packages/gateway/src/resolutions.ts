import type { Resolution } from '@tapedeck/protocol';
import type { CandleQuery } from '@tapedeck/venue';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** 1970-01-05 was a Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

const PERIODS: Readonly<Record<Resolution, CandleQuery['minutes']>> = {
  '1': 1,
  '3': 3,
  '5': 5,
  '15': 15,
  '30': 30,
  '60': 60,
  '120': 120,
  '240': 240,
  '360': 360,
  '720': 720,
  '1D': 1440,
  '1W': 'week',
  '1M': 'month',
};

export const periodOf = (resolution: Resolution): CandleQuery['minutes'] => PERIODS[resolution];

export interface Bucket {
  readonly start: number;
  /** Start of the next bucket. */
  readonly end: number;
}

/** The bar of `resolution` that `time` falls into: UTC, weeks from Monday. */
export function bucketOf(resolution: Resolution, time: number): Bucket {
  const period = PERIODS[resolution];
  if (period === 'month') {
    const date = new Date(time);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return { start: Date.UTC(year, month), end: Date.UTC(year, month + 1) };
  }
  const length = period === 'week' ? WEEK_MS : period * MINUTE_MS;
  const offset = period === 'week' ? FIRST_MONDAY_MS : 0;
  const start = Math.floor((time - offset) / length) * length + offset;
  return { start, end: start + length };
}
