import { DAY_MS } from './calendar.ts';

const HOUR_MS = 3_600_000;

/** Share of the day's variance in each hour, UTC: quiet before Asia opens, busiest when Europe and America overlap. Measured over four years. */
const HOURLY_ACTIVITY = [
  1.07, 1.25, 0.89, 0.65, 0.52, 0.58, 0.8, 0.66, 0.73, 0.6, 0.58, 0.6, 0.9, 1.33, 1.95, 1.75, 1.25, 1.38, 1.26, 1.28, 1.1, 1.02, 0.98, 0.76,
] as const;

/** Mean activity of a span of the day that is a whole number of hours. */
export function spanActivity(start: number, span: number): number {
  const first = (start % DAY_MS) / HOUR_MS;
  const hours = span / HOUR_MS;
  let sum = 0;
  for (let i = 0; i < hours; i += 1) sum += HOURLY_ACTIVITY[first + i] ?? 1;
  return sum / hours;
}
