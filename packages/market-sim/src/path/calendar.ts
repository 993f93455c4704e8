import { invariant } from '@tapedeck/domain';

export const MINUTE_MS = 60_000;
export const DAY_MINUTES = 1_440;
export const DAY_MS = DAY_MINUTES * MINUTE_MS;
export const WEEK_DAYS = 7;
/** 1970-01-05, the first Monday after the epoch: weeks start on Monday. */
const FIRST_MONDAY = 4;
/** Days from 0000-03-01 to 1970-01-01, and in a 400-year era, of the Gregorian calendar. */
const EPOCH_SHIFT = 719_468;
const ERA_DAYS = 146_097;

/** A width of bars: a whole number of minutes, a week from Monday, or a calendar month, all in UTC. */
export type BarWidth = number | 'week' | 'month';

/** Year and month (1 to 12) of a day counted from 1970-01-01. */
export function monthOfDay(day: number): { readonly year: number; readonly month: number } {
  const shifted = day + EPOCH_SHIFT;
  const era = Math.floor(shifted / ERA_DAYS);
  const dayOfEra = shifted - era * ERA_DAYS;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month };
}

/** Day, counted from 1970-01-01, of the first of a month; months beyond 12 or below 1 carry into the year. */
export function firstDayOfMonth(year: number, month: number): number {
  const carried = year + Math.floor((month - 1) / 12);
  const inYear = ((((month - 1) % 12) + 12) % 12) + 1;
  const marchYear = inYear <= 2 ? carried - 1 : carried;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (inYear > 2 ? inYear - 3 : inYear + 9) + 2) / 5);
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * ERA_DAYS + dayOfEra - EPOCH_SHIFT;
}

function widthMinutes(width: number): number {
  invariant(Number.isSafeInteger(width) && width >= 1, 'a bar is a whole number of minutes wide');
  return width;
}

/** Start of the bar that contains `time`. Minute widths count from the epoch, so that days and all that divide them start at midnight. */
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

/** Start of the bar `count` bars after (before, when negative) the one that starts at `start`. */
export function barStartAfter(width: BarWidth, start: number, count: number): number {
  if (typeof width === 'number') return start + count * widthMinutes(width) * MINUTE_MS;
  if (width === 'week') return start + count * WEEK_DAYS * DAY_MS;
  const { year, month } = monthOfDay(Math.floor(start / DAY_MS));
  return firstDayOfMonth(year, month + count) * DAY_MS;
}
