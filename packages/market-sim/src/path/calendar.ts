import { firstDayOfMonth, invariant, monthOfDay } from '@tapedeck/domain';

export { firstDayOfMonth, monthOfDay };

export const MINUTE_MS = 60_000;
export const DAY_MINUTES = 1_440;
export const DAY_MS = DAY_MINUTES * MINUTE_MS;
export const WEEK_DAYS = 7;
/** 1970-01-05, the first Monday after the epoch: weeks start on Monday. */
const FIRST_MONDAY = 4;
/** A width of bars: a whole number of minutes, a week from Monday, or a calendar month, all in UTC. */
export type BarWidth = number | 'week' | 'month';

function widthMinutes(width: number): number {
  invariant(Number.isSafeInteger(width) && width >= 1, 'a bar is a whole number of minutes wide');
  return width;
}

/** Start of the bar that contains `time`. Minute widths count from the epoch, so that days and all their divisors start at midnight. */
export function barStart(width: BarWidth, time: number): number {
  if (typeof width === 'number') {
    const span = widthMinutes(width) * MINUTE_MS;
    return Math.floor(time / span) * span;
  }
  const day = Math.floor(time / DAY_MS);
  if (width === 'week') return (Math.floor((day - FIRST_MONDAY) / WEEK_DAYS) * WEEK_DAYS + FIRST_MONDAY) * DAY_MS;
  const { year, month } = monthOfDay(day);
  return firstDayOfMonth(year, month) * DAY_MS;
}

/** Start of the bar `count` bars after (before, if negative) the one that starts at `start`. */
export function barStartAfter(width: BarWidth, start: number, count: number): number {
  if (typeof width === 'number') return start + count * widthMinutes(width) * MINUTE_MS;
  if (width === 'week') return start + count * WEEK_DAYS * DAY_MS;
  const { year, month } = monthOfDay(Math.floor(start / DAY_MS));
  return firstDayOfMonth(year, month + count) * DAY_MS;
}
